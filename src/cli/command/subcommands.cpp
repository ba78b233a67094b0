// All subcommands, and the text of `tutti --help`.

#include "cli/line/commands.hpp"

namespace tutti::cli {

const char* const introduction =
    "tutti: the collective operations of MPI, done with the best algorithms known.\n\n"
    "  tutti run mpirun -n 64 ./app             serve a program's collectives\n"
    "  tutti who                                find the process that a hanging program waits for\n"
    "  tutti waiting t.json                     tell waiting from moving data, by a trace of tutti run\n"
    "  tutti list bcast                         list the algorithms and their costs\n"
    "  tutti verify bcast --p 1..64             prove an algorithm for p = 1 to 64\n"
    "  tutti predict bcast --p 1000 --bytes 1M  predict the time on a network\n"
    "  tutti bounds bcast --p 1000 --bytes 1M   lower bounds on the time there\n"
    "  tutti replay t.json                      a recorded run with other algorithms or machines\n"
    "  tutti place --graph cart:8x8 --per-node 16\n"
    "                                           place processes on nodes\n"
    "  mpirun -n 4 tutti bench allreduce        measure native and tutti side by side\n"
    "  mpirun -n 4 tutti calibrate -o m.json    measure the cost of messages\n"
    "  tutti plan m.json --p 560 -o plan.json   choose algorithms for that machine, in virtual time\n"
    "  mpirun -n 4 tutti tune -o tuned.json     choose algorithms by measurement\n"
    "  mpirun -n 4 tutti guidelines             find collectives that violate performance guidelines\n"
    "  tutti verdict -o v.html -- mpirun -n 4   defects of the MPI library, with a program in C for each\n"
    "  tutti explain bcast --p 560 --bytes 1M   show which algorithm serves a call, and why\n"
    "  tutti report all.csv                     turn measurements into one HTML page\n"
    "  tutti compare native.json tutti.json     what tutti brought a program, call by call\n"
    "  tutti show bcast.jia --p 11 -o jia.svg   an algorithm as a picture\n"
    "  tutti explore -o explore.html            a page to watch and compare all algorithms\n"
    "  tutti doctor                             check the installation\n\n"
    "Each subcommand has its own --help, with examples.";

void add_subcommands(command& tutti, std::vector<std::string>& arguments) {
  add_run(tutti, arguments);
  add_bench(tutti, arguments);
  add_calibrate(tutti, arguments);
  add_tune(tutti, arguments);
  add_guidelines(tutti, arguments);
  add_verdict(tutti, arguments);
  add_list(tutti);
  add_verify(tutti);
  add_predict(tutti);
  add_bounds(tutti);
  add_place(tutti);
  add_replay(tutti);
  add_plan(tutti);
  add_explain(tutti);
  add_show(tutti);
  add_explore(tutti);
  add_report(tutti);
  add_compare(tutti);
  add_who(tutti);
  add_waiting(tutti);
  add_doctor(tutti);
  add_manual(tutti);
}

}  // namespace tutti::cli
