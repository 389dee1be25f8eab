#pragma once

#include <deque>
#include <string>
#include <string_view>

#include "simulate/job_script.h"
#include "simulate/random.h"

namespace steptail::simulate {

using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;
using std::chrono_literals::operator""min;

// What the jobs have in common: a queue of lines that the framework's part fills, one act (a log
// step, a start, a failure) at a time.
// Contract: "{time}" in a line becomes the time at which it is written, as the framework writes it;
// "{iso_time}" becomes the same as Slurm does.
class Script : public Job {
 public:
  Script(std::string name, std::uint64_t seed) : random_(seed), name_(std::move(name)) {}

  [[nodiscard]] std::string_view name() const final { return name_; }
  [[nodiscard]] Write next(base::WallTime now) final;

 protected:
  // Says at least one line.
  virtual void act() = 0;
  // How the framework writes "{time}".
  [[nodiscard]] virtual std::string time_text(base::WallTime now) const = 0;

  void say(std::string line, base::Duration pause = base::Duration{0});
  // As it is, without a line end: a bar that is redrawn.
  void put(std::string bytes, base::Duration pause = base::Duration{0});
  // A longer silence after what was said last. REQUIRES: something was.
  void rest(base::Duration pause);
  void keep_silent(base::Duration pause) { put({}, pause); }
  // Where the next lines go.
  void write_to(std::string file) { file_ = std::move(file); }

  Random random_;

 private:
  std::string name_;
  std::string file_;
  std::deque<Write> queue_;
};

}  // namespace steptail::simulate
