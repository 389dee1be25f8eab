#pragma once

#include <cstddef>
#include <cstdint>

#include "tail/follower.h"
#include "tail/lineage.h"
#include "tail/siblings.h"

namespace steptail::tail {

// The file at `index` of the lineage, looked at just now, is not what was read of it any more. Lets
// its segment begin anew at 0. Copies that copytruncate made meanwhile are placed before it: the
// one that holds what was read goes on where reading stopped, under the same number; later ones, if
// it was truncated several times, are read whole. What was seen and is in none of them is lost.
// Thread: the loop's. Blocking: searches the directory. Errors: it cannot be searched now; nothing
// was done.
[[nodiscard]] base::Result<void> restart(Lineage& lineage, const Siblings& siblings,
                                         std::size_t index, Restart reason);

// The file of the segment at `index` is nowhere. Where copytruncate copied it away before, it goes
// on in the copy, from where reading stopped. False: there is no copy. Errors: as above.
[[nodiscard]] base::Result<bool> go_on_in_copy(Lineage& lineage, const Siblings& siblings,
                                               std::size_t index);

// The segment, going on in the file that has all that was read of it: under its number, as a copy.
[[nodiscard]] Segment continued_in(Sibling& copy, const Segment& segment);

}  // namespace steptail::tail
