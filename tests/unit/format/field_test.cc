#include "format/field.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "format/state.h"

namespace steptail::format {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(Field, IsFoundByItsName) {
  for (std::size_t i = 0; i < kFieldCount; ++i) {
    const auto field = static_cast<Field>(i);
    EXPECT_EQ(field, field_from_name(field_name(field)));
  }
  EXPECT_EQ(Field::Loss, field_from_name("loss"));
  EXPECT_FALSE(field_from_name("Loss"));
  EXPECT_FALSE(field_from_name(""));
}

TEST(Field, HasALabelExactlyWhereItIsLabelled) {
  for (std::size_t i = 0; i < kFieldCount; ++i) {
    const auto field = static_cast<Field>(i);
    SCOPED_TRACE(field_name(field));
    EXPECT_EQ(field_kind(field) == FieldKind::Labelled, !field_label(field).empty());
  }
}

TEST(Field, KnowsWhatItCountsIn) {
  EXPECT_EQ(Dimension::Seconds, field_dimension(Field::IterationSeconds));
  EXPECT_EQ(Dimension::Seconds, field_dimension(Field::PhaseSeconds));
  EXPECT_EQ(Dimension::Bytes, field_dimension(Field::MemoryBytes));
  EXPECT_EQ(Dimension::Ratio, field_dimension(Field::MfuRatio));
  EXPECT_EQ(Dimension::FlopsPerSecond, field_dimension(Field::DeviceFlopsPerSecond));
  EXPECT_EQ(Dimension::Plain, field_dimension(Field::TokensPerSecond));
  EXPECT_EQ(Dimension::Any, field_dimension(Field::Value));
}

TEST(Field, TakesNoSentinel) {
  EXPECT_FALSE(field_takes(Field::GradientNorm, -1));
  EXPECT_FALSE(field_takes(Field::MfuRatio, -1));
  EXPECT_FALSE(field_takes(Field::Iteration, -1));
  EXPECT_TRUE(field_takes(Field::Loss, -1));
  EXPECT_TRUE(field_takes(Field::LossComponent, -1));
  EXPECT_TRUE(field_takes(Field::GradientNorm, 0));
}

TEST(Field, TakesNanOnlyWhereTrainingCanDiverge) {
  for (Field field :
       {Field::Loss, Field::ValidationLoss, Field::ValidationPerplexity, Field::GradientNorm,
        Field::ParameterNorm, Field::LossComponent, Field::Value}) {
    EXPECT_TRUE(field_takes(field, kNan)) << field_name(field);
    EXPECT_TRUE(field_takes(field, std::numeric_limits<double>::infinity())) << field_name(field);
  }
  for (Field field : {Field::Iteration, Field::IterationSeconds, Field::Samples,
                      Field::LearningRate, Field::MemoryBytes}) {
    EXPECT_FALSE(field_takes(field, kNan)) << field_name(field);
  }
}

TEST(State, EventsAndClassesAreFoundByTheirNames) {
  for (std::size_t i = 0; i < kStateCount; ++i) {
    const auto state = static_cast<State>(i);
    EXPECT_EQ(state, state_from_name(state_name(state)));
  }
  for (std::size_t i = 0; i < kFailureClassCount; ++i) {
    const auto failure = static_cast<FailureClass>(i);
    EXPECT_EQ(failure, failure_class_from_name(failure_class_name(failure)));
  }
  EXPECT_EQ(Event::CheckpointSaved, event_from_name("checkpoint_saved"));
  EXPECT_EQ(Event::Failure, event_from_name("failure"));
  EXPECT_EQ("missing_file", failure_class_name(FailureClass::MissingFile));
  EXPECT_FALSE(state_from_name("running"));
}

}  // namespace
}  // namespace steptail::format
