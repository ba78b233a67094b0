// Topologies: their links and the routes of messages.

#include <algorithm>
#include <functional>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "machine/bisection.hpp"
#include "machine/capacity.hpp"
#include "tutti/machine/network.hpp"
#include "tutti/ranks.hpp"

namespace tutti {
namespace {

constexpr long long most_places = 1LL << 30;

void require_size(long long n, const std::string& what) {
  if (n < 1 || n > most_places)
    throw std::invalid_argument(what + " needs a size between 1 and 2^30, not " + std::to_string(n));
}

class full final : public topology {
 public:
  explicit full(int p) : p_(p) {}
  int places() const override { return p_; }
  int links() const override { return 0; }
  long long wires() const override { return static_cast<long long>(p_) * (p_ - 1); }
  int degree() const override { return p_ - 1; }
  void route(int, int, std::vector<int>&) const override {}
  std::string routing() const override { return "direct"; }
  int diameter() const override { return p_ > 1; }
  double bisection_width() const override { return static_cast<double>(p_ / 2) * (p_ - p_ / 2); }
  std::string name() const override { return "full " + std::to_string(p_); }

 private:
  int p_;
};

// Meshes and tori. Place = (x_0, ..., x_{d-1}), the last coordinate varying fastest. Each place has one link
// up and one link down in each dimension: link (place * d + dimension) * 2 + (down ? 1 : 0).
class grid final : public topology {
 public:
  grid(std::vector<int> dimensions, bool wraps, std::string name)
      : n_(std::move(dimensions)), stride_(n_.size()), wraps_(wraps), name_(std::move(name)) {
    long long places = 1;
    for (std::size_t k = n_.size(); k-- > 0;) {
      require_size(n_[k], name_);
      stride_[k] = static_cast<int>(places);
      places *= n_[k];
      require_size(places, name_);
    }
    require_size(2 * places * static_cast<long long>(n_.size()), name_);
    places_ = static_cast<int>(places);
  }
  int places() const override { return places_; }
  int links() const override { return 2 * places_ * static_cast<int>(n_.size()); }
  long long wires() const override {
    long long all = 0;
    for (const int n : n_) all += (wraps_ && n > 2 ? 2LL * n : 2LL * (n - 1)) * (places_ / n);
    return all;
  }
  int degree() const override {
    int d = 0;
    for (const int n : n_) d += std::min(n - 1, 2);
    return d;
  }
  std::string routing() const override {
    return n_.size() > 1 ? "dimension by dimension, the last one first" : "the shorter way";
  }
  void route(int from, int to, std::vector<int>& links) const override {
    int at = from;
    for (std::size_t k = n_.size(); k-- > 0;) {
      const int a = from / stride_[k] % n_[k], b = to / stride_[k] % n_[k];
      const int ahead = b >= a ? b - a : b - a + n_[k];
      const bool down = wraps_ ? 2 * ahead > n_[k] : b < a;
      int x = a;
      while (x != b) {
        links.push_back((at * static_cast<int>(n_.size()) + static_cast<int>(k)) * 2 + (down ? 1 : 0));
        const int next = ring(x, down ? -1 : 1, n_[k]);
        at += (next - x) * stride_[k];
        x = next;
      }
    }
  }

  int diameter() const override {
    int d = 0;
    for (const int n : n_) d += wraps_ ? n / 2 : n - 1;
    return d;
  }
  // Cuts across one dimension. If that dimension is odd, its middle slab must be cut too, across another
  // dimension, and so on. Cutting across the longest dimension first is best for meshes (Efe, Feng 2007) and
  // for tori of rings (Arjona, Fernandez Anta 2013). A torus whose dimensions of 2 have one link, not two,
  // may be cut across these first.
  double bisection_width() const override {
    std::vector<int> n = n_;
    std::ranges::sort(n);
    double least = std::numeric_limits<double>::infinity();
    do {
      double width = 0, rest = places_;
      for (const int k : n) {
        if (k == 1) continue;
        rest /= k;
        width += rest * (wraps_ && k > 2 ? 2 : 1);
        if (k % 2 == 0) break;
      }
      least = std::min(least, width);
    } while (std::ranges::next_permutation(n).found);
    return least;
  }
  // Up to that number of places, the tests have compared all cuts.
  bool bisection_is_exact() const override {
    return !wraps_ || std::ranges::find(n_, 2) == n_.end() || std::ranges::max(n_) == 2 ||
           places_ <= most_places_with_all_cuts(false);
  }
  std::string name() const override {
    std::string text = name_;
    for (std::size_t k = 0; k < n_.size(); ++k) text += (k == 0 ? " " : " x ") + std::to_string(n_[k]);
    return text;
  }

 private:
  std::vector<int> n_, stride_;
  bool wraps_;
  std::string name_;
  int places_ = 1;
};

// Link place * d + k goes from a place to the place that differs in bit k.
class cube final : public topology {
 public:
  explicit cube(int dimension) : d_(dimension) {}
  int places() const override { return 1 << d_; }
  int links() const override { return d_ << d_; }
  int degree() const override { return d_; }
  std::string routing() const override { return "the lowest differing bit first"; }
  void route(int from, int to, std::vector<int>& links) const override {
    int at = from;
    for (int k = 0; k < d_; ++k)
      if (((from ^ to) >> k & 1) != 0) {
        links.push_back(at * d_ + k);
        at ^= 1 << k;
      }
  }
  int diameter() const override { return d_; }
  double bisection_width() const override { return d_ == 0 ? 0 : 1 << (d_ - 1); }
  std::string name() const override { return "hypercube of dimension " + std::to_string(d_); }

 private:
  int d_;
};

// Vertices p .. 2p - 1 of the heap 1 .. 2p - 1, its leaves, are the places; the others are switches. Link 2 v
// goes from v up to its parent, link 2 v + 1 from the parent down to v.
class binary_switches final : public topology {
 public:
  explicit binary_switches(int p) : p_(p) {}
  int places() const override { return p_; }
  int vertices() const override { return 2 * p_ - 1; }
  int links() const override { return p_ > 1 ? 4 * p_ : 0; }
  long long wires() const override { return 4LL * (p_ - 1); }
  int degree() const override { return p_ == 1 ? 0 : p_ == 2 ? 2 : 3; }
  std::string routing() const override { return "up to the common switch, and down"; }
  void route(int from, int to, std::vector<int>& links) const override {
    int u = from + p_, v = to + p_;
    int climbs = 0;
    for (; u != v; u /= 2, v /= 2, ++climbs) links.push_back(2 * u);
    v = to + p_;
    for (int k = climbs; k-- > 0;) links.push_back(2 * (v >> k) + 1);
  }
  int diameter() const override { return 2 * ceil_log2(p_); }
  double bisection_width() const override { return p_ > 1; }
  std::string name() const override { return "tree of switches over " + std::to_string(p_); }

 private:
  int p_;
};

// Groups of places with shared links: the traffic with other groups goes over one link out (2 group) and one
// link in (2 group + 1). With `wired`, each place also has its own link to its group's switch, and one back.
// With `memory`, all messages within a group share one link. With `leaves`, messages between groups at
// different switches take one link up (2 switch) and one link down (2 switch + 1).
class two_level final : public topology {
 public:
  two_level(int groups, int places, double capacity, bool wired, double memory, leaf_switches leaves,
            std::string name)
      : groups_(groups),
        each_(places),
        capacity_(capacity),
        wired_(wired),
        memory_(memory),
        leaves_(leaves),
        name_(std::move(name)) {}
  int places() const override { return groups_ * each_; }
  int vertices() const override {
    return places() + (wired_ ? groups_ : 0) + switches() + (groups_ > 1 ? 1 : 0);
  }
  int links() const override { return first_uplink() + 2 * switches(); }
  int degree() const override {
    const int at_top = switches() > 1 ? switches() : groups_;
    const int below = wired_ ? each_ : leaves_.nodes;
    return groups_ > 1 ? std::max(at_top, below + 1) : wired_ ? each_ : 0;
  }
  std::string routing() const override { return "up to the common switch, and down"; }
  void route(int from, int to, std::vector<int>& links) const override {
    if (from == to) return;
    const int a = from / each_, b = to / each_;
    if (a == b && memory_ > 0) return links.push_back(2 * groups_ + a);
    if (wired_) links.push_back(2 * groups_ + 2 * from);
    if (a != b) {
      links.push_back(2 * a);
      if (const int up = switch_of(a), down = switch_of(b); up != down) {
        links.push_back(first_uplink() + 2 * up);
        links.push_back(first_uplink() + 2 * down + 1);
      }
      links.push_back(2 * b + 1);
    }
    if (wired_) links.push_back(2 * groups_ + 2 * to + 1);
  }
  double capacity(int link) const override {
    if (link < 2 * groups_) return capacity_;
    if (link >= first_uplink()) return leaves_.uplinks;
    return wired_ ? 1 : memory_;
  }
  int diameter() const override {
    return (wired_ && each_ * groups_ > 1 ? 2 : 0) + (groups_ > 1 ? 2 : 0) + (switches() > 1 ? 2 : 0);
  }
  // If the number of groups of a cluster is odd, each half has a part of one group, whose links count, too.
  // Leaf switches with different numbers of nodes do not make halves.
  double bisection_width() const override {
    if (groups_ == 1) return each_ / 2;
    if (wired_) return std::min(width_of(places() / 2), width_of(places() - places() / 2));
    double width = (groups_ + 1) / 2 * capacity_;
    if (switches() > 1 && groups_ % leaves_.nodes == 0)
      width = std::min(width, (switches() + 1) / 2 * leaves_.uplinks);
    return width;
  }
  std::string name() const override { return name_; }
  int places_per_node() const override { return each_; }
  bool is_cluster() const override { return !wired_; }
  double memory_lanes() const override { return memory_; }
  leaf_switches leaves() const override { return leaves_; }

 private:
  // The smallest cut of a fat tree between n places and the others; the top switch is on the side of the
  // others. To separate x places of a group, cut either their own links, or the links of the group's other
  // places and its links to the top switch. The lesser of the two is concave in x, so the n places are whole
  // groups and a part of one.
  double width_of(int n) const {
    const auto of_group = [this](int x) { return std::min<double>(x, each_ - x + capacity_); };
    return n / each_ * of_group(each_) + of_group(n % each_);
  }
  int switches() const { return leaves_.nodes > 0 ? (groups_ + leaves_.nodes - 1) / leaves_.nodes : 0; }
  int switch_of(int group) const { return leaves_.nodes > 0 ? group / leaves_.nodes : 0; }
  int first_uplink() const { return 2 * groups_ + (wired_ ? 2 * places() : 0) + (memory_ > 0 ? groups_ : 0); }

  int groups_, each_;
  double capacity_;
  bool wired_;
  double memory_;
  leaf_switches leaves_;
  std::string name_;
};

}  // namespace

topology_ptr fully_connected(int p) {
  require_size(p, "a fully connected network");
  return std::make_shared<full>(p);
}
topology_ptr linear_array(int p) {
  return std::make_shared<grid>(std::vector<int>{p}, false, "linear array");
}
topology_ptr ring_of(int p) { return std::make_shared<grid>(std::vector<int>{p}, true, "ring"); }

topology_ptr mesh(std::vector<int> dimensions) {
  if (dimensions.empty()) throw std::invalid_argument("a mesh needs at least one dimension");
  return std::make_shared<grid>(std::move(dimensions), false, "mesh");
}
topology_ptr torus(std::vector<int> dimensions) {
  if (dimensions.empty()) throw std::invalid_argument("a torus needs at least one dimension");
  return std::make_shared<grid>(std::move(dimensions), true, "torus");
}
topology_ptr hypercube(int dimension) {
  if (dimension < 0 || dimension > 24)
    throw std::invalid_argument("a hypercube needs a dimension between 0 and 24, not " +
                                std::to_string(dimension));
  return std::make_shared<cube>(dimension);
}
topology_ptr switch_tree(int p) {
  require_size(p, "a tree of switches");
  if (!is_power_of_two(p) || p > 1 << 28)
    throw std::invalid_argument("a balanced tree of switches needs a power of two of places, not " +
                                std::to_string(p));
  return std::make_shared<binary_switches>(p);
}
topology_ptr fat_tree(int leaves, int places, double uplinks) {
  require_size(leaves, "a fat tree");
  require_size(places, "a leaf switch of a fat tree");
  require_size(4LL * leaves * places, "a fat tree");
  require_capacity(uplinks, "the uplinks of a leaf switch");
  return std::make_shared<two_level>(
      leaves, places, uplinks, true, 0, leaf_switches{},
      "fat tree of " + std::to_string(leaves) + " x " + std::to_string(places));
}
topology_ptr cluster(int nodes, int places, double lanes, double memory, leaf_switches leaves) {
  require_size(nodes, "a cluster");
  require_size(places, "a node of a cluster");
  require_size(2LL * nodes * places, "a cluster");
  require_capacity(lanes, "the lanes of a node");
  if (memory != 0) require_capacity(memory, memory_of_node);
  if (leaves.nodes != 0) {
    require_size(leaves.nodes, "a leaf switch of a cluster");
    require_capacity(leaves.uplinks, "the uplinks of a leaf switch");
  }
  std::string name = "cluster of " + std::to_string(nodes) + " x " + std::to_string(places);
  if (leaves.nodes > 0) name += ", " + std::to_string(leaves.nodes) + " nodes at a switch";
  return std::make_shared<two_level>(nodes, places, lanes, false, memory, leaves, std::move(name));
}

}  // namespace tutti
