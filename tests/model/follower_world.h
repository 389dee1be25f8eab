#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "support/fault_file_system.h"
#include "support/mem_file_system.h"
#include "tail/follower.h"
#include "tail/ledger.h"

namespace steptail::model {

// What a writer, a rotation tool and a daemon can do to one log, one after the other.
enum class Act : std::uint8_t {
  Append,        // `amount` numbered lines
  AppendLate,    // the same to the file that was rotated last, by a writer that has not noticed
  AppendPart,    // the beginning of a line that a later append completes
  Rotate,        // log -> log.1 -> log.2 ...; the next append makes a new file
  CopyTruncate,  // the same by copying
  Truncate,
  Delete,
  Pump,      // everything
  PumpSome,  // `amount` bytes at most
  Release,   // the daemon closes its descriptors
  Restart,   // the daemon saves, ends, and starts anew from what it saved
  Save,      // the daemon saves
  Kill,      // the daemon starts anew from what it saved last: what it told since is forgotten
  Recreate,  // the file is deleted and made anew with the same inode
  Swap,      // the path becomes a symlink to another file; odd: while its file is closed
  Scan,      // the daemon looks for files that match: the rotated ones do
  Fail,      // the next call of a kind fails; `amount` says which, and how
  Pass,      // `amount` milliseconds
};

struct Action {
  Act act;
  std::uint32_t amount;
};
using Program = std::vector<Action>;

[[nodiscard]] std::string to_text(const Program& program);

// What one follower tells, checked against the contract of FollowerSink.
class Ear : public tail::FollowerSink {
 public:
  struct Ears {
    std::vector<int>& told;
    std::optional<std::string>& breach;
  };
  explicit Ear(Ears ears) : ears_(ears) {}

  void on_open(tail::Generation generation, std::uint64_t offset, std::uint64_t backlog_end,
               base::WallTime modified) override;
  std::uint64_t on_bytes(tail::Generation generation, std::uint64_t offset,
                         std::span<const char> bytes) override;
  std::uint64_t on_hole(tail::Generation generation, std::uint64_t offset,
                        std::uint64_t length) override;
  void on_restart(tail::Generation generation, tail::Restart reason, std::uint64_t lost) override;
  void on_end(tail::Generation generation, tail::Ending ending) override;

 private:
  struct Heard {
    std::uint64_t next = 0;
    std::string unfinished;
  };
  void hear_line(const std::string& line);
  void breach(const std::string& what);

  Ears ears_;
  std::map<tail::Generation, Heard> heard_;
};

// Runs a program against followers over files in memory and knows what must come out.
class World {
 public:
  explicit World(bool birth_times);
  ~World();

  void run(const Action& action);
  // Lets time pass until everything is read.
  void settle();

  // Every line written, and every line told, by number and in order.
  [[nodiscard]] const std::vector<int>& written() const { return written_; }
  [[nodiscard]] const std::vector<int>& told() const { return told_; }
  // What was heard that breaks the contract of the sink.
  [[nodiscard]] const std::optional<std::string>& breach() const { return breach_; }

 private:
  // What a daemon keeps on disk.
  struct Saved {
    std::map<std::string, std::vector<tail::FilePosition>> positions;  // by path
    std::string ledger;
    std::vector<int> told;
  };
  // A file that the daemon follows.
  struct Followed {
    std::unique_ptr<Ear> ear;
    std::unique_ptr<tail::Follower> follower;
  };

  [[nodiscard]] Saved save() const;
  void start(const Saved& saved);
  void follow(const std::string& path, std::vector<tail::FilePosition> positions);
  void scan();
  [[nodiscard]] bool is_others(const std::string& path, const base::FileStat& stat);
  void pass(base::Duration duration);
  void write(std::string_view bytes);
  void write_line(const std::string& path);
  void append(std::uint32_t lines);
  void append_late(std::uint32_t lines);
  void append_part();
  void finish_part();
  void shift_siblings();
  void rotate();
  void copy_and_truncate();
  void lose(Act act);
  void swap_link(std::uint32_t amount);
  void fail(std::uint32_t amount);
  void pump(std::size_t budget);

  support::MemFileSystem fs_;
  support::FaultFileSystem faults_{fs_};
  std::unique_ptr<tail::Ledger> ledger_;
  std::map<std::string, Followed> followed_;  // by path
  Saved saved_;
  base::MonoTime now_{std::chrono::seconds(100)};
  base::WallTime wall_{std::chrono::seconds(1'700'000'000)};
  std::string part_;  // still to be written of the unfinished line
  int last_number_ = 0;
  int first_in_file_ = 1;
  int siblings_ = 0;
  int links_ = 0;
  std::vector<int> written_;
  std::vector<int> told_;
  std::optional<std::string> breach_;
};

}  // namespace steptail::model
