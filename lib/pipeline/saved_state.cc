#include "pipeline/saved_state.h"

#include <utility>

#include "base/hash.h"
#include "pipeline/stream.h"

namespace steptail::pipeline {
namespace {

constexpr std::uint64_t kLayout = 7;  // of the payload; raise it with every change of any save()

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

void begin_file(base::ByteWriter& out, const std::string& watch, const run::RunIdentity& identity,
                const std::string& path) {
  out.u8(static_cast<std::uint8_t>(Tag::File));
  out.text(watch);
  save_identity(out, identity);
  out.text(path);
}

void end_file(base::ByteWriter& out, bool followed, const FileMark& mark) {
  out.boolean(followed);
  out.u64(mark.size);
  out.u64(mark.inode);
  out.wall(mark.modified);
}

// Of a SavedRun, or a run::Run.
template <typename Run>
void begin_run(base::ByteWriter& out, const Run& run, bool asleep) {
  out.u8(static_cast<std::uint8_t>(Tag::Run));
  out.text(run.watch);
  save_identity(out, run.identity);
  out.boolean(asleep);
  out.wall(run.modified);
  out.wall(run.last_byte);
  out.u64(run.told_bytes);
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

std::string head_of(const ToldBytes& told) {
  base::ByteWriter amounts;
  for (const auto& [watch, bytes] : told) {
    amounts.text(watch);
    amounts.u64(bytes);
  }
  base::ByteWriter head;
  head.u64(kLayout);
  head.text(amounts.bytes());
  head.u64(base::hash64(amounts.bytes()));
  return head.take();
}

}  // namespace

FileMark mark_of(const base::FileStat& stat) {
  return {.size = stat.size, .inode = stat.inode, .modified = stat.modified};
}

std::string encode(const SavedFile& file) {
  base::ByteWriter out;
  begin_file(out, file.watch, file.identity, file.path);
  out.text(file.stream);
  end_file(out, file.followed, file.mark);
  return out.take();
}

void encode_followed(const std::string& watch, const Stream& stream, base::ByteWriter& out) {
  begin_file(out, watch, stream.identity(), stream.path());
  const std::size_t state = out.begin_text();
  stream.save(out);
  out.end_text(state);
  end_file(out, true, {});
}

std::string encode(const SavedRun& run) {
  base::ByteWriter out;
  begin_run(out, run, run.asleep);
  out.text(run.state);
  return out.take();
}

void encode_awake(const run::Run& run, base::WallTime now_wall, base::MonoTime now_mono,
                  base::ByteWriter& out) {
  begin_run(out, run, false);
  const std::size_t state = out.begin_text();
  run.state.save(out, now_wall, now_mono);
  out.end_text(state);
}

std::string encode(const SavedLedger& ledger) {
  base::ByteWriter out;
  out.u8(static_cast<std::uint8_t>(Tag::Ledger));
  out.text(ledger.watch);
  out.text(ledger.bytes);
  return out.take();
}

void StateWriter::add(std::string record) { refer(own_.emplace_back(std::move(record))); }

void StateWriter::refer(std::string_view record) { parts_.push_back(record); }

std::span<const std::string_view> StateWriter::finish(const ToldBytes& told) {
  parts_.front() = own_.emplace_back(head_of(told));
  add(std::string(1, static_cast<char>(Tag::End)));
  return parts_;
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
