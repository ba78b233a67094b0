#include "mpi/progress/yielding.hpp"

#include <sched.h>

namespace tutti::mpi {

constinit yielding yields;

void yielding::yield(bool crowded) noexcept {
  if (crowded || too_many_wait()) {
    sched_yield();
    return;
  }
  const clock::time_point begin = clock::now();
  if (!allowed(begin)) return;
  sched_yield();
  note(begin, clock::now());
}

}  // namespace tutti::mpi
