#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace steptail::format {

struct Format;    // format/format.h
class RuleIndex;  // format/rule_index.h

// Whether a file must prove its rules by samples. Left out: it was proved before, and they were cut
// off to load it quickly.
enum class Samples : std::uint8_t { Required, LeftOut };

// The text of one format file and where it came from (for error messages).
struct FormatSource {
  std::string file;
  std::string text;
  std::string_view compiled{};  // instead of the text: yaml::Document::compiled(), static storage
};

// Every format that the daemon knows, compiled. Immutable after load, shared by all shards and
// threads through shared_ptr.
class FormatSet {
 public:
  // Loads `builtin` and then `sites`: a site's format replaces a built-in one of the same name.
  // All are read strictly; the samples of sites' formats are run (format/sample_check.h runs them
  // all), since tests prove the built-in ones.
  // Errors: all of them, with file, line and column; then nothing is loaded.
  [[nodiscard]] static base::Checked<std::shared_ptr<const FormatSet>> load(
      std::span<const FormatSource> builtin, std::span<const FormatSource> sites);
  // The same, but runs no samples: for saying what becomes of each (daemon/check_format.h).
  [[nodiscard]] static base::Checked<std::shared_ptr<const FormatSet>> load_unrun(
      std::span<const FormatSource> builtin, std::span<const FormatSource> sites);

  // Without samples: for formats that are proved elsewhere. Strict in everything else.
  [[nodiscard]] static base::Checked<std::shared_ptr<const FormatSet>> load_unproved(
      std::span<const FormatSource> sources);

  // The formats that lie inside the binary (config/formats): loaded quickly, without their samples.
  [[nodiscard]] static std::shared_ptr<const FormatSet> builtin();
  // These and a site's: as load(), but quick.
  [[nodiscard]] static base::Checked<std::shared_ptr<const FormatSet>> builtin_and(
      std::span<const FormatSource> sites);
  // With their texts, samples and all.
  [[nodiscard]] static std::vector<FormatSource> builtin_sources();
  [[nodiscard]] static std::vector<std::string_view> builtin_names();  // static storage

  ~FormatSet();
  FormatSet(const FormatSet&) = delete;
  FormatSet& operator=(const FormatSet&) = delete;

  [[nodiscard]] std::span<const std::unique_ptr<const Format>> formats() const;  // by name
  [[nodiscard]] const Format* find(std::string_view name) const;                 // null: none
  [[nodiscard]] const RuleIndex& index() const;
  // Of what all of them were loaded from: sets of one fingerprint are the same.
  [[nodiscard]] std::uint64_t fingerprint() const;

 private:
  FormatSet();
  static base::Checked<std::shared_ptr<const FormatSet>> link_both(
      std::span<const FormatSource> builtin, Samples samples, std::span<const FormatSource> sites);
  static base::Checked<std::shared_ptr<const FormatSet>> load_both(
      std::span<const FormatSource> builtin, Samples samples, std::span<const FormatSource> sites);
  static std::shared_ptr<const FormatSet> make(std::vector<std::unique_ptr<Format>> formats,
                                               std::uint64_t fingerprint);
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace steptail::format
