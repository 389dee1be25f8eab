#include "format/each_loader.h"

#include <string>

#include "format/field_loader.h"

namespace steptail::format {
namespace {

std::string load_text(const std::optional<yaml::Cursor>& cursor) {
  if (!cursor) return {};
  auto text = cursor->text();
  if (text && text->empty()) cursor->complain("an empty text separates nothing");
  return text.value_or("");
}

Field load_field(const std::optional<yaml::Cursor>& cursor) {
  const auto field = cursor ? load_field_name(*cursor) : std::nullopt;
  if (!field) return Field::Value;
  if (field_label(*field).empty() || *field == Field::AccuracyRatio) {
    cursor->complain(
        "cells give labelled fields: loss_component, phase_seconds, memory_bytes or value");
  }
  return *field;
}

bool load_label_from_block(const std::optional<yaml::Cursor>& cursor, Field field) {
  if (!cursor) return false;
  if (cursor->is_mapping()) {
    constexpr std::array<std::string_view, 1> kFrom = {"block"};
    yaml::Mapping keys(*cursor);
    const auto from = keys.require("from");
    return from && from->one_of(kFrom).has_value();
  }
  const auto name = cursor->text();
  if (name && *name != field_label(field)) {
    cursor->complain("the label of '" + std::string(field_name(field)) + "' is '" +
                     std::string(field_label(field)) + "'");
  }
  return false;
}

void load_pair(const std::optional<yaml::Cursor>& cursor, EachRule& each) {
  if (!cursor) return;
  const auto parts = cursor->list();
  if (parts.size() != 2) {
    cursor->complain("expected two stats, such as [min, max]");
    return;
  }
  each.is_pair = true;
  each.pair_stats = {load_stat(parts[0], each.field), load_stat(parts[1], each.field)};
}

std::vector<Glob> load_globs(const std::optional<yaml::Cursor>& cursor) {
  if (!cursor) return {};
  const auto texts = cursor->texts();
  return {texts.begin(), texts.end()};
}

EachRule load_one(const yaml::Cursor& cursor) {
  EachRule each;
  yaml::Mapping keys(cursor);
  each.separator = load_text(keys.require("separator"));
  each.key_end = load_text(keys.require("key_end"));
  each.field = load_field(keys.require("field"));
  each.label_from_block = load_label_from_block(keys.find("label"), each.field);
  each.unit = default_unit(field_dimension(each.field));
  if (const auto unit = keys.find("unit")) each.unit = load_unit(*unit, each.field);
  each.only = load_globs(keys.find("only"));
  each.except = load_globs(keys.find("except"));
  load_pair(keys.find("pair"), each);
  if (const auto stat = keys.find("stat")) each.stat = load_stat(*stat, each.field);
  return each;
}

}  // namespace

std::optional<CellsBegin> begin_of_cells(const std::vector<Literal>& when,
                                         const std::string& separator) {
  if (separator.empty()) return std::nullopt;
  for (std::size_t i = 0; i < when.size(); ++i) {
    const std::size_t at = when[i].text().rfind(separator);
    if (at != std::string::npos) return CellsBegin{i, at + separator.size()};
  }
  return std::nullopt;
}

std::vector<EachRule> load_each(const yaml::Cursor& cursor, const std::vector<Literal>& when) {
  std::vector<EachRule> all;
  for (const yaml::Cursor& item : cursor.list_or_one()) {
    all.push_back(load_one(item));
    all.back().begin = begin_of_cells(when, all.back().separator);
  }
  return all;
}

}  // namespace steptail::format
