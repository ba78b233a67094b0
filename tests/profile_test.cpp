// Profiles: they are read as they were written, untrustworthy ones are refused with the line, and noise does
// not change decisions.

#include "select/profile.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "select/choice.hpp"
#include "select/thresholds.hpp"
#include "text/lined_json.hpp"

namespace tutti {
namespace {

constexpr std::string_view mpi = "Open MPI 4.1.4";

std::string with(std::string_view entries) {
  return "{\"format\": \"tutti profile\", \"version\": 1, \"mpi\": \"" + std::string(mpi) +
         "\",\n \"catalogue\": \"" + catalogue_identity() + "\",\n \"entries\": [\n" + std::string(entries) +
         "\n]}\n";
}

profile read(std::string_view entries) { return read_profile(with(entries), "tuned.json", mpi); }

std::string refusal(const std::string& text) {
  try {
    read_profile(text, "tuned.json", mpi);
  } catch (const std::invalid_argument& wrong) {
    return wrong.what();
  }
  return "read";
}

constexpr surroundings two{.p = 2, .per_node = 2, .nodes = 1};

TEST(lined_json, knows_the_line_of_every_value) {
  const lined_json all =
      lined_json::parse("{\n \"a\": 1\n,\n \"b\": [true,\n  \"x\",\n  2.5\n ],\n \"c\": {}}\n");
  EXPECT_EQ(all.line(), 1);
  EXPECT_EQ(all.at("a").line(), 2);
  EXPECT_EQ(all.at("b").line(), 4);
  EXPECT_EQ(all.at("b").items()[0].line(), 4);
  EXPECT_EQ(all.at("b").items()[1].line(), 5);
  EXPECT_EQ(all.at("b").items()[2].line(), 6);
  EXPECT_EQ(all.at("c").line(), 8);
  EXPECT_EQ(all.at("b").items()[2].number(), 2.5);
}

TEST(lined_json, refuses_in_one_line_whatever_a_name_holds) {
  try {
    lined_json::parse("{\"\\nb\": 1}").only({"a"});
    FAIL();
  } catch (const json_error& refused) {
    EXPECT_EQ(refused.in("x.json"), "x.json:1:  b is not known here: expected a");
  }
}

TEST(profile, is_read_as_it_was_written) {
  profile p{.mpi = std::string(mpi), .made_by = "tutti 0.1.0", .made_on = "a \"host\"\n"};
  const algorithm* chain = find(collective::bcast, "chain");
  p.entries.push_back({.of = {collective::bcast},
                       .on = {.p = 12, .per_node = 4, .nodes = 3, .consecutive = false},
                       .steps = {{0, nullptr}, {4096, chain}},
                       .points = {{8, {{nullptr, 1.25e-6}, {chain, 0.1}}}, {1 << 20, {{chain, 1e-300}}}}});
  p.entries.push_back({.of = {collective::reduce_scatter, operator_class::ordered, imbalance::unequal},
                       .on = two,
                       .steps = {{0, catalogue(collective::reduce_scatter)[0]}}});
  const std::string text = write_profile(p);
  const profile q = read_profile(text, "p.json", mpi);
  EXPECT_EQ(write_profile(q), text);
  ASSERT_EQ(q.entries.size(), 2U);
  EXPECT_EQ(q.made_on, p.made_on);
  EXPECT_EQ(q.entries[0].on, p.entries[0].on);
  EXPECT_EQ(q.entries[1].of, p.entries[1].of);
  EXPECT_EQ(q.entries[0].steps[1].use, chain);
  EXPECT_EQ(q.entries[0].points[0].seconds[0].second, 1.25e-6);
  EXPECT_EQ(measured_seconds(q.entries[0], chain, 100), 0.1);
  EXPECT_EQ(measured_seconds(q.entries[0], nullptr, q.entries[0].points[0].bytes), 1.25e-6);
  EXPECT_EQ(measured_seconds(q.entries[0], nullptr, 1 << 20),
            std::nullopt);  // not measured at the nearest size
  EXPECT_EQ(measured_seconds(q.entries[1], nullptr, 8), std::nullopt);
}

// From 99 to 9999 bytes the time grows a hundred times, like the size. In the middle it is ten times as long.
TEST(profile, interpolates_times_within_the_measured_sizes) {
  const profile_entry e{.points = {{99, {{nullptr, 1e-6}}}, {800, {}}, {9999, {{nullptr, 1e-4}}}}};
  EXPECT_EQ(measured_between(e, nullptr, 99), 1e-6);
  EXPECT_EQ(measured_between(e, nullptr, 9999), 1e-4);
  EXPECT_NEAR(measured_between(e, nullptr, 999).value_or(0), 1e-5, 1e-12);
  EXPECT_EQ(measured_between(e, nullptr, 98), std::nullopt);
  EXPECT_EQ(measured_between(e, nullptr, 10000), std::nullopt);
  EXPECT_EQ(measured_between(e, catalogue(collective::bcast)[0], 999), std::nullopt);
}

TEST(profile, is_refused_with_the_line_and_the_reason) {
  EXPECT_EQ(refusal(" \n"), "tuned.json:2: there is nothing in it");
  EXPECT_EQ(refusal("{\"format\": \"tutti profile\",\n"), "tuned.json:2: this is not JSON from here on");
  EXPECT_EQ(refusal("[]"), "tuned.json:1: this is no profile: it lacks \"format\": \"tutti profile\"");
  EXPECT_EQ(refusal("{\"model\": \"linear\"}"),
            "tuned.json:1: this is no profile: it lacks \"format\": \"tutti profile\"");
  EXPECT_EQ(refusal("{\"format\": \"tutti profile\",\n\"version\": 2}"),
            "tuned.json:2: version must be 1, the version of the format this tutti reads, not 2");
  std::string foreign = with("");
  foreign.replace(foreign.find("Open MPI"), 8, "Orphan MPI");
  EXPECT_EQ(refusal(foreign),
            "tuned.json:1: mpi is Orphan MPI 4.1.4, but the MPI library here is Open MPI 4.1.4: measure and "
            "tune with this one");
  std::string old = with("");
  old.replace(old.find(catalogue_identity()), 8, "deadbeef");
  EXPECT_EQ(refusal(old), "tuned.json:2: catalogue is deadbeef, but that of this version's algorithms is " +
                              catalogue_identity() + ": it was made by another version of tutti; tune again");
  const auto entry = [](std::string_view text) { return refusal(with(text)); };
  EXPECT_EQ(entry("{\"collective\": \"bcast\",\n\"p\": 2, \"per_node\": 3, \"steps\": []}"),
            "tuned.json:5: entries[0].per_node must be a whole number between 1 and 2, not 3");
  EXPECT_EQ(entry("{\"collective\": \"bcost\"}"),
            "tuned.json:4: entries[0].collective must be a collective, such as bcast, not \"bcost\"");
  EXPECT_EQ(entry("{\"collective\": \"allreduce\", \"p\": 2}"),
            "tuned.json:4: entries[0] lacks \"operator\"");
  EXPECT_EQ(entry("{\"collective\": \"bcast\", \"operator\": \"exact\"}"),
            "tuned.json:4: entries[0].operator belongs to reductions, not to bcast");
  EXPECT_EQ(
      entry("{\"collective\": \"bcast\", \"p\": 2, \"per_node\": 2, \"steps\": [\n{\"from\": 0, \"use\": "
            "\"circulent\"}]}"),
      "tuned.json:5: entries[0].steps[0].use must be native or an algorithm of bcast (circulant?), not "
      "\"circulent\"");
  EXPECT_EQ(entry("{\"collective\": \"bcast\", \"p\": 2, \"per_node\": 2, \"steps\": [{\"from\": 0, \"use\": "
                  "\"native\"},\n{\"from\": 0, \"use\": \"chain\"}]}"),
            "tuned.json:5: entries[0].steps[1].from must be more than the 0 of the step before");
  EXPECT_EQ(
      entry("{\"collective\": \"gatherv\", \"p\": 2, \"per_node\": 2, \"steps\": [{\"from\": 0, \"use\": "
            "\"native\"},\n{\"from\": 9, \"use\": \"native\"}]}"),
      "tuned.json:5: entries[0].steps[1] is superfluous: not all processes of gatherv know the size");
  const std::string good =
      "{\"collective\": \"bcast\", \"p\": 2, \"per_node\": 2, \"steps\": [{\"from\": 0, \"use\": "
      "\"native\"}]}";
  EXPECT_EQ(entry(good), "read");
  EXPECT_EQ(entry(good + ",\n" + good), "tuned.json:5: entries[1] repeats line 4");
}

TEST(profile, says_nothing_of_what_is_not_between_what_was_measured) {
  const profile p = read(
      R"({"collective": "bcast", "p": 8, "per_node": 1, "steps": [{"from": 0, "use": "binomial"}, {"from": 1000, "use": "chain"}]},
         {"collective": "bcast", "p": 32, "per_node": 1, "steps": [{"from": 0, "use": "binomial"}, {"from": 16000, "use": "chain"}]},
         {"collective": "bcast", "p": 128, "per_node": 1, "steps": [{"from": 0, "use": "native"}]})");
  const auto use = [&](int q, int per_node, std::size_t bytes) -> std::string_view {
    const auto a =
        advise(p, {collective::bcast}, {.p = q, .per_node = per_node, .nodes = q / per_node}, bytes);
    return !a ? "nothing" : a->use ? a->use->name : "native";
  };
  EXPECT_EQ(use(8, 1, 999), "binomial");
  EXPECT_EQ(use(8, 1, 1000), "chain");
  EXPECT_EQ(use(16, 1, 3999), "binomial");  // half way between 8 and 32: 1000 and 16 000 give 4000
  EXPECT_EQ(use(16, 1, 4001), "chain");
  EXPECT_EQ(use(48, 1, 20000), "chain");  // other algorithms at 128: the nearer one
  EXPECT_EQ(use(100, 1, 20000), "native");
  EXPECT_EQ(use(7, 1, 8), "nothing");
  EXPECT_EQ(use(129, 1, 8), "nothing");
  EXPECT_EQ(use(16, 2, 8), "nothing");
  EXPECT_EQ(use(16, 16, 8), "nothing");
  EXPECT_FALSE(advise(p, {collective::barrier}, {.p = 8}, 0));
}

TEST(profile, tells_layouts_operators_and_regularity_apart) {
  const profile p = read(
      R"({"collective": "allreduce", "operator": "commutative", "p": 8, "per_node": 4, "steps": [{"from": 0, "use": "ring"}]},
         {"collective": "allgatherv", "lengths": "unequal", "p": 8, "per_node": 8, "steps": [{"from": 0, "use": "native"}]})");
  const surroundings nodes{.p = 8, .per_node = 4, .nodes = 2};
  const surroundings cyclic{.p = 8, .per_node = 4, .nodes = 2, .consecutive = false};
  const surroundings one{.p = 8, .per_node = 8, .nodes = 1};
  EXPECT_TRUE(advise(p, {collective::allreduce, operator_class::commutative}, nodes, 8));
  EXPECT_TRUE(advise(p, {collective::allreduce, operator_class::exact}, nodes, 8));
  EXPECT_FALSE(advise(p, {collective::allreduce, operator_class::ordered}, nodes, 8));
  EXPECT_FALSE(advise(p, {collective::allreduce, operator_class::commutative}, cyclic, 8));
  EXPECT_FALSE(advise(p, {collective::allreduce, operator_class::commutative}, one, 8));
  EXPECT_TRUE(advise(p, {collective::allgatherv, operator_class::exact, imbalance::unequal}, one, 8));
  EXPECT_FALSE(advise(p, {collective::allgatherv}, one, 8));
}

TEST(profile, stands_below_the_users_word_and_above_virtual_time) {
  const char* const environment[] = {"TUTTI_SCAN=hillis_steele", "TUTTI_ALLREDUCE=census", nullptr};
  settings user = read_settings(environment);
  user.measured = std::make_shared<const profile>(read(
      R"({"collective": "bcast", "p": 2, "per_node": 2, "steps": [{"from": 0, "use": "native"}, {"from": 4096, "use": "chain"}]},
         {"collective": "scan", "operator": "exact", "p": 2, "per_node": 2, "steps": [{"from": 0, "use": "native"}]},
         {"collective": "allreduce", "operator": "commutative", "p": 2, "per_node": 2, "steps": [{"from": 0, "use": "native"}]},
         {"collective": "allgather", "p": 3, "per_node": 3, "steps": [{"from": 0, "use": "recursive_doubling"}]})"));
  choices at(user, two);
  const decision small = at.choose(collective::bcast, operator_class::exact, 8);
  EXPECT_EQ(small.use, nullptr);
  EXPECT_NE(std::string(small.refused).find("measured"), std::string::npos);
  EXPECT_EQ(at.reason({collective::bcast}, 8).decided_by, authority::profile);
  EXPECT_EQ(at.choose(collective::bcast, operator_class::exact, 1 << 20).use->name, "chain");
  EXPECT_EQ(at.choose(collective::scan, operator_class::exact, 8).use->name, "hillis_steele");
  EXPECT_EQ(at.reason({collective::scan}, 8).decided_by, authority::user);
  EXPECT_EQ(at.choose(collective::allreduce, operator_class::exact, 8).use->name, "census");
  const decision rounding =
      at.choose(collective::allreduce, operator_class::commutative, 8);  // no census, so native
  EXPECT_EQ(rounding.use, nullptr);
  EXPECT_NE(std::string(rounding.refused).find("round"), std::string::npos);
  EXPECT_EQ(at.reason({collective::alltoall}, 8).decided_by, authority::virtual_time);
  EXPECT_NE(at.choose(collective::alltoall, operator_class::exact, 8).use, nullptr);
  choices three(user, {.p = 3, .per_node = 3, .nodes = 1});  // what the profile says is not possible
  const reasoning r = three.reason({collective::allgather}, 8);
  EXPECT_EQ(r.decided_by, authority::virtual_time);
  EXPECT_NE(r.advice_refused, nullptr);
  EXPECT_NE(r.decided.use->name, "recursive_doubling");
}

TEST(plan, is_read_as_it_was_written) {
  profile p{.planned = true, .made_by = "tutti", .made_on = "m.json"};
  p.entries.push_back(
      {.of = {collective::bcast},
       .on = {.p = 6, .per_node = 3, .nodes = 2},
       .steps = {{0, find(collective::bcast, "binomial")}, {2048, find(collective::bcast, "chain"), 1024}}});
  const profile again = read_plan(write_profile(p), "plan.json");
  ASSERT_EQ(again.entries.size(), 1U);
  EXPECT_TRUE(again.planned);
  EXPECT_EQ(again.entries[0].on, p.entries[0].on);
  ASSERT_EQ(again.entries[0].steps.size(), 2U);
  EXPECT_EQ(again.entries[0].steps[0].piece, 0U);
  EXPECT_EQ(again.entries[0].steps[1].piece, 1024U);
  EXPECT_THROW(read_profile(write_profile(p), "plan.json", ""), std::invalid_argument);
  p.planned = false;
  EXPECT_THROW(read_plan(write_profile(p), "profile.json"), std::invalid_argument);
}

TEST(plan, stands_below_a_profile_and_above_virtual_time) {
  const char* const none[] = {nullptr};
  settings user = read_settings(none);
  const auto says = [](bool planned, collective c, std::string_view use, std::size_t piece) {
    profile p{.planned = planned};
    p.entries.push_back({.of = {c}, .on = two, .steps = {{0, find(c, use), piece}}});
    return p;
  };
  profile plan = says(true, collective::bcast, "chain", 1000);
  plan.entries.push_back(says(true, collective::allgather, "ring", 0).entries[0]);
  user.planned = std::make_shared<const profile>(plan);
  user.measured = std::make_shared<const profile>(says(false, collective::allgather, "circulant", 0));
  choices at(user, two);
  EXPECT_EQ(at.reason({collective::bcast}, 8).decided_by, authority::plan);
  EXPECT_EQ(at.reason({collective::allgather}, 8).decided_by, authority::profile);
  EXPECT_EQ(at.reason({collective::scatter}, 8).decided_by, authority::virtual_time);
  const decision d = at.choose(collective::bcast, operator_class::exact, 100'000);
  EXPECT_EQ(d.use->name, "chain");
  EXPECT_EQ(at.pieces(d, 100'000, 100'000), 100);
  EXPECT_EQ(at.pieces(d, 100'001, 100'000), 101);
  EXPECT_EQ(at.pieces(d, 100'000, 7), 7);
  EXPECT_EQ(at.pieces(d, 0, 100), 1);
}

TEST(profile, names_mpi_libraries) {
  EXPECT_EQ(mpi_identity("Open MPI v4.1.4, package: Debian OpenMPI, ident: 4.1.4, repo rev: v4.1.4"), mpi);
  EXPECT_EQ(mpi_identity("MPICH Version:\t4.0.2\nMPICH Release date:\tThu Apr  7"), "MPICH 4.0.2");
  EXPECT_EQ(mpi_identity("SMPI 3.32"), "SMPI 3.32");
  EXPECT_EQ(mpi_identity(""), "");
}

struct curves {
  const algorithm* a = find(collective::bcast, "binomial");
  const algorithm* b = find(collective::bcast, "chain");
  std::vector<measured_size> sizes;

  // native 3 us + 3 ns a byte, a 1 us + 2 ns, b 9 us + 1 ns; native is never best, a and b cross at 8000
  // bytes.
  explicit curves(double noise, unsigned seed = 1) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> factor(1 - noise, 1 + noise);
    for (double bytes = 8; bytes < 3e6; bytes *= 3) {
      measured_size at{static_cast<std::size_t>(bytes), {}};
      const auto add = [&](const algorithm* use, double alpha, double beta) {
        const double t = (alpha + beta * bytes) * factor(random);
        at.by.push_back({use, t, t * (1 - noise), t * (1 + noise)});
      };
      add(nullptr, 3e-6, 3e-9), add(a, 1e-6, 2e-9), add(b, 9e-6, 1e-9);
      sizes.push_back(std::move(at));
    }
  }
};

TEST(thresholds, lie_where_the_curves_cross) {
  const curves c(0);
  const auto steps = thresholds(c.sizes);
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(steps[0].use, c.a);
  EXPECT_EQ(steps[1].use, c.b);
  EXPECT_GT(steps[1].from, 8000U / 3);
  EXPECT_LT(steps[1].from, 8000U * 3);
}

TEST(thresholds, are_not_flipped_by_noise) {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    const curves c(0.02, seed);
    const auto steps = thresholds(c.sizes);
    ASSERT_EQ(steps.size(), 2U) << seed;
    EXPECT_EQ(steps[0].use, c.a);
    EXPECT_EQ(steps[1].use, c.b);
  }
}

TEST(thresholds, keep_native_where_nothing_is_surely_faster) {
  const algorithm* a = find(collective::bcast, "binomial");
  const auto of = [&](double median, double low, double high) {
    std::vector<measured_size> sizes;
    for (std::size_t bytes : {8U, 64U, 512U})
      sizes.push_back({bytes, {{a, median, low, high}, {nullptr, 1e-6, 0.99e-6, 1.01e-6}}});
    return thresholds(sizes);
  };
  EXPECT_EQ(of(0.9e-6, 0.89e-6, 0.91e-6).front().use, a);
  EXPECT_EQ(of(1e-6, 0.99e-6, 1.01e-6).front().use, nullptr);  // a tie
  EXPECT_EQ(of(0.9e-6, 0.7e-6, 1.1e-6).front().use, nullptr);  // not sure
  EXPECT_EQ(of(1.02e-6, 1.01e-6, 1.03e-6).front().use, nullptr);
  for (const auto& steps : {of(0.9e-6, 0.89e-6, 0.91e-6), of(1e-6, 1e-6, 1e-6)}) EXPECT_EQ(steps.size(), 1U);
  EXPECT_EQ(thresholds({}).size(), 1U);
  const auto once = [&](double t) {
    const std::vector<measured_size> one{{8, {{a, t, t, t}, {nullptr, 1e-6, 1e-6, 1e-6}}}};
    return thresholds(one).front().use;
  };
  EXPECT_EQ(once(0.98e-6), nullptr);  // by 2 %, at a single size
  EXPECT_EQ(once(0.95e-6), a);
}

// Four processes on three hosts, two of them on one: the file states p and per_node, not the nodes.
TEST(learned, is_found_again_where_nodes_are_not_full) {
  const call_kind of{.of = collective::bcast};
  const surroundings on{.p = 4, .per_node = 2, .nodes = 3};
  const algorithm* a = find(collective::bcast, "binomial");
  profile all;
  add_learned(all, of, on, {8, a}, {8, {{a, 1e-6}}});
  add_learned(all, of, full_nodes(4, 2), {64, a}, {64, {{a, 2e-6}}});
  EXPECT_EQ(all.entries.size(), 1U);
  EXPECT_TRUE(advise_learned(all, of, on, 64));
  EXPECT_TRUE(advise_learned(all, of, full_nodes(4, 2), 8));
}

TEST(thresholds, take_an_algorithm_only_where_it_was_measured) {
  const algorithm* a = find(collective::bcast, "binomial");
  const std::vector<measured_size> sizes{{8, {{nullptr, 2e-6, 2e-6, 2e-6}, {a, 1e-6, 1e-6, 1e-6}}},
                                         {64, {{nullptr, 2e-6, 2e-6, 2e-6}}}};
  const auto steps = thresholds(sizes);
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(steps[0].use, a);
  EXPECT_EQ(steps[1].use, nullptr);
  EXPECT_EQ(steps[1].from, 23U);
}

}  // namespace
}  // namespace tutti
