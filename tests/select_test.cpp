// The user's settings and the choice: which settings are understood, which give a warning, and the reasons
// for those that cannot be applied.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cfenv>
#include <cmath>
#include <map>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <tuple>

#include "machine/two_levels.hpp"
#include "select/choice.hpp"
#include "select/settings.hpp"
#include "select/sources.hpp"
#include "select/unfit.hpp"
#include "text/nearest.hpp"
#include "tutti/bracketing.hpp"
#include "tutti/full_name.hpp"
#include "whole_range.hpp"

namespace tutti {
namespace {

settings read(std::vector<const char*> environment) {
  environment.push_back(nullptr);
  return read_settings(environment.data());
}

TEST(settings, understands_each_variable) {
  const settings s =
      read({"PATH=/bin", "TUTTI_BCAST=circulant", "TUTTI_SCAN=native", "TUTTI_REPORT=app.json",
            "TUTTI_DEBUG=1", "TUTTI_GPU=off", "TUTTI_PIECES=7", "TUTTI_SEGMENT=4096", "TUTTI_SIMULATE=0",
            "TUTTI_ALPHA=60us", "TUTTI_BETA=160ns", "TUTTI_GAMMA=0.2ns", "TUTTI_PROGRESS=thread",
            "TUTTI_IBCAST=chain", "TUTTI_ISCAN=auto", "TUTTI_DOMAIN_SIZE=4"});
  EXPECT_TRUE(s.warnings.empty());
  EXPECT_TRUE(s.progress_thread);
  EXPECT_EQ(s.of_posted(collective::bcast).use, find(collective::bcast, "chain"));
  EXPECT_FALSE(s.of_posted(collective::scan).native);
  EXPECT_EQ(&s.of_posted(collective::gather), &s.of(collective::gather));
  EXPECT_EQ(s.of(collective::bcast).use, find(collective::bcast, "circulant"));
  EXPECT_TRUE(s.of(collective::scan).native);
  EXPECT_EQ(s.report, "app.json");
  EXPECT_TRUE(s.debug);
  EXPECT_EQ(s.devices, device_memory::unused);
  EXPECT_EQ(s.pieces, 7);
  EXPECT_EQ(s.segment, 4096U);
  EXPECT_EQ(s.simulated_messages, 0U);
  EXPECT_DOUBLE_EQ(s.alpha.value(), 60e-6);
  EXPECT_DOUBLE_EQ(s.beta.value(), 160e-9);
  EXPECT_DOUBLE_EQ(s.gamma.value(), 2e-10);
  EXPECT_EQ(s.domain_size, 4);
  EXPECT_EQ(read({"TUTTI_DOMAIN_SIZE=0"}).domain_size, 0);
  EXPECT_EQ(read({}).domain_size, std::nullopt);
  EXPECT_FALSE(s.off);
  EXPECT_TRUE(read({"TUTTI=off"}).off);
}

TEST(settings, the_later_wish_counts_and_posted_calls_name_their_own) {
  const settings s = read({"TUTTI_BCAST=native", "TUTTI_BCAST=chain", "TUTTI_IBCAST=star"});
  EXPECT_FALSE(s.of(collective::bcast).native);
  EXPECT_EQ(s.variable_for(collective::bcast), "TUTTI_BCAST");
  EXPECT_EQ(s.for_posted().variable_for(collective::bcast), "TUTTI_IBCAST");
  EXPECT_EQ(s.for_posted().variable_for(collective::scan), "TUTTI_SCAN");
}

TEST(settings, a_request_for_one_collective_leaves_those_for_others) {
  settings s = read({"TUTTI_BCAST=chain", "TUTTI_IBCAST=star", "TUTTI_IBARRIER=dissemination"});
  s.request(collective::bcast, find(collective::bcast, "binomial"));
  EXPECT_EQ(s.of(collective::bcast).use->name, "binomial");
  EXPECT_EQ(s.for_posted().of(collective::bcast).use->name, "binomial");
  EXPECT_EQ(s.for_posted().of(collective::barrier).use->name, "dissemination");
  EXPECT_TRUE(s.has_posted_requests());
  s.request(collective::barrier, nullptr);
  EXPECT_FALSE(s.has_posted_requests());
}

TEST(settings, a_page_is_not_the_librarys_to_write) {
  EXPECT_EQ(read({"TUTTI_REPORT=a.html"}).warnings.size(), 1U);
  EXPECT_TRUE(read({"TUTTI_REPORT=a.txt"}).warnings.empty());
}

TEST(settings, names_the_nearest_where_a_word_is_unknown) {
  const settings variable = read({"TUTTI_BCASST=chain"});
  ASSERT_EQ(variable.warnings.size(), 1U);
  EXPECT_NE(variable.warnings[0].find("did you mean TUTTI_BCAST"), std::string::npos) << variable.warnings[0];
  const settings algorithm = read({"TUTTI_BCAST=circulent"});
  ASSERT_EQ(algorithm.warnings.size(), 1U);
  EXPECT_NE(algorithm.warnings[0].find("did you mean circulant"), std::string::npos) << algorithm.warnings[0];
  const settings oracle = read({"TUTTI_GATHERV=optimal"});
  ASSERT_EQ(oracle.warnings.size(), 1U);
  EXPECT_NE(oracle.warnings[0].find("is found offline"), std::string::npos) << oracle.warnings[0];
  EXPECT_EQ(algorithm.of(collective::bcast).use, nullptr);
}

TEST(settings, warns_of_what_is_no_number_no_time_and_no_truth) {
  for (const char* bad : {"TUTTI_PIECES=0", "TUTTI_PIECES=many", "TUTTI_SEGMENT=-1", "TUTTI_SIMULATE=-1",
                          "TUTTI_ALPHA=2hours", "TUTTI_BETA=-1ns", "TUTTI=maybe", "TUTTI_DEBUG=perhaps",
                          "TUTTI_GPU=nvidia", "TUTTI_PROGRESS=magic", "TUTTI_DOMAIN_SIZE=-4"}) {
    EXPECT_EQ(read({bad}).warnings.size(), 1U) << bad;
  }
  EXPECT_EQ(read({"TUTTI_DOMAIN_SIZE=some"}).domain_size, std::nullopt);
}

TEST(settings, on_and_off_have_many_names_in_any_case) {
  for (const char* off : {"TUTTI=off", "TUTTI=OFF", "TUTTI=0", "TUTTI=No", "TUTTI=FALSE"})
    EXPECT_TRUE(read({off}).off) << off;
  for (const char* on : {"TUTTI=on", "TUTTI=ON", "TUTTI=1", "TUTTI=Yes", "TUTTI=True", "TUTTI="}) {
    EXPECT_FALSE(read({on}).off) << on;
    EXPECT_TRUE(read({on}).warnings.empty()) << on;
  }
  for (const char* none : {"TUTTI_REPORT=0", "TUTTI_REPORT=OFF", "TUTTI_REPORT=False", "TUTTI_REPORT="})
    EXPECT_EQ(read({none}).report, "") << none;
  EXPECT_EQ(read({"TUTTI_REPORT=True"}).report, "1");
  EXPECT_EQ(read({"TUTTI_REPORT=Official.txt"}).report, "Official.txt");
  EXPECT_EQ(read({"TUTTI_RECORD=No"}).record, "");
  EXPECT_EQ(read({"TUTTI_RECORD=several+"}).record, "several+");
  EXPECT_EQ(read({"TUTTI_RECORD=+"}).warnings.size(), 1U);
  EXPECT_EQ(read({"TUTTI_RECORD=a+b"}).warnings.size(), 1U);
  EXPECT_EQ(read({"TUTTI_CHECK=ON"}).check, checking::ends);
}

TEST(settings, a_file_is_not_missed_where_nothing_is_chosen) {
  settings s = read({"TUTTI=off", "TUTTI_MACHINE=/no/such.json", "TUTTI_PLAN=/no/such.json"});
  take_files(s);
  EXPECT_TRUE(s.warnings.empty());
  s = read({"TUTTI_MACHINE=/no/such.json", "TUTTI_PLAN=/no/such.json"});
  take_files(s);
  EXPECT_EQ(s.warnings.size(), 2U);
}

TEST(settings, passes_over_what_modules_say_of_every_package) {
  for (const char* of_the_package :
       {"TUTTI_ROOT=/opt/tutti", "TUTTI_DIR=/opt/tutti", "TUTTI_HOME=/opt/tutti", "TUTTI_PREFIX=/opt/tutti",
        "TUTTI_VERSION=0.1.0", "TUTTI_LIB=/opt/tutti/lib", "TUTTI_INC=/opt/tutti/include",
        "TUTTI_INCLUDE=/opt/tutti/include", "TUTTI_LIBRARY=/opt/tutti/lib"})
    EXPECT_TRUE(read({of_the_package}).warnings.empty()) << of_the_package;
  EXPECT_EQ(read({"TUTTI_ROOTS=/opt/tutti"}).warnings.size(), 1U);
}

constexpr const char* two_levels = R"({
  "model": {"kind": "hierarchical", "levels": [
    {"size": 16, "pieces": [{"from": 0, "alpha": "0.4us", "beta": "0.2ns"}, {"from": 4096, "alpha": "1us", "beta": "0.1ns"}]},
    {"size": 35, "alpha": "2us", "beta": "0.3ns"}]},
  "topology": {"kind": "cluster", "nodes": 35, "places": 16, "lanes": 2},
  "placement": "cyclic", "gamma": "0.2ns", "overhead": "0.3us", "overhead_between": "0.7us"
})";

TEST(calibration, knows_messages_within_a_node_and_between_nodes_by_size) {
  const calibration c = read_calibration(two_levels, "m.json");
  EXPECT_DOUBLE_EQ(c.at(0).within.alpha, 0.4e-6);
  EXPECT_DOUBLE_EQ(c.at(4095).within.beta, 0.2e-9);
  EXPECT_DOUBLE_EQ(c.at(4096).within.alpha, 1e-6);
  EXPECT_DOUBLE_EQ(c.at(1e300).within.beta, 0.1e-9);
  EXPECT_DOUBLE_EQ(c.at(8).between.alpha, 2e-6);
  EXPECT_DOUBLE_EQ(c.at(8).between.beta, 0.3e-9);
  EXPECT_DOUBLE_EQ(c.at(8).between.gamma, 0.2e-9);
  const network on = parse_network(two_levels, "m.json");
  EXPECT_DOUBLE_EQ(overhead_of(on, false), 0.3e-6);
  EXPECT_DOUBLE_EQ(overhead_of(on, true), 0.7e-6);
  EXPECT_DOUBLE_EQ(link_lanes(on), 2);
  EXPECT_DOUBLE_EQ(memory_lanes(on), 0);
}

TEST(calibration, reads_every_kind_of_model) {
  for (const char* model :
       {"linear:alpha=3us,beta=2ns,hop=1us", "piecewise:0=3us+2ns,100=3us+2ns",
        "hierarchical:16=1us+1ns,64=3us+2ns,lanes=2", "store-and-forward:latency=3us,bandwidth=0.5GB"}) {
    const calibration c = read_calibration(std::string(R"({"model": ")") + model + "\"}", "m.json");
    EXPECT_DOUBLE_EQ(c.at(1e6).between.alpha, 3e-6) << model;
    EXPECT_DOUBLE_EQ(c.at(1e6).between.beta, 2e-9) << model;
  }
  const network loggp = parse_network(R"({"model": "loggp:L=1us,o=0.5us,g=0.6us,G=1ns"})", "m.json");
  EXPECT_DOUBLE_EQ(calibration_of(loggp).at(8).between.alpha, 2e-6);
  EXPECT_DOUBLE_EQ(overhead_of(loggp, true), 0.5e-6);
  const calibration pairs = read_calibration(
      R"({"model": {"kind": "pairs", "alpha": [[0, 1], [2, 0]], "beta": [[0, 3], [4, 0]]}})", "m.json");
  EXPECT_DOUBLE_EQ(pairs.at(8).between.alpha, 1);
  EXPECT_DOUBLE_EQ(pairs.at(8).between.beta, 3);
}

TEST(calibration, gives_way_to_the_users_word) {
  settings s = read({"TUTTI_MACHINE=m.json", "TUTTI_ALPHA=7us"});
  EXPECT_EQ(s.machine_file, "m.json");
  s.run_on(parse_network(two_levels, "m.json"));
  EXPECT_DOUBLE_EQ(s.costs.at(8).between.alpha, 7e-6);
  EXPECT_DOUBLE_EQ(s.costs.at(8).within.alpha, 7e-6);
  EXPECT_DOUBLE_EQ(s.costs.at(8).between.beta, 0.3e-9);
}

TEST(nearest, counts_changes_of_one_character) {
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("", "ring"), 4U);
  EXPECT_EQ(edit_distance("rign", "ring"), 1U);  // a swap
  EXPECT_EQ(edit_distance("igrn", "ring"), 4U);
  EXPECT_EQ(did_you_mean("rign", {"ring", "chain"}), "; did you mean ring?");
  EXPECT_EQ(did_you_mean("MPI_Bcast", {"bcast", "gather"}), "; did you mean bcast?");
  EXPECT_EQ(nearest("xyzzy", std::vector<std::string_view>{"ring", "chain"}), "");
}

TEST(choice, grants_a_wish_only_where_it_is_possible) {
  const settings user =
      read({"TUTTI_ALLREDUCE=census", "TUTTI_REDUCE=circulant", "TUTTI_ALLGATHER=recursive_doubling"});
  choices at(user, {.p = 6});
  EXPECT_EQ(at.choose(collective::allreduce, operator_class::exact, 8).use->name, "census");
  const decision rounding = at.choose(collective::allreduce, operator_class::commutative, 8);
  EXPECT_NE(rounding.refused, nullptr);
  ASSERT_NE(rounding.use, nullptr);
  EXPECT_FALSE(rounding.use->needs.exact);
  const decision ordered = at.choose(collective::reduce, operator_class::ordered, 1 << 20);
  EXPECT_NE(ordered.refused, nullptr);
  EXPECT_FALSE(ordered.use->needs.commutative);
  EXPECT_NE(at.choose(collective::allgather, operator_class::exact, 8).refused, nullptr);
}

TEST(choice, never_takes_what_a_call_does_not_allow) {
  const settings user = read({"TUTTI_SIMULATE=4000"});
  for (int p : {1, 2, 3, 6, 8, 17, 64, 100}) {
    choices at(user, {.p = p});
    for (int c = 0; c < collectives; ++c)
      for (auto k : {operator_class::exact, operator_class::commutative, operator_class::ordered})
        for (std::size_t bytes = 0; bytes < std::size_t{1} << 34;
             bytes = bytes * (whole_range() ? 3 : 11) + 1) {
          const decision d = at.choose(static_cast<collective>(c), k, bytes);
          ASSERT_NE(d.use, nullptr);
          EXPECT_EQ(d.use->of, static_cast<collective>(c));
          EXPECT_FALSE(d.use->needs.power_of_two && !is_power_of_two(p));
          EXPECT_FALSE(d.use->needs.exact && k != operator_class::exact);
          EXPECT_FALSE(d.use->needs.commutative && k == operator_class::ordered);
        }
  }
}

// If start-ups take long and keep a process busy for a small part of them, one message to each other node
// ends first. A machine as measurement may describe it: each number is between an eighth and eight times the
// usual one.
network clocked_machine(std::mt19937& random) {
  std::uniform_real_distribution<double> octaves(-3, 3);
  const auto about = [&](double x) { return x * std::exp2(octaves(random)); };
  network on = usual_machine();
  on.model = hierarchical_model({{.size = 2, .alpha = about(0.3e-6), .beta = about(0.1e-9)},
                                 {.size = 2, .alpha = about(3e-6), .beta = about(0.4e-9)}});
  on.links = cluster(2, 2, 1 + random() % 3, 1.0 + static_cast<double>(random() % 16));
  on.gamma = about(0.05e-9);
  on.overhead = about(0.1e-6);
  on.eager = static_cast<double>(1024U << random() % 7);
  return on;
}

// The facts that determine how the operands of a reduction are combined.
std::string bracketing_of(choices& at, const call_kind& of, std::size_t bytes) {
  const decision d = at.choose(of, bytes);
  const choices& by = at.deciding(of);
  const loggp_levels& trees = *by.logp();
  std::ostringstream text;
  text.precision(17);
  text << d.use->name << ' ' << (d.use->stages ? by.pieces(d, bytes, bytes / 8 + 1) : 1);
  for (const loggp_level& level : {trees.within, trees.between})
    text << ' ' << level.L << ' ' << level.o << ' ' << level.g << ' ' << level.G;
  return text.str();
}

TEST(choice, of_reductions_that_round_does_not_depend_on_what_was_clocked) {
  std::mt19937 random(53);
  const std::array places{surroundings{.p = 4, .per_node = 4, .nodes = 1}, full_nodes(8, 2)};
  const std::array kinds{operator_class::commutative, operator_class::ordered};
  std::map<std::tuple<std::size_t, collective, operator_class, std::size_t>, std::string> first, exact;
  bool clocks_decide = false;
  for (int start = 0; start < 200; ++start) {
    settings user = read({"TUTTI_SIMULATE=400"});
    user.run_on(clocked_machine(random));
    user.clocked = true;
    user.nominal = std::make_shared<const network>(nominal_machine(false));
    for (std::size_t place = 0; place < places.size(); ++place) {
      choices at(user, places[place]);
      for (const collective c : {collective::reduce, collective::allreduce, collective::reduce_scatter,
                                 collective::reduce_scatter_block, collective::scan, collective::exscan})
        for (const std::size_t bytes : {5000U, 1U << 20U}) {
          for (const operator_class k : kinds) {
            const std::string now = bracketing_of(at, {c, k}, bytes);
            const auto& before = first.try_emplace({place, c, k, bytes}, now).first->second;
            ASSERT_EQ(now, before) << name_of(c) << ", " << bytes << " bytes, start " << start;
          }
          // A reduction that does not round is decided by measured times.
          const std::string now = bracketing_of(at, {c, operator_class::exact}, bytes);
          clocks_decide |=
              exact.try_emplace({place, c, operator_class::exact, bytes}, now).first->second != now;
        }
    }
  }
  EXPECT_TRUE(clocks_decide);
}

TEST(settings, name_how_reductions_may_be_decided) {
  EXPECT_EQ(read({}).reductions, reduction_order{});
  EXPECT_EQ(read({"TUTTI_REDUCTIONS=repeatable"}).reductions, reduction_order{});
  EXPECT_EQ(read({"TUTTI_REDUCTIONS=any"}).reductions, reduction_order{.repeatable = false});
  EXPECT_EQ(read({"TUTTI_REDUCTIONS=ranks"}).reductions, reduction_order{.ranks = true});
  EXPECT_EQ(read({"TUTTI_REDUCTIONS=placements,elements"}).reductions,
            (reduction_order{.elements = true, .placements = true}));
  EXPECT_EQ(read({}).learns, learning::off);
  EXPECT_EQ(read({"TUTTI_LEARN=on"}).learns, learning::exact);
  EXPECT_EQ(read({"TUTTI_LEARN=all"}).learns, learning::all);
  EXPECT_EQ(read({"TUTTI_LEARN_CACHE=f"}).learns, learning::exact);
  EXPECT_EQ(read({"TUTTI_LEARN_CACHE=f", "TUTTI_LEARN=off"}).learns, learning::off);
  EXPECT_EQ(read({"TUTTI_LEARN=some"}).warnings.size(), 1U);
  for (const char* wrong : {"TUTTI_REDUCTIONS=fast", "TUTTI_REDUCTIONS=any,ranks", "TUTTI_REDUCTIONS=ranks,"})
    EXPECT_EQ(read({wrong}).warnings.size(), 1U) << wrong;
}

// Random calls under each value of TUTTI_REDUCTIONS, on random placements, some with an algorithm that the
// user sets. All reductions that round get algorithms with the properties asked for.
TEST(choice, of_reductions_has_the_properties_that_the_user_asks_for) {
  std::mt19937 random(97);
  const auto below = [&random](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const std::array of{collective::reduce,         collective::allreduce,
                      collective::reduce_scatter, collective::reduce_scatter_block,
                      collective::scan,           collective::exscan};
  for (const char* value :
       {"elements", "placements", "ranks", "elements,placements", "elements,placements,ranks"}) {
    const reduction_order asked = *reduction_order_from(value);
    std::size_t refused = 0;
    for (int k = 0; k < 2000; ++k) {
      settings user = read({});
      user.simulated_messages = k % 8 == 0 ? 400 : 0;
      user.reductions = asked;
      if (k % 2 == 0) user.run_on(clocked_machine(random));
      if (k % 2 == 0) user.nominal = std::make_shared<const network>(nominal_machine(false));
      const call_kind kind{.of = of[below(of.size())],
                           .op = below(2) == 0 ? operator_class::commutative : operator_class::ordered};
      const auto same = catalogue(kind.of);
      const algorithm* const set = below(4) == 0 ? same[below(same.size())] : nullptr;
      user.requested[static_cast<std::size_t>(kind.of)].use = set;
      const int p = 1 + static_cast<int>(below(40));
      const auto somewhere = [&] {
        return full_nodes(p, 1 + static_cast<int>(below(static_cast<std::size_t>(p))), below(2) == 0);
      };
      const surroundings around = somewhere(), elsewhere = somewhere();
      choices here(user, around), there(user, elsewhere);
      const std::size_t bytes = below(2) == 0 ? below(4096) : std::size_t{1} << below(27);
      const decision d = here.choose(kind, bytes);
      ASSERT_NE(d.use, nullptr) << value;
      const reduction_properties has = properties_of(*d.use);
      ASSERT_TRUE((has.elements || !asked.elements) && (has.placements || !asked.placements) &&
                  (has.ranks || !asked.ranks))
          << value << ": " << full_name(*d.use) << " for " << bytes << " bytes, p = " << p;
      // leaders and others combine in rank order only where the ranks of nodes are consecutive
      ASSERT_FALSE(asked.ranks && d.use->needs.node_order && !around.consecutive) << full_name(*d.use);
      if (asked.placements) {
        ASSERT_EQ(bracketing_of(here, kind, bytes), bracketing_of(there, kind, bytes))
            << value << ", " << bytes << " bytes, p = " << p << ", " << around.per_node << " and "
            << elsewhere.per_node << " per node";
      }
      refused += set && d.use != set;
      if (set && !lacks(*set, kind.op, around, asked)) {
        ASSERT_EQ(d.use, set);
      }
    }
    EXPECT_GT(refused, 0U) << value;
  }
}

// Operators that do not round are not concerned.
TEST(choice, of_reductions_that_do_not_round_ignores_the_properties_asked_for) {
  const settings user = read({"TUTTI_REDUCTIONS=elements,placements,ranks"}), other = read({});
  choices asked(user, full_nodes(32, 16)), usual(other, full_nodes(32, 16));
  for (const std::size_t bytes : {8U, 1024U, 1U << 20U})
    EXPECT_EQ(asked.choose(collective::allreduce, operator_class::exact, bytes).use,
              usual.choose(collective::allreduce, operator_class::exact, bytes).use);
}

TEST(choice, of_reductions_with_properties_refuses_the_mpi_library_of_a_profile) {
  settings user = read({"TUTTI_REDUCTIONS=elements"});
  auto measured = std::make_shared<profile>();
  measured->entries.push_back({.of = {collective::allreduce, operator_class::commutative},
                               .on = {.p = 8},
                               .steps = {{.from = 0, .use = nullptr}}});
  user.measured = measured;
  choices at(user, {.p = 8});
  EXPECT_NE(at.choose(collective::allreduce, operator_class::commutative, 8).use, nullptr);
}

// The plan that the processes made at start-up was made for measured times.
TEST(settings, of_repeatable_reductions_leave_out_what_was_measured_at_the_start) {
  settings user = read({"TUTTI_PLAN=job", "TUTTI_GAMMA=0.5ns"});
  user.planned = std::make_shared<const profile>();
  user.clocked = true;
  user.nominal = std::make_shared<const network>(nominal_machine(false));
  const settings by = user.for_repeatable();
  EXPECT_EQ(by.planned, nullptr);
  EXPECT_FALSE(by.clocked);
  EXPECT_DOUBLE_EQ(by.platform.gamma, 0.5e-9);  // as set by the user
  user.name_plan("plan.json");
  EXPECT_NE(user.for_repeatable().planned, nullptr);
}

TEST(choice, takes_algorithms_by_node_where_every_process_has_a_node_of_its_own) {
  settings user = read({});
  user.run_on(parse_network(
      R"({"model": {"kind": "linear", "alpha": "13us", "beta": "0.8ns"}, "overhead": "0.4us"})", "m.json"));
  choices apart(user, {.p = 21}), together(user, {.p = 21, .per_node = 21, .nodes = 1});
  for (const collective c : {collective::barrier, collective::allreduce, collective::scan})
    EXPECT_EQ(apart.choose(c, operator_class::commutative, 8).use->name, "node_pairs") << name_of(c);
  for (const algorithm* a : catalogue())
    EXPECT_TRUE(!a->needs.nodes || unfit(*a, operator_class::exact, together.around())) << full_name(*a);
}

// Messages to and from 7 other nodes keep a process busy for 14 overheads. Three start-ups between nodes are
// shorter.
TEST(choice, of_sums_knows_how_long_messages_between_nodes_keep_a_process_busy) {
  settings user = read({});
  user.nominal = std::make_shared<const network>(nominal_machine(false));
  const auto chosen = [&user](int nodes) {
    choices at(user, {.p = nodes, .per_node = 1, .nodes = nodes});
    return std::string(at.choose(collective::allreduce, operator_class::commutative, 8).use->name);
  };
  EXPECT_EQ(chosen(8), "recursive_doubling");
  EXPECT_EQ(chosen(3), "node_pairs");
}

// If all processes send at once, messages keep each of them busy for longer. A root sends or receives alone.
TEST(choice, of_collectives_without_a_root_is_for_the_machine_on_which_all_send) {
  settings user = read({});
  network alone = usual_machine(), busy = alone;
  alone.overhead_between = 0.02e-6;
  busy.overhead_between = 0.8e-6;
  settings by_busy = user;
  user.run_on(alone);
  by_busy.run_on(busy);
  settings both = user;
  both.all_sending = std::make_shared<const network>(busy);
  const surroundings on = full_nodes(16, 2);
  choices by_alone(user, on), by_all(by_busy, on), chosen(both, on);
  int differ = 0;
  for (int k = 0; k < collectives; ++k)
    for (const std::size_t bytes : {8U, 1024U}) {
      const call_kind of{static_cast<collective>(k), operator_class::exact};
      if (is_neighbourhood(of.of)) continue;
      choices& right = is_rooted(of.of) ? by_alone : by_all;
      EXPECT_EQ(chosen.choose(of, bytes).use, right.choose(of, bytes).use) << name_of(of.of);
      differ += by_alone.choose(of, bytes).use != by_all.choose(of, bytes).use;
    }
  EXPECT_GT(differ, 0);
  EXPECT_EQ(both.for_repeatable().all_sending, nullptr);
}

TEST(choice, cuts_anything_into_pieces_that_an_int_counts) {
  const settings user = read({});
  const choices at(user, {.p = 64, .per_node = 8, .nodes = 8});
  for (const auto c : {collective::bcast, collective::reduce, collective::allreduce, collective::scan})
    for (const candidate& x : at.reason({c, operator_class::exact}, SIZE_MAX).candidates)
      EXPECT_GE(x.pieces, 1) << x.use->name;
}

TEST(choice, knows_how_unequal_blocks_are) {
  EXPECT_EQ(unequal_by(7, 7 * 5, 5), imbalance::equal);
  std::feclearexcept(FE_ALL_EXCEPT);
  EXPECT_EQ(unequal_by(0, 0, 5), imbalance::equal);
  EXPECT_EQ(std::fetestexcept(FE_INVALID | FE_DIVBYZERO), 0) << "a program may trap these";
  EXPECT_EQ(unequal_by(8, 7 * 4 + 8, 5), imbalance::unequal);
  for (int k = 1; k < 20; k += 2) {  // 2^((k + 1)/2) times the average, to the last byte
    const std::size_t times = std::size_t{1} << ((k + 1) / 2), p = 4 * times;
    EXPECT_EQ(static_cast<int>(unequal_by(times, p, static_cast<int>(p))), k + 1);
    EXPECT_EQ(static_cast<int>(unequal_by(1000 * times + 1, 1000 * p, static_cast<int>(p))), k + 2);
  }
  EXPECT_EQ(static_cast<int>(unequal_by(SIZE_MAX, SIZE_MAX, 1 << 27)), imbalances - 1);
  for (int k = 1; k < imbalances; ++k) {
    const double times = times_the_average(static_cast<imbalance>(k));
    EXPECT_LT(std::exp2((k - 1) / 2.0), times);
    EXPECT_GT(std::exp2(k / 2.0), times);
  }
}

TEST(prices, go_by_the_longest_block) {
  const settings user = read({"TUTTI_SIMULATE=0"});
  choices at(user, {.p = 16});
  const auto name = [&at](collective c, imbalance r) {
    return at.choose({.of = c, .op = operator_class::commutative, .lengths = r}, 1 << 20).use->name;
  };
  const imbalance giant = unequal_by(1 << 20, 1 << 20, 16);
  EXPECT_EQ(name(collective::reduce_scatter, imbalance::equal), "circulant");
  EXPECT_EQ(name(collective::reduce_scatter, giant), "reductions");
  EXPECT_EQ(name(collective::allgatherv, imbalance::equal), "batched");
  EXPECT_NE(name(collective::allgatherv, giant), "batched");
}

TEST(prices, agree_on_lengths_where_that_pays) {
  const settings user = read({"TUTTI_SIMULATE=0"});
  for (const collective c : {collective::alltoallv, collective::alltoallw}) {
    for (int p = 2; p <= 23; ++p) {
      choices few(user, {.p = p});
      EXPECT_NE(few.choose(c, operator_class::exact, 0).use->name, "agreed") << p;
    }
    for (int p : {24, 200, 1000}) {
      choices many(user, {.p = p});
      EXPECT_EQ(many.choose(c, operator_class::exact, 0).use->name, "agreed") << p;
    }
  }
}

TEST(choice, lets_processes_of_one_node_share_no_link) {
  const settings user = read({"TUTTI_ALPHA=1us", "TUTTI_BETA=1ns"});
  const call_kind kind{.of = collective::allreduce, .op = operator_class::commutative};
  const choices together(user, {.p = 64, .per_node = 64, .nodes = 1}), apart(user, {.p = 64});
  // On one node processors copy. That takes as long, except for each process's other work, and since packets
  // leave a node one after the other; and messages to several processes are faster there.
  const auto seconds = [&](const choices& of, std::size_t bytes) {
    const reasoning r = of.reason(kind, bytes);
    const auto chosen = std::ranges::find(r.candidates, r.decided.use, &candidate::use);
    return chosen->simulated.value_or(chosen->predicted);
  };
  for (std::size_t bytes = 8; bytes < 1 << 20; bytes *= 2)
    EXPECT_LE(seconds(together, bytes), 1.06 * seconds(apart, bytes)) << bytes;
}

TEST(choice, cuts_as_the_pipelining_lemma_says) {
  const settings user = read({"TUTTI_ALPHA=1us", "TUTTI_BETA=1ns"});
  const choices at(user, {.p = 9});
  const decision chain{.use = find(collective::bcast, "chain")};
  // sqrt((fill - interval) beta m / alpha) with fill = 8
  EXPECT_EQ(at.pieces(chain, 700'000, 700'000), 70);
  EXPECT_EQ(at.pieces(chain, 700'000, 3), 3);
  EXPECT_EQ(at.pieces(chain, 100, 100), 1);
}

TEST(segments, are_for_slow_links_between_nodes) {
  const settings slow = read({"TUTTI_ALPHA=60us", "TUTTI_BETA=160ns"});
  EXPECT_EQ(segment_for(slow, {.p = 8, .per_node = 1}), 48U * 1024);
  EXPECT_EQ(segment_for(slow, {.p = 8, .per_node = 8}), SIZE_MAX);
  EXPECT_EQ(segment_for(read({}), {.p = 8, .per_node = 1}), SIZE_MAX);
  EXPECT_EQ(segment_for(read({"TUTTI_SEGMENT=100"}), {.p = 8, .per_node = 8}), 100U);
}

}  // namespace
}  // namespace tutti
