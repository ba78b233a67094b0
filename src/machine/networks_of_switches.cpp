// Networks of switches with several routes between two places: Benes, Clos, dragonfly. Routes are fixed: they
// depend on the destination, so that messages to different places are spread.

#include <algorithm>
#include <stdexcept>

#include "machine/wired.hpp"

namespace tutti {
namespace {

void require(int value, int most, const std::string& what) {
  if (value < 1 || value > most)
    throw std::invalid_argument(what + " from 1 to " + std::to_string(most) + ", not " +
                                std::to_string(value));
}

void require_few(double vertices, const std::string& what) {
  if (vertices > 1 << 22) throw std::invalid_argument(what + " of this size has more than 2^22 vertices");
}

// A Benes network of N = 2^n lines: two Benes networks of N / 2 lines between a first and a last stage.
//
//   0 --+---+---[        ]---+---+-- 0        At level l there are 2^l networks of N / 2^l lines. Their first
//   1 --+   +-+ [ N/2    ] +-+   +-- 1        switches are stage l, their last ones stage 2 n - 2 - l; at
//             | |        | |                  level n - 1 the two are one. Line i of a network is at its
//   2 --+---+-|-[        ] |                  switch i / 2. Output b of switch w of a first stage is line w
//   3 --+   +-|-+        +-|                  of network b of the two inside, and so are the inputs of the
//             +-[ N/2    ]-+                  last stage.
//
class benes_network {
 public:
  explicit benes_network(int n) : n_(n), lines_(1 << n) {}
  [[nodiscard]] int stages() const { return 2 * n_ - 1; }
  [[nodiscard]] int vertices() const { return lines_ + stages() * (lines_ / 2); }

  [[nodiscard]] std::vector<wire> wires() const {
    std::vector<wire> all;
    for (int i = 0; i < lines_; ++i) all.push_back({.from = i, .to = at(0, i / 2)});
    for (int s = 0; s < stages(); ++s)
      for (int w = 0; w < lines_ / 2; ++w)
        for (const int b : {0, 1}) all.push_back({.from = at(s, w), .to = behind(s, w, b)});
    return all;
  }
  /// In the first half, a route takes output bit l of its destination at level l, so it enters the last stage
  /// of this level by the input with the number of the output by which it leaves that stage.
  [[nodiscard]] int next(int v, int to) const {
    if (v < lines_) return at(0, v / 2);
    const int s = (v - lines_) / (lines_ / 2), w = (v - lines_) % (lines_ / 2);
    return behind(s, w, to >> (s < n_ - 1 ? s : stages() - 1 - s) & 1);
  }

 private:
  [[nodiscard]] int at(int stage, int w) const { return lines_ + stage * (lines_ / 2) + w; }
  // The vertex behind output b of switch w of a stage, counted in all networks of its level.
  [[nodiscard]] int behind(int s, int w, int b) const {
    const int level = s < n_ - 1 ? s : stages() - 1 - s;
    const int switches = lines_ >> (level + 1), network = w / switches, here = w % switches;
    if (s < n_ - 1) return at(s + 1, (2 * network + b) * (switches / 2) + here / 2);
    const int line = 2 * here + b;
    return level == 0 ? line : at(s + 1, network / 2 * (2 * switches) + line);
  }

  int n_, lines_;
};

}  // namespace

topology_ptr benes(int dimension) {
  require(dimension, 16, "a Benes network needs a dimension");
  const benes_network network(dimension);
  const int lines = 1 << dimension;
  // Any permutation can be routed at once, so each cut into halves is as wide as the lines of a half.
  return wired({.name = "Benes network of dimension " + std::to_string(dimension),
                .places = lines,
                .vertices = network.vertices(),
                .wires = network.wires(),
                .next = [network](int at, int to) { return network.next(at, to); },
                .routing = "the first half by the bits of the destination, as the second",
                .diameter = 2 * dimension,
                .cut = bisection{lines / 2.0, true}});
}

// Vertices: places, leaf switches, middle switches.
topology_ptr clos(int leaves, int places, int middles) {
  require(leaves, 1 << 20, "a Clos network needs a number of leaf switches");
  require(places, 1 << 20, "a leaf switch of a Clos network needs a number of places");
  require(middles, 1 << 20, "a Clos network needs a number of middle switches");
  const double wires = 2.0 * leaves * (static_cast<double>(places) + middles);
  require_few(wires / 4, "a Clos network");
  const int p = leaves * places, first_middle = p + leaves;
  wiring network{.name = "Clos network of " + std::to_string(leaves) + " x " + std::to_string(places) + ", " +
                         std::to_string(middles) + " middle switches",
                 .places = p,
                 .vertices = first_middle + middles,
                 .next =
                     [=](int at, int to) {
                       const int leaf = p + to / places;
                       if (at < p) return p + at / places;
                       if (at >= first_middle) return leaf;
                       return at == leaf ? to : first_middle + to % middles;
                     },
                 .routing = "to place r by the middle switch r mod " + std::to_string(middles),
                 .diameter = leaves > 1 ? 4
                             : p > 1    ? 2
                                        : 0};
  for (int r = 0; r < p; ++r) {
    network.wires.push_back({.from = r, .to = p + r / places});
    network.wires.push_back({.from = p + r / places, .to = r});
  }
  for (int leaf = p; leaf < first_middle; ++leaf)
    for (int m = first_middle; m < first_middle + middles; ++m) {
      network.wires.push_back({.from = leaf, .to = m});
      network.wires.push_back({.from = m, .to = leaf});
    }
  // Half of the leaf switches are on each side, with the links of their places or to the middle switches,
  // whichever are fewer; of an odd number, one is cut, with its places.
  const int across = leaves / 2 * std::min(places, middles) + (leaves % 2 == 1 ? places / 2 : 0);
  network.cut = bisection{static_cast<double>(across), true};
  return wired(std::move(network));
}

// Vertices: places, then the routers, group by group. Global link k of a group, which router k / global has,
// leads to the k + 1-st group after it, whose link back is groups - 2 - k.
topology_ptr dragonfly(int places, int routers, int global) {
  require(places, 1 << 10, "a router of a dragonfly needs a number of places");
  require(routers, 1 << 10, "a group of a dragonfly needs a number of routers");
  require(global, 1 << 10, "a router of a dragonfly needs a number of links to other groups");
  const double size = static_cast<double>(routers) * global + 1;
  require_few(size * routers * (static_cast<double>(places) + routers + global), "a dragonfly");
  const int groups = routers * global + 1, all = groups * routers, p = all * places;
  const auto link_to = [=](int from, int to) { return (to - from - 1 + groups) % groups; };
  const auto end_of = [=](int from, int to) { return p + from * routers + link_to(from, to) / global; };
  wiring network{.name = "dragonfly of " + std::to_string(groups) + " groups of " + std::to_string(routers) +
                         " x " + std::to_string(places),
                 .places = p,
                 .vertices = p + all,
                 .next =
                     [=](int at, int to) {
                       if (at < p) return p + at / places;
                       const int router = p + to / places, here = (at - p) / routers,
                                 there = (router - p) / routers;
                       if (at == router) return to;
                       if (here == there) return router;
                       const int border = end_of(here, there);
                       return at == border ? end_of(there, here) : border;
                     },
                 .routing = "at most one link between groups",
                 .diameter = routers > 1 ? 5 : 3};
  for (int r = 0; r < p; ++r) {
    network.wires.push_back({.from = r, .to = p + r / places});
    network.wires.push_back({.from = p + r / places, .to = r});
  }
  for (int g = 0; g < groups; ++g) {
    for (int a = 0; a < routers; ++a)
      for (int b = 0; b < routers; ++b)
        if (a != b) network.wires.push_back({.from = p + g * routers + a, .to = p + g * routers + b});
    for (int other = 0; other < groups; ++other)
      if (other != g) network.wires.push_back({.from = end_of(g, other), .to = end_of(other, g)});
  }
  if (p > most_places_with_all_cuts(true)) {  // groups on either side; of an odd number, one is cut
    std::vector<bool> side(static_cast<std::size_t>(network.vertices));
    for (int v = 0; v < network.vertices; ++v)
      side[static_cast<std::size_t>(v)] = (v < p ? v : (v - p) * places) >= p / 2;
    network.cut = bisection{width_of_cut(network.wires, side), false};
  }
  return wired(std::move(network));
}

}  // namespace tutti
