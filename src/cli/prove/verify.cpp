// tutti verify: prove algorithms in virtual time.

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "cli/line/commands.hpp"
#include "cli/line/usage_error.hpp"
#include "cli/prove/verification.hpp"
#include "cli/values/graphs.hpp"
#include "cli/values/names.hpp"
#include "cli/values/option_values.hpp"
#include "cli/values/problems.hpp"
#include "tutti/engine/cases.hpp"

namespace tutti::cli {
namespace {

constexpr const char* help =
    "Proves algorithms on the embedded engine, no MPI needed. Each case runs on elements that carry their\n"
    "contributions, so that one that is missing, duplicated, foreign or out of order is found and named;\n"
    "rounds and bytes are compared with the cost in the catalogue, and memory that must not be written\n"
    "must be unchanged. The cases: all p and roots of the ranges, divisible and indivisible lengths, in\n"
    "place or not, elements in several layouts, irregular counts (random, zero, one giant), and numbers\n"
    "of blocks M. Every accessed byte is checked, no process may leave a barrier early, and the result\n"
    "holds for every schedule: docs/engine.md. With --outstanding K each case is K calls at once on every\n"
    "process, as non-blocking collectives are: started at different times, some after others have\n"
    "completed, and completed in different orders; their combined cost is not compared.\n"
    "Reductions bracket as their entries declare: each element alike, on all nodes, in rank order. A\n"
    "property that holds and is not declared is named, and is no failure. The last line is\n"
    "\"N passed, M failed\"; the exit status is 1 if any failed.\n\n"
    "  tutti verify                             all algorithms, p = 1..16, all roots\n"
    "  tutti verify bcast --p 1..64 --jobs 2    one collective, on two cores\n"
    "  tutti verify bcast.circulant --p 17,1000..1004 --roots some --pieces 1,5\n"
    "  tutti verify gatherv --p 1..32 --problem spikes,two_blocks --block 100 --seed 7\n"
    "  tutti verify --outstanding 3             three calls at once\n"
    "  tutti verify neighbor_alltoall --graph moore:8x8:1\n";

struct options {
  std::string what, p, from = "all", pieces, ports, jobs = "1", outstanding = "1";
  std::vector<std::string> graphs;
  problem_options problems;
};

constexpr int largest_p = 65536, most_together = 8;

roots roots_from(const std::string& text) {
  if (text == "all") return roots::all;
  if (text == "some") return roots::some;
  if (text == "first") return roots::first;
  throw usage_error("--roots {}: expected all, some or first", text);
}

std::vector<int> processes_of(const options& o) {
  if (o.graphs.empty()) return number_ranges("--p", o.p.empty() ? "1..16" : o.p, 1, largest_p);
  if (!o.p.empty())
    throw usage_error("expected --p or --graph, not both: a graph has its own number of processes");
  std::vector<int> all;
  for (const std::string& text : o.graphs)
    if (const int p = graph_from(text).p(); std::ranges::find(all, p) == all.end()) all.push_back(p);
  return all;
}

case_range range_of(const options& o) {
  case_range range{.p = processes_of(o), .from = roots_from(o.from), .graphs = o.graphs};
  if (!o.pieces.empty()) {
    range.pieces = number_ranges("--pieces", o.pieces, 1, largest_p);
    range.more_pieces.clear();
  }
  if (!o.ports.empty()) range.ports = number_ranges("--ports", o.ports, 1, largest_p);
  for (const int p : range.p) problems_from(o.problems, p);  // reports errors before the first case
  if (o.problems.asked())
    range.counts = [&o](int p) {
      std::vector<std::vector<int>> all;
      for (irregular_problem& one : problems_from(o.problems, p)) all.push_back(std::move(one.counts));
      return all;
    };
  return range;
}

std::vector<const algorithm*> algorithms_to_prove(const options& o) {
  std::vector<const algorithm*> all = find_algorithms(o.what);
  if (!o.graphs.empty()) std::erase_if(all, [](const algorithm* a) { return !is_neighbourhood(a->of); });
  if (all.empty())
    throw usage_error("--graph: expected a neighbourhood collective, such as neighbor_alltoall");
  if (o.problems.asked()) {
    if (!o.what.empty()) require_irregular(all[0]->of, o.problems);
    std::erase_if(all, [](const algorithm* a) { return !is_irregular(a->of); });
  }
  return all;
}

void verify(const options& o) {
  const case_range range = range_of(o);
  const int jobs = whole_number("--jobs", o.jobs, 1, 1024);
  const std::vector<const algorithm*> of = algorithms_to_prove(o);
  const verified v =
      run_cases(of, range, whole_number("--outstanding", o.outstanding, 1, most_together), jobs);
  // A check that ran nothing has proved nothing: it fails.
  if (v.passed + v.failed == 0)
    fmt::print("no case: {} needs {}\n", o.what.empty() ? "every algorithm" : o.what, needs_of(*of[0]));
  for (const std::string& s : v.undeclared) fmt::print("not declared: {}\n", s);
  if (!v.unsaid.empty()) fmt::print("failed cases not shown: {}\n", v.unsaid);
  fmt::print("{} passed, {} failed\n", v.passed, v.failed);
  if (v.failed > 0 || v.passed == 0) throw exit_status{1};
}

}  // namespace

void add_verify(command& tutti) {
  command sub =
      tutti.add_subcommand("verify",
                           "prove algorithms for each number of processes that is named, with every "
                           "root, and for many lengths and layouts",
                           help + problem_help());
  const auto o = std::make_shared<options>();
  sub.add_option("what", o->what, "COLLECTIVE[.ALGORITHM]",
                 "a collective (bcast) or an algorithm (bcast.chain); default: all");
  sub.add_option("--p", o->p, "RANGE", "processes: 7, 1..64, 1..8,16; default 1..16, or those of --graph");
  sub.add_option("--roots", o->from, "WHICH", "all, some (first, middle, last) or first; default all");
  sub.add_option("--pieces,--blocks", o->pieces, "RANGE",
                 "numbers of blocks M of pipelined algorithms; default 1,2,3,4,6, and one of 9, 10, 17 and "
                 "33 for each p");
  sub.add_option("--ports", o->ports, "RANGE",
                 "ports of the machine, for algorithms that use them; default 1,2,3,4,6,9");
  sub.add_option("--graph", o->graphs, "GRAPH", graph_option_help());
  add_problem_options(sub, o->problems);
  sub.add_option("--outstanding", o->outstanding, "K", "concurrent calls on each process, 1 to 8; default 1");
  sub.add_option("--jobs", o->jobs, "N", "number of cores; default 1");
  sub.callback([o] { verify(*o); });
}

}  // namespace tutti::cli
