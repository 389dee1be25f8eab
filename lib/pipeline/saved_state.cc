#include "pipeline/saved_state.h"

#include "base/codec.h"

namespace steptail::pipeline {
namespace {

constexpr std::uint64_t kLayout = 2;  // of the payload; raise it with every change of any save()

void save_run(base::ByteWriter& out, const run::Run& run, base::WallTime now_wall,
              base::MonoTime now_mono) {
  out.u64(run.identity.labels.size());
  for (const auto& [name, value] : run.identity.labels) {
    out.text(name);
    out.text(value);
  }
  out.text(run.watch);
  out.wall(run.modified);
  out.wall(run.last_byte);
  run.state.save(out, now_wall, now_mono);
}

base::Result<run::Run> load_run(base::ByteReader& in, run::RunLimits limits,
                                base::WallTime now_wall, base::MonoTime now_mono) {
  run::Run run;
  std::uint64_t labels = in.count(16);
  for (std::uint64_t i = 0; i < labels; ++i) {
    std::string name(in.text());
    std::string value(in.text());
    run.identity.labels.emplace_back(std::move(name), std::move(value));
  }
  run.watch = in.text();
  run.modified = in.wall();
  run.last_byte = in.wall();
  auto state = run::RunState::load(in, limits, now_wall, now_mono);
  if (!state) return tl::unexpected(state.error());
  run.state = std::move(*state);
  return run;
}

}  // namespace

std::string encode_state(const std::vector<SavedState::StreamState>& streams,
                         const std::vector<SavedState::LedgerState>& ledgers,
                         const run::RunTable& runs, base::WallTime now_wall,
                         base::MonoTime now_mono) {
  base::ByteWriter out;
  out.u64(kLayout);
  out.u64(streams.size());
  for (const auto& stream : streams) {
    out.text(stream.entry);
    out.text(stream.path);
    out.text(stream.bytes);
  }
  out.u64(ledgers.size());
  for (const auto& ledger : ledgers) {
    out.text(ledger.entry);
    out.text(ledger.bytes);
  }
  out.u64(runs.runs().size());
  for (const auto& [key, run] : runs.runs()) save_run(out, *run, now_wall, now_mono);
  return out.take();
}

base::Result<SavedState> decode_state(std::string_view payload, run::RunLimits limits,
                                      base::WallTime now_wall, base::MonoTime now_mono) {
  base::ByteReader in(payload);
  if (in.u64() != kLayout) return base::fail("the checkpoint is of another version");
  SavedState state;
  std::uint64_t streams = in.count(24);
  for (std::uint64_t i = 0; i < streams; ++i) {
    SavedState::StreamState stream;
    stream.entry = in.text();
    stream.path = in.text();
    stream.bytes = in.text();
    state.streams.push_back(std::move(stream));
  }
  std::uint64_t ledgers = in.count(16);
  for (std::uint64_t i = 0; i < ledgers; ++i) {
    std::string entry(in.text());
    state.ledgers.push_back({.entry = std::move(entry), .bytes = std::string(in.text())});
  }
  std::uint64_t runs = in.count(16);
  for (std::uint64_t i = 0; i < runs && in.ok(); ++i) {
    auto run = load_run(in, limits, now_wall, now_mono);
    if (!run) return tl::unexpected(run.error());
    state.runs.push_back(std::move(*run));
  }
  if (!in.ok() || !in.at_end()) return base::fail("the checkpoint is damaged");
  return state;
}

}  // namespace steptail::pipeline
