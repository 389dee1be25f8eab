#include "pipeline/saver.h"

#include <string>
#include <utility>

#include "pipeline/forgotten.h"
#include "pipeline/saved_state.h"

namespace steptail::pipeline {
namespace {

// Without the room to double that a string takes when it grows: there are thousands.
void keep(const std::string& record, std::string& saved) {
  constexpr std::size_t kRoom = 64;
  if (saved.capacity() < record.size()) {
    std::string fresh;
    fresh.reserve(record.size() + kRoom);
    saved = std::move(fresh);
  }
  saved.assign(record);
}

}  // namespace

void Saver::encode_changed() {
  base::ByteWriter record;
  for (const auto& [id, file] : parts_.files.files()) {
    if (!std::exchange(file->unsaved, false)) continue;
    record.clear();
    encode_followed(file->entry, *file->stream, record);
    keep(record.bytes(), file->saved);
  }
  const base::WallTime now_wall = parts_.clock.wall();
  const base::MonoTime now_mono = parts_.clock.mono();
  for (const auto& [key, run] : parts_.runs.runs()) {
    if (!std::exchange(run->unsaved, false)) continue;
    record.clear();
    encode_awake(*run, now_wall, now_mono, record);
    keep(record.bytes(), run->saved);
  }
}

base::Result<void> Saver::save(checkpoint::CheckpointFile& checkpoint) {
  encode_changed();
  StateWriter writer(Forgotten::told_bytes(parts_.runs));
  for (const auto& [id, file] : parts_.files.files()) writer.refer(file->saved);
  for (const auto& [key, run] : parts_.runs.runs()) writer.refer(run->saved);
  for (const auto& [key, item] : parts_.shelf.items()) {
    for (const auto& [path, file] : item.files) writer.add(encode(file));
    if (item.run) writer.add(encode(*item.run));
  }
  for (const auto& [entry, ledger] : parts_.files.ledgers()) {
    base::ByteWriter bytes;
    ledger.save(bytes);
    writer.add(encode(SavedLedger{.watch = entry, .bytes = bytes.take()}));
  }
  return checkpoint.save(writer.finish());
}

}  // namespace steptail::pipeline
