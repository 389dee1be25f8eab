#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/codec.h"
#include "base/file_system.h"
#include "base/result.h"
#include "base/time.h"
#include "run/run_table.h"

namespace steptail::pipeline {

class Stream;

// How a file lay on disk: whether it changed since.
struct FileMark {
  std::uint64_t size = 0;
  std::uint64_t inode = 0;
  base::WallTime modified{};
  bool operator==(const FileMark&) const = default;
};
[[nodiscard]] FileMark mark_of(const base::FileStat& stat);

// One file: whose it is and where it was left.
struct SavedFile {
  std::string watch;
  run::RunIdentity identity;
  std::string path;
  std::string stream;     // Stream::save: offsets with the decoder state that belongs to them
  bool followed = false;  // to be followed again wherever it is wanted; else only once it changed
  FileMark mark;          // when it was put away; nothing of a followed one
};

// One run, as it was when the files of the same state were where they were.
struct SavedRun {
  std::string watch;
  run::RunIdentity identity;
  bool asleep = false;  // it has left the page
  base::WallTime modified{}, last_byte{};
  std::uint64_t told_bytes = 0;
  std::string state;  // RunState::save
};

// What was read of which physical file of an entry.
struct SavedLedger {
  std::string watch;
  std::string bytes;  // Ledger::save
};

// What a checkpoint holds: the state of every file and of every run, taken at one moment of one
// shard, so that reading on from the offsets gives the same runs.
struct SavedState {
  std::vector<SavedFile> files;
  std::vector<SavedRun> runs;
  std::vector<SavedLedger> ledgers;
};

// One record each, for StateWriter.
[[nodiscard]] std::string encode(const SavedFile& file);
[[nodiscard]] std::string encode(const SavedRun& run);
[[nodiscard]] std::string encode(const SavedLedger& ledger);
// The same of a file that is followed and of a run that is awake, without copies on the way.
void encode_followed(const std::string& watch, const Stream& stream, base::ByteWriter& out);
void encode_awake(const run::Run& run, base::WallTime now_wall, base::MonoTime now_mono,
                  base::ByteWriter& out);

// What the runs of each entry were made from, in bytes. It stands at the head of a payload with a
// checksum of its own: the least that is left of a damaged one.
using ToldBytes = std::map<std::string, std::uint64_t>;
// nullopt: not even that.
[[nodiscard]] std::optional<ToldBytes> salvage_told_bytes(std::string_view payload);

// Puts records together to the payload of a checkpoint. Nothing is copied: there are many, and few
// of them new.
class StateWriter {
 public:
  void add(std::string record);
  void refer(std::string_view record);  // to one that outlives this
  // The payload, in parts; `told` is of its runs. Lives as long as this. Once.
  [[nodiscard]] std::span<const std::string_view> finish(const ToldBytes& told);

 private:
  std::deque<std::string> own_;
  std::vector<std::string_view> parts_ = std::vector<std::string_view>(1);  // the head's place
};

// Error: the payload is of another version or damaged; nothing of it is used.
[[nodiscard]] base::Result<SavedState> decode_state(std::string_view payload);

[[nodiscard]] SavedRun save_run(const run::Run& run, base::WallTime now_wall,
                                base::MonoTime now_mono);
[[nodiscard]] base::Result<run::Run> load_run(const SavedRun& saved, run::RunLimits limits,
                                              base::WallTime now_wall, base::MonoTime now_mono);

}  // namespace steptail::pipeline
