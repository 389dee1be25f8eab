#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "run/run_state.h"

namespace steptail::run {

using format::Event;
using format::FailureClass;
using format::FailureRole;
using format::Field;
using format::State;
using format::Value;
using std::chrono::seconds;

// Says what a line said, in one expression: progress().iteration(5).loss(2.1).
// Lifetime: the views of a Value are string literals.
class RecordMaker {
 public:
  explicit RecordMaker(std::string_view format = "trainer") {
    record.format_name = format;
    record.rule_name = "rule";
  }
  RecordMaker& with(Field field, double number, std::string_view label = {},
                    std::string_view rank = {}) {
    record.add({.field = field, .number = number, .label = label, .rank = rank});
    return *this;
  }
  RecordMaker& add(const Value& value) {
    record.add(value);
    return *this;
  }
  RecordMaker& iteration(double n) { return with(Field::Iteration, n); }
  RecordMaker& loss(double n) { return with(Field::Loss, n); }
  RecordMaker& took(double n) { return with(Field::IterationSeconds, n); }
  RecordMaker& phase(std::string_view name, double n, std::string_view rank = {}) {
    return with(Field::PhaseSeconds, n, name, rank);
  }
  RecordMaker& progress() {
    record.progress = true;
    return *this;
  }
  RecordMaker& attempt(std::string_view rule = "banner") {
    record.attempt = true;
    record.rule_name = rule;
    return *this;
  }
  RecordMaker& state(State state) {
    record.state = state;
    return *this;
  }
  RecordMaker& event(Event event) {
    record.event = event;
    return *this;
  }
  RecordMaker& failure(FailureClass failure, FailureRole role = FailureRole::Root) {
    record.event = Event::Failure;
    record.failure = failure;
    record.role = role;
    return *this;
  }

  format::Record record;
};

inline RecordMaker line(std::string_view format = "trainer") { return RecordMaker(format); }
inline RecordMaker step(double iteration, std::string_view format = "trainer") {
  return std::move(RecordMaker(format).progress().iteration(iteration));
}
inline RecordMaker banner(std::string_view rule = "banner") {
  return std::move(RecordMaker().attempt(rule).state(State::Starting));
}
inline RecordMaker begins(State state) { return std::move(RecordMaker().state(state)); }
inline RecordMaker happens(Event event) { return std::move(RecordMaker().event(event)); }
inline RecordMaker fails(FailureClass failure, FailureRole role = FailureRole::Root) {
  RecordMaker maker;
  maker.failure(failure, role);
  maker.record.common = true;
  return maker;
}

// A run that is fed one line after another, a second apart unless told otherwise.
class Feed {
 public:
  explicit Feed(RunLimits limits = {}) : run(limits) { settle(); }

  Feed& operator<<(const RecordMaker& maker) {
    run.apply(maker.record, context);
    now += seconds(1);
    settle();
    return *this;
  }
  Feed& rank(std::string_view rank) {
    context.rank = rank;
    return *this;
  }
  Feed& path(std::string_view path) {
    context.path = path;
    return *this;
  }
  Feed& backlog() {
    context.live = false;
    return *this;
  }
  // The next line arrives, and where lines are dated says that it was printed, at `at` seconds.
  Feed& at(double at) {
    now = base::WallTime{seconds(1'700'000'000) + base::from_seconds(at)};
    settle();
    return *this;
  }
  Feed& dated(bool dated = true) {
    dated_ = dated;
    settle();
    return *this;
  }
  [[nodiscard]] const RunData& data() const { return run.data(); }
  [[nodiscard]] std::string bytes() const {
    base::ByteWriter out;
    run.save(out, now, mono());
    return out.take();
  }
  [[nodiscard]] base::MonoTime mono() const {
    return base::MonoTime{now.time_since_epoch() - seconds(1'600'000'000)};
  }

  RunState run;
  LineContext context{
      .when = {}, .mono = {}, .live = true, .printed = {}, .path = std::string_view("/logs/a.out")};
  base::WallTime now{seconds(1'700'000'000)};

 private:
  void settle() {
    context.when = now;
    context.mono = mono();
    context.printed.reset();
    if (dated_) context.printed = now;
  }
  bool dated_ = false;
};

}  // namespace steptail::run
