// What the choice goes by, against the engine's time: on machines whose start-ups do not overlap, which the engine follows to the
// letter, an estimate that promises too much is a wrong price, and what is chosen should be the fastest there is.

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <string>

#include "select/choice.hpp"
#include "tutti/engine/predict.hpp"
#include "tutti/nodes.hpp"

namespace tutti {
namespace {

struct linear_machine {
  const char *model, *topology;
  int p;
};
constexpr std::array machines{
    linear_machine{"", "", 8},
    linear_machine{"", "", 30},
    linear_machine{"", "cluster:8x4", 32},
    linear_machine{"hierarchical:4=0.5us+0.1ns,8=2us+0.4ns", "cluster:8x4", 32},
    linear_machine{"", "cluster:6x5", 30},
};
constexpr std::array sizes{80.0, 1e3, 1e4, 1e5, 1e6};

// A machine, and the choices that virtual time makes on it.
class bench {
 public:
  explicit bench(const linear_machine& m)
      : on_(make_network(m.model, m.topology, "", m.p)),
        name_(std::string(m.model) + " " + m.topology + " p = " + std::to_string(m.p)),
        at_(user_of(on_, user_), around(on_, m.p)) {}

  /// Calls each(where, reasoning, time of a candidate in the engine) for all collectives whose size all processes know.
  template <class Each>
  void every_call(Each each) const {
    for (int c = 0; c < collectives; ++c) {
      const auto of = static_cast<collective>(c);
      for (const double bytes : sizes) {
        if (!size_known(of) || (of == collective::barrier && bytes > sizes.front())) continue;
        const reasoning r = at_.reason({of, operator_class::commutative}, static_cast<std::size_t>(bytes));
        const auto seconds = [&](const candidate& x) {
          const predict_options in{.straight_beyond = at_.straight_beyond(of)};
          return predict(*x.use, {.p = at_.around().p, .bytes = r.assumed, .pieces = x.pieces}, on_, in)
              .seconds;
        };
        each(std::string(name_of(of)) + " of " + std::to_string(r.assumed) + " bytes on " + name_, r,
             seconds);
      }
    }
  }

 private:
  static const settings& user_of(const network& on, settings& user) {
    user.run_on(on);
    user.simulated_messages = 0;
    user.meeting = 1;
    return user;
  }
  static surroundings around(const network& on, int p) {
    const auto names = nodes_on(on, p);
    if (names.empty()) return {.p = p, .nodes = p};
    return surroundings_of(node_map(names));
  }

  network on_;
  std::string name_;
  settings user_;
  choices at_;
};

TEST(estimates, promise_no_less_than_the_engine_takes) {
  constexpr double little = 0.2;  // which of the messages that are ready goes first is not estimated
  for (const linear_machine& m : machines)
    bench(m).every_call([](const std::string& where, const reasoning& r, auto seconds) {
      for (const candidate& c : r.candidates)
        if (!c.excluded && c.use->estimate) {
          EXPECT_GE(c.predicted, (1 - little) * seconds(c)) << c.use->name << ", " << where;
        }
    });
}

TEST(estimates, lead_to_what_is_fastest) {
  constexpr double little = 0.1;
  for (const linear_machine& m : machines) {
    if (m.p % 8 != 0)
      continue;  // flat algorithms are not told that some of their partners are near, p = 30 above all
    bench(m).every_call([](const std::string& where, const reasoning& r, auto seconds) {
      double chosen = 0, least = std::numeric_limits<double>::infinity();
      std::string best;
      for (const candidate& c : r.candidates) {
        if (c.excluded) continue;
        const double t = seconds(c);
        if (c.use == r.decided.use) chosen = t;
        if (t < least) least = t, best = c.use->name;
      }
      EXPECT_LE(chosen, (1 + little) * least)
          << r.decided.use->name << " instead of " << best << ", " << where;
    });
  }
}

}  // namespace
}  // namespace tutti
