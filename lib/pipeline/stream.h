#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/codec.h"
#include "base/file_system.h"
#include "pipeline/decoder.h"
#include "run/run_identity.h"
#include "tail/directory_times.h"
#include "tail/follower.h"
#include "tail/ledger.h"

namespace steptail::pipeline {

// What a watch entry counts of its files, besides lines; exported as steptail_*{watch}.
struct FileCounters {
  std::uint64_t read_bytes = 0;
  std::uint64_t rotations = 0;
  std::uint64_t truncations = 0;
  std::map<std::string, std::uint64_t> lost_bytes;     // by reason
  std::map<std::string, std::uint64_t> read_errors;    // by reason
  std::map<std::string, std::uint64_t> file_restarts;  // by reason
};

struct StreamOptions {
  std::string path;
  run::RunIdentity identity;
  DecoderOptions decoder;
  tail::Ledger* ledger = nullptr;                   // of the shard; null: this stream stands alone
  tail::DirectoryTimes* directory_times = nullptr;  // likewise
  tail::IsOthers is_others{};                       // as of tail::Follower::Options
};

// One watched path: its follower, a decoder for each physical file that the path has shown, and the
// sink that the records go to.
// Thread: the shard's. Lifetime: counters, sink, clock and file system outlive it.
class Stream final : public tail::FollowerSink {
 public:
  Stream(StreamOptions options, base::FileSystem& fs, const base::Clock& clock, FileCounters& files,
         LineCounters& lines, DecoderSink& sink);
  ~Stream() override;

  // Reads at most `budget_bytes`, folding what it reads.
  tail::Follower::Outcome pump(std::size_t budget_bytes);

  // Has the processor fetch what pump() will look at.
  void fetch_parts() const;

  [[nodiscard]] const std::string& path() const { return options_.path; }
  [[nodiscard]] const run::RunIdentity& identity() const { return options_.identity; }
  [[nodiscard]] bool recognised() const;
  // One of its files was once: what was read of them has been told. Else other formats may make
  // something of it.
  [[nodiscard]] bool has_told() const { return told_ || recognised(); }
  [[nodiscard]] std::uint64_t rules_fingerprint() const { return rules_fingerprint_; }
  // Since it is there.
  [[nodiscard]] std::uint64_t lines_read() const { return lines_read_; }
  // What it holds now is compressed, or UTF-16: passed over.
  [[nodiscard]] bool foreign() const;
  [[nodiscard]] std::string format_names() const;
  [[nodiscard]] std::uint64_t offset() const;
  [[nodiscard]] std::uint64_t unlinked_bytes() const { return follower_.unlinked_bytes(); }
  [[nodiscard]] tail::Follower& follower() { return follower_; }
  [[nodiscard]] base::WallTime modified() const { return modified_; }
  [[nodiscard]] base::WallTime last_arrival() const { return last_arrival_; }
  void rebind(const DecoderRules& rules);

  // Offsets with the decoder state that belongs to them. load() before the first pump(), and only
  // into a stream of the same run: offsets belong to the run that they filled. Where no format knew
  // what was read, and there are others now, it is read again.
  void save(base::ByteWriter& out) const;
  void load(base::ByteReader& in);
  // Which physical files save() wrote down, and how far each was read.
  [[nodiscard]] static std::vector<tail::FilePosition> positions_in(std::string_view saved);

  void on_open(tail::Generation generation, std::uint64_t offset, std::uint64_t backlog_end,
               base::WallTime modified) override;
  std::uint64_t on_bytes(tail::Generation generation, std::uint64_t offset,
                         std::span<const char> bytes) override;
  std::uint64_t on_hole(tail::Generation generation, std::uint64_t offset,
                        std::uint64_t length) override;
  void on_restart(tail::Generation generation, tail::Restart reason, std::uint64_t lost) override;
  void on_backlog(tail::Generation generation, std::uint64_t backlog_end,
                  base::WallTime modified) override;
  void on_end(tail::Generation generation, tail::Ending ending) override;

 private:
  struct Physical {
    std::unique_ptr<Decoder> decoder;
    std::uint64_t backlog_end = 0;
    base::WallTime modified{};
    bool foreign = false;  // no text: passed over
  };
  [[nodiscard]] Arrival arrival(const Physical& physical) const;
  [[nodiscard]] std::unique_ptr<Decoder> make_decoder(std::uint64_t offset);
  [[nodiscard]] std::string state_before(tail::Generation generation) const;

  StreamOptions options_;
  std::uint64_t rules_fingerprint_;  // of options_.decoder.rules: each checkpoint asks for it
  const base::Clock& clock_;
  FileCounters& files_;
  LineCounters& lines_;
  DecoderSink& sink_;
  tail::Follower follower_;
  std::map<tail::Generation, Physical> physical_;
  std::uint64_t lines_read_ = 0;
  bool told_ = false;                  // by a file that has ended, or as the checkpoint says
  bool deleted_before_ = false;        // the last file that ended was deleted
  std::string last_state_;             // decoder state that the next new generation continues from
  std::vector<std::string> restored_;  // decoder states of a checkpoint, oldest first
  base::WallTime modified_{};
  base::WallTime last_arrival_{};
};

}  // namespace steptail::pipeline
