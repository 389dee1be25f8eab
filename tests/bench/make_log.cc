// make_log KIND BYTES: prints a log of that kind and about that length.

#include <cstdio>
#include <cstdlib>
#include <string>

#include "bench/training_logs.h"

int main(int argc, char** argv) {
  using namespace steptail::bench;
  for (std::size_t kind = 0; argc == 3 && kind < kKindNames.size(); ++kind) {
    if (kKindNames[kind] != argv[1]) continue;
    const auto bytes = static_cast<std::size_t>(std::atoll(argv[2]));
    for (std::size_t written = 0, n = 1; written < bytes; ++n) {
      const std::string lines = report_of(static_cast<Kind>(kind), static_cast<int>(n));
      if (std::fwrite(lines.data(), 1, lines.size(), stdout) != lines.size()) return 1;
      written += lines.size();
    }
    return 0;
  }
  std::fputs("make_log KIND BYTES; kinds:", stderr);
  for (std::string_view name : kKindNames) std::fprintf(stderr, " %s", std::string(name).c_str());
  std::fputs("\n", stderr);
  return 2;
}
