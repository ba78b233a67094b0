#include "measure/communicators.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <numeric>
#include <random>
#include <utility>

#include "measure/experiment.hpp"

namespace tutti::measure {
namespace {

// node 0: 0 1 2, node 1: 3 4  ->  0 3 1 4 2
std::vector<int> in_turn(const node_map& world) {
  if (world.nodes() < 2) throw not_possible("cyclic: there is one node, on which it is the same as world");
  std::vector<int> all;
  for (int place = 0; place < world.per_node(); ++place)
    for (int node = 0; node < world.nodes(); ++node)
      if (const auto on_node = world.members(node); place < static_cast<int>(on_node.size()))
        all.push_back(on_node[static_cast<std::size_t>(place)]);
  return all;
}

// Gives the same order on every machine, unlike std::shuffle.
void shuffle(std::vector<int>& all) {
  std::mt19937_64 random(1);
  for (std::size_t n = all.size(); n > 1; --n) std::swap(all[n - 1], all[random() % n]);
}

}  // namespace

int size_on(std::string_view communicator, int p) noexcept {
  return communicator == "half" ? (p + 1) / 2 : p;
}

std::vector<int> members_of(std::string_view communicator, const node_map& world) {
  if (communicator == "cyclic") return in_turn(world);
  std::vector<int> all(static_cast<std::size_t>(size_on(communicator, world.processes())));
  std::iota(all.begin(), all.end(), 0);
  if (communicator == "world") return all;
  if (communicator == "half") {
    if (world.processes() < 2) throw not_possible("half: there is one process");
    for (int& rank : all) rank *= 2;
  } else if (communicator == "random") {
    shuffle(all);
  } else {
    throw not_possible(fmt::format("there is no communicator called {}; choose from {}", communicator,
                                   fmt::join(communicator_names, " ")));
  }
  return all;
}

node_map nodes_of(const std::vector<int>& members, const node_map& world) {
  std::vector<int> nodes;
  for (const int rank : members) nodes.push_back(world.node_of(rank));
  return node_map(nodes);
}

}  // namespace tutti::measure
