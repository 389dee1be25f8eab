// docs/format-language.md names everything that the loader takes.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include "format/field.h"
#include "format/state.h"
#include "format/unit.h"

namespace steptail::format {
namespace {

std::string page() {
  std::ifstream file(std::string(STEPTAIL_SOURCE_DIR) + "/docs/format-language.md");
  return {std::istreambuf_iterator<char>(file), {}};
}

bool has_word(const std::string& text, const std::string& word) {
  const std::string apart = "`, .();:|\n";
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    const bool begins = at == 0 || apart.find(text[at - 1]) != std::string::npos;
    const std::size_t end = at + word.size();
    if (begins && (end == text.size() || apart.find(text[end]) != std::string::npos)) return true;
  }
  return false;
}

TEST(LanguagePage, NamesEveryUnit) {
  const std::string text = page();
  std::string names(unit_names());
  for (char& c : names) c = c == ',' ? ' ' : c;
  std::istringstream words(names);
  for (std::string unit; words >> unit;) EXPECT_TRUE(has_word(text, unit)) << unit;
}

TEST(LanguagePage, NamesEveryStateAndEvent) {
  const std::string text = page();
  for (State state : {State::Starting, State::Compiling, State::Queued, State::Loading,
                      State::Training, State::Evaluating, State::Checkpointing}) {
    EXPECT_TRUE(has_word(text, std::string(state_name(state)))) << state_name(state);
  }
  for (Event event :
       {Event::CheckpointSaved, Event::EvaluationDone, Event::Finished, Event::Failure}) {
    EXPECT_TRUE(has_word(text, std::string(event_name(event)))) << event_name(event);
  }
}

TEST(LanguagePage, NamesEveryLabel) {
  const std::string text = page();
  for (Field field : kAllFields) {
    if (field_label(field).empty()) continue;
    EXPECT_TRUE(has_word(text, std::string(field_label(field)))) << field_label(field);
  }
}

TEST(LanguagePage, NamesEveryKey) {
  const std::string text = page();
  for (const char* key :
       {"format",  "title",  "common",   "include", "rules",  "samples",  "name",
        "when",    "unless", "progress", "attempt", "state",  "event",    "class",
        "role",    "weak",   "per_step", "opens",   "in",     "rank",     "fields",
        "each",    "regex",  "labels",   "json",    "after",  "group",    "path",
        "number",  "unit",   "plus",     "stat",    "sum",    "absolute", "separator",
        "key_end", "field",  "label",    "only",    "except", "pair",     "expect"}) {
    EXPECT_NE(std::string::npos, text.find("`" + std::string(key))) << key;
  }
}

}  // namespace
}  // namespace steptail::format
