#include "pipeline/saved_state.h"

#include <utility>

#include "base/hash.h"

namespace steptail::pipeline {
namespace {

constexpr std::uint64_t kLayout = 4;  // of the payload; raise it with every change of any save()

enum class Tag : std::uint8_t { End, File, Run, Ledger };

void save_identity(base::ByteWriter& out, const run::RunIdentity& identity) {
  out.u64(identity.labels.size());
  for (const auto& [name, value] : identity.labels) {
    out.text(name);
    out.text(value);
  }
}

run::RunIdentity load_identity(base::ByteReader& in) {
  run::RunIdentity identity;
  std::uint64_t labels = in.count(16);
  for (std::uint64_t i = 0; in.ok() && i < labels; ++i) {
    std::string name(in.text());
    std::string value(in.text());
    identity.labels.emplace_back(std::move(name), std::move(value));
  }
  return identity;
}

SavedFile load_file(base::ByteReader& in) {
  SavedFile file;
  file.watch = in.text();
  file.identity = load_identity(in);
  file.path = in.text();
  file.stream = in.text();
  file.followed = in.boolean();
  file.mark = {.size = in.u64(), .inode = in.u64(), .modified = in.wall()};
  return file;
}

SavedRun load_saved_run(base::ByteReader& in) {
  SavedRun run;
  run.watch = in.text();
  run.identity = load_identity(in);
  run.asleep = in.boolean();
  run.modified = in.wall();
  run.last_byte = in.wall();
  run.told_bytes = in.u64();
  run.state = in.text();
  return run;
}

}  // namespace

FileMark mark_of(const base::FileStat& stat) {
  return {.size = stat.size, .inode = stat.inode, .modified = stat.modified};
}

std::string encode(const SavedFile& file) {
  base::ByteWriter out;
  out.u8(static_cast<std::uint8_t>(Tag::File));
  out.text(file.watch);
  save_identity(out, file.identity);
  out.text(file.path);
  out.text(file.stream);
  out.boolean(file.followed);
  out.u64(file.mark.size);
  out.u64(file.mark.inode);
  out.wall(file.mark.modified);
  return out.take();
}

std::string encode(const SavedRun& run) {
  base::ByteWriter out;
  out.u8(static_cast<std::uint8_t>(Tag::Run));
  out.text(run.watch);
  save_identity(out, run.identity);
  out.boolean(run.asleep);
  out.wall(run.modified);
  out.wall(run.last_byte);
  out.u64(run.told_bytes);
  out.text(run.state);
  return out.take();
}

std::string encode(const SavedLedger& ledger) {
  base::ByteWriter out;
  out.u8(static_cast<std::uint8_t>(Tag::Ledger));
  out.text(ledger.watch);
  out.text(ledger.bytes);
  return out.take();
}

StateWriter::StateWriter(std::size_t expected_bytes, const ToldBytes& told) {
  bytes_.reserve(expected_bytes);
  base::ByteWriter amounts;
  for (const auto& [watch, bytes] : told) {
    amounts.text(watch);
    amounts.u64(bytes);
  }
  base::ByteWriter head;
  head.u64(kLayout);
  head.text(amounts.bytes());
  head.u64(base::hash64(amounts.bytes()));
  bytes_.append(head.bytes());
}

std::string StateWriter::finish() {
  bytes_.push_back(static_cast<char>(Tag::End));
  return std::move(bytes_);
}

std::optional<ToldBytes> salvage_told_bytes(std::string_view payload) {
  base::ByteReader head(payload);
  bool known = head.u64() == kLayout;
  std::string_view amounts = head.text();
  if (!known || head.u64() != base::hash64(amounts) || !head.ok()) return std::nullopt;
  ToldBytes told;
  base::ByteReader in(amounts);
  while (in.ok() && !in.at_end()) {
    std::string watch(in.text());
    told[watch] = in.u64();
  }
  return told;
}

base::Result<SavedState> decode_state(std::string_view payload) {
  base::ByteReader in(payload);
  if (in.u64() != kLayout) return base::fail("the checkpoint is of another version");
  if (std::string_view amounts = in.text(); in.u64() != base::hash64(amounts)) in.fail();
  SavedState state;
  while (in.ok()) {
    auto tag = static_cast<Tag>(in.u8());
    if (!in.ok() || tag == Tag::End) break;
    if (tag == Tag::File) {
      state.files.push_back(load_file(in));
    } else if (tag == Tag::Run) {
      state.runs.push_back(load_saved_run(in));
    } else if (tag == Tag::Ledger) {
      SavedLedger& ledger = state.ledgers.emplace_back();
      ledger.watch = in.text();
      ledger.bytes = in.text();
    } else {
      in.fail();
    }
  }
  if (!in.ok() || !in.at_end()) return base::fail("the checkpoint is damaged");
  return state;
}

SavedRun save_run(const run::Run& run, base::WallTime now_wall, base::MonoTime now_mono) {
  base::ByteWriter state;
  run.state.save(state, now_wall, now_mono);
  return {.watch = run.watch,
          .identity = run.identity,
          .modified = run.modified,
          .last_byte = run.last_byte,
          .told_bytes = run.told_bytes,
          .state = state.take()};
}

base::Result<run::Run> load_run(const SavedRun& saved, run::RunLimits limits,
                                base::WallTime now_wall, base::MonoTime now_mono) {
  base::ByteReader in(saved.state);
  auto state = run::RunState::load(in, limits, now_wall, now_mono);
  if (!state) return tl::unexpected(state.error());
  run::Run run;
  run.identity = saved.identity;
  run.watch = saved.watch;
  run.modified = saved.modified;
  run.last_byte = saved.last_byte;
  run.told_bytes = saved.told_bytes;
  run.state = std::move(*state);
  return run;
}

}  // namespace steptail::pipeline
