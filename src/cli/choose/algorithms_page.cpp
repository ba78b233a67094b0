// Writes the catalogue of docs/algorithms.md.

#include "cli/choose/algorithms_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>
#include <cmath>

#include "cli/values/names.hpp"
#include "cli/values/option_values.hpp"
#include "text/table.hpp"
#include "tutti/engine/agreed_graph.hpp"
#include "tutti/engine/predict.hpp"
#include "tutti/runs_on.hpp"

namespace tutti::cli {
namespace {

constexpr machine usual{};
// 64, 100 and 1000 divide it, and so does every power of two up to 512.
constexpr double bytes = 512000;
constexpr int sizes[] = {64, 100, 1000};
constexpr int most_pieces = 64;
// Runs with more messages than this are skipped.
constexpr double most_messages = 1e6;

constexpr const char* introduction = R"(# The algorithms

Written by `tutti list --markdown > docs/algorithms.md`, not by hand; a test compares the two.

Each collective has two tables. The first says what an algorithm does, whose it is and what it needs. The second holds
its *price*, the closed form that stands in its file, against a run of its text on the embedded engine:

- *rounds* and *bytes*: of the longest chain of messages that wait for each other, by the price; `<=`: an upper bound.
  `tutti verify` proves them for each number of processes that is named, with every root, and for many lengths and layouts.
- *price*: rounds times {} and bytes times {}, and {} for each byte that is combined.
- *run*: when the last process ends, in virtual time, with the same constants, fully connected.
- *run / price*: `1` where they are equal to rounding, never more; less only where the price is a bound. In irregular
  collectives it bounds what blocks of any lengths take; here they are equal.

The collective has {} (as MPI counts them: of the vector, of all blocks, or what one process sends in an alltoall); M is the
number of blocks into which a pipelined algorithm cuts the data: of the powers of two up to {} the one next below the best.
`-`: the algorithm does not take this p; a dash under *run* alone: more messages than this page waits for.
Neighbourhood collectives run on a grid of p processes, each with eight neighbours; their blocks are as long as those of the other
collectives. Of a reduction, *same for* says what does not change how it brackets its operands, and `tutti verify` proves it:
`elements`: the place of an element in the vector, and the number of blocks; `placements`: the nodes of the processes; `ranks`:
operands are always in the order of ranks; `processes`: all have the same result. `TUTTI_REDUCTIONS` [asks for
them](choosing.md#how-reductions-bracket). Shifts, which MPI lacks, as it does the merging allgather, go p/2 processes up.
`tutti predict` does all of it for other sizes, machines and networks.
)";

// A row of prices and runs.
std::vector<std::string> price_and_run(std::string name, const algorithm& a, int p,
                                       const agreed_graph* graph) {
  if (!runs_on(a, p)) return {std::move(name), std::to_string(p), "-", "-", "-", "-", "-", "-"};
  shape s{.p = p, .bytes = a.of == collective::barrier ? 0 : graph ? bytes / p : bytes, .pieces = 1};
  if (graph) s.graph = &graph->facts();
  if (traits(a.of).shifts) s.distance = p / 2;
  if (a.stages)
    s.pieces = static_cast<int>(std::bit_floor(static_cast<unsigned>(best_pieces(a, s, usual, most_pieces))));
  const cost price = a.price(s);
  const double expected = price.seconds(usual);
  const std::string most = a.traits.bound ? "<= " : "";
  std::string run = "-", to_price = "-";
  if (price.rounds * p <= most_messages) {
    predict_options in;
    in.graph = graph;
    const double simulated = predict(a, s, network(usual), in).seconds;
    run = in_seconds(simulated);
    to_price = ratio(simulated, expected);
  }
  return {std::move(name),
          std::to_string(p),
          a.stages ? std::to_string(s.pieces) : "",
          most + in_digits(price.rounds),
          most + in_bytes(price.bytes),
          most + in_seconds(expected),
          run,
          to_price};
}

std::string of_collective(collective c) {
  std::vector<std::string> heads{"algorithm", "what it does", "source", "needs"};
  if (combines(c)) heads.emplace_back("same for");
  table about(heads);
  table costs({"algorithm", ">p", ">M", ">rounds", ">bytes", ">price", ">run", ">run / price"});
  std::vector<agreed_graph> graphs;  // for each p
  for (const int p : sizes)
    if (is_neighbourhood(c)) graphs.emplace_back(usual_graph(p));
  for (const algorithm* a : catalogue(c)) {
    std::string name = fmt::format("`{}`", a->name);
    const char* order = a->traits.in_node_order ? "; through the nodes one after the other" : "";
    std::vector<std::string> row{name, std::string(a->summary) + order, std::string(a->source), needs_of(*a)};
    if (combines(c)) row.push_back(fmt::format("{}", fmt::join(same_for(*a), ", ")));
    about.row(row);
    for (std::size_t k = 0; k < std::size(sizes); ++k)
      costs.row(price_and_run(std::exchange(name, ""), *a, sizes[k], graphs.empty() ? nullptr : &graphs[k]));
  }
  return fmt::format("\n## {}\n\n{}\n{}", name_of(c), about.markdown(), costs.markdown());
}

}  // namespace

std::string ratio(double simulated, double expected) {
  if (std::abs(simulated - expected) <= 1e-9 * std::abs(expected)) return "1";
  return fmt::format("{:.3f}", simulated / expected);
}

std::string algorithms_page() {
  std::string page = fmt::format(introduction, in_seconds(usual.alpha), in_seconds(usual.beta),
                                 in_seconds(usual.gamma), in_bytes(bytes), most_pieces);
  for (int c = 0; c < all_collectives; ++c) page += of_collective(static_cast<collective>(c));
  return page + "\n" + sources_page();
}

}  // namespace tutti::cli
