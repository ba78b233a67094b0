// The program that `tutti bench` and similar commands start on MPI. Process 0 reads contests from standard
// input, a line of JSON each, and answers with a line on standard output: see measure/remote_testbed.hpp. Not
// meant to be started by hand.

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "bench/contest_runner.hpp"
#include "bench/factors.hpp"
#include "measure/remote_testbed.hpp"
#include "text/json_text.hpp"

namespace {

using json = nlohmann::ordered_json;
using namespace tutti::bench;
namespace measure = tutti::measure;

void say(const json& what) {
  const std::string line = measure::answer_prefix + tutti::json_text(what) + "\n";
  std::fwrite(line.data(), 1, line.size(), stdout);
  std::fflush(stdout);
}

// Reads the next line, for all processes; false at the end of the input.
bool next_line(std::string& line, int rank, MPI_Comm comm) {
  long long length = -1;
  if (rank == 0 && std::getline(std::cin, line)) length = static_cast<long long>(line.size());
  check(PMPI_Bcast(&length, 1, MPI_LONG_LONG, 0, comm), "the order");
  if (length < 0) return false;
  line.resize(static_cast<std::size_t>(length));
  check(PMPI_Bcast(line.data(), static_cast<int>(length), MPI_CHAR, 0, comm), "the order");
  return true;
}

json as_json(const contest_runner::outcome& o) {
  json samples = json::array();
  for (const contest_runner::sample& s : o.samples)
    samples.push_back(json::array({s.prepared_experiment, s.seconds, s.fastest, s.span, s.skew}));
  return {{"samples", samples}, {"algorithms", o.algorithms}, {"right", o.right}};
}

void serve(int rank) {
  const tutti::node_map nodes = find_nodes();
  contest_runner on(nodes);
  const json factors = find_factors(nodes, on.clock());
  if (rank == 0) say(factors);
  for (std::string line; next_line(line, rank, on.comm());) {
    const json order = json::parse(line);
    if (order.contains("library")) {
      const measure::own_algorithms& own = on.own();
      if (rank == 0) say(json(own));
      continue;
    }
    const contest_runner::outcome o =
        on.run(order.at("contest").get<measure::contest>(), order.at("policy").get<measure::policy>());
    if (rank == 0) say(as_json(o));
  }
}

}  // namespace

int main(int argc, char** argv) {
  // The choice for all calls but the first ones is measured.
  constexpr int overwrite = 0;
  setenv("TUTTI_SIMULATE_AFTER", "0", overwrite);
  MPI_Init(&argc, &argv);
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  try {
    serve(rank);
  } catch (const std::exception& e) {
    say(json{{"error", "process " + std::to_string(rank) + ": " + e.what()}});
    PMPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
}
