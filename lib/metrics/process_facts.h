#pragma once

#include <cstddef>

#include "base/file_system.h"
#include "metrics/page.h"

namespace steptail::metrics {

// Fills what /proc says about this process (process_* of the page); what cannot be read or makes no
// sense becomes nullopt. The rest of `facts` is left alone.
// `ticks_per_second`: the unit of CPU times in /proc, 100 on every Linux that is built today.
// Thread: any, as far as `fs` allows it. Blocking: reads of /proc, which never wait for a disk.
void read_process_facts(base::FileSystem& fs, ProcessFacts& facts, double ticks_per_second = 100);

}  // namespace steptail::metrics
