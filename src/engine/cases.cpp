#include "tutti/engine/cases.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>

#include "engine/watch.hpp"
#include "tutti/engine/agreed_graph.hpp"
#include "tutti/nodes.hpp"
#include "tutti/runs_on.hpp"

namespace tutti {
namespace {

enum class kind { same, random, sparse, giant, increasing, uneven };

// All variations are stored, each with its lengths.
void require_few_blocks(int p, std::size_t blocks) {
  constexpr std::size_t most = std::size_t{1} << 22U;
  if (blocks > most)
    throw too_large_proof("too large a proof: " + std::to_string(p) + " processes have " +
                          std::to_string(blocks) + " blocks of different lengths, expected at most " +
                          std::to_string(most));
}

std::vector<int> counts_of(kind k, std::size_t n, std::mt19937& random) {
  std::vector<int> c(n);
  for (std::size_t i = 0; i < c.size(); ++i) switch (k) {
      case kind::same: c[i] = 3; break;
      case kind::random: c[i] = static_cast<int>(random() % 6); break;
      case kind::sparse: c[i] = random() % 4 == 0 ? 2 : 0; break;
      case kind::giant: c[i] = i == c.size() / 2 ? 20 : 0; break;
      case kind::increasing: c[i] = static_cast<int>(i % 7); break;
      case kind::uneven: c[i] = i == c.size() / 2 ? 60 : 1; break;
    }
  return c;
}

// The node of each process, for each placement to try: no nodes; one node; 2, 3, 4 and 8 processes per node
// (fewer on the last one); 1, 2, 3, ... processes per node; all but the last process on one node; ranks dealt
// out to nodes round robin; ranks at random; pairs of random ranks.
std::vector<std::vector<int>> placements(const algorithm& of, int p) {
  std::vector<std::vector<int>> all(1);
  if (!(of.needs.nodes || of.traits.in_node_order) || p < 2) return all;
  const auto add = [&](auto node_of) {
    std::vector<int> nodes(static_cast<std::size_t>(p));
    for (int r = 0; r < p; ++r) nodes[static_cast<std::size_t>(r)] = node_of(r);
    if (std::ranges::find(all, nodes) == all.end()) all.push_back(std::move(nodes));
  };
  add([](int) { return 0; });
  for (const int n : {2, 3, 4, 8})
    if (n < p) add([n](int r) { return r / n; });
  add([](int r) { return static_cast<int>((std::sqrt(8.0 * r + 1) - 1) / 2); });
  add([p](int r) { return r < p - 1 ? 0 : 1; });
  if (of.needs.consecutive) return all;
  for (const int n : {2, 3, 4})
    if (n < p) add([n](int r) { return r % n; });
  std::mt19937 random(static_cast<unsigned>(p));
  add([&](int) { return static_cast<int>(random() % 4); });
  std::vector<int> mixed(static_cast<std::size_t>(p));
  for (int r = 0; r < p; ++r) mixed[static_cast<std::size_t>(r)] = r / 2;
  std::shuffle(mixed.begin(), mixed.end(), random);
  add([&](int r) { return mixed[static_cast<std::size_t>(r)]; });
  return all;
}

// The placement on which reductions that do not use nodes must bracket as on any other.
std::vector<int> dealt_to_three(int p) {
  std::vector<int> nodes(static_cast<std::size_t>(p));
  for (std::size_t r = 0; r < nodes.size(); ++r) nodes[r] = static_cast<int>(r % 3);
  return nodes;
}

// Machines on which the best trees differ. Between nodes the first has binomial trees and the second stars,
// and within nodes the reverse. On the third, a message arrives after 7/3 gaps, or within a node after 5/2; a
// long one makes its sender wait.
constexpr loggp_levels machines[] = {{.within{{.L = 1, .g = 1e-6}}, .between{{.L = 0, .g = 1e-6}}},
                                     {.within{{.L = 0, .g = 1e-6}}, .between{{.L = 1, .g = 1e-6}}},
                                     {.within{{.L = 3e-6, .o = 1e-6, .g = 2e-6}},
                                      .between{{.L = 5e-6, .o = 1e-6, .g = 3e-6, .G = 1e-9}, 2},
                                      .eager = 64,
                                      .overlaps = true}};

// True if messages depend on the machine, so that the rounds do, too.
bool is_built_for_machine(const algorithm& a, int p) {
  if (is_neighbourhood(a.of) || is_irregular(a.of)) return false;
  const auto rounds = [&](const loggp_levels& on) {
    return a.price({.p = p, .bytes = 8.0 * p, .logp = &on}).rounds;
  };
  return rounds(machines[0]) != rounds(machines[1]);
}

// All variations but the root: lengths, pieces, in place, layouts, an operator that commutes although it need
// not.
class variations {
 public:
  // `blocks`: the number of block lengths that an irregular collective has.
  variations(const algorithm& of, int p, std::size_t blocks, const case_range& range)
      : of_(of), pieces_(range.pieces), many_(more_pieces(p, range)) {
    for (const int ports : of.needs.ports ? range.ports : std::vector{1})
      vary({.of = &of, .p = p, .ports = ports}, blocks, range);
    if (!is_built_for_machine(of, p)) return;
    for (const loggp_levels& on : machines) build_for(on, {.of = &of, .p = p});
  }
  [[nodiscard]] const std::vector<instance>& all() const { return all_; }

 private:
  // Picks one of the larger numbers of pieces for each p.
  static int more_pieces(int p, const case_range& range) {
    constexpr int most = 128;
    const std::vector<int>& all = range.more_pieces;
    return all.empty() || p > most ? 0 : all[static_cast<std::size_t>(p) % all.size()];
  }

  void vary(instance i, std::size_t blocks, const case_range& range) {
    if (is_irregular(of_.of)) require_few_blocks(i.p, blocks);
    if (of_.of == collective::barrier) {
      all_.push_back(i);
    } else if (is_irregular(of_.of) && range.counts) {
      for (const std::vector<int>& counts : range.counts(i.p)) {
        i.counts.resize(blocks);  // every process sends the same number of elements to process j
        for (std::size_t k = 0; k < blocks; ++k) i.counts[k] = counts[k % counts.size()];
        cut(i);
      }
    } else if (is_irregular(of_.of)) {
      std::mt19937 random(static_cast<unsigned>(i.p));
      for (const kind k :
           {kind::same, kind::random, kind::sparse, kind::giant, kind::increasing, kind::uneven}) {
        if (k == kind::uneven && !(of_.needs.straight && is_personal(of_.of))) continue;
        i.counts = counts_of(k, blocks, random);
        cut(i);
      }
    } else {
      for (const int m : of_.stages ? pieces_ : std::vector{1}) {
        i.pieces = m;
        for (const int n : lengths(i.p, m)) lengthen(i, n);
      }
      if (many_ != 0 && of_.stages) {
        constexpr int small = 16;  // for larger p, only rounds are compared
        i.pieces = many_;
        lengthen(i, of_vectors(of_.of) ? 2 * i.p : 5);
        if (i.p <= small) lengthen(i, of_vectors(of_.of) ? evenly_cut(i.p, many_) : even_block(many_));
      }
    }
  }

  // A short and a long case, in another number of pieces on each machine.
  void build_for(const loggp_levels& on, instance i) {
    i.machine = &on;
    if (of_.stages) i.pieces = pieces_[turn_++ % pieces_.size()];
    const std::vector<int> all = lengths(i.p, i.pieces);
    for (const int n : {all[1], all.back()}) {
      i.count = static_cast<std::size_t>(n);
      all_.push_back(i);
    }
  }

  // The last lengths are divisible by every number of parts that algorithms cut them into, so that bytes are
  // exact: pieces, processes, the largest power of two and the largest even number up to p. In a reduction, a
  // proof stores p partial results of each element, so vectors are short if p is large.
  [[nodiscard]] std::vector<int> lengths(int p, int m) const {
    constexpr int many = 256;
    if (!of_vectors(of_.of)) return p > many ? std::vector{0, 1, 2} : std::vector{0, 1, 5, even_block(m)};
    if (p > many) return combines(of_.of) ? std::vector{0, 1, 5, 31} : std::vector{0, 1, 5, evenly_cut(p, m)};
    return {0, 1, 5, 2 * p, 4 * p + 3, evenly_cut(p, m)};
  }

  // The number of elements of a block whose bytes are divisible by m.
  static int even_block(int m) { return 8 * 12 % m == 0 ? 12 : m; }

  // A number of elements that is divisible by p and m, and also by the other numbers of pieces as long as the
  // least common multiple of these is small.
  [[nodiscard]] int evenly_cut(int p, int m) const {
    constexpr int enough = 60, cut_in_halves = 20;
    int n = 1;
    for (const int k : pieces_) n = std::lcm(n, k) <= enough ? std::lcm(n, k) : n;
    const int by_p = (n % m == 0 ? n : m) * p;
    return p > cut_in_halves ? by_p : std::lcm(std::lcm(by_p, 1 << floor_log2(p)), even_part(p));
  }

  void lengthen(instance& i, int n) {
    i.count = static_cast<std::size_t>(n);
    beyond(i);
  }

  void cut(instance i) {
    for (const int m : of_.stages ? pieces_ : std::vector{1}) {
      i.pieces = m;
      beyond(i);
    }
    if (many_ == 0 || !of_.stages) return;
    i.pieces = many_;
    beyond(i);
  }

  void beyond(instance i) {
    lay_out(i);
    if (!of_.needs.straight) return;
    // In turn: all blocks are sent directly; at least the blocks of a few processes are; there are as few
    // messages as possible, also with labels.
    for (const std::size_t bytes : {0, 40, 1200}) {
      i.straight_beyond = bytes;
      lay_out(i);
    }
  }

  void lay_out(instance i) {
    if (combines(of_.of) && !of_.needs.commutative && !of_.needs.exact && i.p % 3 != 0) {
      i.commutes = true;
      i.in_place = in_place_ && i.p % 3 == 1;
      all_.push_back(i);
      i.commutes = i.in_place = false;
    }
    all_.push_back(i);
    if (in_place_) all_.push_back(in_place(i));
    constexpr int few = 8;
    if (of_.needs.bytes || (i.p > few && i.p % 3 != 0)) return;
    constexpr layout in_turn[] = {layout::one_array, layout::holes, layout::differing, layout::backwards};
    const std::size_t turn = turn_++ + static_cast<std::size_t>(i.p);
    i.lies = in_turn[turn % 4];
    all_.push_back(in_place_ && turn % 4 % 2 == 1 && turn / 4 % 2 == 1 ? in_place(i) : i);
  }

  // If blocks are swapped, the two blocks of each pair of processes must have the same length.
  [[nodiscard]] instance in_place(instance i) const {
    i.in_place = true;
    const auto p = static_cast<std::size_t>(i.p);
    for (std::size_t r = 0; of_.traits.swaps && !i.counts.empty() && r < p; ++r)
      for (std::size_t d = 0; d < r; ++d) i.counts[r * p + d] = i.counts[d * p + r];
    return i;
  }

  const algorithm& of_;
  const bool in_place_ = may_be_in_place(of_);
  const std::vector<int>& pieces_;
  int many_;  // pieces; 0: none
  std::size_t turn_ = 0;
  std::vector<instance> all_;
};

// "4x3x5": the sides of a grid of p processes, as equal as possible except for the last. Empty if a side
// would be 1.
std::string grid_of(int p, int dimensions) {
  std::string text;
  for (int d = dimensions; d > 1; --d) {
    int side = 1;
    for (int n = 2; std::pow(n, d) <= p + 0.5; ++n)
      if (p % n == 0) side = n;
    if (side == 1) return "";
    text += std::to_string(side) + "x";
    p /= side;
  }
  return text + std::to_string(p);
}

// The names of graphs of all kinds that exist for p processes.
std::vector<std::string> graphs_of(int p) {
  const std::string n = std::to_string(p);
  std::vector<std::string> all{"double:" + n,
                               "ring:" + n,
                               "random:" + n + ":3",
                               "isolated:" + n,
                               "star:" + n,
                               "complete:" + n,
                               "power-law:" + n + ":3",
                               "empty:" + n,
                               "cart:" + n,
                               "cart:" + n + ":periodic"};
  constexpr int many = 48;
  if (p > many) std::erase(all, "complete:" + n);
  for (const int dimensions : {2, 3, 4})
    if (const std::string grid = grid_of(p, dimensions); !grid.empty())
      for (const char* form :
           {"cart:@", "cart:@:periodic", "moore:@:1", "moore:@:1:mesh", "moore:@:2:mesh"}) {
        std::string text = form;
        all.push_back(text.replace(text.find('@'), 1, grid));
      }
  return all;
}

// Agreed graphs of the current p. Cached, since proofs of many algorithms follow each other and use the same
// graphs.
class agreed_graphs {
 public:
  std::shared_ptr<const agreed_graph> of(const std::string& text, const process_graph& graph,
                                         const std::vector<int>& nodes) {
    constexpr int many = 64;  // larger graphs take too much memory
    if (graph.p() > many) return std::make_shared<const agreed_graph>(graph, nodes);
    if (p_ != graph.p()) all_.clear();
    p_ = graph.p();
    std::shared_ptr<const agreed_graph>& one = all_[{text, nodes}];
    if (!one) one = std::make_shared<const agreed_graph>(graph, nodes);
    return one;
  }

 private:
  int p_ = 0;
  std::map<std::pair<std::string, std::vector<int>>, std::shared_ptr<const agreed_graph>> all_;
};

void for_each_graph(const algorithm& of, const case_range& range,
                    const std::function<bool(const instance&)>& use) {
  constexpr int small = 6;          // up to this p, every graph gets every variation
  constexpr std::size_t a_few = 4;  // beyond it, each graph gets about this many, in turn
  constexpr int placed = 16;        // up to this p, every placement on nodes; beyond it, a few
  thread_local agreed_graphs agreed_on;
  std::size_t n = 0, turn = 0;
  for (const int p : range.p)
    for (const std::string& text : range.graphs.empty() ? graphs_of(p) : range.graphs) {
      const process_graph graph = make_graph(text);
      if (graph.p() != p) continue;
      std::size_t edges = 0;
      for (const auto& of_one : graph.destinations) edges += of_one.size();
      const variations v(of, p, is_personal(of.of) ? edges : static_cast<std::size_t>(p), range);
      const std::vector<std::vector<int>> on_nodes = placements(of, p);
      const std::size_t step = p <= placed ? 1 : (on_nodes.size() + a_few - 1) / a_few;
      for (std::size_t place = turn++ % step; place < on_nodes.size(); place += step) {
        const std::vector<int>& nodes = on_nodes[place];
        const auto agreed = agreed_on.of(text, graph, nodes);
        if (of.needs.ways && agreed->facts().ways[0].by == routing::kind::none) continue;
        const bool every = p <= small || (!range.graphs.empty() && nodes.empty());
        const std::size_t turns = every ? 1 : (v.all().size() + a_few - 1) / a_few;
        for (std::size_t k = n++ % turns; k < v.all().size(); k += turns) {
          instance i = v.all()[k];
          i.nodes = nodes;
          i.graph = agreed;
          if (!use(i)) return;
        }
      }
    }
}

}  // namespace

void for_each_case(const algorithm& of, const case_range& range,
                   const std::function<bool(const instance&)>& use) {
  if (is_neighbourhood(of.of)) return for_each_graph(of, range, use);
  constexpr int small = 16;         // up to this p, every root gets every variation
  constexpr int small_nodes = 6;    // the same with nodes
  constexpr std::size_t a_few = 4;  // beyond it, each root gets about this many, in turn
  for (const int p : range.p) {
    if (!runs_on(of, p)) continue;
    const auto many = static_cast<std::size_t>(p);
    const variations v(of, p, is_personal(of.of) ? many * many : many, range);
    const auto nodes = placements(of, p);
    for (int root = 0; root < (depends_on_root(of.of) ? p : 1); ++root) {
      const bool first = root == 0, chosen = first || root == p / 2 || root == p - 1;
      if (!(range.from == roots::all || (range.from == roots::some && chosen) || first)) continue;
      for (std::size_t n = 0; n < nodes.size(); ++n) {
        const bool flat = n == 0 && !of.needs.nodes;  // without nodes, which only the other placements have
        const bool every = p <= (flat ? small : small_nodes) || (chosen && flat);
        const std::size_t turns = every ? 1 : (v.all().size() + a_few - 1) / a_few;
        for (std::size_t k = (static_cast<std::size_t>(root) + n) % turns; k < v.all().size(); k += turns) {
          instance i = v.all()[k];
          i.root = root;
          i.nodes = nodes[n];
          if (combines(of.of) && !of.needs.nodes && i.lies != layout::dense) i.nodes = dealt_to_three(p);
          if (of.needs.node_order && !i.nodes.empty() && !node_map(i.nodes).consecutive()) i.commutes = true;
          if (!use(i)) return;
        }
      }
    }
  }
}

}  // namespace tutti
