#include "pipeline/run_binding.h"

#include <utility>

namespace steptail::pipeline {

RunBinding::RunBinding(run::RunTable& runs, run::RunIdentity identity, std::string watch,
                       std::map<std::string, std::uint64_t>& refused)
    : runs_(runs),
      identity_(std::move(identity)),
      watch_(std::move(watch)),
      key_(run::RunTable::key_of(watch_, identity_)),
      refused_(refused) {}

run::Run* RunBinding::bind() {
  if (run_ != nullptr) return run_;
  run_ = runs_.open(watch_, identity_);
  if (run_ == nullptr && !refusal_counted_) {
    refusal_counted_ = true;
    ++refused_["runs"];
  }
  return run_;
}

run::Run* RunBinding::run() {
  if (run_ == nullptr) run_ = runs_.find(key_);
  return run_;
}

void RunBinding::on_record(const format::Record& record, const run::LineContext& context) {
  run::Run* run = bind();
  if (run == nullptr) return;
  run->state.apply(record, context);
  run->changed = run->unsaved = true;
}

void RunBinding::on_seen(const run::LineContext& context) {
  run::Run* run = bind();
  if (run == nullptr) return;
  run->state.seen_line(context);
  run->changed = run->unsaved = true;
}

}  // namespace steptail::pipeline
