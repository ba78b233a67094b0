#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "select/choice.hpp"
#include "tutti/machine/network.hpp"
#include "tutti/nodes.hpp"

// Which algorithm is the fastest, by running those of the catalogue in virtual time.
namespace tutti {

/// How one algorithm does. Seconds.
struct contender {
  const algorithm* use = nullptr;
  int pieces = 1;
  double seconds = 0;
};

/// For processes at their places on a machine. Not for several threads at once; several planners are.
class planner {
 public:
  /// Process r is on node nodes.node_of(r). What `user` says of costs is not looked at: `machine` does.
  /// `user` must outlive this.
  planner(const settings& user, const network& machine, const node_map& nodes);
  planner(settings&&, const network&, const node_map&) = delete;

  /// The algorithm that takes least, in the best number of pieces; of calls in which not every process knows the size (bytes
  /// are ignored) that which is least times slower than the best, at its worst over problems, sizes of blocks and roots.
  contender best(const call_kind& of, std::size_t bytes);

 private:
  struct trial {  // what is the same for all algorithms
    std::size_t bytes;
    int root;
    std::vector<int> lengths;
  };

  [[nodiscard]] double seconds(const algorithm& a, const trial& t, int pieces, double at_most) const;
  contender first_of(const candidate& c, const trial& t, double at_most) const;
  void improve(contender& best, const trial& t) const;
  contender best_of(std::span<const candidate> candidates, const trial& t) const;
  contender never_slow(std::span<const candidate> candidates, const std::vector<trial>& all) const;
  [[nodiscard]] std::vector<trial> problems_of(const call_kind& of, std::size_t bytes) const;

  choices model_;
  network on_;
  int p_;
  // What was best for a class of operators is so for those that allow less, if they allow it.
  std::map<std::tuple<collective, std::size_t>, std::pair<operator_class, contender>> known_;
};

}  // namespace tutti
