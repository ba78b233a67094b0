#include "mpi/requests/posted_program.hpp"

#include "mpi/communicators/call_order.hpp"
#include "mpi/transport/blocking_process.hpp"

namespace tutti::mpi {

void run_now(communicator& c, posted_program::text program, void* argument) {
  if (!may_block(c)) {
    posted_program posted(c, program, argument);
    wait_for(posted);
    return;
  }
  blocking_process self(c.via, c.offset());
  self.run(program(self, argument));
  check(self.failed());
}

}  // namespace tutti::mpi
