#include "format/rule_suggestion.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "base/letters.h"
#include "format/field.h"
#include "format/format_set.h"
#include "format/key_scan.h"
#include "format/label_name.h"
#include "format/record_text.h"
#include "format/unit.h"

namespace steptail::format {
namespace {

constexpr std::size_t kMostRules = 4;
constexpr std::size_t kMostNumbers = 24;

// What the words in front of numbers usually mean.
constexpr std::array<std::pair<std::string_view, Field>, 36> kMeanings = {{
    {"step", Field::Iteration},
    {"steps", Field::Iteration},
    {"iter", Field::Iteration},
    {"iteration", Field::Iteration},
    {"global_step", Field::Iteration},
    {"update", Field::Iteration},
    {"loss", Field::Loss},
    {"train_loss", Field::Loss},
    {"train/loss", Field::Loss},
    {"val_loss", Field::ValidationLoss},
    {"valid_loss", Field::ValidationLoss},
    {"eval_loss", Field::ValidationLoss},
    {"lr", Field::LearningRate},
    {"learning_rate", Field::LearningRate},
    {"gnorm", Field::GradientNorm},
    {"grad_norm", Field::GradientNorm},
    {"epoch", Field::Epoch},
    {"loss_scale", Field::LossScale},
    {"batch_size", Field::BatchSize},
    {"mfu", Field::MfuRatio},
    {"step_time", Field::IterationSeconds},
    {"iter_time", Field::IterationSeconds},
    {"dt", Field::IterationSeconds},
    {"it/s", Field::IterationsPerSecond},
    {"samples/s", Field::SamplesPerSecond},
    {"samples/sec", Field::SamplesPerSecond},
    {"samples_per_second", Field::SamplesPerSecond},
    {"throughput", Field::SamplesPerSecond},
    {"tokens/s", Field::TokensPerSecond},
    {"tok/s", Field::TokensPerSecond},
    {"tokens_per_second", Field::TokensPerSecond},
    {"tps", Field::TokensPerSecond},
    {"consumed_tokens", Field::Tokens},
    {"tokens_seen", Field::Tokens},
    {"consumed_samples", Field::Samples},
    {"samples_seen", Field::Samples},
}};

struct Found {
  std::string literal{};
  Field field = Field::Value;
  std::string label{};
  double number = 0;
  std::optional<double> planned{};  // "10/500"
};

std::string yaml_quoted(std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string out = "\"";
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') out += '\\';
    if (byte < 0x20 || byte == 0x7f) {
      out += {'\\', 'x', kHex[byte >> 4U], kHex[byte & 15U]};
    } else {
      out += c;
    }
  }
  return out + "\"";
}

Field meaning_of(std::string_view key) {
  std::string lower;
  for (char c : key) lower += base::to_lower(c);
  for (const auto& [word, field] : kMeanings) {
    if (word == lower) return field;
  }
  return Field::Value;
}

// Behind the word that begins at `at`.
std::size_t end_of_key(std::string_view line, std::size_t at) {
  while (at < line.size()) {
    const bool joins = (line[at] == '/' || line[at] == '.' || line[at] == '-') &&
                       at + 1 < line.size() && base::is_letter(line[at + 1]);
    if (!base::is_word(line[at]) && !joins) break;
    ++at;
  }
  return at;
}

class LineReader {
 public:
  explicit LineReader(std::string_view line) : line_(line) {}

  std::vector<Found> read() {
    std::size_t at = 0;
    while (at < line_.size() && found_.size() < kMostNumbers) {
      if (!base::is_letter(line_[at]) || (at > 0 && base::is_word(line_[at - 1]))) {
        ++at;
        continue;
      }
      const std::size_t end = end_of_key(line_, at);
      at = std::max(try_key(at, end), end);
    }
    return std::move(found_);
  }

 private:
  // Where the key's number ends; 0: it has none, or its words stood before.
  std::size_t try_key(std::size_t begin, std::size_t end) {
    const std::string_view key = line_.substr(begin, end - begin);
    const bool is_separated = end < line_.size() && (line_[end] == ':' || line_[end] == '=');
    Found found{.literal = std::string(line_.substr(begin, end - begin + (is_separated ? 1 : 0)))};
    if (line_.find(found.literal) != begin) return 0;
    found.field = meaning_of(key);
    if (has(found.field)) found.field = Field::Value;
    const auto number = number_after(line_, Literal(found.literal), begin,
                                     default_unit(field_dimension(found.field)));
    if (!number || number->end < end || !field_takes(found.field, number->value)) return 0;
    if (number_begins_late(found, end, *number)) return 0;
    found.number = number->value;
    if (found.field == Field::Value) append_label_name(key, Field::Value, found.label);
    if (found.field == Field::Value && found.label.empty()) return 0;
    if (found.field == Field::Iteration) found.planned = planned_behind(number->end);
    found_.push_back(std::move(found));
    return number->end;
  }

  // The number belongs to a later place of the same words.
  [[nodiscard]] bool number_begins_late(const Found& found, std::size_t end,
                                        const Number& number) const {
    return line_.substr(end, number.end - end).find(found.literal) != std::string_view::npos;
  }

  [[nodiscard]] bool has(Field field) const {
    return field != Field::Value &&
           std::any_of(found_.begin(), found_.end(),
                       [field](const Found& found) { return found.field == field; });
  }

  [[nodiscard]] std::optional<double> planned_behind(std::size_t at) const {
    while (at < line_.size() && base::is_blank(line_[at])) ++at;
    if (at >= line_.size() || line_[at] != '/') return std::nullopt;
    const auto planned = number_in(line_.substr(at + 1), default_unit(Dimension::Plain));
    if (!planned || !planned->is_whole) return std::nullopt;
    return planned->value;
  }

  std::string_view line_;
  std::vector<Found> found_{};
};

std::vector<std::string> literals_of(const std::vector<Found>& found) {
  constexpr std::size_t kMost = 3;
  std::vector<std::string> literals;
  for (const Found& one : found) literals.push_back(one.literal);
  std::stable_sort(literals.begin(), literals.end(),
                   [](const auto& a, const auto& b) { return a.size() > b.size(); });
  const auto first = std::find_if(found.begin(), found.end(), [](const Found& one) {
    return field_counts_progress(one.field);
  });
  if (first != found.end()) {
    std::erase(literals, first->literal);
    literals.insert(literals.begin(), first->literal);
  }
  if (literals.size() > kMost) literals.resize(kMost);
  return literals;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (!base::is_word(c) && c != ' ' && c != ':' && c != '=' && c != '/') out += '\\';
    out += c;
  }
  return out;
}

std::string fields_text(const std::vector<Found>& found) {
  std::string text;
  std::string values;
  for (const Found& one : found) {
    const std::string after = "after: " + yaml_quoted(one.literal);
    if (one.field == Field::Value) {
      values += "        - {" + after + ", key: " + one.label + "}\n";
    } else if (one.field == Field::AccuracyRatio) {
      text += "      accuracy_ratio: {" + after + ", split: train}\n";
    } else if (!one.planned) {
      text += "      " + std::string(field_name(one.field)) + ": {" + after + "}\n";
    }
  }
  if (!values.empty()) text += "      value:\n" + values;
  return text.empty() ? text : "    fields:\n" + text;
}

std::string rule_text(const std::string& name, const std::vector<Found>& found) {
  std::string text = "  - name: " + name + "\n    when: [";
  std::string between;
  for (const std::string& literal : literals_of(found)) {
    text += between + yaml_quoted(literal);
    between = ", ";
  }
  text += "]\n";
  if (std::any_of(found.begin(), found.end(),
                  [](const Found& one) { return field_counts_progress(one.field); })) {
    text += "    progress: true\n";
  }
  for (const Found& one : found) {
    if (!one.planned) continue;
    text += "    regex: '" + escaped(one.literal) +
            "[ :=]*(?P<iteration>\\d+) */ *(?P<iterations_planned>\\d+)'\n";
  }
  return text + fields_text(found);
}

std::string sample_text(const std::string& name, const std::string& line,
                        const std::vector<Found>& found) {
  std::string text = "  - line: " + yaml_quoted(line) + "\n    rule: " + name + "\n    expect: {";
  std::string between;
  for (const Found& one : found) {
    if (!field_label(one.field).empty()) continue;
    text += between + std::string(field_name(one.field)) + ": " + number_text(one.number);
    between = ", ";
  }
  for (const Found& one : found) {
    if (one.field != Field::Value) continue;
    text += between + "value: {" + one.label + ": " + number_text(one.number) + "}";
    break;
  }
  return text + "}\n";
}

struct Draft {
  std::vector<std::string> rules{};
  std::vector<std::string> samples{};
};

std::string text_of(const std::string& name, const Draft& draft, std::size_t rules) {
  std::string text = "format: " + name + "\ntitle: " + name + "\nrules:\n";
  for (std::size_t i = 0; i < rules; ++i) text += draft.rules[i];
  text += "samples:\n";
  for (std::size_t i = 0; i < rules; ++i) text += draft.samples[i];
  return text + "  - {line: \"a line that says nothing\", rule: none}\n";
}

Draft draft_of(std::span<const std::string> lines) {
  Draft draft;
  std::vector<std::vector<std::string>> known;
  for (const std::string& line : lines) {
    const std::vector<Found> found = LineReader(line).read();
    const std::vector<std::string> literals = literals_of(found);
    if (found.size() < 2 || known.size() == kMostRules ||
        std::find(known.begin(), known.end(), literals) != known.end()) {
      continue;
    }
    known.push_back(literals);
    const std::string rule = "line_" + std::to_string(known.size());
    draft.rules.push_back(rule_text(rule, found));
    draft.samples.push_back(sample_text(rule, line, found));
  }
  return draft;
}

}  // namespace

// Rules that would take each other's samples are left out, the last ones first.
std::string suggest_format(const std::string& name, std::span<const std::string> lines) {
  const Draft draft = draft_of(lines);
  for (std::size_t rules = draft.rules.size(); rules > 0; --rules) {
    const FormatSource source{.file = name + ".yaml", .text = text_of(name, draft, rules)};
    if (FormatSet::load({}, {&source, 1})) return source.text;
  }
  return {};
}

}  // namespace steptail::format
