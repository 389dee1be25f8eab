#pragma once

namespace steptail::daemon {

// Lets the heap lie on huge pages, where the system has some to give. With thousands of runs nearly
// every access to memory is the first of its page in a second, and a fifth of the time of a busy
// daemon went into looking up where small pages lie.
//
// Contract: once, before the first thread. From then on all threads share one heap, which keeps
// what it once took. Where it cannot be, and where address space is limited, nothing changes.
// Cost: address space, and at most a huge page of memory more than is used.
void prefer_huge_pages();

}  // namespace steptail::daemon
