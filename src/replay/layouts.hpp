#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "machine/logp_levels.hpp"
#include "select/choice.hpp"
#include "select/settings.hpp"
#include "tutti/machine/network.hpp"

namespace tutti::replay {

/// True if messages of any length would leave before their receives are posted, because calibration has found
/// no limit. A replay assumes that messages of more than `assumed_eager` bytes wait for their receives.
[[nodiscard]] bool lacks_eager_limit(const network& on) noexcept;
inline constexpr double assumed_eager = longest_through_ring;

/// The network of a communicator's processes, and tutti's choices on it.
class layout {
 public:
  layout(const network& of_members, int p, int crowd);
  layout(const layout&) = delete;
  layout& operator=(const layout&) = delete;

  [[nodiscard]] int p() const noexcept { return p_; }
  [[nodiscard]] const network& on() const noexcept { return on_; }
  /// The network if no other communicator uses it.
  [[nodiscard]] const network& alone() const noexcept { return alone_; }
  [[nodiscard]] const loggp_levels& logp() const noexcept { return logp_; }
  [[nodiscard]] const surroundings& around() const noexcept { return around_; }
  [[nodiscard]] choices& chooser() noexcept { return *chooser_; }

 private:
  network alone_, on_;
  int p_;
  loggp_levels logp_;
  surroundings around_;
  settings user_;
  std::unique_ptr<choices> chooser_;  // refers to user_
};

/// The layouts of communicators on a network of all processes. Communicators whose processes are placed alike
/// share one.
class layouts {
 public:
  explicit layouts(network of_all) : of_all_(std::move(of_all)) {}
  /// On a cluster `crowd` communicators share the links of the nodes equally. tutti's choice is made as if
  /// there were only one.
  layout& of(const std::vector<int>& members, int crowd);

 private:
  [[nodiscard]] std::vector<int> pattern_of(const network& on, int p) const;

  network of_all_;
  std::map<std::pair<std::vector<int>, int>, std::unique_ptr<layout>> all_;
};

}  // namespace tutti::replay
