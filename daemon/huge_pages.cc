#include "daemon/huge_pages.h"

#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <limits>

namespace steptail::daemon {
namespace {

constexpr int kReservedBytes = 1 << 30;
constexpr int kLargestBytes = 32 << 20;  // what is larger has pages of its own

bool is_limited(decltype(RLIMIT_AS) what) {
  rlimit limit{};
  return ::getrlimit(what, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY;
}

char* end_of_heap() { return static_cast<char*>(::sbrk(0)); }

}  // namespace

void prefer_huge_pages() {
  if (is_limited(RLIMIT_AS) || is_limited(RLIMIT_DATA)) return;
  // Heaps of other threads lie elsewhere and grow in small steps.
  ::mallopt(M_ARENA_MAX, 1);
  ::mallopt(M_MMAP_THRESHOLD, kLargestBytes);
  // What is reserved looks like something to give back.
  ::mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
  ::mallopt(M_TOP_PAD, kReservedBytes);
  char* begin = end_of_heap();
  // Makes the heap grow. None of it is touched, so no memory is taken; volatile, or the compiler
  // leaves both calls out.
  void* volatile grown = std::malloc(kLargestBytes / 2);  // NOLINT(*-no-malloc)
  std::free(grown);                                       // NOLINT(*-no-malloc)
  ::mallopt(M_TOP_PAD, kLargestBytes);
  char* end = end_of_heap();
  if (begin < end) ::madvise(begin, static_cast<std::size_t>(end - begin), MADV_HUGEPAGE);
}

}  // namespace steptail::daemon
