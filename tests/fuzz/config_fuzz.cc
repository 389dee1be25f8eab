// The input is a configuration file, and a web configuration file. Properties: loading ends, with a
// configuration that keeps its bounds or with errors in the order of the file, each of one line and
// at a place that is there.

#include <algorithm>
#include <string>

#include "config/config.h"
#include "config/web_file.h"
#include "fuzz/fuzz_target.h"

namespace {

using steptail::config::Config;

void check_config(const Config& config) {
  FUZZ_CHECK(!config.listen_addresses.empty());
  FUZZ_CHECK(config.limits.files > 0 && config.limits.open_files > 0);
  FUZZ_CHECK(config.retention.finished.count() > 0);
  FUZZ_CHECK(config.stall.factor >= 1 && config.stall.minimum <= config.stall.maximum);
  for (const auto& entry : config.watch) {
    FUZZ_CHECK(!entry.name.empty() && !entry.paths.empty());
    FUZZ_CHECK(entry.paths.size() == entry.path_positions.size());
    FUZZ_CHECK(entry.exclude.size() == entry.exclude_positions.size());
    FUZZ_CHECK(entry.formats.size() == entry.format_positions.size());
    FUZZ_CHECK(std::is_sorted(entry.labels.begin(), entry.labels.end()));
    FUZZ_CHECK(entry.stall.minimum <= entry.stall.maximum);
  }
}

void check_errors(const steptail::base::Errors& errors, const std::string& text) {
  const auto lines =
      std::count(text.begin(), text.end(), '\n') + std::count(text.begin(), text.end(), '\r') + 1;
  FUZZ_CHECK(!errors.empty());
  int last_line = 0;
  for (const auto& error : errors) {
    FUZZ_CHECK(!error.message.empty() && error.message.size() < 2000);
    FUZZ_CHECK(error.message.find('\n') == std::string::npos);
    FUZZ_CHECK(error.line >= last_line && error.line <= lines + 1 && error.column >= 0);
    last_line = error.line;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  auto config = steptail::config::load_config("fuzz.yaml", text);
  if (config) {
    check_config(*config);
  } else {
    check_errors(config.error(), text);
  }
  auto web = steptail::config::load_web_file("fuzz.yaml", text);
  if (web) {
    FUZZ_CHECK(!web->tls || (web->tls->cert.given() && web->tls->key.given()));
  } else {
    check_errors(web.error(), text);
  }
  return 0;
}
