#include "support/exposition.h"

#include <algorithm>
#include <set>

#include "support/exposition_line.h"

namespace steptail::support {
namespace {

using base::fail;
using base::Result;

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

// Reads a page line by line; the family whose samples come is the last one.
class PageReader {
 public:
  explicit PageReader(ExpositionFormat format) : format_(format) {}

  Result<void> line(std::string_view text);
  Result<void> end();
  Exposition take() { return std::move(page_); }

 private:
  [[nodiscard]] bool open_metrics() const { return format_ == ExpositionFormat::OpenMetrics100; }
  Result<void> comment(std::string_view text);
  Result<void> begin_family(const std::string& name, std::string_view help);
  Result<void> set_type(std::string_view type);
  Result<void> set_unit(std::string_view unit);
  Result<void> sample(std::string_view text);
  Result<void> check_member(const Family& family, const Sample& sample) const;
  Result<void> end_family() const;

  ExpositionFormat format_;
  Exposition page_;
  std::set<std::string> names_;
  std::set<std::string> series_;
  bool ended_ = false;
};

Result<void> PageReader::line(std::string_view text) {
  if (ended_) return fail("a line after # EOF");
  if (text.empty()) return fail("blank line");
  if (text.find('\r') != std::string_view::npos) return fail("a CR");
  return text.front() == '#' ? comment(text) : sample(text);
}

Result<void> PageReader::comment(std::string_view text) {
  if (text == "# EOF" && open_metrics()) {
    ended_ = true;
    return end_family();
  }
  const std::string_view keyword = text.substr(0, 7);
  std::string_view rest = text.substr(std::min<std::size_t>(7, text.size()));
  const std::string name(rest.substr(0, rest.find(' ')));
  rest.remove_prefix(std::min(name.size() + 1, rest.size()));
  if (keyword == "# HELP ") return begin_family(name, rest);
  if (page_.families.empty() || page_.families.back().name != name) {
    return fail("a comment that belongs to no family");
  }
  if (keyword == "# TYPE ") return set_type(rest);
  if (keyword == "# UNIT " && open_metrics()) return set_unit(rest);
  return fail("unknown comment");
}

Result<void> PageReader::begin_family(const std::string& name, std::string_view help) {
  if (auto good = end_family(); !good) return good;
  if (!is_metric_name(name)) return fail("not a metric name: " + name);
  if (!names_.insert(name).second) return fail("family twice: " + name);
  if (!is_help_text(help, format_)) return fail("bad HELP of " + name);
  page_.families.push_back(
      {.name = name, .type = {}, .help = std::string(help), .unit = {}, .samples = {}});
  return {};
}

Result<void> PageReader::set_type(std::string_view type) {
  static const std::set<std::string_view> kTypes{"gauge", "counter", "summary"};
  Family& family = page_.families.back();
  if (!family.type.empty() || !family.samples.empty()) return fail("a second or late TYPE");
  if (kTypes.count(type) == 0) return fail("unexpected type " + std::string(type));
  if (ends_with(family.name, "_total") != (type == "counter" && !open_metrics())) {
    return fail("_total belongs to counters alone: " + family.name);
  }
  family.type = type;
  return {};
}

Result<void> PageReader::set_unit(std::string_view unit) {
  Family& family = page_.families.back();
  if (!family.unit.empty() || !family.samples.empty()) return fail("a second or late UNIT");
  if (!ends_with(family.name, "_" + std::string(unit))) return fail("a unit that the name lacks");
  family.unit = unit;
  return {};
}

Result<void> PageReader::sample(std::string_view text) {
  auto sample = parse_sample(text, format_);
  if (!sample) return tl::unexpected(sample.error());
  if (page_.families.empty()) return fail("a sample without family");
  Family& family = page_.families.back();
  if (auto good = check_member(family, *sample); !good) return good;
  if (!series_.insert(sample->key()).second) return fail("series twice: " + sample->key());
  family.samples.push_back(std::move(*sample));
  return {};
}

Result<void> PageReader::check_member(const Family& family, const Sample& sample) const {
  if (family.type.empty()) return fail("a sample before its TYPE");
  const bool counter = family.type == "counter";
  bool member = sample.name == family.name;
  if (counter && open_metrics()) member = sample.name == family.name + "_total";
  if (family.type == "summary") {
    member = sample.name == family.name + "_sum" || sample.name == family.name + "_count";
  }
  if (!member) return fail(sample.name + " stands in the family " + family.name);
  const bool counts = counter || ends_with(sample.name, "_count");
  if (counts && !(sample.value >= 0)) return fail("a counter below zero: " + sample.key());
  return {};
}

// Of the last family: it has everything, and summaries have both halves.
Result<void> PageReader::end_family() const {
  if (page_.families.empty()) return {};
  const Family& family = page_.families.back();
  if (family.type.empty()) return fail("no TYPE: " + family.name);
  if (family.samples.empty()) return fail("no samples: " + family.name);
  if (family.type != "summary") return {};
  for (const Sample& sample : family.samples) {
    Sample other = sample;
    other.name = family.name + (ends_with(sample.name, "_sum") ? "_count" : "_sum");
    if (series_.count(other.key()) == 0) return fail("half a summary: " + sample.key());
  }
  return {};
}

Result<void> PageReader::end() {
  if (open_metrics() && !ended_) return fail("no # EOF at the end");
  return end_family();
}

}  // namespace

bool Sample::has(const SampleLabels& wanted) const {
  return std::all_of(wanted.begin(), wanted.end(), [this](const auto& label) {
    return std::find(labels.begin(), labels.end(), label) != labels.end();
  });
}

std::string Sample::key() const {
  SampleLabels sorted = labels;
  std::sort(sorted.begin(), sorted.end());
  std::string key = name + "{";
  for (const auto& [label, text] : sorted) {
    if (key.back() != '{') key += ',';
    key += label + "=\"" + text + "\"";
  }
  return key + "}";
}

const Family* Exposition::family(std::string_view name) const {
  for (const Family& family : families) {
    if (family.name == name) return &family;
  }
  return nullptr;
}

std::vector<const Sample*> Exposition::find(std::string_view name,
                                            const SampleLabels& labels) const {
  std::vector<const Sample*> found;
  for (const Family& family : families) {
    for (const Sample& sample : family.samples) {
      if (sample.name == name && sample.has(labels)) found.push_back(&sample);
    }
  }
  return found;
}

std::optional<double> Exposition::value(std::string_view name, const SampleLabels& labels) const {
  const auto found = find(name, labels);
  if (found.size() != 1) return std::nullopt;
  return found.front()->value;
}

Result<Exposition> parse_exposition(std::string_view page, ExpositionFormat format) {
  PageReader reader(format);
  int number = 0;
  const auto at_line = [&](base::Error error) {
    error.file = "page";
    error.line = number;
    error.column = 1;
    return tl::unexpected(std::move(error));
  };
  while (!page.empty()) {
    ++number;
    const std::size_t end = page.find('\n');
    if (end == std::string_view::npos) return at_line({.message = "the last line has no end"});
    const auto read = reader.line(page.substr(0, end));
    if (!read) return at_line(read.error());
    page.remove_prefix(end + 1);
  }
  if (const auto ended = reader.end(); !ended) return at_line(ended.error());
  return reader.take();
}

}  // namespace steptail::support
