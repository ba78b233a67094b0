// Ways for blocks that travel together: dimension by dimension, digit by digit, and from node to node.
// Source: Traeff, Hunold, "Cartesian collective communication", ICPP 2019 (dimension by dimension); Bruck,
// Ho, Kipnis, Upfal, Weathersby, IEEE TPDS 8(11), 1997 (digits of distances); Selvitopi, Aykanat,
// "Regularizing irregularly sparse point-to-point communications", SC 2019 (general graphs on a grid that
// only serves to combine); Bienz, Gropp, Olson, "Node aware sparse matrix-vector multiplication",
// Journal of Parallel and Distributed Computing, 2019 (by node).

#include "algorithms/neighbours/route_plan.hpp"
#include "tutti/nodes.hpp"
#include "tutti/ranks.hpp"

namespace tutti {

routes::routes(const routing& of, int size, const node_map* nodes) : by_(of.by), size_(size), nodes_(nodes) {
  switch (by_) {
    case routing::kind::none: break;
    case routing::kind::grid:
      for (int weight = size, d = 0;
           d < routing::most_dimensions && of.extent[static_cast<std::size_t>(d)] > 0; ++d) {
        const int n = of.extent[static_cast<std::size_t>(d)];
        weight /= n;
        weight_.push_back(weight);
        width_.push_back(n);
      }
      break;
    case routing::kind::ring:
      for (std::int64_t weight = 1; weight < size; weight *= of.extent[0]) {
        weight_.push_back(static_cast<int>(weight));
        const std::int64_t digits = (size - 1) / weight + 1;
        width_.push_back(digits < of.extent[0] ? static_cast<int>(digits) : of.extent[0]);
      }
      break;
    case routing::kind::nodes: weight_.assign(3, 0), width_.assign(3, 0); break;
  }
}

int routes::coordinate(int phase, int rank) const noexcept {
  const auto k = static_cast<std::size_t>(phase);
  return rank / weight_[k] % width_[k];
}

int routes::step(int phase, int at, int to) const noexcept {
  const auto k = static_cast<std::size_t>(phase);
  if (by_ == routing::kind::ring) return relative_rank(to, at, size_) / weight_[k] % width_[k];
  return relative_rank(coordinate(phase, to), coordinate(phase, at), width_[k]);
}

int routes::moved(int phase, int at, int steps) const noexcept {
  const auto k = static_cast<std::size_t>(phase);
  if (by_ == routing::kind::ring) return ring(at, steps * weight_[k], size_);
  const int here = coordinate(phase, at);
  return at + (ring(here, steps, width_[k]) - here) * weight_[k];
}

// For nodes A and B the process at place (A + B) mod n of each is responsible, in both directions; n is the
// number of processes of its node. Blocks that stay on a node go straight.
int routes::next(int phase, int at, int to) const noexcept {
  if (by_ != routing::kind::nodes) return moved(phase, at, step(phase, at, to));
  const int here = nodes_->node_of(at), there = nodes_->node_of(to);
  if (here == there) return to;
  const auto answers = [&](int node) {
    const auto members = nodes_->members(node);
    return members[static_cast<std::size_t>(here + there) % members.size()];
  };
  return phase == 0 ? answers(here) : phase == 1 ? answers(there) : to;
}

std::vector<route_step> routes::steps(int phase, int at, std::uint64_t taken) const {
  std::vector<route_step> all;
  if (by_ != routing::kind::nodes) {
    const int w = width(phase);
    for (int bit = 1; bit < 64; ++bit) {
      if ((taken >> static_cast<unsigned>(bit) & 1U) == 0) continue;
      const int z = w <= 64 || bit < 32 ? bit : w - (64 - bit);
      all.push_back({moved(phase, at, z), moved(phase, at, -z)});
    }
    return all;
  }
  const int here = nodes_->node_of(at), place = nodes_->place_of(at);
  if (phase != 1) {
    const auto members = nodes_->members(here);
    const int n = static_cast<int>(members.size());
    for (int z = 1; z < n; ++z)
      all.push_back({members[static_cast<std::size_t>(ring(place, z, n))],
                     members[static_cast<std::size_t>(ring(place, -z, n))]});
    return all;
  }
  // The other nodes for which this process is responsible: in step z, those z nodes above and below.
  const int n = nodes_->nodes();
  const auto answers_for = [&](int there) {
    const auto own = nodes_->members(here), other = nodes_->members(there);
    const auto sum = static_cast<std::size_t>(here + there);
    return own[sum % own.size()] == at ? other[sum % other.size()] : nobody;
  };
  for (int z = 1; z < n; ++z) {
    const route_step one{answers_for(ring(here, z, n)), answers_for(ring(here, -z, n))};
    if (one.to != nobody || one.from != nobody) all.push_back(one);
  }
  return all;
}

}  // namespace tutti
