#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "pipeline/decoder.h"
#include "run/run_table.h"

namespace steptail::pipeline {

// Leads the records of one file into its run, which is made when the first of them comes.
// Thread: the shard's. Lifetime: the table and the counters outlive it, and so does its run.
class RunBinding final : public DecoderSink {
 public:
  RunBinding(run::RunTable& runs, run::RunIdentity identity, std::string watch,
             std::map<std::string, std::uint64_t>& refused);

  void on_record(const format::Record& record, const run::LineContext& context) override;
  void on_seen(const run::LineContext& context) override;

  // Null: no record came yet, and none was known before.
  [[nodiscard]] run::Run* run();
  [[nodiscard]] const run::Run* bound() const { return run_; }  // null also: not looked for yet
  [[nodiscard]] const std::string& key() const { return key_; }

 private:
  [[nodiscard]] run::Run* bind();

  run::RunTable& runs_;
  run::RunIdentity identity_;
  std::string watch_;
  std::string key_;
  std::map<std::string, std::uint64_t>& refused_;
  run::Run* run_ = nullptr;
  bool refusal_counted_ = false;
};

}  // namespace steptail::pipeline
