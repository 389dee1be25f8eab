#include "metrics/catalogue.h"

#include <array>

#include "metrics/run_series.h"

namespace steptail::metrics {
namespace {

using format::Field;
using Run = const RunView&;
using Sink = SeriesSink&;
constexpr auto kGauge = MetricType::Gauge;
constexpr auto kCounter = MetricType::Counter;
constexpr auto kSummary = MetricType::Summary;

double as_double(std::uint64_t count) { return static_cast<double>(count); }

// clang-format off
constexpr std::array kRunMetrics{
    // What runs, and how far it is.
    RunMetric{{"training_run_info", kGauge, "", "attempt,format,path",
               "Always 1; what kind of log the run writes, and the file that speaks for it."},
              run_info_series},
    RunMetric{{"training_state", kGauge, "", "state",
               "1 for the state that the run is in, 0 for every other."},
              state_series},
    RunMetric{{"training_iteration", kGauge, "", "",
               "Last step that the log reported."},
              field_series<Field::Iteration>, Field::Iteration},
    RunMetric{{"training_iterations_planned", kGauge, "", "",
               "Steps that the run is to take in all."},
              field_series<Field::IterationsPlanned>, Field::IterationsPlanned},
    RunMetric{{"training_epoch", kGauge, "", "",
               "Last epoch that the log reported, with its fraction where the log gives one."},
              field_series<Field::Epoch>, Field::Epoch},
    RunMetric{{"training_progress_ratio", kGauge, "ratio", "",
               "Part of the run that is done, 0 to 1."},
              field_series<Field::ProgressRatio>, Field::ProgressRatio},
    RunMetric{{"training_remaining_seconds", kGauge, "seconds", "",
               "Time to the end of the run: from the log, else from the recent pace."},
              field_series<Field::RemainingSeconds>, Field::RemainingSeconds},

    // What it learns.
    RunMetric{{"training_loss", kGauge, "", "",
               "Primary training loss as last printed; NaN and infinities as such."},
              field_series<Field::Loss>, Field::Loss},
    RunMetric{{"training_loss_component", kGauge, "", "component",
               "Other training losses, by the name that the log gives them."},
              [](Run run, Sink sink) { labelled_series(run.data.loss_components, "component", sink); }, Field::LossComponent},
    RunMetric{{"training_validation_loss", kGauge, "", "",
               "Loss of the last validation."},
              field_series<Field::ValidationLoss>, Field::ValidationLoss},
    RunMetric{{"training_validation_perplexity", kGauge, "", "",
               "Perplexity of the last validation."},
              field_series<Field::ValidationPerplexity>, Field::ValidationPerplexity},
    RunMetric{{"training_validation_iteration", kGauge, "", "",
               "Step at which the last validation was made."},
              field_series<Field::ValidationIteration>, Field::ValidationIteration},
    RunMetric{{"training_accuracy_ratio", kGauge, "ratio", "split",
               "Last printed accuracy, 0 to 1, on the training or the validation split."},
              [](Run run, Sink sink) { labelled_series(run.data.accuracies, "split", sink); }, Field::AccuracyRatio},
    RunMetric{{"training_learning_rate", kGauge, "", "",
               "Learning rate as last printed."},
              field_series<Field::LearningRate>, Field::LearningRate},
    RunMetric{{"training_loss_scale", kGauge, "", "",
               "Loss scale of mixed-precision training as last printed."},
              field_series<Field::LossScale>, Field::LossScale},
    RunMetric{{"training_gradient_norm", kGauge, "", "",
               "Norm of the gradients as last printed."},
              field_series<Field::GradientNorm>, Field::GradientNorm},
    RunMetric{{"training_parameter_norm", kGauge, "", "",
               "Norm of the parameters as last printed."},
              field_series<Field::ParameterNorm>, Field::ParameterNorm},
    RunMetric{{"training_batch_size", kGauge, "", "",
               "Samples in one step over the whole job."},
              field_series<Field::BatchSize>, Field::BatchSize},

    // How fast it goes.
    RunMetric{{"training_samples_per_second", kGauge, "", "",
               "Samples that the whole job processes in a second, as last printed."},
              field_series<Field::SamplesPerSecond>, Field::SamplesPerSecond},
    RunMetric{{"training_samples_per_second_overall", kGauge, "", "",
               "Samples that the whole job processed in a second, averaged since its start."},
              field_series<Field::SamplesPerSecondOverall>, Field::SamplesPerSecondOverall},
    RunMetric{{"training_tokens_per_second", kGauge, "", "",
               "Tokens that the whole job processes in a second, as last printed."},
              field_series<Field::TokensPerSecond>, Field::TokensPerSecond},
    RunMetric{{"training_device_samples_per_second", kGauge, "", "",
               "Samples that one device processes in a second, as last printed."},
              field_series<Field::DeviceSamplesPerSecond>, Field::DeviceSamplesPerSecond},
    RunMetric{{"training_device_tokens_per_second", kGauge, "", "",
               "Tokens that one device processes in a second, as last printed."},
              field_series<Field::DeviceTokensPerSecond>, Field::DeviceTokensPerSecond},
    RunMetric{{"training_iteration_seconds", kGauge, "seconds", "",
               "Time of one step as last printed, else from the dates of the progress lines."},
              field_series<Field::IterationSeconds>, Field::IterationSeconds},
    RunMetric{{"training_iteration_duration_seconds", kSummary, "seconds", "",
               "Time of the steps that progress lines covered, and how many those were."},
              iteration_duration_series, Field::IterationSeconds},
    RunMetric{{"training_phase_seconds", kGauge, "seconds", "phase,rank,stat",
               "Time of each phase of one step as last printed."},
              [](Run run, Sink sink) { labelled_series(run.data.phases, "phase", sink); }, Field::PhaseSeconds},
    RunMetric{{"training_phase_duration_seconds", kSummary, "seconds", "phase,rank,stat",
               "Time of each phase over the steps that progress lines covered, and how many those were."},
              [](Run run, Sink sink) { phase_duration_series(run.data.phase_durations, sink); }, Field::PhaseSeconds},
    RunMetric{{"training_device_flops_per_second", kGauge, "", "",
               "Floating-point operations that one device does in a second."},
              field_series<Field::DeviceFlopsPerSecond>, Field::DeviceFlopsPerSecond},
    RunMetric{{"training_mfu_ratio", kGauge, "ratio", "",
               "Model FLOPs utilisation, 0 to 1."},
              field_series<Field::MfuRatio>, Field::MfuRatio},
    RunMetric{{"training_memory_bytes", kGauge, "bytes", "kind",
               "Device memory as last printed, by kind."},
              [](Run run, Sink sink) { labelled_series(run.data.memory, "kind", sink); }, Field::MemoryBytes},

    // What it consumed, and what was lost on the way.
    RunMetric{{"training_samples_total", kCounter, "", "",
               "Samples consumed, as the log counts them."},
              field_series<Field::Samples>, Field::Samples},
    RunMetric{{"training_tokens_total", kCounter, "", "",
               "Tokens consumed, as the log counts them."},
              field_series<Field::Tokens>, Field::Tokens},
    RunMetric{{"training_skipped_iterations_total", kCounter, "", "",
               "Steps that were skipped, such as for an overflow."},
              [](Run run, Sink sink) { sink.number(run.data.skipped_iterations); }},
    RunMetric{{"training_nonfinite_iterations_total", kCounter, "", "",
               "Steps that the log reports as NaN or infinite."},
              [](Run run, Sink sink) { sink.number(run.data.nonfinite_iterations); }},
    RunMetric{{"training_nonfinite_values_total", kCounter, "", "field",
               "Progress lines whose loss or gradient norm was NaN or infinite."},
              nonfinite_value_series},
    RunMetric{{"training_value", kGauge, "", "key",
               "Last of the numbers that a format names and that have no metric of their own."},
              [](Run run, Sink sink) { labelled_series(run.data.values, "key", sink); }, Field::Value},
    RunMetric{{"training_counted_total", kCounter, "", "key",
               "Sum of the numbers that a format adds up and that have no metric of their own."},
              [](Run run, Sink sink) { labelled_series(run.data.counted, "key", sink); }, Field::Value},

    // Whether it lives.
    RunMetric{{"training_stalled", kGauge, "", "",
               "1 when there was no progress for longer than the timeout now in force."},
              [](Run run, Sink sink) { sink.number(run.stall.stalled ? 1 : 0); }},
    RunMetric{{"training_last_progress_timestamp_seconds", kGauge, "seconds", "",
               "When the step last advanced or the state last changed."},
              [](Run run, Sink sink) { moment_series(run.data.last_progress, sink); }},
    RunMetric{{"training_last_line_timestamp_seconds", kGauge, "seconds", "",
               "When the log last got a line."},
              [](Run run, Sink sink) { moment_series(run.data.last_line, sink); }},
    RunMetric{{"training_start_timestamp_seconds", kGauge, "seconds", "",
               "When the first line of the run was written."},
              [](Run run, Sink sink) { moment_series(run.data.start, sink); }},
    RunMetric{{"training_progress_interval_seconds", kGauge, "seconds", "",
               "Slowest of the recent intervals between progress lines."},
              [](Run run, Sink sink) { seconds_series(run.stall.interval, sink); }},
    RunMetric{{"training_stall_timeout_seconds", kGauge, "seconds", "",
               "Time without progress after which the run counts as stalled."},
              [](Run run, Sink sink) { seconds_series(run.stall.timeout, sink); }},

    // What happened to it.
    RunMetric{{"training_attempts_total", kCounter, "", "",
               "Attempts of the run that were seen, the running one included."},
              [](Run run, Sink sink) { sink.number(as_double(run.data.attempts)); }},
    RunMetric{{"training_replayed_iterations_total", kCounter, "", "",
               "Steps that were done again after a restart."},
              [](Run run, Sink sink) { sink.number(run.data.replayed_iterations); }},
    RunMetric{{"training_checkpoints_total", kCounter, "", "",
               "Checkpoints that were saved."},
              [](Run run, Sink sink) { sink.number(as_double(run.data.checkpoints)); }},
    RunMetric{{"training_checkpoint_iteration", kGauge, "", "",
               "Step of the last saved checkpoint."},
              [](Run run, Sink sink) { optional_series(run.data.checkpoint_iteration, sink); }},
    RunMetric{{"training_checkpoint_timestamp_seconds", kGauge, "seconds", "",
               "When the last checkpoint was saved."},
              [](Run run, Sink sink) { moment_series(run.data.checkpoint_time, sink); }},
    RunMetric{{"training_checkpoint_duration_seconds", kGauge, "seconds", "",
               "How long the last save of a checkpoint took."},
              [](Run run, Sink sink) { optional_series(run.data.checkpoint_duration_seconds, sink); }},
    RunMetric{{"training_incidents_total", kCounter, "", "",
               "Times that the run failed: one an incident, however many ranks and lines report it."},
              [](Run run, Sink sink) { sink.number(as_double(run.data.incidents)); }},
    RunMetric{{"training_failures_total", kCounter, "", "class",
               "Incidents by the class of their first cause."},
              failure_series},
};
// clang-format on

}  // namespace

std::span<const RunMetric> run_metrics() { return kRunMetrics; }

}  // namespace steptail::metrics
