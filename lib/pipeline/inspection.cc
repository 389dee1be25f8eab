#include "pipeline/inspection.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/letters.h"
#include "pipeline/run_binding.h"

namespace steptail::pipeline {
namespace {

constexpr std::size_t kMaxShapes = 512;
constexpr std::size_t kShapeBytes = 120;
constexpr std::size_t kExampleBytes = 400;
const char* const kWatch = "inspect";

// Runs of digits become one #, so that lines that differ in numbers alone are one shape. True: it
// was cut.
bool shape_of(std::string_view text, std::string& shape) {
  shape.clear();
  std::size_t i = 0;
  for (; i < text.size() && shape.size() < kShapeBytes; ++i) {
    if (!base::is_digit(text[i])) {
      shape.push_back(text[i]);
    } else if (shape.empty() || shape.back() != '#') {
      shape.push_back('#');
    }
  }
  return i < text.size();
}

bool is_blank(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return base::is_blank(c); });
}

}  // namespace

// What the run gets, watched on its way.
class Inspection::Sink final : public DecoderSink {
 public:
  Sink(Inspection& owner, const run::RunIdentity& identity)
      : owner_(owner),
        binding_(owner.runs_, identity, kWatch, owner.refused_),
        summary_(owner.summaries_[identity.key()]) {}

  void on_matched(std::string_view text) override { line_ = text; }

  void on_record(const format::Record& record, const run::LineContext& context) override {
    const std::optional<Pause> pause = pause_before(context);
    binding_.on_record(record, context);
    if (binding_.run() == nullptr) return;
    const run::RunData& data = binding_.run()->state.data();
    if (pause && data.last_progress != pause->from) note(*pause, context);
    note_time(record, data);
    if (record.event == format::Event::Failure) {
      note_failure(record.failure, data.get(format::Field::Iteration), context.printed);
    }
    if (!(record.progress || record.continues)) return;
    std::optional<double> iteration = data.get(format::Field::Iteration);
    if (iteration) {
      if (!summary_.first_iteration) summary_.first_iteration = iteration;
      summary_.last_iteration = iteration;
    }
    if (auto loss = record.find(format::Field::Loss)) note_loss(*loss, iteration);
  }

  void on_seen(const run::LineContext& context) override { binding_.on_seen(context); }

  void on_unmatched(const lines::Line& line) override {
    if (!owner_.options_.keeps_unmatched || is_blank(line.text)) return;
    const bool cut = shape_of(line.text, shape_);
    auto found = owner_.shapes_.find(shape_);
    if (found == owner_.shapes_.end()) {
      if (owner_.shapes_.size() >= kMaxShapes) return;
      found = owner_.shapes_.emplace(shape_, UnmatchedShape{}).first;
      found->second.shape = shape_;
      found->second.cut = cut;
      found->second.example = line.text.substr(0, kExampleBytes);
    }
    ++found->second.count;
  }

 private:
  // What would become one, should the line make progress.
  [[nodiscard]] std::optional<Pause> pause_before(const run::LineContext& context) {
    if (!context.printed || binding_.run() == nullptr) return std::nullopt;
    const run::RunState& state = binding_.run()->state;
    if (!state.stall(context.mono, owner_.options_.stall).stalled) return std::nullopt;
    return Pause{.from = state.data().last_progress.value_or(context.when),
                 .state = state.data().state};
  }

  void note(Pause pause, const run::LineContext& context) {
    pause.to = context.when;
    if (summary_.pauses.size() < RunSummary::kMostPauses) summary_.pauses.push_back(pause);
  }

  // Printed on the line, or derived from it.
  void note_time(const format::Record& record, const run::RunData& data) {
    const auto field = static_cast<std::size_t>(format::Field::IterationSeconds);
    if (!data.touched[field]) return;
    const bool has_time = record.find(format::Field::IterationSeconds) ||
                          record.find(format::Field::IterationsPerSecond);
    if (!has_time && !record.progress) return;
    summary_.iterations.add(data.gauges[field], data.get(format::Field::Iteration), line_);
  }

  void note_failure(format::FailureClass failure, std::optional<double> iteration,
                    std::optional<base::WallTime> printed) {
    std::vector<FailureLine>& said = summary_.failure_lines;
    if (said.size() == RunSummary::kMostFailureLines) return;
    const bool again = std::any_of(said.begin(), said.end(), [&](const FailureLine& before) {
      return before.failure == failure && before.iteration == iteration;
    });
    if (again) return;
    said.push_back({.failure = failure,
                    .iteration = iteration,
                    .printed = printed,
                    .line = std::string(line_.substr(0, kExampleBytes))});
  }

  void note_loss(double loss, std::optional<double> iteration) {
    if (!summary_.first_loss) summary_.first_loss = loss;
    summary_.last_loss = loss;
    if (iteration) summary_.losses.add(*iteration, loss);
    if (std::isfinite(loss) && (!summary_.best_loss || loss < *summary_.best_loss)) {
      summary_.best_loss = loss;
      summary_.best_loss_iteration = iteration;
    }
  }

  Inspection& owner_;
  RunBinding binding_;
  std::string_view line_;  // that the records are of
  RunSummary& summary_;
  std::string shape_;
};

Inspection::Inspection(Options options, const base::Clock& clock)
    : options_(std::move(options)),
      clock_(clock),
      runs_(options_.limits.runs, {.series = options_.limits.series_per_run}) {}

Inspection::~Inspection() = default;

base::Result<Inspection::FileReport> Inspection::read(Input input, const Progress& progress) {
  FileReport report{.path = input.path, .identity = input.identity};
  Sink sink(*this, input.identity);
  Decoder decoder(
      {.rules = {.formats = options_.formats, .only = options_.only, .zone = options_.zone},
       .max_line_bytes = options_.limits.line_bytes,
       .path = input.path,
       .rank = input.rank},
      0, report.counters, sink);
  // All of it was there before anybody looked.
  Arrival arrival{.now = clock_.wall(),
                  .mono = clock_.mono(),
                  .backlog_end = ~std::uint64_t{0},
                  .modified = input.modified};
  while (true) {
    auto bytes = input.source();
    if (!bytes) return tl::unexpected(bytes.error());
    if (bytes->empty()) break;
    decoder.feed(*bytes, arrival);
    report.bytes += bytes->size();
    if (progress && !progress(report.bytes)) break;
  }
  decoder.finish(arrival);
  report.formats = decoder.format_names();
  return report;
}

std::shared_ptr<const metrics::ShardSnapshot> Inspection::snapshot() {
  for (auto& [key, run] : runs_.runs()) {
    // Nothing more will come that could explain a failure.
    run->state.settle(clock_.mono() + run::Incident::kPatience);
    run->stall = run->state.stall(clock_.mono(), options_.stall);
  }
  Publisher publisher;
  auto snapshot = std::make_shared<metrics::ShardSnapshot>();
  snapshot->taken = clock_.wall();
  snapshot->ready = true;
  snapshot->refused = refused_;
  publisher.collect(runs_, {.withheld = {}, .left = {}}, *snapshot);
  return snapshot;
}

const RunSummary& Inspection::summary(const run::RunIdentity& identity) const {
  return summaries_.at(identity.key());
}

std::vector<UnmatchedShape> Inspection::unmatched(std::size_t most) const {
  std::vector<UnmatchedShape> shapes;
  for (const auto& [shape, entry] : shapes_) shapes.push_back(entry);
  std::stable_sort(shapes.begin(), shapes.end(),
                   [](const auto& a, const auto& b) { return a.count > b.count; });
  if (shapes.size() > most) shapes.resize(most);
  return shapes;
}

}  // namespace steptail::pipeline
