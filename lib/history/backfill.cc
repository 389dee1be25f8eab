#include "history/backfill.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "history/recorder.h"
#include "history/replay.h"
#include "history/replay_beside_survey.h"
#include "history/survey.h"
#include "metrics/label_text.h"

namespace steptail::history {
namespace {

RunReport report_of(const Replay& replay, const Recorder& recorder) {
  return {.lines = replay.lines(),
          .samples = recorder.samples(),
          .replaced = recorder.replaced(),
          .apart = replay.apart(),
          .first = replay.first().value_or(base::WallTime{}),
          .last = replay.last()};
}

// A piece of a file of the run, in the order of time.
struct Part {
  const LogFile* file;
  const Survey* survey;
  const Piece* piece;
};

bool is_reordered(const std::vector<Part>& parts) {
  return !std::is_sorted(parts.begin(), parts.end(), [](const Part& a, const Part& b) {
    return std::tie(a.file, a.piece->begin) < std::tie(b.file, b.piece->begin);
  });
}

base::Result<void> read_part(const Part& part, Replay& replay, const Progress& progress) {
  const Piece& piece = *part.piece;
  replay.begin(*part.file, piece, part.survey->unknown());
  if (!replay.stands_at(piece.begin)) {
    Place place{.offset = piece.begin};
    if (piece.begin > 0) place.decoder_state = part.survey->decoder_state;
    if (auto stands = replay.go_to(place); !stands) return stands;
  }
  if (auto read = replay.read(piece.end, piece.scales, progress); !read) return read;
  replay.end(piece);
  return {};
}

std::vector<Part> in_order(const std::vector<LogFile>& files, const std::vector<Survey>& surveys) {
  std::vector<Part> parts;
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (const Piece& piece : surveys[i].pieces) {
      parts.push_back({.file = &files[i], .survey = &surveys[i], .piece = &piece});
    }
  }
  std::stable_sort(parts.begin(), parts.end(),
                   [](const Part& a, const Part& b) { return a.piece->start < b.piece->start; });
  return parts;
}

}  // namespace

Backfill::Backfill(ReadOptions options, Scratch& scratch)
    : options_(std::move(options)), spill_(scratch) {}

base::Result<RunReport> Backfill::add_run(const run::RunIdentity& identity,
                                          const std::vector<LogFile>& files,
                                          const Progress& progress) {
  const SampleSpill::Id mark = spill_.size();
  auto report = read_run(identity, files, progress);
  if (!report) spill_.forget_since(mark);
  return report;
}

base::Result<RunReport> Backfill::read_run(const run::RunIdentity& identity,
                                           const std::vector<LogFile>& files,
                                           const Progress& progress) {
  const std::string label_text = metrics::render_identity(identity);
  if (files.size() == 1) return read_beside_survey(label_text, files, progress);
  std::vector<Survey> surveys;
  for (const LogFile& file : files) {
    auto found = survey(file, options_, progress);
    if (!found) return tl::unexpected(found.error());
    surveys.push_back(std::move(*found));
  }
  return read_surveyed(label_text, files, surveys, progress);
}

base::Result<RunReport> Backfill::read_beside_survey(const std::string& label_text,
                                                     const std::vector<LogFile>& files,
                                                     const Progress& progress) {
  const SampleSpill::Id mark = spill_.size();
  Recorder recorder(spill_, label_text, options_.resolution);
  Replay replay(options_, recorder);
  auto reordered = replay_beside_survey(files.front(), options_, replay, progress);
  if (!reordered) return tl::unexpected(reordered.error());
  if (!*reordered) return finish(replay, recorder, mark);
  spill_.forget_since(mark);
  return read_surveyed(label_text, files, {std::move(**reordered)}, progress);
}

base::Result<RunReport> Backfill::finish(Replay& replay, Recorder& recorder, SampleSpill::Id mark) {
  replay.finish();
  recorder.finish();
  spill_.close_since(mark);
  if (spill_.error()) return tl::unexpected(*spill_.error());
  return report_of(replay, recorder);
}

base::Result<RunReport> Backfill::read_surveyed(const std::string& label_text,
                                                const std::vector<LogFile>& files,
                                                const std::vector<Survey>& surveys,
                                                const Progress& progress) {
  const SampleSpill::Id mark = spill_.size();
  Recorder recorder(spill_, label_text, options_.resolution);
  Replay replay(options_, recorder);
  const std::vector<Part> parts = in_order(files, surveys);
  for (const Part& part : parts) {
    if (auto read = read_part(part, replay, progress); !read) return tl::unexpected(read.error());
  }
  auto report = finish(replay, recorder, mark);
  if (report) report->reordered = is_reordered(parts);
  return report;
}

}  // namespace steptail::history
