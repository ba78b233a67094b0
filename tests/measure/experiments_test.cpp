// Experiments: they are adapted to be possible, their results are checked and wrong ones found, and every
// mock-up does the same as its collective. In virtual time, in which data really move.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <numeric>
#include <thread>

#include "measure/campaign.hpp"
#include "measure/communicators.hpp"
#include "measure/layouts.hpp"
#include "measure/mockups.hpp"
#include "measure/patterns.hpp"
#include "measure/virtual_testbed.hpp"
#include "measure/workload.hpp"
#include "tutti/model/problems.hpp"

namespace tutti::measure {
namespace {

virtual_testbed rig_of(int p, const char* topology = "") {
  return {p, make_machine("", topology, "", "", p), settings{}, nlohmann::ordered_json::object()};
}

std::string why_not(const testbed& where, const experiment& e) {
  try {
    static_cast<void>(where.fitted(e));
  } catch (const not_possible& no) {
    return no.what();
  }
  return "";
}

TEST(experiment, is_made_to_fit_whole_elements_and_blocks) {
  const virtual_testbed four = rig_of(4);
  EXPECT_EQ(four.fitted({.operation = "allgather", .by = "tutti", .bytes = 1001}).bytes, 1000U - 1000U % 16);
  EXPECT_EQ(four.fitted({.operation = "allgather", .by = "tutti", .bytes = 1}).bytes, 16U);  // an int each
  EXPECT_EQ(four.fitted({.operation = "bcast", .by = "tutti", .bytes = 7}).bytes, 4U);
  EXPECT_EQ(four.fitted({.operation = "scan", .by = "tutti", .bytes = 17}).op, "commutative");
  EXPECT_EQ(four.fitted({.operation = "scan", .by = "tutti", .bytes = 17}).bytes, 16U);
  EXPECT_EQ(four.fitted({.operation = "allgather", .by = "tutti", .problem = "spikes", .root = 2}),
            four.fitted({.operation = "allgather", .by = "tutti"}));  // has neither
  EXPECT_EQ(four.fitted({.operation = "gatherv", .by = "tutti", .root = -1}).root, 2);
}

TEST(experiment, says_why_it_is_not_possible) {
  const virtual_testbed three = rig_of(3);
  const auto has = [&](const experiment& e, const std::string& text) {
    EXPECT_NE(why_not(three, e).find(text), std::string::npos) << why_not(three, e);
  };
  has({.operation = "bcst", .by = "tutti"}, "did you mean bcast");
  has({.operation = "bcast", .by = "circulent"}, "did you mean circulant");
  has({.operation = "bcast", .by = "native"}, "native is not available in virtual time");
  has({.operation = "bcast", .by = "tutti", .root = 3}, "there are 3 processes");
  has({.operation = "gatherv", .by = "tutti", .problem = "spike"}, "did you mean spikes");
  has({.operation = "allreduce", .by = "census", .op = "commutative"}, "allreduce.census");
  has({.operation = "allreduce", .made = "reduce-bcast", .by = "tutti"}, "did you mean reduce+bcast");
  has({.operation = "bcast", .by = "tutti", .communicator = "cyclic"}, "the world communicator only");
  for (const char* operation : {"put", "get", "comm_split"}) {
    has({.operation = operation, .by = "native"}, "is not available in virtual time");
    const node_map two(std::vector<int>{0, 0});
    EXPECT_THROW(fitted({.operation = operation, .by = "tutti"}, two), not_possible);
    EXPECT_EQ(fitted({.operation = operation, .by = "native", .bytes = 0}, two).bytes, 0U);
  }
  has({.operation = "ring", .by = "tutti", .problem = "k=1 K=3"}, "there are 3 nodes of 1 process");
  has({.operation = "across", .by = "tutti", .problem = "k=1 K=1"}, "across goes to other nodes");
  has({.operation = "pipeline", .by = "tutti", .problem = "k=0 K=3"}, "there are 3 nodes of 1 process");
  has({.operation = "neighbor_alltoall", .by = "tutti", .problem = "moore:4x4:1"},
      "moore:4x4:1 has 16 processes, not 3");
  has({.operation = "neighbor_alltoall", .by = "combinig"}, "did you mean combining");
  has({.operation = "neighbor_alltoall", .made = "messages", .by = "combining"}, "by native or tutti only");
  has({.operation = "bcast", .by = "tutti", .bytes = std::size_t{1} << 40U},
      "the number of elements exceeds an int");
}

// Every operation, mock-up, problem and operator, by tutti's choice.
TEST(experiment, has_right_results_whatever_it_is) {
  for (const int p : {1, 2, 5, 8}) {
    virtual_testbed where = rig_of(p, p == 8 ? "cluster:4x2,lanes=1" : "");
    for (int k = 0; k < collectives; ++k) {
      const auto c = static_cast<collective>(k);
      if (is_neighbourhood(c)) continue;  // patterns
      std::vector<std::string> makings{"call"};
      for (const mockup& m : mockups())
        if (m.of == c) makings.emplace_back(m.name);
      for (const problem t : all_problems)
        for (const char* op : {"exact", "commutative", "ordered"})
          for (const std::string& made : makings)
            for (const std::size_t bytes : {std::size_t{8}, std::size_t{1000}}) {
              const experiment e = where.fitted({.operation = std::string(name_of(c)),
                                                 .made = made,
                                                 .by = "tutti",
                                                 .bytes = bytes,
                                                 .problem = std::string(name_of(t)),
                                                 .op = op,
                                                 .root = -1});
              EXPECT_EQ(where.measure({e}, {}).at(0).right, "yes") << describe(e) << ", p = " << p;
            }
    }
    for (const pattern& x : patterns()) {
      if (p == 1 || x.of_calls != calls::messages) continue;
      const bool across = x.name == "across" || x.name == "blocks" || x.name == "pipeline";
      const char* problem = p == 8 ? (across ? "k=0 K=2" : "k=1 K=2") : x.name == "ring" ? "k=0 K=1" : "same";
      const experiment e =
          where.fitted({.operation = std::string(x.name), .by = "tutti", .bytes = 400, .problem = problem});
      EXPECT_EQ(where.measure({e}, {}).at(0).right, "yes") << describe(e) << ", p = " << p;
    }
  }
}

// Neighbourhood collectives on graphs, by tutti's choice, by each algorithm, and through other calls with the
// same result.
TEST(experiment, runs_on_graphs) {
  for (const char* graph :
       {"moore:4x4:1", "cart:4x4", "random:16:5:3", "double:16:1", "star:16", "empty:16"}) {
    virtual_testbed where = rig_of(16, "cluster:4x4,lanes=1");
    for (const pattern& x : patterns()) {
      if (!x.call) continue;
      experiment e{.operation = std::string(x.name), .by = "tutti", .bytes = 400, .problem = graph};
      std::vector<experiment> all{e};
      for (const std::string_view way : x.ways) {
        if (way == "alltoallv") continue;  // not in virtual time
        all.push_back(e);
        all.back().made = way;
      }
      for (const algorithm* a : catalogue(*x.call)) {
        all.push_back(e);
        all.back().by = a->name;
      }
      for (const experiment& one : all) {
        const observation o = where.measure({where.fitted(one)}, {}).at(0);
        EXPECT_EQ(o.right, "yes") << describe(one);
        EXPECT_EQ(o.algorithm.empty(), one.made == "messages") << describe(one);
      }
    }
  }
}

// A result with one byte changed, or that was never written, is found.
TEST(experiment, finds_wrong_results) {
  const node_map nodes(std::vector<int>{0, 1, 2, 3});
  for (const char* operation : {"bcast", "gatherv", "scatter", "alltoallv", "reduce", "reduce_scatter",
                                "scan", "ring", "neighbor_allgather", "neighbor_alltoallw"})
    for (const char* layout : {"contiguous", "tiled"}) {
      experiment e{.operation = operation, .by = "tutti", .bytes = 4096, .layout = layout};
      if (std::strcmp(operation, "ring") == 0) e.problem = "k=0 K=1";
      const auto c = collective_named(operation);
      if (c && combines(*c) && e.layout != "contiguous") continue;
      e = fitted(e, nodes);
      const int rank = e.operation == "bcast" || e.operation == "scan" ? 3 : 0;
      const workload data(e, nodes, rank, type_of(e), {});
      std::vector<std::byte> send(data.send_memory() + 1), recv(data.recv_memory() + 1);
      data.fill(send.data(), recv.data());
      EXPECT_FALSE(data.right(recv.data())) << operation;  // nothing has arrived
    }
}

TEST(workload, knows_a_right_result_and_each_wrong_byte) {
  const node_map nodes(std::vector<int>{0, 1});
  for (const layout& l : layouts()) {
    const experiment e =
        fitted({.operation = "bcast", .by = "tutti", .bytes = 400, .layout = std::string(l.name)}, nodes);
    const workload root(e, nodes, 0, type_of(e), {}), other(e, nodes, 1, type_of(e), {});
    std::vector<std::byte> data(root.recv_memory()), none(1);
    root.fill(none.data(), data.data());
    EXPECT_TRUE(other.right(data.data())) << l.name;
    for (std::size_t i = 0; i < e.bytes / 4; ++i) {
      std::byte& one = data[4 * l.position(i)];
      one ^= std::byte{1};
      EXPECT_FALSE(other.right(data.data())) << l.name << " " << i;
      one ^= std::byte{1};
    }
  }
}

TEST(layout, positions_are_those_of_the_runs) {
  const layout l = layout_named("alternating").value();  // 0..7, 16..39 of 48
  EXPECT_EQ(l.ints(), 32);
  EXPECT_EQ(l.position(7), 7U);
  EXPECT_EQ(l.position(8), 16U);
  EXPECT_EQ(l.position(31), 39U);
  EXPECT_EQ(l.position(32), 48U);
  EXPECT_EQ(l.element().size, 128U);
  EXPECT_EQ(l.element().true_extent, 160U);
  EXPECT_TRUE(layout_named("contiguous").value().element().dense);
  EXPECT_FALSE(l.element().dense);
}

TEST(layout, has_the_numbers_in_its_name) {
  const layout two = layout_named("alternating:1:2:3:4").value();  // 0, 3..4 of 7
  EXPECT_EQ(two.extent, 7);
  EXPECT_EQ(two.ints(), 3);
  EXPECT_EQ(two.position(2), 4U);
  EXPECT_EQ(two.position(3), 7U);
  EXPECT_EQ(layout_named("tiled:3:5").value().position(3), 5U);
  for (const char* like : {"alternating:8:24:16:32", "tiled:16:32"}) {
    const std::string word = like;
    const layout numbered = layout_named(word).value(),
                 named = layout_named(word.substr(0, word.find(':'))).value();
    for (std::size_t i = 0; i < 200; ++i) EXPECT_EQ(numbered.position(i), named.position(i)) << word;
  }
  for (const char* wrong : {"tiled:5:3", "tiled:3:3", "tiled:0:3", "tiled:3", "tiled:", "tiled:1:2:3",
                            "tiled:a:b", "alternating:1:2:3", "alternating:4:2:3:4", "alternating:3:4:3:4",
                            "column:1:2", "contiguous:1:2", "tiled:1:2000000", ":"})
    EXPECT_FALSE(layout_named(wrong)) << wrong;
}

TEST(experiment, is_described_by_constructors_where_a_message_has_holes) {
  const node_map two(std::vector<int>{0, 0});
  const auto possible = [&](const char* operation, const char* made, const char* layout) {
    try {
      static_cast<void>(fitted(
          {.operation = operation, .made = made, .by = "native", .bytes = 4096, .layout = layout}, two));
      return true;
    } catch (const not_possible&) {
      return false;
    }
  };
  for (const char* operation : {"bcast", "ping", "put"})
    for (const std::string_view made : descriptions) {
      const std::string name(made);
      EXPECT_TRUE(possible(operation, name.c_str(), "tiled")) << operation << name;
      EXPECT_EQ(possible(operation, name.c_str(), "alternating"), made != "vector") << operation << name;
      EXPECT_FALSE(possible(operation, name.c_str(), "contiguous")) << operation << name;
    }
  for (const char* operation : {"gather", "pipeline", "neighbor_allgather", "comm_split", "reduce_local"})
    EXPECT_FALSE(possible(operation, "indexed", "tiled")) << operation;
}

TEST(communicator, numbers_the_processes) {
  const node_map three(std::vector<int>{0, 0, 0, 1, 1, 2}), one(std::vector<int>{0, 0});
  EXPECT_EQ(members_of("world", three), (std::vector<int>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(members_of("cyclic", three), (std::vector<int>{0, 3, 5, 1, 4, 2}));
  EXPECT_EQ(members_of("half", three), (std::vector<int>{0, 2, 4}));
  std::vector<int> random = members_of("random", three);
  EXPECT_EQ(members_of("random", three), random);
  EXPECT_NE(random, members_of("world", three));
  std::sort(random.begin(), random.end());
  EXPECT_EQ(random, members_of("world", three));
  EXPECT_EQ(nodes_of({0, 3, 5}, three).nodes(), 3);
  EXPECT_EQ(size_on("half", 5), 3);
  EXPECT_THROW(members_of("cyclic", one), not_possible);
  EXPECT_THROW(members_of("half", node_map(std::vector<int>{0})), not_possible);
  EXPECT_THROW(members_of("circular", three), not_possible);
}

TEST(virtual_time, is_that_of_the_model) {
  virtual_testbed where{2, make_machine("linear:alpha=3us,beta=2ns", "", "", "", 2), settings{}, {}};
  const auto seconds = [&](const char* pattern, std::size_t bytes, const char* made = "call") {
    const experiment e{.operation = pattern, .made = made, .by = "tutti", .bytes = bytes};
    return where.measure({where.fitted(e)}, {}).at(0).seconds;
  };
  EXPECT_DOUBLE_EQ(seconds("ping", 1000), 3e-6 + 2e-6);
  EXPECT_DOUBLE_EQ(seconds("ping_ping", 1000), 3e-6 + 2e-6);
  EXPECT_DOUBLE_EQ(seconds("ping_pong", 1000), 2 * (3e-6 + 2e-6));
  EXPECT_DOUBLE_EQ(seconds("ping_ping", 1000, "send+recv"), 2 * (3e-6 + 2e-6));
  EXPECT_DOUBLE_EQ(seconds("across", 1000, "send+recv"), 2 * (3e-6 + 2e-6));
  EXPECT_DOUBLE_EQ(seconds("across", 1000), 3e-6 + 2e-6);
  EXPECT_DOUBLE_EQ(seconds("blocks", 1600), pipeline_blocks * (3e-6 + 0.2e-6));
  EXPECT_DOUBLE_EQ(seconds("pipeline", 1600), (pipeline_blocks + 1) * (3e-6 + 0.2e-6));
}

TEST(campaign, leaves_out_what_is_there_and_what_is_twice) {
  const virtual_testbed where = rig_of(4);
  const experiment one{.operation = "bcast", .by = "tutti", .bytes = 9},
      same{.operation = "bcast", .by = "tutti", .bytes = 8},
      other{.operation = "bcast", .by = "chain", .bytes = 800}, wrong{.operation = "bcast", .by = "native"};
  const campaign all{{{one, same, wrong}, {same}, {other}}, {}, "", 2};
  agenda a = agenda_of(all, where, {});
  EXPECT_EQ(a.contests.size(), 2U);
  ASSERT_EQ(a.refused.size(), 1U);
  EXPECT_EQ(a.refused[0].of.size(), 1U);
  measurements before;
  observation o;
  o.of = where.fitted(other), o.p = 4;
  before.all = {o};
  EXPECT_EQ(agenda_of(all, where, before).contests.size(), 2U);  // two launches are wanted
  o.launch = 1;
  before.all.push_back(o);
  a = agenda_of(all, where, before);
  EXPECT_EQ(a.contests, std::vector<contest>{{where.fitted(same)}});
  EXPECT_EQ(a.done, 1U);
  before.launches = {{{"launch", 0}, {"mpi", {{"name", "openmpi"}}}}};
  EXPECT_THROW(agenda_of(all, where, before), format_error);
}

// Measures nothing, and remembers how long it might have taken.
class idle_rig final : public testbed {
 public:
  const node_map& nodes() const override { return nodes_; }
  const nlohmann::ordered_json& factors() const override { return factors_; }
  std::vector<observation> measure(const contest&, const policy& how) override {
    budgets.push_back(how.budget);
    in_time = how.in_time;
    std::this_thread::sleep_for(takes);
    return {};
  }
  std::vector<double> budgets;
  std::chrono::milliseconds takes{0};
  bool in_time = false;

 private:
  node_map nodes_{std::vector<int>{0}};
  nlohmann::ordered_json factors_ = nlohmann::ordered_json::object();
};

TEST(campaign, shares_its_time_among_what_is_left) {
  idle_rig where;
  const experiment one{.operation = "bcast"};
  const agenda to_do{.contests = {{one}, {one, one, one}}, .refused = {}};
  const listener nobody{.launch = [](const auto&) { return 0; }, .rows = [](const auto&) {}, .next = {}};
  EXPECT_EQ(run(to_do, {.contests = {}, .how = {}, .command = "", .total = 1000}, where, nobody), 0U);
  EXPECT_TRUE(where.in_time);
  ASSERT_EQ(where.budgets.size(), 2U);
  EXPECT_NEAR(where.budgets[0], 1000. / 4, 5);
  EXPECT_NEAR(where.budgets[1], 1000. / 3, 5);  // the first has taken nothing of its share
  where.budgets.clear();
  run(to_do, {.contests = {}, .how = {.budget = 7}, .command = ""}, where, nobody);
  EXPECT_EQ(where.budgets, (std::vector<double>{7, 7}));
  EXPECT_FALSE(where.in_time);
}

TEST(campaign, ends_when_its_time_is_over) {
  idle_rig where;
  where.takes = std::chrono::milliseconds(30);  // whatever the budget says, as on a machine that is busy
  const agenda to_do{.contests = std::vector<contest>(10, {experiment{}}), .refused = {}};
  const listener nobody{.launch = [](const auto&) { return 0; }, .rows = [](const auto&) {}, .next = {}};
  const std::size_t left =
      run(to_do, {.contests = {}, .how = {}, .command = "", .total = 0.05}, where, nobody);
  EXPECT_GE(left, 8U);
  EXPECT_EQ(left + where.budgets.size(), 10U);
  where.budgets.clear();
  EXPECT_EQ(run(to_do, {.contests = {}, .how = {}, .command = "", .total = 1e-9}, where, nobody),
            9U);  // one is
  EXPECT_EQ(run(to_do, {.contests = {}, .how = {}, .command = ""}, where, nobody), 0U);
}

}  // namespace
}  // namespace tutti::measure
