#include "daemon/huge_pages.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <thread>

namespace steptail::daemon {
namespace {

// What the system says of the mapping that holds this address: its flags, two letters each.
std::string flags_at(const void* address) {
  const auto wanted = reinterpret_cast<std::uintptr_t>(address);
  std::ifstream mappings("/proc/self/smaps");
  bool holds = false;
  for (std::string line; std::getline(mappings, line);) {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    char dash = 0;
    if (std::istringstream head(line); head >> std::hex >> begin >> dash >> end && dash == '-') {
      holds = begin <= wanted && wanted < end;
    }
    if (holds && line.starts_with("VmFlags:")) return line;
  }
  return {};
}

TEST(HugePages, AreWantedForWhatEveryThreadAllocates) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers have a heap of their own";
#endif
  if (!std::ifstream("/sys/kernel/mm/transparent_hugepage/enabled")) {
    GTEST_SKIP() << "the system has no huge pages to give";
  }
  prefer_huge_pages();
  constexpr std::size_t kLarge = 8 << 20;
  auto here = std::make_unique<char[]>(kLarge);
  std::unique_ptr<char[]> there;
  std::thread([&] { there = std::make_unique<char[]>(kLarge); }).join();
  // Their beginning may lie in what the heap had before.
  for (const char* bytes : {here.get(), there.get()}) {
    const std::string flags = flags_at(bytes + kLarge - 1);
    EXPECT_NE(flags.find(" hg"), std::string::npos) << flags;
  }
}

}  // namespace
}  // namespace steptail::daemon
