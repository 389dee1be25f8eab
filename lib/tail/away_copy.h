#pragma once

#include "tail/lineage.h"
#include "tail/siblings.h"

namespace steptail::tail {

// Is the sibling a copy of a file of this path that was read to its end, or that is read away from
// the path? Somebody may have copied a log aside, before or after it was rotated. Few bytes are no
// evidence, every run begins with the same banner; so all that both hold is compared, a line at
// least. What is known to be a copy joins what is done with. (A copy of the file at the path may be
// copytruncate's, and hold more than that by now: it is restart()'s to find.)
// Thread: the loop's. Blocking: reads both, and searches for the file where it was closed.
[[nodiscard]] bool is_copy_of_away(Lineage& lineage, const Siblings& siblings, Sibling& sibling);

}  // namespace steptail::tail
