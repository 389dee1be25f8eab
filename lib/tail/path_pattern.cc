#include "tail/path_pattern.h"

#include <algorithm>

#include "tail/pattern_parser.h"

namespace steptail::tail {

base::Result<PathPattern> PathPattern::parse(std::string_view text) {
  return PatternParser(text).parse();
}

PatternProgram::Address PathPattern::start_for(std::string_view path) const {
  return path.starts_with('/') ? unanchored_ : anchored_;
}

std::optional<Labels> PathPattern::match(std::string_view path) const {
  auto captures = program_.run(path, start_for(path));
  if (!captures) return std::nullopt;
  Labels labels;
  bool has_run = false;
  std::string_view rank;  // where it stands in the path
  for (std::size_t i = 0; i < label_names_.size(); ++i) {
    labels.emplace_back(label_names_[i], (*captures)[i]);
    has_run = has_run || label_names_[i] == "run";
    if (label_names_[i] == "rank") rank = (*captures)[i];
  }
  if (!has_run) labels.emplace_back("run", default_run(path, rank));
  std::sort(labels.begin(), labels.end());
  return labels;
}

std::string PathPattern::default_run(std::string_view path, std::string_view rank) const {
  std::string_view below = path;
  if (fixed_prefix_ == "/") {
    below.remove_prefix(std::min<std::size_t>(1, below.size()));
  } else if (below.starts_with(fixed_prefix_ + "/")) {
    below.remove_prefix(fixed_prefix_.size() + 1);
  }
  auto slash = below.find_last_of('/');
  auto name = slash == std::string_view::npos ? 0 : slash + 1;
  auto dot = below.find_last_of('.');
  // A name that only begins with a dot has no extension.
  if (dot != std::string_view::npos && dot > name) below = below.substr(0, dot);
  if (rank.empty() || rank.data() < below.data()) return std::string(below);
  return without_rank(below, rank);
}

// The files of one run differ in nothing else. With the rank goes what sets it off: rank_0, job-0.
std::string PathPattern::without_rank(std::string_view below, std::string_view rank) const {
  constexpr std::string_view kSeparators = "-_./";
  const auto begin = static_cast<std::size_t>(rank.data() - below.data());
  const std::string_view after =
      begin + rank.size() < below.size() ? below.substr(begin + rank.size()) : std::string_view();
  std::string_view before = below.substr(0, begin);
  if (!before.empty() && kSeparators.find(before.back()) != std::string_view::npos) {
    before.remove_suffix(1);
  }
  const std::string run = std::string(before) + std::string(after);
  return run.empty() ? fixed_prefix_.substr(fixed_prefix_.rfind('/') + 1) : run;
}

// What the paths of everything in it begin with.
std::string PathPattern::as_parent(std::string_view directory) {
  if (directory == ".") return "";
  std::string text(directory);
  if (!text.empty() && !text.ends_with('/')) text += '/';
  return text;
}

bool PathPattern::may_match_below(std::string_view directory) const {
  const auto parent = as_parent(directory);
  return program_.may_continue(parent, start_for(parent));
}

std::optional<std::vector<std::string>> PathPattern::names_in(std::string_view directory) const {
  const auto parent = as_parent(directory);
  return program_.names_after(parent, start_for(parent));
}

}  // namespace steptail::tail
