#include "metrics/run_series.h"

#include <array>
#include <cstddef>
#include <span>
#include <string>

#include "format/state.h"
#include "metrics/label_text.h"

namespace steptail::metrics {
namespace {

// Up to three labels of a series, in the order of the page.
class Labels {
 public:
  template <typename Item>
  Labels(std::string_view name, const Item& item) {
    add(name, item.label);
    if (!item.rank.empty()) add("rank", item.rank);
    if (!item.stat.empty()) add("stat", item.stat);
  }
  [[nodiscard]] std::span<const Label> span() const { return {labels_.data(), count_}; }

 private:
  void add(std::string_view name, std::string_view value) { labels_[count_++] = {name, value}; }
  std::array<Label, 3> labels_;
  std::size_t count_ = 0;
};

template <typename Item>
bool same_when_cleaned(const Item& a, const Item& b) {
  return clean_label(a.label) == clean_label(b.label) &&
         clean_label(a.rank) == clean_label(b.rank) && clean_label(a.stat) == clean_label(b.stat);
}

template <typename Item>
bool is_clean(const Item& item) {
  const auto is_clean_text = [](std::string_view text) {
    return text.empty() || is_plain_label(text);
  };
  return is_clean_text(item.label) && is_clean_text(item.rank) && is_clean_text(item.stat);
}

// Whether cleaning makes `items[index]` the series that an earlier or plain item already is: a
// page never holds a series twice. Plain labels differ from each other, which is nearly all there
// is.
template <typename Item>
bool is_shadowed(const std::vector<Item>& items, std::size_t index) {
  if (is_clean(items[index])) return false;
  for (std::size_t other = 0; other < items.size(); ++other) {
    const bool goes_first = other < index || is_clean(items[other]);
    if (other != index && goes_first && same_when_cleaned(items[index], items[other])) return true;
  }
  return false;
}

void counted_series(std::string_view label_name, std::string_view label, double count,
                    SeriesSink& sink) {
  if (!(count > 0)) return;
  const std::array<Label, 1> labels{Label{label_name, label}};
  sink.number(labels, count);
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) {
    if (!text.empty()) text += ',';
    text += part;
  }
  return text;
}

}  // namespace

void labelled_series(const std::vector<run::LabelledValue>& values, std::size_t place,
                     std::string_view label_name, SeriesSink& sink) {
  if (is_shadowed(values, place)) return;
  sink.number(Labels(label_name, values[place]).span(), values[place].number);
}

void phase_duration_series(const RunView& run, std::size_t place, SeriesSink& sink) {
  const std::vector<run::PhaseSum>& phases = run.data.phase_durations;
  if (place >= phases.size() || is_shadowed(phases, place)) return;
  const auto [seconds, count] = phase_duration_numbers(run.data, place);
  sink.summary(Labels("phase", phases[place]).span(), seconds, count);
}

Numbers phase_duration_numbers(const run::RunData& data, std::size_t place) {
  const run::DurationSum& sum = data.phase_durations[place].sum;
  return {.value = sum.seconds, .count = sum.count};
}

void run_info_series(const RunView& run, SeriesSink& sink) {
  const std::string formats = joined(run.data.formats);
  const std::string attempt = std::to_string(run.data.attempts);
  const std::array<Label, 3> labels{Label{"attempt", attempt}, Label{"format", formats},
                                    Label{"path", run.data.path}};
  sink.number(labels, 1);
}

void iteration_duration_series(const RunView& run, SeriesSink& sink) {
  const run::DurationSum& sum = run.data.iteration_duration;
  if (sum.count > 0) sink.summary({}, sum.seconds, sum.count);
}

void nonfinite_value_series(const RunView& run, SeriesSink& sink) {
  counted_series("field", "gradient_norm", run.data.nonfinite_gradient_values, sink);
  counted_series("field", "loss", run.data.nonfinite_loss_values, sink);
}

void state_series(const RunView& run, SeriesSink& sink) {
  for (std::size_t i = 0; i < format::kStateCount; ++i) {
    const auto state = static_cast<format::State>(i);
    const std::array<Label, 1> labels{Label{"state", format::state_name(state)}};
    sink.number(labels, state == run.data.state ? 1 : 0);
  }
}

void failure_series(const RunView& run, SeriesSink& sink) {
  for (std::size_t i = 0; i < format::kFailureClassCount; ++i) {
    const auto failure = static_cast<format::FailureClass>(i);
    counted_series("class", format::failure_class_name(failure),
                   static_cast<double>(run.data.failures[i]), sink);
  }
}

}  // namespace steptail::metrics
