#include "format/cells.h"

#include <optional>

#include "base/letters.h"
#include "format/key_scan.h"

namespace steptail::format {
namespace {

bool stands_around_keys(char c) {
  return base::is_blank(c) || c == '\'' || c == '"' || c == '{' || c == '}';
}

// Without blanks and what JSON and Python put around a key.
std::string_view trimmed(std::string_view key) {
  while (!key.empty() && stands_around_keys(key.front())) key.remove_prefix(1);
  while (!key.empty() && stands_around_keys(key.back())) key.remove_suffix(1);
  return key;
}

// What may stand before a time of day.
bool begins_value(char c) {
  return base::is_blank(c) || c == ':' || c == '=' || c == '[' || c == '<' || c == ',';
}

// The standard searches call a comparison at every place; most separators are one byte.
std::size_t find_text(std::string_view line, std::string_view text, std::size_t from) {
  return text.size() == 1 ? line.find(text.front(), from) : line.find(text, from);
}

std::size_t find_last_text(std::string_view line, std::string_view text) {
  if (text.size() == 1) return line.rfind(text.front());
  for (std::size_t end = line.size(); end >= text.size(); --end) {
    const std::size_t at = end - text.size();
    if (base::same_bytes(line.data() + at, text.data(), text.size())) return at;
  }
  return std::string_view::npos;
}

class CellReader {
 public:
  CellReader(const CellsInput& input, LabelStore& labels, Record& record, LinePlanner* planner)
      : each_(input.each),
        input_(input),
        line_(input.line),
        labels_(labels),
        record_(record),
        planner_(planner) {}

  // From one key_end to the next: the key is what stands between it and the last separator, or the
  // last number. So a value that is padded with separators still belongs to its key.
  void read() {
    std::size_t begin = begin_of_cells();
    std::size_t at = begin;
    for (;;) {
      const Cell cell = begin == at ? expected_cell(begin) : Cell{};
      const Cell next = cell.behind != kNone ? cell : find_cell(begin, at);
      if (next.behind == kNone) return;
      if (planner_ != nullptr) planner_->spoil_if(!is_told_by_shape(begin, at, next));
      at = next.behind;
      if (next.label.empty()) continue;
      const std::string_view label = each_.label_from_block ? input_.block_label : next.label;
      const std::size_t end = read_cell(label, at);
      if (end == kNone) continue;
      ++count_;
      begin = at = end;
    }
  }

 private:
  static constexpr std::size_t kNone = std::string_view::npos;

  struct Cell {
    std::size_t behind = kNone;  // its key_end
    std::string_view label{};    // empty: nobody wants it
  };

  // The cell that begins like the one at this place of the line before.
  [[nodiscard]] Cell expected_cell(std::size_t begin) const {
    const LabelStore::CellLead* lead = labels_.lead_of(each_, count_);
    if (lead == nullptr) return {};
    const std::string& text = lead->text;
    if (line_.size() - begin < text.size() ||
        !base::same_bytes(line_.data() + begin, text.data(), text.size())) {
      return {};
    }
    return {.behind = begin + text.size(), .label = lead->label};
  }

  // Its key is the same in every line of this shape; `at`: where the search for it began.
  [[nodiscard]] bool is_told_by_shape(std::size_t begin, std::size_t at, const Cell& cell) const {
    std::string_view key = line_.substr(at, cell.behind - each_.key_end.size() - at);
    const std::size_t separator = find_last_text(trimmed_end(key), each_.separator);
    if (separator != kNone) key.remove_prefix(separator + each_.separator.size());
    return (separator != kNone || at == begin) && !LinePlanner::has_digit(key) &&
           !labels_.is_of_this_line(cell.label);
  }

  // The next key_end at or behind `at`, and what stands in front of it.
  [[nodiscard]] Cell find_cell(std::size_t begin, std::size_t at) {
    const std::size_t end = find_text(line_, each_.key_end, at);
    if (end == kNone) return {};
    const std::size_t behind = end + each_.key_end.size();
    const std::string_view key = key_before(begin, end);
    if (key.empty() || is_clock(end, behind)) return {.behind = behind};
    const std::string_view label = labels_.of_cell(each_, key);
    // Behind a digit the key_end may be a clock's in another line.
    if (begin == at && !label.empty() && !base::is_digit(key.back())) {
      labels_.remember_lead(each_, count_, line_.substr(begin, behind - begin), label);
    }
    return {.behind = behind, .label = label};
  }

  [[nodiscard]] std::size_t begin_of_cells() const {
    if (!each_.begin) return 0;
    const std::size_t at = input_.rule.when[each_.begin->literal].find(line_);
    return at == std::string_view::npos ? 0 : at + each_.begin->offset;
  }

  // Looks no farther back than a key may be long, so that a line without separators stays linear.
  [[nodiscard]] std::string_view key_before(std::size_t begin, std::size_t end) const {
    constexpr std::size_t kFarthest = 2 * LabelStore::kMaxKeyBytes;
    const bool is_cut = end - begin > kFarthest;
    std::string_view key =
        is_cut ? line_.substr(end - kFarthest, kFarthest) : line_.substr(begin, end - begin);
    const std::size_t separator = find_last_text(trimmed_end(key), each_.separator);
    if (separator != std::string_view::npos) {
      key.remove_prefix(separator + each_.separator.size());
    } else if (is_cut) {
      return {};
    }
    return trimmed(key);
  }

  // A key may be padded behind with what separates cells.
  static std::string_view trimmed_end(std::string_view key) {
    while (!key.empty() && base::is_blank(key.back())) key.remove_suffix(1);
    return key;
  }

  // The colon of a time of day or a duration is no key's end.
  [[nodiscard]] bool is_clock(std::size_t at, std::size_t behind) const {
    if (behind + 1 >= line_.size() || !base::is_digit(line_[behind]) ||
        !base::is_digit(line_[behind + 1])) {
      return false;
    }
    if (behind + 2 < line_.size() && base::is_digit(line_[behind + 2])) return false;
    std::size_t first = at;
    while (first > 0 && base::is_digit(line_[first - 1])) --first;
    return first < at && each_.key_end == ":" && (first == 0 || begins_value(line_[first - 1]));
  }

  // Where the cell's number ends; npos: the cell has none.
  std::size_t read_cell(std::string_view label, std::size_t behind) {
    const NumberPlace place = place_of_number(line_, behind);
    if (place.at >= line_.size() || (place.at == behind && is_part_of_word(behind))) return kNone;
    const auto number = read_number(line_, place.at, each_.unit, place.thousands);
    if (!number) {
      if (planner_ != nullptr) planner_->spoil();
      return kNone;
    }
    if (!each_.is_pair) {
      add(label, each_.stat, *number);
      return number->end;
    }
    const auto second = second_of_pair(number->end);
    if (planner_ != nullptr) planner_->spoil_if(!second);
    if (!second) return kNone;
    add(label, each_.pair_stats.first, *number);
    add(label, each_.pair_stats.second, *second);
    return second->end;
  }

  // A key that ends with a blank (`loss 9.2`) is none where the number is glued to a word.
  [[nodiscard]] bool is_part_of_word(std::size_t behind) const {
    return base::is_letter(each_.key_end.back()) && base::is_word(line_[behind]);
  }

  [[nodiscard]] std::optional<Number> second_of_pair(std::size_t at) const {
    while (at < line_.size() && (base::is_blank(line_[at]) || line_[at] == ',')) ++at;
    return at < line_.size() ? read_number(line_, at, each_.unit, false) : std::nullopt;
  }

  void add(std::string_view label, std::string_view stat, const Number& number) {
    const bool taken = field_takes(each_.field, number.value);
    if (planner_ != nullptr) {
      planner_->number({.number = number, .taken = taken, .ends = true, .unit = each_.unit});
    }
    if (!taken) return;
    record_.add({.field = each_.field,
                 .number = number.value,
                 .label = label,
                 .stat = stat,
                 .rank = each_.field == Field::PhaseSeconds ? input_.rank : std::string_view{}});
  }

  const EachRule& each_;
  const CellsInput& input_;
  std::string_view line_;
  LabelStore& labels_;
  Record& record_;
  LinePlanner* planner_;
  std::size_t count_ = 0;  // cells read
};

}  // namespace

void read_cells(const CellsInput& input, LabelStore& labels, Record& record, LinePlanner* planner) {
  CellReader(input, labels, record, planner).read();
}

}  // namespace steptail::format
