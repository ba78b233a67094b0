// The subcommands of the quick build, for scripts/demo.

#include "cli/line/commands.hpp"

namespace tutti::cli {

const char* const introduction =
    "tutti: the collective operations of MPI, done with the best algorithms known.\n\n"
    "  tutti run mpirun -n 64 ./app             serve a program's collectives\n"
    "  tutti list bcast                         list the algorithms and their costs\n\n"
    "This is the quick build of scripts/demo. The full one, by README.md, also proves, draws, predicts,\n"
    "measures and tunes.";

void add_subcommands(command& tutti, std::vector<std::string>& arguments) {
  add_run(tutti, arguments);
  add_list(tutti);
}

}  // namespace tutti::cli
