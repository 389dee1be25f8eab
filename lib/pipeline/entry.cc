#include "pipeline/entry.h"

#include <algorithm>
#include <utility>

namespace steptail::pipeline {
namespace {

base::Error at(const std::string& file, const config::SourcePosition& position,
               std::string message) {
  return {.message = std::move(message),
          .file = file,
          .line = position.line,
          .column = position.column};
}

config::SourcePosition position_of(const std::vector<config::SourcePosition>& positions,
                                   std::size_t index) {
  return index < positions.size() ? positions[index] : config::SourcePosition{};
}

std::vector<tail::PathPattern> compile_patterns(const std::string& file,
                                                const std::vector<std::string>& texts,
                                                const std::vector<config::SourcePosition>& places,
                                                base::Errors& errors) {
  std::vector<tail::PathPattern> patterns;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    auto pattern = tail::PathPattern::parse(texts[i]);
    if (pattern) {
      patterns.push_back(std::move(*pattern));
    } else {
      errors.push_back(at(file, position_of(places, i), pattern.error().message));
    }
  }
  return patterns;
}

}  // namespace

base::Checked<std::shared_ptr<const CompiledEntry>> compile_entry(const std::string& file,
                                                                  const config::WatchEntry& entry,
                                                                  std::size_t place) {
  base::Errors errors;
  auto compiled = std::make_shared<CompiledEntry>();
  compiled->config = entry;
  compiled->place = place;
  compiled->patterns = compile_patterns(file, entry.paths, entry.path_positions, errors);
  compiled->exclude = compile_patterns(file, entry.exclude, entry.exclude_positions, errors);
  for (std::size_t i = 0; i < entry.labels.size(); ++i) {
    const std::string& label = entry.labels[i].first;
    for (const tail::PathPattern& pattern : compiled->patterns) {
      const std::vector<std::string>& names = pattern.label_names();
      if (std::find(names.begin(), names.end(), label) == names.end()) continue;
      errors.push_back(at(file, position_of(entry.label_positions, i),
                          "label '" + label + "' is also captured by the pattern " +
                              pattern.text() + "; give one of them another name"));
    }
  }
  auto zone = lines::TimeZone::named(entry.timezone);
  if (zone) {
    compiled->zone = std::move(*zone);
  } else {
    errors.push_back(at(file, entry.timezone_position, zone.error().message));
  }
  if (!errors.empty()) return tl::unexpected(std::move(errors));
  return compiled;
}

std::shared_ptr<const CompiledEntry> find_entry(const Entries& entries, const std::string& name) {
  auto found = std::find_if(entries.begin(), entries.end(),
                            [&](const auto& entry) { return entry->config.name == name; });
  return found == entries.end() ? nullptr : *found;
}

DecoderRules rules_of(const CompiledEntry& entry,
                      std::shared_ptr<const format::FormatSet> formats) {
  return {.formats = std::move(formats), .only = entry.config.formats, .zone = entry.zone};
}

FileIdentity identify(const CompiledEntry& entry, const tail::Labels& captured) {
  FileIdentity result;
  std::map<std::string, std::string> labels;
  for (const auto& [name, value] : captured) {
    if (name == "rank") {
      result.rank = value;
    } else {
      labels.emplace(name, value);
    }
  }
  for (const auto& [name, value] : entry.config.labels) labels.emplace(name, value);
  result.identity.labels.assign(labels.begin(), labels.end());
  return result;
}

std::optional<tail::Labels> match(const CompiledEntry& entry, const std::string& path) {
  for (const tail::PathPattern& pattern : entry.exclude) {
    if (pattern.match(path)) return std::nullopt;
  }
  for (const tail::PathPattern& pattern : entry.patterns) {
    if (auto labels = pattern.match(path)) return labels;
  }
  return std::nullopt;
}

bool wants(const CompiledEntry& entry, const std::string& path, const run::RunIdentity& identity) {
  auto labels = match(entry, path);
  return labels && identify(entry, *labels).identity == identity;
}

}  // namespace steptail::pipeline
