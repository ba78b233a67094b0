#pragma once

#include "tutti/cxx20.hpp"
#include "tutti/engine/instance.hpp"

namespace tutti {

/// Runs the instance on elements that carry their contributions, and checks
///
/// - the result: each element against the definition of the collective; errors name missing, duplicate,
///   foreign and misplaced contributions;
/// - every byte that is sent, received, copied or combined: no write to read-only memory, no access outside
///   the elements of the buffers and the scratch memory, no conflicting accesses. So the result does not
///   depend on the order of messages (docs/engine.md);
/// - barriers: no process leaves before all have entered, whichever is last;
/// - reductions: all processes bracket alike, unless the algorithm needs an exact operator;
/// - the cost: it equals the algorithm's price, or is at most the price if that is a bound or if nodes differ
///   in size. Rounds are always compared. Bytes, sent and reduced, are compared if all blocks are equally
///   long and a vector divides evenly by `pieces`, by p, and by the largest power of two up to p. If blocks
///   differ in length, lie densely and are not cut into pieces, the bytes must be at most those of the price:
///   it knows only the sum of their lengths and the longest one.
finding prove(const instance& of);

/// Proves that `calls` calls of the instance, 1 to 8, may be active at once on every process, each with its
/// own contributions; their roots are root, root + 1, ... All processes start them in the same order, but at
/// different times, some only after waiting for others, and wait for them in different orders. Checks memory
/// and results as prove() does, and sets only `wrong`.
finding prove_together(const instance& of, int calls);

}  // namespace tutti
