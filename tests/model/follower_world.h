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

namespace steptail::model {

// What a writer, a rotation tool and a daemon can do to one log, one after the other.
enum class Act : std::uint8_t {
  Append,        // `amount` numbered lines
  AppendPart,    // the beginning of a line that a later append completes
  Rotate,        // log -> log.1 -> log.2 ...; the next append makes a new file
  CopyTruncate,  // the same by copying
  Truncate,
  Delete,
  Pump,      // everything
  PumpSome,  // `amount` bytes at most
  Release,   // the daemon closes its descriptors
  Restart,   // the daemon starts anew from what it saved
  Fail,      // the next call of a kind fails; `amount` says which, and how
  Pass,      // `amount` milliseconds
};

struct Action {
  Act act;
  std::uint32_t amount;
};
using Program = std::vector<Action>;

[[nodiscard]] std::string to_text(const Program& program);

// Runs a program against a Follower over files in memory and knows what must come out.
class World : public tail::FollowerSink {
 public:
  explicit World(bool birth_times);
  ~World() override;

  void run(const Action& action);
  // Lets time pass until everything is read.
  void settle();

  // Every line written, and every line told, by number and in order.
  [[nodiscard]] const std::vector<int>& written() const { return written_; }
  [[nodiscard]] const std::vector<int>& told() const { return told_; }
  // How many of the written lines nothing can take away any more.
  [[nodiscard]] std::size_t safe() const { return safe_; }
  // What the sink heard that breaks its contract.
  [[nodiscard]] const std::optional<std::string>& breach() const { return breach_; }

 private:
  struct Heard {
    std::uint64_t next = 0;
    std::string unfinished;
  };
  void on_open(tail::Generation generation, std::uint64_t offset, std::uint64_t backlog_end,
               base::WallTime modified) override;
  std::uint64_t on_bytes(tail::Generation generation, std::uint64_t offset,
                         std::span<const char> bytes) override;
  void on_restart(tail::Generation generation, tail::Restart reason, std::uint64_t lost) override;
  void on_end(tail::Generation generation, tail::Ending ending) override;

  void start(std::vector<tail::FilePosition> positions);
  void pass(base::Duration duration);
  void write(std::string_view bytes);
  void append(std::uint32_t lines);
  void append_part();
  void finish_part();
  void shift_siblings();
  void rotate();
  void copy_and_truncate();
  void lose(Act act);
  void fail(std::uint32_t amount);
  void pump();
  void hear_line(const std::string& line);
  void breach(const std::string& what);

  support::MemFileSystem fs_;
  support::FaultFileSystem faults_{fs_};
  std::unique_ptr<tail::Follower> follower_;
  base::MonoTime now_{std::chrono::seconds(100)};
  base::WallTime wall_{std::chrono::seconds(1'700'000'000)};
  std::string part_;  // still to be written of the unfinished line
  int last_number_ = 0;
  int first_in_file_ = 1;
  int siblings_ = 0;
  std::vector<int> written_;
  std::vector<int> told_;
  std::size_t safe_ = 0;
  std::map<tail::Generation, Heard> heard_;
  std::optional<std::string> breach_;
};

}  // namespace steptail::model
