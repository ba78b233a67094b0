#include "tutti/model/placing.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

#include "text/escaped.hpp"
#include "text/number.hpp"
#include "text/split.hpp"
#include "tutti/process.hpp"

namespace tutti {
namespace {

constexpr std::size_t index(int n) noexcept { return static_cast<std::size_t>(n); }

// The bytes of each pair of processes.
using pair_bytes = std::map<std::pair<int, int>, double>;

void add_pair(pair_bytes& to, int a, int b, double bytes) {
  if (a == b || bytes <= 0) return;
  to[{a, b}] += bytes;
  to[{b, a}] += bytes;
}

process_traffic of_pairs(const pair_bytes& all, int p) {
  process_traffic c(index(p));
  for (const auto& [who, bytes] : all) c[index(who.first)].push_back({who.second, bytes});
  return c;
}

double bytes_between(const process_traffic& all, int a, int b) {
  const auto found = std::ranges::lower_bound(all[index(a)], b, {}, &partner::rank);
  return found != all[index(a)].end() && found->rank == b ? found->bytes : 0;
}

// A placement, with the bytes that each process exchanges with the processes of each node.
class placing {
 public:
  placing(const process_traffic& all, std::size_t nodes, const std::vector<int>& node_of)
      : all_(&all), node_of_(node_of), members_(nodes), by_node_(all.size()) {
    for (std::size_t r = 0; r < all.size(); ++r) {
      members_[index(node_of[r])].push_back(static_cast<int>(r));
      for (const partner& p : all[r]) to_node(static_cast<int>(r), node_of[index(p.rank)]) += p.bytes;
    }
  }

  // Exchanges pairs of processes as long as this reduces the bytes that cross.
  void refine() {
    bool better = true;
    while (better) {
      better = false;
      for (int r = 0; r < static_cast<int>(all_->size()); ++r) better |= exchange_best(r);
    }
  }

  [[nodiscard]] const std::vector<int>& node_of() const noexcept { return node_of_; }

 private:
  struct share {
    int node;
    double bytes;
  };

  double& to_node(int rank, int node) {
    std::vector<share>& shares = by_node_[index(rank)];
    auto at = std::ranges::lower_bound(shares, node, {}, &share::node);
    if (at == shares.end() || at->node != node) at = shares.insert(at, {node, 0});
    return at->bytes;
  }
  [[nodiscard]] double with_node(int rank, int node) const {
    const std::vector<share>& shares = by_node_[index(rank)];
    const auto at = std::ranges::lower_bound(shares, node, {}, &share::node);
    return at != shares.end() && at->node == node ? at->bytes : 0;
  }

  // Exchanges the process with the process of another node that saves most. Tries the nodes with which the
  // process communicates. An exchange with a process of another node saves something only if that process
  // communicates with this node. The exchange is then found from that process.
  bool exchange_best(int r) {
    const int here = node_of_[index(r)];
    const double inside = with_node(r, here);
    double most = 1e-9 * total(r);
    int best = -1;
    for (const share& s : by_node_[index(r)]) {
      if (s.node == here) continue;
      for (const int q : members_[index(s.node)]) {
        double saved = s.bytes - inside + with_node(q, here) - with_node(q, s.node);
        if (saved > most) saved -= 2 * bytes_between(*all_, r, q);
        if (saved > most) most = saved, best = q;
      }
    }
    if (best < 0) return false;
    exchange(r, best);
    return true;
  }
  [[nodiscard]] double total(int r) const {
    return std::accumulate(by_node_[index(r)].begin(), by_node_[index(r)].end(), 0.0,
                           [](double sum, const share& s) { return sum + s.bytes; });
  }

  void exchange(int a, int b) {
    move(a, node_of_[index(a)], node_of_[index(b)]);
    move(b, node_of_[index(b)], node_of_[index(a)]);
    std::ranges::replace(members_[index(node_of_[index(a)])], a, b);
    std::ranges::replace(members_[index(node_of_[index(b)])], b, a);
    std::swap(node_of_[index(a)], node_of_[index(b)]);
  }
  // Updates the partners of a process that moves to another node.
  void move(int rank, int from, int to) {
    for (const partner& p : (*all_)[index(rank)]) {
      to_node(p.rank, from) -= p.bytes;
      to_node(p.rank, to) += p.bytes;
    }
  }

  const process_traffic* all_;
  std::vector<int> node_of_;
  std::vector<std::vector<int>> members_;    // of each node
  std::vector<std::vector<share>> by_node_;  // of each process, by node
};

std::vector<int> by_rank(std::size_t p) {
  std::vector<int> order(p);
  std::iota(order.begin(), order.end(), 0);
  return order;
}

// Fills each node, one process at a time, with the process that exchanges most with those already on the
// node. Among equal ones, the process that first became a partner of one on the node is taken, so that nodes
// become compact. A node begins with the process that exchanges most with the nodes before it.
std::vector<int> grown(const process_traffic& all, std::span<const int> room) {
  struct candidate {
    double with_node = 0, with_all = 0;
    int first = 0;  // the lower, the earlier it was a partner of one on this node
    bool taken = false;
    bool operator<(const candidate& other) const {
      return std::tuple(with_node, with_all, other.first) <
             std::tuple(other.with_node, other.with_all, first);
    }
  };
  std::vector<candidate> each(all.size());
  std::vector<int> order;
  for (const int places : room) {
    for (candidate& c : each) c.with_node = 0, c.first = 0;
    for (int k = 0; k < places; ++k) {
      int next = -1;
      for (int r = 0; r < static_cast<int>(each.size()); ++r)
        if (!each[index(r)].taken && (next < 0 || each[index(next)] < each[index(r)])) next = r;
      each[index(next)].taken = true;
      order.push_back(next);
      for (const partner& p : all[index(next)]) {
        candidate& c = each[index(p.rank)];
        if (c.with_node == 0) c.first = k;
        c.with_node += p.bytes, c.with_all += p.bytes;
      }
    }
  }
  return order;
}

// The processes of a grid, block by block. The blocks have the sides `block`, and are smaller at the border.
std::vector<int> by_blocks(std::span<const int> sides, const std::vector<int>& block) {
  std::vector<int> order = by_rank(std::accumulate(sides.begin(), sides.end(), std::size_t{1},
                                                   [](std::size_t p, int side) { return p * index(side); }));
  const auto place_of = [&](int rank) {  // which block, and where in it
    std::size_t which = 0, where = 0, blocks = 1, places = 1;
    for (std::size_t d = sides.size(); d-- > 0;) {
      const int at = rank % sides[d];
      rank /= sides[d];
      which += index(at / block[d]) * blocks;
      where += index(at % block[d]) * places;
      blocks *= index((sides[d] + block[d] - 1) / block[d]);
      places *= index(block[d]);
    }
    return which * order.size() + where;
  };
  std::vector<std::pair<std::size_t, int>> placed;
  for (const int rank : order) placed.emplace_back(place_of(rank), rank);
  std::ranges::sort(placed);
  std::ranges::transform(placed, order.begin(), [](const auto& at) { return at.second; });
  return order;
}

// The sides of blocks of a grid with at most `most` processes: all those to which no row can be added, or
// only those that divide the sides of the grid and have `most` processes.
std::vector<std::vector<int>> block_shapes(std::span<const int> sides, int most, bool dividing) {
  std::vector<std::vector<int>> found{{}};
  for (std::size_t d = 0; d < sides.size(); ++d) {
    const bool last = d + 1 == sides.size();
    std::vector<std::vector<int>> longer;
    for (const std::vector<int>& begun : found) {
      const int left = std::accumulate(begun.begin(), begun.end(), most, [](int m, int s) { return m / s; });
      const int longest = std::min(left, sides[d]);
      for (int side = last ? longest : 1; side <= longest; ++side) {
        if (dividing && (sides[d] % side != 0 || left % side != 0 || (last && side != left))) continue;
        longer.push_back(begun);
        longer.back().push_back(side);
      }
    }
    found = std::move(longer);
  }
  return found;
}

// The sides of all grids of p processes with at most three dimensions.
std::vector<std::vector<int>> grids_of(int p) {
  std::vector<std::vector<int>> all;
  for (int a = 1; a <= p; ++a)
    for (int b = 1; p % a == 0 && b <= p / a; ++b)
      if ((p / a) % b == 0) all.push_back({a, b, p / a / b});
  return all;
}

// Keeps the placements of the lowest costs.
class best_placements {
 public:
  best_placements(const process_traffic& all, std::span<const int> room) : all_(&all), room_(room) {}
  void consider(const std::vector<int>& order) {
    std::vector<int> node_of(order.size());
    auto next = order.begin();
    for (std::size_t n = 0; n < room_.size(); ++n)
      for (int k = 0; k < room_[n]; ++k) node_of[index(*next++)] = static_cast<int>(n);
    best_.emplace(crosses(node_of), std::move(node_of));
    constexpr std::size_t most = 4;
    if (best_.size() > most) best_.erase(std::prev(best_.end()));
  }
  /// The best one after exchanges.
  [[nodiscard]] std::vector<int> refined() const {
    std::multimap<std::pair<double, double>, std::vector<int>> all;
    for (const auto& [cost, node_of] : best_) {
      placing one(*all_, room_.size(), node_of);
      one.refine();
      all.emplace(crosses(one.node_of()), one.node_of());
    }
    return all.begin()->second;
  }

 private:
  [[nodiscard]] std::pair<double, double> crosses(const std::vector<int>& node_of) const {
    const crossing c = crossing_of(*all_, node_of);
    return {c.total, c.most};
  }

  const process_traffic* all_;
  std::span<const int> room_;
  std::multimap<std::pair<double, double>, std::vector<int>> best_;
};

[[noreturn]] void refuse(int line, std::string_view text) {
  throw std::invalid_argument("line " + std::to_string(line) + ": expected FROM TO BYTES, not '" +
                              escaped(text.substr(0, 60)) + "'");
}

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; (at = line.find_first_not_of(" \t\r", at)) != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(" \t\r", at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

}  // namespace

process_traffic traffic_of(const process_graph& edges, double bytes) {
  pair_bytes all;
  for (int r = 0; r < edges.p(); ++r)
    for (const int to : edges.destinations[index(r)])
      if (to != nobody) add_pair(all, r, to, bytes);
  return of_pairs(all, edges.p());
}

process_traffic parse_messages(std::string_view text) {
  constexpr int most_ranks = 1 << 20;
  pair_bytes all;
  int p = 0, number = 0;
  for (const std::string_view whole : split(text, '\n')) {
    ++number;
    std::vector<std::string_view> words = words_of(whole.substr(0, whole.find('#')));
    if (words.empty()) continue;
    // In Open MPI's profiles, a line begins with a name. E marks the messages between two processes; the
    // other names mark collectives and communicators.
    if (words[0][0] >= 'A' && words[0][0] <= 'Z') {
      if (words[0] != "E") continue;
      words.erase(words.begin());
      if (words.size() < 4 || words[3] != "bytes") refuse(number, whole);
      words.resize(3);
    }
    if (words.size() != 3) refuse(number, whole);
    const auto from = number_from<int>(words[0]), to = number_from<int>(words[1]);
    const auto bytes = number_from<double>(words[2]);
    if (!from || !to || !bytes || *from < 0 || *to < 0 || *from >= most_ranks || *to >= most_ranks ||
        !(*bytes >= 0 && *bytes <= 1e30))
      refuse(number, whole);
    p = std::max({p, *from + 1, *to + 1});
    add_pair(all, *from, *to, *bytes);
  }
  if (p == 0) throw std::invalid_argument("no messages");
  return of_pairs(all, p);
}

crossing crossing_of(const process_traffic& all, std::span<const int> node_of) {
  crossing c;
  std::vector<double> of_node;
  for (std::size_t r = 0; r < all.size(); ++r) {
    const int here = node_of[r];
    if (index(here) >= of_node.size()) of_node.resize(index(here) + 1);
    for (const partner& p : all[r])
      if (node_of[index(p.rank)] != here) of_node[index(here)] += p.bytes;
  }
  c.total = std::accumulate(of_node.begin(), of_node.end(), 0.0) / 2;
  if (!of_node.empty()) c.most = std::ranges::max(of_node);
  return c;
}

std::vector<int> place_on_nodes(const process_traffic& all, std::span<const int> room,
                                std::span<const int> sides) {
  if (std::accumulate(room.begin(), room.end(), std::size_t{0}) != all.size())
    throw std::invalid_argument("the nodes have room for another number of processes");
  if (all.empty()) return {};
  best_placements best(all, room);
  best.consider(by_rank(all.size()));
  best.consider(grown(all, room));
  const int most = std::ranges::max(room);
  if (!sides.empty())
    for (const std::vector<int>& block : block_shapes(sides, most, false))
      best.consider(by_blocks(sides, block));
  else
    for (const std::vector<int>& grid : grids_of(static_cast<int>(all.size())))
      for (const std::vector<int>& block : block_shapes(grid, most, true))
        best.consider(by_blocks(grid, block));
  return best.refined();
}

}  // namespace tutti
