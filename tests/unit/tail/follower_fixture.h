#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "support/fault_file_system.h"
#include "support/follower_log.h"
#include "support/mem_file_system.h"
#include "tail/follower.h"
#include "tail/ledger.h"

namespace steptail::tail {

using namespace std::chrono_literals;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

// A follower of /run/train.log over files in memory. Time stands still but for pass().
class FollowerTest : public ::testing::Test {
 protected:
  static constexpr const char* kPath = "/run/train.log";
  static constexpr std::size_t kPlenty = 1 << 20;

  FollowerTest() {
    auto made = fs_.make_directories("/run");
    pass(1s);
    restart();
  }

  // Both the readers' and the files' clocks.
  void pass(base::Duration duration) {
    now_ += duration;
    wall_ += duration;
    fs_.set_time(wall_);
  }
  void append(std::string_view bytes, const std::string& path = kPath) {
    pass(1s);
    fs_.append(path, bytes);
  }
  void move(const std::string& from, const std::string& to) {
    pass(1s);
    fs_.move(from, to);
  }
  void copytruncate(const std::string& from, const std::string& to) {
    pass(1s);
    fs_.copy(from, to);
    pass(1s);
    fs_.truncate(from, 0);
  }

  Follower::Outcome pump_once(std::size_t budget = kPlenty) {
    return follower_->pump(budget, now_);
  }
  // Until nothing more is to be read; returns the lines that this told.
  std::string pump() {
    for (int i = 0; i < 1000; ++i) {
      outcome_ = pump_once();
      lost_bytes_ += outcome_.lost_bytes;
      cut_bytes_ += outcome_.cut_bytes;
      if (!outcome_.more) break;
    }
    return log_->take_lines();
  }
  // Looks again and again while time passes.
  std::string pump_for(base::Duration duration) {
    auto lines = pump();
    for (base::Duration done{0}; done < duration; done += 1s) {
      pass(1s);
      lines += pump();
    }
    return lines;
  }

  // A daemon that starts with the positions that the last one saved.
  void restart_from(std::vector<FilePosition> positions) {
    log_ = std::make_unique<support::FollowerLog>();
    follower_ =
        std::make_unique<Follower>(faults_, kPath, *log_, Follower::Options{.ledger = &ledger_});
    follower_->resume(std::move(positions));
  }
  void restart_from_saved() { restart_from(follower_->positions()); }
  // A daemon without a checkpoint.
  void restart() { restart_from({}); }

  bool is_read(const std::string& path) { return ledger_.is_read(key_of(fs_.stat(path).value())); }
  bool is_done(const std::string& path) { return ledger_.is_done(fs_.stat(path).value(), path); }

  support::MemFileSystem fs_;
  support::FaultFileSystem faults_{fs_};
  Ledger ledger_;
  std::unique_ptr<support::FollowerLog> log_;
  std::unique_ptr<Follower> follower_;
  Follower::Outcome outcome_;  // of the last pump()
  std::uint64_t lost_bytes_ = 0;
  std::uint64_t cut_bytes_ = 0;
  base::MonoTime now_{100s};
  base::WallTime wall_{std::chrono::seconds(1'700'000'000)};
};

}  // namespace steptail::tail
