#include "format/sample_loader.h"

#include <string>
#include <utility>

#include "format/decimal.h"
#include "format/field_loader.h"

namespace steptail::format {
namespace {

constexpr std::string_view kNone = "none";

// As Cursor::number(), and nan, inf and -inf, which a log may say.
std::optional<double> load_number(const yaml::Cursor& cursor) {
  const auto text = cursor.is_scalar() ? cursor.text() : std::nullopt;
  if (text) {
    const Decimal number = read_decimal(*text, false);
    if (number.kind != Decimal::Kind::None && number.text.size() == text->size()) {
      return to_double(number, 0);
    }
  }
  cursor.complain("expected a number, nan or inf");
  return std::nullopt;
}

class ExpectLoader {
 public:
  ExpectLoader(const LoadContext& context, std::vector<Expectation>& all)
      : context_(context), all_(all) {}

  void load(const yaml::Cursor& cursor) {
    yaml::Mapping names(cursor);
    for (const auto& [name, value] : names.entries()) {
      const auto field = load_field_name(name);
      if (!field) continue;
      if (field_label(*field).empty()) {
        add(value, *field, {});
      } else {
        load_labels(value, *field);
      }
    }
  }

 private:
  void load_labels(const yaml::Cursor& cursor, Field field) {
    if (!cursor.is_mapping()) {
      cursor.complain("expected labels with their numbers, such as {" +
                      std::string(field_label(field)) + ": 1}");
      return;
    }
    yaml::Mapping labels(cursor);
    for (const auto& [label, value] : labels.entries()) {
      add(value, field, label.text().value_or(""));
    }
  }

  void add(const yaml::Cursor& cursor, Field field, std::string label) {
    const auto number = load_number(cursor);
    if (!number) return;
    all_.push_back({.place = context_.place(cursor),
                    .field = field,
                    .label = std::move(label),
                    .number = *number});
  }

  const LoadContext& context_;
  std::vector<Expectation>& all_;
};

Sample load_sample(const yaml::Cursor& cursor, const LoadContext& context) {
  Sample sample{.place = context.place(cursor)};
  yaml::Mapping keys(cursor);
  if (const auto line = keys.require("line")) sample.line = line->text().value_or("");
  if (const auto rule = keys.require("rule")) sample.rule = rule->text().value_or("");
  if (sample.rule == kNone) sample.rule.clear();
  const auto expect = keys.find("expect");
  if (expect) ExpectLoader(context, sample.expect).load(*expect);
  if (expect && sample.rule.empty())
    expect->complain("a line that matches no rule gives no number");
  if (const auto after = keys.find("after")) {
    for (const yaml::Cursor& line : after->list_or_one()) {
      if (auto text = line.text()) sample.after.push_back(*std::move(text));
    }
  }
  return sample;
}

}  // namespace

std::vector<Sample> load_samples(const yaml::Cursor& cursor, const LoadContext& context) {
  std::vector<Sample> samples;
  for (const yaml::Cursor& item : cursor.list()) samples.push_back(load_sample(item, context));
  return samples;
}

}  // namespace steptail::format
