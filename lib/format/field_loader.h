#pragma once

#include <string>
#include <vector>

#include "format/format.h"
#include "format/load_context.h"
#include "yaml/cursor.h"

namespace steptail::format {

// `fields` of a rule. What is wrong becomes an error of the document.
[[nodiscard]] std::vector<FieldRule> load_fields(const yaml::Cursor& cursor,
                                                 const LoadContext& context);

// Fields that a pattern's groups name by themselves, and `labels`, which labels them and the groups
// of `fields`.
void add_group_fields(const yaml::Cursor& regex, const LoadContext& context,
                      std::vector<FieldRule>& fields);
void add_group_labels(const yaml::Cursor& labels, std::vector<FieldRule>& fields);

// Every source of a labelled field has its label by now, or it is an error at `rule`.
void require_labels(const yaml::Cursor& rule, const std::vector<FieldRule>& fields);

// A literal, or a list of them; none may be empty.
[[nodiscard]] std::vector<Literal> load_literals(const yaml::Cursor& cursor);

// A unit that `field` can be printed in.
[[nodiscard]] Unit load_unit(const yaml::Cursor& cursor, Field field);

// "min" or "max" over ranks, which only phases have; empty after an error.
[[nodiscard]] std::string load_stat(const yaml::Cursor& stat, Field field);

// A field by its name; an error with suggestions if there is none of that name.
[[nodiscard]] std::optional<Field> load_field_name(const yaml::Cursor& name);

}  // namespace steptail::format
