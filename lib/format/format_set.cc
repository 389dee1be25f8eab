#include "format/format_set.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "base/embedded.h"
#include "base/hash.h"
#include "format/format.h"
#include "format/format_links.h"
#include "format/format_loader.h"
#include "format/rule_index.h"
#include "format/sample_check.h"

namespace steptail::format {

namespace builtin_files {
std::span<const base::EmbeddedFile> embedded_files();
}
namespace compiled_files {
std::span<const base::EmbeddedFile> embedded_files();
}

struct FormatSet::Impl {
  std::vector<std::unique_ptr<const Format>> formats;
  std::optional<RuleIndex> index;
  std::uint64_t fingerprint = 0;
};

namespace {

std::string place_of(const base::EmbeddedFile& file) {
  return "config/formats/" + std::string(file.name);
}

std::vector<FormatSource> compiled_sources() {
  std::vector<FormatSource> sources;
  for (const base::EmbeddedFile& file : compiled_files::embedded_files()) {
    sources.push_back({.file = place_of(file), .text = {}, .compiled = file.bytes});
  }
  return sources;
}

class Loader {
 public:
  void load(std::span<const FormatSource> sources, bool is_site,
            Samples samples = Samples::Required) {
    for (const FormatSource& source : sources) {
      texts.push_back(source.compiled.empty() ? source.text : source.compiled);
      auto format = load_format(source, samples);
      if (!format) {
        append(errors, std::move(format.error()));
        continue;
      }
      (*format)->is_site = is_site;
      add(*std::move(format));
    }
  }

  void link() {
    std::sort(formats.begin(), formats.end(),
              [](const auto& a, const auto& b) { return a->name < b->name; });
    // A format that could not be read would be missed by those that include it.
    if (errors.empty()) append(errors, link_formats(formats));
  }

  std::vector<std::unique_ptr<Format>> formats{};
  base::Errors errors{};
  std::vector<std::string_view> texts{};  // of the sources, which outlive this

 private:
  void add(std::unique_ptr<Format> format) {
    for (auto& known : formats) {
      if (known->name != format->name) continue;
      if (known->is_site == format->is_site) {
        errors.push_back(
            {.message = "format '" + format->name + "' is in " + known->file + " already",
             .file = format->file,
             .line = 1,
             .column = 1});
      } else {
        known = std::move(format);
      }
      return;
    }
    formats.push_back(std::move(format));
  }
};

}  // namespace

FormatSet::FormatSet() : impl_(std::make_unique<Impl>()) {}
FormatSet::~FormatSet() = default;

std::shared_ptr<const FormatSet> FormatSet::make(std::vector<std::unique_ptr<Format>> formats,
                                                 std::uint64_t fingerprint) {
  std::shared_ptr<FormatSet> set(new FormatSet());
  set->impl_->formats.assign(std::make_move_iterator(formats.begin()),
                             std::make_move_iterator(formats.end()));
  set->impl_->index.emplace(set->impl_->formats);
  set->impl_->fingerprint = fingerprint;
  return set;
}

base::Checked<std::shared_ptr<const FormatSet>> FormatSet::link_both(
    std::span<const FormatSource> builtin, Samples samples, std::span<const FormatSource> sites) {
  Loader loader;
  loader.load(builtin, false, samples);
  loader.load(sites, true);
  loader.link();
  if (!loader.errors.empty()) return tl::unexpected(std::move(loader.errors));
  return make(std::move(loader.formats), base::hash64(loader.texts));
}

base::Checked<std::shared_ptr<const FormatSet>> FormatSet::load_both(
    std::span<const FormatSource> builtin, Samples samples, std::span<const FormatSource> sites) {
  auto loaded = link_both(builtin, samples, sites);
  if (!loaded) return loaded;
  base::Errors errors;
  for (const auto& format : (*loaded)->formats()) {
    if (format->is_site) append(errors, check_samples(*loaded, *format));
  }
  if (!errors.empty()) return tl::unexpected(std::move(errors));
  return loaded;
}

base::Checked<std::shared_ptr<const FormatSet>> FormatSet::load(
    std::span<const FormatSource> builtin, std::span<const FormatSource> sites) {
  return load_both(builtin, Samples::Required, sites);
}

base::Checked<std::shared_ptr<const FormatSet>> FormatSet::load_unrun(
    std::span<const FormatSource> builtin, std::span<const FormatSource> sites) {
  return link_both(builtin, Samples::Required, sites);
}

base::Checked<std::shared_ptr<const FormatSet>> FormatSet::load_unproved(
    std::span<const FormatSource> sources) {
  Loader loader;
  loader.load(sources, false, Samples::LeftOut);
  loader.link();
  if (!loader.errors.empty()) return tl::unexpected(std::move(loader.errors));
  return make(std::move(loader.formats), base::hash64(loader.texts));
}

// Tests prove that all of them load. Should one not, the others still do.
std::shared_ptr<const FormatSet> FormatSet::builtin() {
  std::vector<FormatSource> sources = compiled_sources();
  for (;;) {
    auto set = load_unproved(sources);
    if (set) return *std::move(set);
    std::erase_if(sources, [&set](const FormatSource& source) {
      return std::any_of(set.error().begin(), set.error().end(),
                         [&source](const base::Error& e) { return e.file == source.file; });
    });
  }
}

base::Checked<std::shared_ptr<const FormatSet>> FormatSet::builtin_and(
    std::span<const FormatSource> sites) {
  return load_both(compiled_sources(), Samples::LeftOut, sites);
}

std::vector<FormatSource> FormatSet::builtin_sources() {
  std::vector<FormatSource> sources;
  for (const base::EmbeddedFile& file : builtin_files::embedded_files()) {
    sources.push_back({.file = place_of(file), .text = std::string(file.bytes)});
  }
  return sources;
}

std::vector<std::string_view> FormatSet::builtin_names() {
  std::vector<std::string_view> names;
  for (const base::EmbeddedFile& file : builtin_files::embedded_files()) {
    names.push_back(format_name_of(file.name));
  }
  return names;
}

std::span<const std::unique_ptr<const Format>> FormatSet::formats() const { return impl_->formats; }

const Format* FormatSet::find(std::string_view name) const {
  const auto found =
      std::lower_bound(impl_->formats.begin(), impl_->formats.end(), name,
                       [](const auto& format, std::string_view key) { return format->name < key; });
  return found != impl_->formats.end() && (*found)->name == name ? found->get() : nullptr;
}

const RuleIndex& FormatSet::index() const { return *impl_->index; }

std::uint64_t FormatSet::fingerprint() const { return impl_->fingerprint; }

}  // namespace steptail::format
