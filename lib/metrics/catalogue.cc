#include "metrics/catalogue.h"

#include <array>

#include "metrics/run_series.h"

namespace steptail::metrics {
namespace {

using format::Field;
using Run = const RunView&;
using Sink = SeriesSink&;
using run::LabelledTable;
using enum MetricType;

constexpr char kComponent[] = "component";
constexpr char kSplit[] = "split";
constexpr char kPhase[] = "phase";
constexpr char kKind[] = "kind";
constexpr char kKey[] = "key";

// A series for each label of a table.
template <LabelledTable kTable, const char* kName>
constexpr RunMetric labelled(const Metric& metric, Field field) {
  constexpr auto kOne = one_labelled<kTable, kName>;
  return {metric, each_labelled<kTable, kOne>, field, kTable, kOne, last_numbers<kTable>};
}
constexpr RunMetric phase_durations(const Metric& metric) {
  return {metric,
          each_labelled<LabelledTable::Phases, phase_duration_series>,
          Field::PhaseSeconds,
          LabelledTable::Phases,
          phase_duration_series,
          phase_duration_numbers};
}

// clang-format off
constexpr std::array kRunMetrics{
    // What runs, and how far it is.
    RunMetric{{"training_run_info", Gauge, "", "attempt,format,path",
               "Always 1; what kind of log the run writes, and the file that speaks for it."},
              run_info_series},
    RunMetric{{"training_state", Gauge, "", "state",
               "1 for the state that the run is in, 0 for every other."},
              state_series},
    RunMetric{{"training_iteration", Gauge, "", "",
               "Last step that the log reported."},
              field_series<Field::Iteration>, Field::Iteration},
    RunMetric{{"training_iterations_planned", Gauge, "", "",
               "Steps that the run is to take in all."},
              field_series<Field::IterationsPlanned>, Field::IterationsPlanned},
    RunMetric{{"training_epoch", Gauge, "", "",
               "Last epoch that the log reported, with its fraction where the log gives one."},
              field_series<Field::Epoch>, Field::Epoch},
    RunMetric{{"training_progress_ratio", Gauge, "ratio", "",
               "Part of the run that is done, 0 to 1."},
              field_series<Field::ProgressRatio>, Field::ProgressRatio},
    RunMetric{{"training_remaining_seconds", Gauge, "seconds", "",
               "Time to the end of the run: from the log, else from the recent pace."},
              field_series<Field::RemainingSeconds>, Field::RemainingSeconds},

    // What it learns.
    RunMetric{{"training_loss", Gauge, "", "",
               "Primary training loss as last printed; NaN and infinities as such."},
              field_series<Field::Loss>, Field::Loss},
    labelled<LabelledTable::LossComponents, kComponent>(
        {"training_loss_component", Gauge, "", "component",
         "Other training losses, by the name that the log gives them."}, Field::LossComponent),
    RunMetric{{"training_validation_loss", Gauge, "", "",
               "Loss of the last validation."},
              field_series<Field::ValidationLoss>, Field::ValidationLoss},
    RunMetric{{"training_validation_perplexity", Gauge, "", "",
               "Perplexity of the last validation."},
              field_series<Field::ValidationPerplexity>, Field::ValidationPerplexity},
    RunMetric{{"training_validation_iteration", Gauge, "", "",
               "Step at which the last validation was made."},
              field_series<Field::ValidationIteration>, Field::ValidationIteration},
    labelled<LabelledTable::Accuracies, kSplit>(
        {"training_accuracy_ratio", Gauge, "ratio", "split",
         "Last printed accuracy, 0 to 1, on the training or the validation split."}, Field::AccuracyRatio),
    RunMetric{{"training_learning_rate", Gauge, "", "",
               "Learning rate as last printed."},
              field_series<Field::LearningRate>, Field::LearningRate},
    RunMetric{{"training_loss_scale", Gauge, "", "",
               "Loss scale of mixed-precision training as last printed."},
              field_series<Field::LossScale>, Field::LossScale},
    RunMetric{{"training_gradient_norm", Gauge, "", "",
               "Norm of the gradients as last printed."},
              field_series<Field::GradientNorm>, Field::GradientNorm},
    RunMetric{{"training_parameter_norm", Gauge, "", "",
               "Norm of the parameters as last printed."},
              field_series<Field::ParameterNorm>, Field::ParameterNorm},
    RunMetric{{"training_batch_size", Gauge, "", "",
               "Samples in one step over the whole job."},
              field_series<Field::BatchSize>, Field::BatchSize},

    // How fast it goes.
    RunMetric{{"training_samples_per_second", Gauge, "", "",
               "Samples that the whole job processes in a second, as last printed."},
              field_series<Field::SamplesPerSecond>, Field::SamplesPerSecond},
    RunMetric{{"training_samples_per_second_overall", Gauge, "", "",
               "Samples that the whole job processed in a second, averaged since its start."},
              field_series<Field::SamplesPerSecondOverall>, Field::SamplesPerSecondOverall},
    RunMetric{{"training_tokens_per_second", Gauge, "", "",
               "Tokens that the whole job processes in a second, as last printed."},
              field_series<Field::TokensPerSecond>, Field::TokensPerSecond},
    RunMetric{{"training_device_samples_per_second", Gauge, "", "",
               "Samples that one device processes in a second, as last printed."},
              field_series<Field::DeviceSamplesPerSecond>, Field::DeviceSamplesPerSecond},
    RunMetric{{"training_device_tokens_per_second", Gauge, "", "",
               "Tokens that one device processes in a second, as last printed."},
              field_series<Field::DeviceTokensPerSecond>, Field::DeviceTokensPerSecond},
    RunMetric{{"training_iteration_seconds", Gauge, "seconds", "",
               "Time of one step as last printed, else from the dates of the progress lines."},
              field_series<Field::IterationSeconds>, Field::IterationSeconds},
    RunMetric{{"training_iteration_duration_seconds", Summary, "seconds", "",
               "Time of the steps that progress lines covered, and how many those were."},
              iteration_duration_series, Field::IterationSeconds},
    labelled<LabelledTable::Phases, kPhase>(
        {"training_phase_seconds", Gauge, "seconds", "phase,rank,stat",
         "Time of each phase of one step as last printed."}, Field::PhaseSeconds),
    phase_durations(
        {"training_phase_duration_seconds", Summary, "seconds", "phase,rank,stat",
         "Time of each phase over the steps that progress lines covered, and how many those were."}),
    RunMetric{{"training_device_flops_per_second", Gauge, "", "",
               "Floating-point operations that one device does in a second."},
              field_series<Field::DeviceFlopsPerSecond>, Field::DeviceFlopsPerSecond},
    RunMetric{{"training_mfu_ratio", Gauge, "ratio", "",
               "Model FLOPs utilisation, 0 to 1."},
              field_series<Field::MfuRatio>, Field::MfuRatio},
    labelled<LabelledTable::Memory, kKind>(
        {"training_memory_bytes", Gauge, "bytes", "kind",
         "Device memory as last printed, by kind."}, Field::MemoryBytes),

    // What it consumed, and what was lost on the way.
    RunMetric{{"training_samples_total", Counter, "", "",
               "Samples consumed, as the log counts them."},
              field_series<Field::Samples>, Field::Samples},
    RunMetric{{"training_tokens_total", Counter, "", "",
               "Tokens consumed, as the log counts them."},
              field_series<Field::Tokens>, Field::Tokens},
    RunMetric{{"training_skipped_iterations_total", Counter, "", "",
               "Steps that were skipped, such as for an overflow."},
              [](Run run, Sink sink) { sink.number(run.data.skipped_iterations); }},
    RunMetric{{"training_nonfinite_iterations_total", Counter, "", "",
               "Steps that the log reports as NaN or infinite."},
              [](Run run, Sink sink) { sink.number(run.data.nonfinite_iterations); }},
    RunMetric{{"training_nonfinite_values_total", Counter, "", "field",
               "Progress lines whose loss or gradient norm was NaN or infinite."},
              nonfinite_value_series},
    labelled<LabelledTable::Values, kKey>(
        {"training_value", Gauge, "", "key",
         "Last of the numbers that a format names and that have no metric of their own."}, Field::Value),
    labelled<LabelledTable::Counted, kKey>(
        {"training_counted_total", Counter, "", "key",
         "Sum of the numbers that a format adds up and that have no metric of their own."}, Field::Value),

    // Whether it lives.
    RunMetric{{"training_stalled", Gauge, "", "",
               "1 when there was no progress for longer than the timeout now in force."},
              [](Run run, Sink sink) { sink.number(run.stall.stalled ? 1 : 0); }},
    RunMetric{{"training_last_progress_timestamp_seconds", Gauge, "seconds", "",
               "When the step last advanced or the state last changed."},
              [](Run run, Sink sink) { moment_series(run.data.last_progress, sink); }},
    RunMetric{{"training_last_line_timestamp_seconds", Gauge, "seconds", "",
               "When the log last got a line."},
              [](Run run, Sink sink) { moment_series(run.data.last_line, sink); }},
    RunMetric{{"training_start_timestamp_seconds", Gauge, "seconds", "",
               "When the first line of the run was written."},
              [](Run run, Sink sink) { moment_series(run.data.start, sink); }},
    RunMetric{{"training_progress_interval_seconds", Gauge, "seconds", "",
               "Slowest of the recent intervals between progress lines."},
              [](Run run, Sink sink) { seconds_series(run.stall.interval, sink); }},
    RunMetric{{"training_stall_timeout_seconds", Gauge, "seconds", "",
               "Time without progress after which the run counts as stalled."},
              [](Run run, Sink sink) { seconds_series(run.stall.timeout, sink); }},

    // What happened to it.
    RunMetric{{"training_attempts_total", Counter, "", "",
               "Attempts of the run that were seen, the running one included."},
              [](Run run, Sink sink) { sink.number(as_double(run.data.attempts)); }},
    RunMetric{{"training_replayed_iterations_total", Counter, "", "",
               "Steps that were done again after a restart."},
              [](Run run, Sink sink) { sink.number(run.data.replayed_iterations); }},
    RunMetric{{"training_checkpoints_total", Counter, "", "",
               "Checkpoints that were saved."},
              [](Run run, Sink sink) { sink.number(as_double(run.data.checkpoints)); }},
    RunMetric{{"training_checkpoint_iteration", Gauge, "", "",
               "Step of the last saved checkpoint."},
              [](Run run, Sink sink) { optional_series(run.data.checkpoint_iteration, sink); }},
    RunMetric{{"training_checkpoint_timestamp_seconds", Gauge, "seconds", "",
               "When the last checkpoint was saved."},
              [](Run run, Sink sink) { moment_series(run.data.checkpoint_time, sink); }},
    RunMetric{{"training_checkpoint_duration_seconds", Gauge, "seconds", "",
               "How long the last save of a checkpoint took."},
              [](Run run, Sink sink) { optional_series(run.data.checkpoint_duration_seconds, sink); }},
    RunMetric{{"training_incidents_total", Counter, "", "",
               "Times that the run failed: one an incident, however many ranks and lines report it."},
              [](Run run, Sink sink) { sink.number(as_double(run.data.incidents)); }},
    RunMetric{{"training_failures_total", Counter, "", "class",
               "Incidents by the class of their first cause."},
              failure_series},
};
// clang-format on

}  // namespace

std::span<const RunMetric> run_metrics() { return kRunMetrics; }

}  // namespace steptail::metrics
