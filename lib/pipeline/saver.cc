#include "pipeline/saver.h"

#include <string>
#include <string_view>
#include <utility>

namespace steptail::pipeline {
namespace {

// Without the room to double that a string takes when it grows: there are thousands.
void keep(std::string_view record, std::string& saved) {
  constexpr std::size_t kRoom = 64;
  if (saved.capacity() < record.size()) {
    std::string fresh;
    fresh.reserve(record.size() + kRoom);
    saved = std::move(fresh);
  }
  saved.assign(record);
}

}  // namespace

void Saver::add_files(StateWriter& writer) {
  base::ByteWriter record;
  const auto& files = parts_.files.files();
  for (std::size_t place = 0; place < files.size(); ++place) {
    parts_.files.fetch_ahead(place);
    FollowedFile* file = files[place].second.get();
    if (std::exchange(file->unsaved, false)) {
      record.clear();
      encode_followed(file->entry, *file->stream, record);
      keep(record.bytes(), file->saved);
    }
    writer.refer(file->saved);
  }
}

ToldBytes Saver::add_runs(StateWriter& writer) {
  const base::WallTime now_wall = parts_.clock.wall();
  const base::MonoTime now_mono = parts_.clock.mono();
  base::ByteWriter record;
  ToldBytes told;
  const auto& runs = parts_.runs.listed();
  for (std::size_t place = 0; place < runs.size(); ++place) {
    parts_.runs.fetch_ahead(place);
    run::Run* run = runs[place].run;
    if (std::exchange(run->unsaved, false)) {
      record.clear();
      encode_awake(*run, now_wall, now_mono, record);
      keep(record.bytes(), run->saved);
    }
    writer.refer(run->saved);
    told[run->watch] += run->told_bytes;
  }
  return told;
}

base::Result<void> Saver::save(checkpoint::CheckpointFile& checkpoint) {
  StateWriter writer;
  add_files(writer);
  const ToldBytes told = add_runs(writer);
  for (const auto& [key, item] : parts_.shelf.items()) {
    for (const auto& [path, file] : item.files) writer.add(encode(file));
    if (item.run) writer.add(encode(*item.run));
  }
  for (const auto& [entry, ledger] : parts_.files.ledgers()) {
    base::ByteWriter bytes;
    ledger.save(bytes);
    writer.add(encode(SavedLedger{.watch = entry, .bytes = bytes.take()}));
  }
  return checkpoint.save(writer.finish(told));
}

}  // namespace steptail::pipeline
