#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "config/config.h"

namespace steptail::config {
namespace {

using Lines = std::vector<std::string>;

Lines errors_of(const std::string& text) {
  auto config = load_config("c", text);
  Lines lines;
  if (config) return lines;
  for (const auto& error : config.error()) lines.push_back(error.to_string());
  return lines;
}

struct Row {
  const char* name;
  std::string text;
  Lines expected;
};

void expect_errors(std::span<const Row> rows) {
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    EXPECT_EQ(row.expected, errors_of(row.text));
  }
}

std::string entry(const std::string& rest) {
  return "watch: [{name: a, paths: [/a], " + rest + "}]\n";
}

TEST(ConfigErrors, OfTheWholeFile) {
  const Row rows[] = {
      {"a typing error in a section",
       "limts: {files: 1}\n",
       {"c:1:1: 'limts' is no key here; did you mean 'limits'?"}},
      {"a section twice",
       "stall: {factor: 2}\nlimits: {}\nstall: {factor: 3}\n",
       {"c:3:1: 'stall' stands twice, first in line 1; remove one"}},
      {"a list instead of sections",
       "- web\n",
       {"c:1:1: expected a mapping of keys to values, found a list"}},
      {"a text instead of sections",
       "web\n",
       {"c:1:1: expected a mapping of keys to values, found 'web'"}},
      {"a section that is a number",
       "stall: 5\n",
       {"c:1:8: 'stall': expected a mapping of keys to values, found '5'"}},
      {"no space after a colon",
       "limits:\n  files:5\n",
       {"c:2:3: 'limits': expected a mapping of keys to values, found 'files:5'"}},
  };
  expect_errors(rows);
}

TEST(ConfigErrors, OfAddressesAndDirectories) {
  const Row rows[] = {
      {"one address",
       "web: {listen_addresses: \":1\"}\n",
       {"c:1:25: 'listen_addresses': expected a list, found the text ':1'"}},
      {"no address",
       "web: {listen_addresses: []}\n",
       {"c:1:25: 'listen_addresses': needs at least one address, such as '127.0.0.1:10480'"}},
      {"no port",
       "web: {listen_addresses: [localhost]}\n",
       {"c:1:26: 'listen_addresses': 'localhost' has no port; write HOST:PORT, such as "
        "'127.0.0.1:10480', '[::1]:10480' or ':10480'"}},
      {"the key of a flag",
       "web: {listen_address: \":1\"}\n",
       {"c:1:7: 'listen_address' is no key here; did you mean 'listen_addresses'?"}},
      {"an empty directory",
       "formats: {directories: [\"\"]}\n",
       {"c:1:25: 'directories': an empty path is no directory; write a path or remove it"}},
      {"directories in a list",
       "formats: [/etc]\n",
       {"c:1:10: 'formats': expected a mapping of keys to values, found a list"}},
  };
  expect_errors(rows);
}

TEST(ConfigErrors, OfAnEntry) {
  const Row rows[] = {
      {"nothing in it",
       "watch: [{}]\n",
       {"c:1:9: 'watch': 'name' is missing", "c:1:9: 'watch': 'paths' is missing"}},
      {"no mapping",
       "watch: [/a]\n",
       {"c:1:9: 'watch': expected a mapping of keys to values, found '/a'"}},
      {"an empty name",
       "watch: [{name: \"\", paths: [/a]}]\n",
       {"c:1:16: 'name': is empty; give the entry a name"}},
      {"a name with a newline",
       "watch: [{name: \"a\\nb\", paths: [/a]}]\n",
       {"c:1:16: 'name': holds a control character; use printable ones"}},
      {"a name twice",
       "watch:\n  - {name: a, paths: [/a]}\n  - {name: a, paths: [/b]}\n",
       {"c:3:12: 'name': 'a' is taken by the entry in line 2; each entry needs a name of its own"}},
      {"no path",
       "watch: [{name: a, paths: []}]\n",
       {"c:1:26: 'paths': needs at least one pattern, such as '/scratch/{user}/{run}/*.out'"}},
      {"an empty path",
       "watch: [{name: a, paths: [\"\", /a]}]\n",
       {"c:1:27: 'paths': an empty pattern matches nothing; write a path or remove it"}},
      {"a label in braces without quotes",
       "watch: [{name: a, paths: [{run}]}]\n",
       {"c:1:27: 'paths': expected a text, found a mapping"}},
      {"one path",
       "watch: [{name: a, paths: /a}]\n",
       {"c:1:26: 'paths': expected a list, found '/a'"}},
      {"formats beside auto",
       entry("format: [auto, keras]"),
       {"c:1:41: 'format': 'auto' stands alone; remove it or the other names"}},
      {"no format",
       entry("format: []"),
       {"c:1:40: 'format': is an empty list; name a format or write 'auto'"}},
      {"a poll mode of another program",
       entry("poll: yes"),
       {"c:1:38: 'poll': 'yes' is unknown; known: 'auto', 'always', 'never'"}},
      {"a duration in its own unit",
       entry("poll_interval: 5"),
       {"c:1:47: 'poll_interval': '5' has no unit; write '5h', '5m' or '5s'"}},
      {"an interval that would spin",
       entry("poll_interval: 1ms"),
       {"c:1:47: 'poll_interval': '1ms' is out of bounds; from 50ms to 1h"}},
      {"nothing is ever old",
       entry("ignore_older: none"),
       {"c:1:46: 'ignore_older': 'none' is no duration; write whole numbers with ms, s, m, h, d "
        "or w, such as '90s' or '1h30m'"}},
      {"no zone", entry("timezone: "), {"c:1:32: 'timezone': expected a text, found nothing"}},
      {"a key of the other level",
       entry("retention: {}"),
       {"c:1:32: 'retention' is no key here; known: 'exclude', 'format', 'ignore_older', 'labels', "
        "'name', 'paths', 'poll', 'poll_interval', 'scan_interval', 'stall', 'timezone'"}},
  };
  expect_errors(rows);
}

TEST(ConfigErrors, OfLabels) {
  const Row rows[] = {
      {"a name that is none",
       entry("labels: {a-b: x}"),
       {"c:1:41: label 'a-b' is no label name; use letters, digits and '_', and no digit first"}},
      {"a reserved name",
       entry("labels: {job: x}"),
       {"c:1:41: label 'job' is a label of other series already; choose another name"}},
      {"the run",
       entry("labels: {run: x}"),
       {"c:1:41: label 'run' comes from the path; write {run} into the pattern"}},
      {"an empty value",
       entry("labels: {a: \"\"}"),
       {"c:1:44: label 'a' is empty, which is no label; give it a text or remove it"}},
      {"a list as value",
       entry("labels: {a: [x]}"),
       {"c:1:44: 'a': expected a text, found a list"}},
      {"a name twice",
       entry("labels: {a: x, a: y}"),
       {"c:1:47: 'a' stands twice, first in line 1; remove one"}},
      {"a list",
       entry("labels: [a]"),
       {"c:1:40: 'labels': expected a mapping of keys to values, found a list"}},
  };
  expect_errors(rows);
}

TEST(ConfigErrors, OfStall) {
  const Row rows[] = {
      {"a factor below one",
       "stall: {factor: 0.5}\n",
       {"c:1:17: 'factor': '0.5' is out of bounds; from 1 to 1000"}},
      {"a factor that is no number",
       "stall: {factor: .nan}\n",
       {"c:1:17: 'factor': expected a number, found '.nan'"}},
      {"an octal",
       "stall: {factor: 010}\n",
       {"c:1:17: 'factor': '010' could be read as octal; write 10"}},
      {"bounds crossed",
       "stall: {minimum: 2h}\n",
       {"c:1:18: 'minimum' 2h is above 'maximum' 1h; it must not be"}},
      {"bounds crossed in an entry",
       "stall: {minimum: 30m}\n" + entry("stall: {maximum: 1m}"),
       {"c:2:49: 'minimum' 30m is above 'maximum' 1m; it must not be"}},
      {"no time at all",
       "stall: {minimum: 0s}\n",
       {"c:1:18: 'minimum': '0s' is out of bounds; from 1ms to 3650d"}},
      {"a state without budget",
       "stall: {states: {training: 1h}}\n",
       {"c:1:18: 'training' is no key here; known: 'checkpointing', 'compiling', 'evaluating', "
        "'loading', 'queued', 'starting'"}},
      {"none for what needs a time",
       "stall: {maximum: none}\n",
       {"c:1:18: 'maximum': 'none' is no duration; write whole numbers with ms, s, m, h, d or w, "
        "such as '90s' or '1h30m'"}},
      {"null instead of none",
       "stall: {states: {queued: ~}}\n",
       {"c:1:18: 'queued': expected a text, found nothing"}},
  };
  expect_errors(rows);
}

TEST(ConfigErrors, OfLimitsAndRetention) {
  const Row rows[] = {
      {"none at all",
       "limits: {files: 0}\n",
       {"c:1:17: 'files': '0' is out of bounds; from 1 to 10000000"}},
      {"a negative one",
       "limits: {runs: -5}\n",
       {"c:1:16: 'runs': '-5' is out of bounds; from 1 to 1000000"}},
      {"a size for a count",
       "limits: {runs: 1KB}\n",
       {"c:1:16: 'runs': expected a whole number, found '1KB'"}},
      {"a size of another program",
       "limits: {line_bytes: 64k}\n",
       {"c:1:22: 'line_bytes': '64k' is no size; write a whole number with B, KB, MB, GB, KiB, "
        "MiB or GiB, such as '64KiB'"}},
      {"a line without room",
       "limits: {line_bytes: 8}\n",
       {"c:1:22: 'line_bytes': '8' is out of bounds; from 64 to 67108864"}},
      {"runs that leave at once",
       "retention: {silent: 0s}\n",
       {"c:1:21: 'silent': '0s' is out of bounds; from 1ms to 3650d"}},
      {"one duration for all",
       "retention: 1h\n",
       {"c:1:12: 'retention': expected a mapping of keys to values, found '1h'"}},
  };
  expect_errors(rows);
}

}  // namespace
}  // namespace steptail::config
