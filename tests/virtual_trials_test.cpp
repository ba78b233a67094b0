// The basis of the choice and of plans: the fastest algorithm by the engine's clock.

#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tuple>
#include <vector>

#include "select/choice.hpp"
#include "select/plan.hpp"
#include "tutti/engine/predict.hpp"
#include "tutti/nodes.hpp"

namespace tutti {
namespace {

network machine_of(int nodes, int places) {
  return make_network("hierarchical:" + std::to_string(places) + "=1us+0.2ns," + std::to_string(nodes) +
                          "=2us+0.4ns,overhead=0.4us,eager=16K",
                      "cluster:" + std::to_string(nodes) + "x" + std::to_string(places) + ",lanes=1,memory=3",
                      "", nodes * places);
}

settings on_machine(int nodes, int places) {
  settings s;
  s.run_on(machine_of(nodes, places));
  return s;
}

const candidate& chosen(const reasoning& r) {
  return *std::ranges::find(r.candidates, r.decided.use, &candidate::use);
}

// All run in as many as a call of that size may have, and the fastest of those is chosen.
TEST(virtual_time, keeps_to_the_pieces_that_the_user_wants) {
  settings user = on_machine(3, 4);
  user.pieces = 5;
  const surroundings around = full_nodes(12, 4);
  const network on = on_nodes(user.platform, nodes_like(around));
  const choices by(user, around);
  for (const collective c : {collective::bcast, collective::reduce, collective::scan})
    for (const auto& [bytes, pieces] : {std::pair{std::size_t{8}, 1}, {std::size_t{960000}, 5}}) {
      const reasoning r = by.reason({c}, bytes);
      for (const candidate& other : r.candidates) {
        if (other.excluded) continue;
        const int m = other.use->stages ? pieces : 1;
        EXPECT_EQ(other.pieces, m) << name_of(c) << "." << other.use->name;
        const double there = predict(*other.use, {.p = 12, .bytes = r.assumed, .pieces = m}, on).seconds;
        EXPECT_LE(*chosen(r).simulated, tie_factor * there) << name_of(c) << "." << other.use->name;
      }
    }
}

// For all rounding modes that the program may have set. Of two algorithms that take the same time, one may
// otherwise become the faster.
TEST(virtual_time, decides_alike_however_the_process_rounds) {
  const settings user;
  const auto decisions = [&user] {
    std::vector<std::tuple<const algorithm*, int, std::size_t>> all;
    for (const surroundings& around : {full_nodes(2, 2), full_nodes(4, 1), full_nodes(4, 2)}) {
      choices by(user, around);
      for (const collective c :
           {collective::bcast, collective::reduce, collective::allgather, collective::alltoallv})
        for (std::size_t bytes = 8; bytes < 3000000; bytes = bytes * 5 / 4 + 1) {
          const decision d = by.choose(c, operator_class::exact, bytes);
          all.emplace_back(d.use, by.pieces(d, bytes, bytes), by.straight_beyond(c) + by.busy());
        }
      all.emplace_back(nullptr, 0, segment_for(user, around));
    }
    return all;
  };
  const auto usual = decisions();
  for (const int way : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    std::fesetround(way);
    const auto now = decisions();
    EXPECT_EQ(std::fegetround(), way);
    std::fesetround(FE_TONEAREST);
    EXPECT_EQ(now, usual);
  }
}

// No algorithm, with any number of pieces that is a power of two, is faster by more than the steps of the
// search.
TEST(virtual_time, finds_what_no_other_beats) {
  const settings user = on_machine(3, 4);
  const surroundings around = full_nodes(12, 4);
  const network on = on_nodes(user.platform, nodes_like(around));
  const choices by(user, around);
  const auto seconds = [&on](const algorithm& a, double bytes, int pieces) {
    return predict(a, {.p = 12, .bytes = bytes, .pieces = pieces}, on).seconds;
  };
  for (const collective c :
       {collective::bcast, collective::allreduce, collective::allgather, collective::scatter})
    for (const std::size_t asked : {std::size_t{96}, std::size_t{9600}, std::size_t{960000}}) {
      const reasoning r = by.reason({c}, asked);
      ASSERT_EQ(r.decided_by, authority::virtual_time);
      const candidate& best = chosen(r);
      EXPECT_DOUBLE_EQ(best.simulated.value(), seconds(*best.use, r.assumed, best.pieces));
      for (const candidate& other : r.candidates)
        for (int m = 1; !other.excluded && m <= (other.use->stages ? 64 : 1); m *= 2)
          EXPECT_LE(*best.simulated, 1.1 * seconds(*other.use, r.assumed, m))
              << name_of(c) << " of " << r.assumed << ": " << best.use->name << " against " << other.use->name
              << " x" << m;
      if (best.pieces > 1) {
        EXPECT_EQ(by.pieces(r.decided, static_cast<std::size_t>(r.assumed), asked), best.pieces);
      }
    }
}

// Of algorithms that take as long, the one that sends to neighbours only, even if it was tried last and was
// slower by a little.
TEST(virtual_time, prefers_neighbours_where_it_hardly_matters) {
  settings user;
  user.run_on(make_network("linear:alpha=60us,beta=160ns", "", "", 8));
  const choices by(user, full_nodes(8, 1));
  for (const collective c :
       {collective::allgather, collective::allreduce, collective::reduce_scatter_block}) {
    const reasoning r = by.reason({c}, 1600000);
    ASSERT_EQ(r.decided_by, authority::virtual_time);
    EXPECT_TRUE(goes_to_neighbours(chosen(r))) << name_of(c) << ": " << r.decided.use->name;
    for (const candidate& other : r.candidates)
      if (other.simulated) {
        EXPECT_LE(*chosen(r).simulated, tie_factor * *other.simulated) << other.use->name;
      }
    EXPECT_FALSE(goes_to_neighbours(chosen(by.reason({c}, 8)))) << name_of(c);
  }
}

TEST(virtual_time, follows_the_operator) {
  const settings user = on_machine(2, 3);
  choices by(user, full_nodes(6, 3));
  for (const std::size_t bytes : {std::size_t{8}, std::size_t{1} << 20}) {
    EXPECT_FALSE(by.choose(collective::allreduce, operator_class::commutative, bytes).use->needs.exact);
    const algorithm& a = *by.choose(collective::allreduce, operator_class::ordered, bytes).use;
    EXPECT_FALSE(a.needs.exact || a.needs.commutative);
  }
}

TEST(virtual_time, knows_unequal_nodes_and_calls_of_unknown_size) {
  const settings user = on_machine(3, 4);
  const choices by(user, {.p = 8, .per_node = 4, .nodes = 3});
  for (int k = 0; k < collectives; ++k) {
    const call_kind of{static_cast<collective>(k)};
    if (is_neighbourhood(of.of)) continue;  // by price: each communicator has a graph of its own
    EXPECT_EQ(by.reason(of, 4096).decided_by, authority::virtual_time) << name_of(of.of);
    if (has_known_lengths(of.of)) {
      EXPECT_EQ(by.reason({of.of, of.op, imbalance::unequal}, 4096).decided_by, authority::virtual_time);
    }
  }
}

// A byte for each of 13 processes is between sizes of which the smaller one would be a block of nothing, with
// which all algorithms take no time.
TEST(virtual_time, knows_no_block_below_a_byte) {
  const settings user = on_machine(4, 4);
  const choices by(user, full_nodes(13, 4));
  for (const collective c : {collective::allgather, collective::alltoall, collective::gather,
                             collective::scatter, collective::reduce_scatter_block}) {
    const reasoning r = by.reason({c}, 13);
    ASSERT_EQ(r.decided_by, authority::virtual_time);
    EXPECT_GT(chosen(r).simulated.value(), 0) << name_of(c);
  }
  EXPECT_EQ(by.reason({collective::bcast}, 13).assumed, 12);
}

// Runs in which each process has a block of each other one take memory on each process of a node.
TEST(virtual_time, is_not_asked_where_it_takes_much_memory) {
  settings user = on_machine(450, 4);
  user.simulated_messages = 100'000;  // 6250 processes may send, 1788 may have blocks of all
  const auto decides = [&user](collective c, int p) {
    return choices(user, full_nodes(p, 4)).reason({c}, 4096).decided_by;
  };
  EXPECT_EQ(decides(collective::allgather, 1700), authority::virtual_time);
  EXPECT_EQ(decides(collective::allgather, 1800), authority::model);
  EXPECT_EQ(decides(collective::allgatherv, 1800), authority::model);
  EXPECT_EQ(decides(collective::gather, 1800), authority::virtual_time);
  EXPECT_EQ(decides(collective::bcast, 1800), authority::virtual_time);
}

// With two blocks among empty ones, a star loses no time, and a tree only that of its construction. But no
// process knows that there are two.
TEST(virtual_time, compares_with_the_best_and_agreeing_on_it) {
  const settings user = on_machine(12, 12);
  const choices by(user, full_nodes(144, 12));
  const network on = on_nodes(user.platform, nodes_like(full_nodes(144, 12)));
  for (const collective c : {collective::gatherv, collective::scatterv}) {
    const reasoning r = by.reason({c}, 0);
    ASSERT_EQ(r.decided_by, authority::virtual_time);
    const auto ints = [&](const algorithm& a) {
      predict_options each_one;
      each_one.lengths.assign(144, 4);
      return predict(a, {.p = 144, .bytes = 144 * 4}, on, each_one).seconds;
    };
    EXPECT_LT(2 * ints(*r.decided.use), ints(*find(c, "star"))) << r.decided.use->name;
    EXPECT_LE(chosen(r).worst_slowdown, 1.05) << r.decided.use->name;
  }
}

TEST(virtual_time, knows_how_unequal_blocks_are) {
  const settings user = on_machine(16, 1);
  choices by(user, {.p = 16});
  const auto name = [&by](collective c, imbalance r) {
    return by.choose({c, operator_class::commutative, r}, 1 << 20).use->name;
  };
  const imbalance giant = unequal_by(1 << 20, 1 << 20, 16);
  for (const collective c : {collective::reduce_scatter, collective::allgatherv}) {
    EXPECT_NE(name(c, imbalance::equal), name(c, giant)) << name_of(c);
  }
}

// Prices decide where virtual time would cost too much, is not wanted, or knows no such processes.
TEST(virtual_time, costs_no_more_than_it_may) {
  settings user = on_machine(3, 4);
  const surroundings around = full_nodes(12, 4);
  const call_kind bcast{collective::bcast};
  user.simulated_messages = 0;
  EXPECT_EQ(choices(user, around).reason(bcast, 8).decided_by, authority::model);
  user.simulated_messages = 12 * 18;  // enough for algorithms of up to 54 messages
  const choices by(user, around);
  const reasoning some = by.reason({collective::alltoall}, 12 * 64);
  EXPECT_EQ(some.decided_by, authority::virtual_time);
  for (const candidate& c : some.candidates)
    if (c.use->name == "direct") {
      EXPECT_FALSE(c.simulated.has_value()) << "132 messages";
    }
  EXPECT_EQ(by.reason({collective::alltoallv}, 0).decided_by, authority::model);
  user.run_on(make_network("", "torus:3x3", "given:0,1,2,3,4,5,6,7,8", 9));
  user.simulated_messages = 1 << 16;
  EXPECT_EQ(choices(user, around).reason(bcast, 8).decided_by, authority::model) << "a torus of 9 places";
}

// 12 nodes of 12 processes, where 1 MB takes longest on the links.
TEST(virtual_time, finds_what_sends_data_over_links_once) {
  settings user;
  user.run_on(make_network("hierarchical:12=0.8us+0.125ns,12=4us+0.3125ns,overhead=0.4us,eager=16K",
                           "cluster:12x12,lanes=1,memory=10", "", 144));
  const choices by(user, full_nodes(144, 12));
  const auto serves = [&by](collective c) { return by.reason({c, operator_class::commutative}, 1 << 20); };
  const reasoning ring =
      serves(collective::allreduce);  // 41184 messages: more than a quarter of those that there are
  EXPECT_EQ(ring.decided.use->name, "ring");
  EXPECT_TRUE(chosen(ring).simulated.has_value());
  EXPECT_EQ(serves(collective::reduce).decided.use->name, "node_chain");
}

TEST(nodes_like, has_the_largest_nodes_first) {
  EXPECT_EQ(nodes_like({.p = 6, .per_node = 3, .nodes = 3}), (std::vector{0, 0, 0, 1, 1, 2}));
  EXPECT_EQ(nodes_like({.p = 6, .per_node = 3, .nodes = 3, .consecutive = false}),
            (std::vector{0, 1, 2, 0, 1, 0}));
  EXPECT_EQ(nodes_like({.p = 3, .per_node = 1, .nodes = 0}), (std::vector{0, 1, 2}));
  // Dealt out in turn: 3, 2 and 2, and not 3, 3 and 1.
  EXPECT_EQ(nodes_like({.p = 7, .per_node = 3, .nodes = 3, .consecutive = false}),
            (std::vector{0, 1, 2, 0, 1, 2, 0}));
  for (const bool consecutive : {true, false}) {
    const surroundings on = full_nodes(10, 4, consecutive);
    EXPECT_EQ(surroundings_of(node_map(nodes_like(on))), on);
  }
}

TEST(plan, is_what_the_choice_goes_by) {
  settings user = on_machine(2, 2);
  const surroundings around = full_nodes(4, 2);
  int told = 0;
  plan_options how{
      .collectives = {collective::bcast, collective::gatherv}, .least = 8, .most = 1 << 16, .threads = 2};
  how.progress = [&told](std::size_t, std::size_t) { ++told; };
  profile made = make_plan(user.platform, around, how);
  EXPECT_GT(told, 10);
  EXPECT_EQ(read_plan(write_profile(made), "p").entries.size(), made.entries.size());
  choices without(user, around);
  settings with_plan = user;
  with_plan.planned = std::make_shared<const profile>(made);
  choices with(with_plan, around);
  for (std::size_t bytes = 8; bytes <= how.most; bytes *= 2) {
    EXPECT_EQ(with.choose(collective::bcast, operator_class::exact, bytes).use,
              without.choose(collective::bcast, operator_class::exact, bytes).use);
  }
  EXPECT_EQ(with.reason({collective::gatherv}, 8).decided_by, authority::plan);
  EXPECT_EQ(with.reason({collective::scatter}, 8).decided_by, authority::virtual_time);
}

// Each of a job's processes does a part of the work, and sends it to the others.
TEST(plan, is_the_same_whoever_does_the_work) {
  const network machine = machine_of(2, 2);
  const surroundings around = full_nodes(4, 2);
  const plan_options how{.collectives = {collective::reduce_scatter, collective::bcast, collective::scatterv},
                         .least = 8,
                         .most = 1 << 16,
                         .at_once = true};
  planning all(machine, around, how);
  std::size_t calls = 0;
  for (const int process : {0, 1, 2}) {
    planning own(machine, around, how);
    ASSERT_EQ(own.work().size(), all.work().size());
    for (std::size_t i = static_cast<std::size_t>(process); i < own.work().size(); i += 3) {
      own.decide(own.work()[i]);
      calls += own.work()[i].size();
      all.work()[i] = own.work()[i];
    }
  }
  EXPECT_FALSE(all.refine());
  // Three classes of operators, equal blocks and others; one of the others; 27 sizes and half an octave
  // between.
  EXPECT_EQ(calls, 27U * (6 + 1) + 1);
  const profile made = all.result();
  EXPECT_EQ(made.entries.size(), 6U + 1 + 1);
  EXPECT_EQ(write_profile(made), write_profile(make_plan(machine, around, how)));
}

TEST(plan, has_sizes_that_ascend) {
  const auto planned = [](std::size_t least, std::size_t most) {
    return make_plan(machine_of(2, 2), full_nodes(4, 2),
                     {.collectives = {collective::bcast}, .least = least, .most = most});
  };
  EXPECT_EQ(planned(8, 8).entries.size(), 1U);
  EXPECT_THROW((void)planned(0, 8), std::invalid_argument);
  EXPECT_THROW((void)planned(16, 8), std::invalid_argument);
  EXPECT_THROW((void)planned(8, SIZE_MAX), std::invalid_argument);
}

// The best algorithm for processes that arrive together is not the best for a late root: the others have
// combined their parts before it arrives.
TEST(plan, is_for_the_arrival_that_it_was_made_for) {
  const network machine = machine_of(2, 2);
  const surroundings around = full_nodes(4, 2);
  plan_options how{.collectives = {collective::reduce}, .least = 8, .most = 1 << 16, .threads = 2};
  const auto planned = [&](arrival skews) {
    how.skews = std::move(skews);
    return write_profile(make_plan(machine, around, how));
  };
  EXPECT_EQ(planned(arrival(4)), planned({}));
  EXPECT_THROW(planned(arrival(3)), std::invalid_argument);

  settings user = on_machine(2, 2);
  user.skews = {1, 0, 0, 0};
  const reasoning r = choices(user, around).reason({collective::reduce}, 4096);
  ASSERT_EQ(r.decided_by, authority::virtual_time);
  const network on = on_nodes(machine, nodes_like(around));
  for (const candidate& c : r.candidates) {
    if (c.excluded) continue;
    const double total =
        predict(*c.use, {.p = 4, .bytes = r.assumed, .pieces = c.pieces}, on, {.skews = user.skews}).seconds;
    EXPECT_LE(chosen(r).simulated.value(), tie_factor * (total - 1) + 1e-12) << c.use->name;
    if (c.simulated && std::isfinite(*c.simulated)) {
      EXPECT_NEAR(*c.simulated, total - 1, 1e-12) << c.use->name;
    }
  }
  // Most broadcasts leave a late leaf a message to take up; of those the one that lets the others go soonest.
  user.skews = {0, 0, 0, 1};
  const reasoning leaf = choices(user, around).reason({collective::bcast}, 4096);
  int alike = 0;
  for (const candidate& c : leaf.candidates)
    if (!c.excluded && c.simulated && *c.simulated <= *chosen(leaf).simulated) {
      EXPECT_LE(chosen(leaf).inside, c.inside) << c.use->name;
      ++alike;
    }
  EXPECT_GE(alike, 2);
}

TEST(machine, keeps_its_costs_on_other_nodes) {
  const network machine = machine_of(3, 4);
  const std::vector<int> names{0, 0, 1, 1, 1, 2};
  const network on = on_nodes(machine, names);
  on.check(6);
  EXPECT_EQ(nodes_on(on, 6), names);
  const auto costs = [&](const network& n, int a, int b) {
    const auto d = n.model->of(n.place_of(a), n.place_of(b), 1000, 1);
    return d.startup + d.data;
  };
  EXPECT_DOUBLE_EQ(costs(on, 0, 1), costs(machine, 0, 1));
  EXPECT_DOUBLE_EQ(costs(on, 1, 2), costs(machine, 0, 11));
  EXPECT_EQ(on.links->memory_lanes(), 3);
  EXPECT_EQ(on.overhead, machine.overhead);
}

}  // namespace
}  // namespace tutti
