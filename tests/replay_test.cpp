// Recorded runs in virtual time, compared with times computed by hand.

#include "replay/replay.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "machine/costs.hpp"
#include "replay/arrival.hpp"
#include "replay/call_costs.hpp"
#include "replay/crowds.hpp"
#include "replay/exit_times.hpp"
#include "replay/lines.hpp"
#include "replay/usual_algorithms.hpp"
#include "tutti/engine/predict.hpp"

using namespace tutti;
using namespace tutti::replay;
using record::roll;

namespace {

#define EXPECT_HAS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

roll::call made(collective of, unsigned number, double begin, double end, int root = -1,
                int communicator = 0) {
  roll::call c;
  c.of = {of};
  c.at = record::progress::ended;
  c.communicator = communicator;
  c.number = number;
  c.root = root;
  c.begin = begin;
  c.end = end;
  c.facts.data = of == collective::barrier ? -1 : 8;
  if (combines(of)) c.facts.op = operator_class::exact;
  return c;
}

// A trace of processes that have made these calls, the oldest first.
roll trace_of(const std::vector<std::vector<roll::call>>& calls, double ended) {
  roll t;
  t.size = static_cast<int>(calls.size());
  t.texts = {"host", "bcast.binomial", "barrier.dissemination"};
  t.communicators.push_back({.name = "world", .size = t.size});
  for (const auto& mine : calls) {
    roll::process p{.rank = static_cast<int>(t.processes.size()), .host = 0, .ended = ended};
    p.calls.assign(mine.rbegin(), mine.rend());
    t.communicators[0].members.push_back(p.rank);
    t.processes.push_back(std::move(p));
  }
  return t;
}

// A message takes a second.
network seconds() { return network(machine{1, 0, 0}); }

replayed done(const recorded_run& run, variant v, const network& on = seconds(), double compute = 1) {
  virtual_machine m(run, on);
  return *tutti::replay::replay(run, m, v, {.compute = compute, .keep_entries = true});
}

// Process 0 broadcasts from second 1 on, process 1 arrives in second 3. A second later both enter a barrier.
roll a_late_receiver() {
  roll t = trace_of({{made(collective::bcast, 1, 1, 4.2, 0), made(collective::barrier, 2, 5.2, 6.3)},
                     {made(collective::bcast, 1, 3, 4.2, 0), made(collective::barrier, 2, 5.2, 6.3)}},
                    6.3);
  for (roll::process& p : t.processes) p.calls[1].algorithm = 1, p.calls[0].algorithm = 2;
  t.processes[0].ended = 6.8;
  return t;
}

std::string why_refused(const roll& t) {
  try {
    run_of(t);
  } catch (const std::invalid_argument& wrong) {
    return wrong.what();
  }
  return "";
}

// Processes that compute for random times between calls on one communicator.
roll random_run(int p, int calls, unsigned seed) {
  std::minstd_rand random(seed);
  std::uniform_real_distribution<double> time(0, 3e-5);
  std::vector<std::vector<roll::call>> all(static_cast<std::size_t>(p));
  double before = 0;
  for (int k = 0; k < calls; ++k) {
    double last = 0;
    std::vector<double> entries;
    for (int r = 0; r < p; ++r)
      entries.push_back(before + time(random)), last = std::max(last, entries.back());
    before = last + 2e-5;
    for (int r = 0; r < p; ++r) {
      const auto of = k % 3 == 0   ? collective::allreduce
                      : k % 3 == 1 ? collective::barrier
                                   : collective::allgather;
      roll::call c = made(of, static_cast<unsigned>(k + 1), entries[static_cast<std::size_t>(r)], before);
      if (of != collective::barrier) c.facts.data = 4000;
      all[static_cast<std::size_t>(r)].push_back(c);
    }
  }
  return trace_of(all, before);
}

}  // namespace

TEST(Replay, EntersWhenTheLastExitAndTheComputationAreOver) {
  const recorded_run run = run_of(a_late_receiver());
  EXPECT_DOUBLE_EQ(run.whole, 6.8);
  EXPECT_DOUBLE_EQ(run.inside, (3.2 + 1.2 + 1.1 + 1.1) / 2);
  const replayed r = done(run, variant::ran);  // the message begins in second 3, the barrier's in second 5
  EXPECT_DOUBLE_EQ(r.whole, 6.5);
  EXPECT_DOUBLE_EQ(r.inside, (3 + 1 + 1 + 1) / 2.0);
  EXPECT_DOUBLE_EQ(r.spent[0], 4);
  EXPECT_DOUBLE_EQ(r.spent[1], 2);
  EXPECT_EQ(r.unordered, 0U);
}

TEST(Replay, WaitsOnlyForDataIfCollectivesCostNothing) {
  const replayed r = done(run_of(a_late_receiver()), variant::free);
  EXPECT_DOUBLE_EQ(r.whole, 4.5);  // the root leaves at once, and waits 2 seconds in the barrier
  EXPECT_DOUBLE_EQ(r.inside, 1);
}

TEST(Replay, LetsAllEnterAtTheirMeanTime) {
  const replayed r = done(run_of(a_late_receiver()), variant::together);
  EXPECT_DOUBLE_EQ(r.whole, 5.5);
  EXPECT_DOUBLE_EQ(r.inside, 2);
}

TEST(Replay, ScalesTheComputation) {
  const replayed r = done(run_of(a_late_receiver()), variant::ran, seconds(), 2);
  EXPECT_DOUBLE_EQ(r.whole, 6 + 1 + 2 + 1 + 1);
}

TEST(Replay, OfAnUnknownAlgorithmTakesAsLongAsMeasuredAfterTheLastEntry) {
  roll t = a_late_receiver();
  for (roll::process& p : t.processes) {
    p.calls[1].of.of = collective::neighbor_allgather;
    p.calls[1].algorithm = record::none;
  }
  const replayed r = done(run_of(t), variant::ran);
  EXPECT_DOUBLE_EQ(r.whole, 4.2 + 1 + 1 + 0.5);
}

TEST(Replay, OfACallThatDoesNotBlockMayDelayItsCompletion) {
  std::vector<roll::call> mine{made(collective::barrier, 1, 1, 3)};
  mine[0].of.as = form::nonblocking;
  const recorded_run run = run_of(trace_of({mine, mine}, 4));
  EXPECT_DOUBLE_EQ(done(run, variant::ran).whole, 4);
  EXPECT_DOUBLE_EQ(done(run, variant::ran, network(machine{5, 0, 0})).whole, 1 + 5 + 1);
}

// Ranks of a communicator are not those of MPI_COMM_WORLD: the root 0 is the late process 1.
TEST(Replay, KnowsTheRanksOfACommunicator) {
  roll t = a_late_receiver();
  t.communicators[0].members = {1, 0};
  EXPECT_DOUBLE_EQ(done(run_of(t), variant::free).entries[0], 3);
  EXPECT_DOUBLE_EQ(done(run_of(t), variant::free).whole, 3 + 1 + 0.5);
}

TEST(Replay, OfAnOldTraceTakesThoseForMembersThatHaveCalled) {
  roll t = a_late_receiver();
  t.communicators[0].members.clear();
  for (roll::process& p : t.processes)
    for (roll::call& c : p.calls) c.facts = {};
  for (roll::process& p : t.processes) p.calls[1].bytes = 8;
  EXPECT_DOUBLE_EQ(done(run_of(t), variant::ran).whole, 6.5);
}

// Process 0 broadcasts to the other group. The processes of an inter-communicator are not in the trace.
TEST(Replay, LeavesOutCallsBetweenTwoGroups) {
  roll t = a_late_receiver();
  t.communicators.push_back({.name = "two groups", .size = 2});
  t.processes[0].calls.push_back(made(collective::bcast, 1, 0.1, 0.2, -3, 1));
  t.processes[1].calls.push_back(made(collective::bcast, 1, 0.1, 0.2, 0, 1));
  EXPECT_EQ(run_of(t).without.incomplete, 2U);
  t.communicators[1].inter = true;
  const recorded_run run = run_of(t);
  EXPECT_EQ(run.without.between_groups, 2U);
  EXPECT_EQ(run.without.all(), 2U);
  EXPECT_DOUBLE_EQ(done(run, variant::ran).whole, 6.5);
}

TEST(Replay, LeavesOutWhatNotAllProcessesHaveCalled) {
  roll t = a_late_receiver();
  t.processes[1].calls.erase(t.processes[1].calls.begin());
  EXPECT_HAS(why_refused(t), "rank 1 lacks call 2 on world, the barrier of rank 0");
  t.processes[1].missed = 1;
  const recorded_run run = run_of(t);
  EXPECT_EQ(run.operations.size(), 1U);
  EXPECT_EQ(run.without.incomplete, 1U);
  EXPECT_DOUBLE_EQ(done(run, variant::ran).whole, 4 + 2.6);
}

// Each process broadcasts on one communicator before it receives on the other one. No order of whole
// operations is possible, though no process waits forever.
TEST(Replay, GoesOnIfProcessesWaitForEachOtherElsewhere) {
  roll t = trace_of({{made(collective::bcast, 1, 1, 2, 0), made(collective::bcast, 1, 3, 4, 1, 1)},
                     {made(collective::bcast, 1, 1, 2, 1, 1), made(collective::bcast, 1, 3, 4, 0)}},
                    5);
  t.communicators.push_back({.name = "twin", .size = 2, .members = {0, 1}});
  const replayed r = done(run_of(t), variant::ran);
  EXPECT_EQ(r.unordered, 1U);  // process 1 enters in second 5, for one second
  EXPECT_DOUBLE_EQ(r.whole, 7);
}

TEST(Replay, RefusesTracesThatContradictThemselves) {
  roll t = a_late_receiver();
  t.processes[1].calls[1].of.of = collective::reduce;
  EXPECT_HAS(why_refused(t),
             "call 1 on world is bcast on rank 0 and reduce on rank 1: these are not processes of");
  t = a_late_receiver();
  t.processes.pop_back();
  EXPECT_HAS(why_refused(t), "1 of 2 processes: a part of it is missing");
  t = a_late_receiver();
  t.processes[1].calls[0].begin = 3.5;
  EXPECT_HAS(why_refused(t), "barrier of rank 1 begins before its last collective has ended");
  t = a_late_receiver();
  t.processes[1].calls[0].end = 1;
  EXPECT_HAS(why_refused(t), "barrier of rank 1 ends before it begins: its clock has jumped");
  t = a_late_receiver();
  t.processes[1].calls[0].end = 6.5;
  EXPECT_HAS(why_refused(t), "barrier of rank 1 is not between MPI_Init and MPI_Finalize");
  t = a_late_receiver();
  t.processes[0].calls[0].number = 1;
  EXPECT_HAS(why_refused(t), "rank 0 makes call 1 on world twice");
  t = a_late_receiver();
  t.processes[1].calls[1].root = 1;
  EXPECT_HAS(why_refused(t), "call 1 on world is bcast with root 0 on rank 0 and root 1 on rank 1");
  t = a_late_receiver();
  t.communicators[0].members = {0};
  EXPECT_HAS(why_refused(t), "rank 1 calls bcast on world, of which it is no member");
  t = a_late_receiver();
  for (roll::process& p : t.processes) p.calls[1].root = 7;
  EXPECT_HAS(why_refused(t), "bcast has no root 7");
}

TEST(Replay, TellsWrongClocks) {
  roll t = a_late_receiver();
  t.processes[1].calls[0].begin = 5.9;
  t.processes[0].calls[0].end = 5.4;
  EXPECT_DOUBLE_EQ(run_of(t).clock_error, 5.9 - 5.4);
  t.processes[0].calls[0].end = 5.21;  // by more than a tenth of the run
  EXPECT_HAS(why_refused(t), "rank 0 has left call 2 on world, barrier, 690 ms before rank 1 enters it");
  for (roll::process& p : t.processes) p.calls[0].of.of = collective::allreduce, p.calls[0].facts.data = 8;
  EXPECT_HAS(why_refused(t), "rank 0 has left call 2 on world, allreduce, 690 ms before rank 1 enters it");
  // Without data, no process waits for another one.
  t.processes[1].calls[0].facts.data = 0;
  EXPECT_EQ(why_refused(t), "");
}

TEST(Replay, IsNoFasterThanTheNextVariant) {
  const recorded_run run = run_of(random_run(8, 90, 3));
  const network on = make_network("linear:alpha=2us,beta=0.4ns,gamma=0.1ns", "", "", 8);
  virtual_machine m(run, on);
  const auto whole = [&](variant v) { return tutti::replay::replay(run, m, v)->whole; };
  const double ran = whole(variant::ran), chosen = whole(variant::chosen), best = whole(variant::best),
               bound = whole(variant::bound), free = whole(variant::free);
  EXPECT_LE(free, bound);
  EXPECT_LE(bound, best);
  EXPECT_LE(best, chosen * (1 + 1e-9));
  EXPECT_LE(best, ran * (1 + 1e-9));
}

TEST(Replay, MakesALineForEachGroup) {
  const roll t = random_run(4, 6, 1);
  const recorded_run run = run_of(t);
  results all;
  all[0] = done(run, variant::ran);
  const std::vector<line> by_size = lines_of(run, all, {grouping::size, t.sites});
  ASSERT_EQ(by_size.size(), 3U);
  double measured = 0, spent = 0;
  for (const line& l : by_size) {
    measured += l.measured;
    spent += l.spent[0];
    EXPECT_EQ(l.operations, 2U);
  }
  EXPECT_NEAR(measured, run.inside, 1e-12);
  EXPECT_NEAR(spent, all[0]->inside, 1e-9);
  EXPECT_HAS(lines_of(run, all, {grouping::communicator, t.sites})[0].name, " on world");
}

TEST(Replay, OfWhatTuttiHasChosenIsThatOfItsChoice) {
  roll t = random_run(2, 6, 1);
  for (roll::process& p : t.processes)
    for (roll::call& c : p.calls) c.of.of = collective::bcast, c.root = 0, c.facts = {.data = 320000};
  const network on = on_nodes(usual_machine(), std::vector{0, 0});
  const recorded_run native = run_of(t);
  virtual_machine m(native, on);
  (void)tutti::replay::replay(native, m, variant::chosen);
  t.texts.push_back("bcast." + m.algorithms(variant::chosen, 0).at(0));
  ASSERT_TRUE(find(collective::bcast, m.algorithms(variant::chosen, 0)[0])->stages);  // its pieces matter
  for (roll::process& p : t.processes)
    for (roll::call& c : p.calls) c.algorithm = static_cast<int>(t.texts.size()) - 1;
  const recorded_run served = run_of(t);
  EXPECT_DOUBLE_EQ(done(served, variant::ran, on).whole, done(served, variant::chosen, on).whole);
}

// A served run is also replayed as if the MPI library had served it.
TEST(Replay, PredictsWhatTheMpiLibraryWouldTake) {
  roll t = random_run(4, 6, 1);
  for (roll::process& p : t.processes)
    for (roll::call& c : p.calls) c.of.of = collective::bcast, c.root = 0, c.facts = {.data = 320000};
  const network on = make_network("linear:alpha=2us,beta=0.4ns,gamma=0.1ns", "", "", 4);
  const recorded_run native = run_of(t);
  t.texts.emplace_back("bcast.star");
  for (roll::process& p : t.processes)
    for (roll::call& c : p.calls) c.algorithm = static_cast<int>(t.texts.size()) - 1;
  const recorded_run served = run_of(t);
  EXPECT_EQ(virtual_machine(native, on).served_calls(), 0U);
  virtual_machine m(served, on);
  EXPECT_EQ(m.served_calls(), 4U * 6U);
  EXPECT_EQ(m.unknown_natively(), 0U);
  EXPECT_EQ(m.algorithms(variant::native, 0), std::vector<std::string>{"binomial"});
  EXPECT_DOUBLE_EQ(done(served, variant::native, on).whole, done(native, variant::ran, on).whole);
  EXPECT_GT(done(served, variant::ran, on).whole, done(served, variant::native, on).whole);
}

// The root of a long broadcast waits for the late receiver, unless the network says that it need not.
TEST(Replay, TakesLongMessagesToWaitForTheirReceivers) {
  roll t = a_late_receiver();
  for (roll::process& p : t.processes) p.calls[1].facts.data = 320000;
  const recorded_run run = run_of(t);
  const auto spent = [&](const char* model) {
    const network on = make_network(model, "", "", 2);
    return std::pair(virtual_machine(run, on).assumes_eager(), done(run, variant::ran, on).spent[0]);
  };
  const auto assumed = spent("linear:alpha=2us,beta=0.4ns,overhead=0.5us"),
             stated = spent("linear:alpha=2us,beta=0.4ns,overhead=0.5us,eager=1M");
  EXPECT_TRUE(assumed.first);
  EXPECT_NEAR(assumed.second, 2, 1e-3);
  EXPECT_FALSE(stated.first);
  EXPECT_NEAR(stated.second, 0, 1e-3);
}

// Two nodes of two processes. Each of two communicators has a process of each node, and broadcasts from
// second 1 to 3, or the second one after the first.
TEST(Replay, SharesTheLinksOfANodeAmongCommunicatorsThatUseThemAtOnce) {
  const auto run_with = [](double other) {
    std::vector<std::vector<roll::call>> calls;
    for (int r = 0; r < 4; ++r) {
      const double begin = r % 2 == 0 ? 1 : other;
      calls.push_back({made(collective::bcast, 1, begin, begin + 2, 0, 1 + r % 2)});
      calls.back()[0].facts.data = 4000000;
      calls.back()[0].algorithm = 1;
    }
    roll t = trace_of(calls, 10);
    t.communicators.push_back({.name = "even", .size = 2, .members = {0, 2}});
    t.communicators.push_back({.name = "odd", .size = 2, .members = {1, 3}});
    return run_of(t);
  };
  const recorded_run together = run_with(1), apart = run_with(4);
  const std::vector<int> nodes{0, 0, 1, 1};
  EXPECT_EQ(crowds_of(together, nodes), (std::vector{2, 2}));
  EXPECT_EQ(crowds_of(apart, nodes), (std::vector{1, 1}));
  EXPECT_EQ(crowds_of(together, {0, 1, 0, 1}), (std::vector{1, 1}));  // each within a node
  EXPECT_EQ(crowds_of(together, {}), (std::vector{1, 1}));
  const network on = make_network("linear:alpha=0us,beta=1us", "cluster:2x2", "", 4);
  EXPECT_NEAR(done(apart, variant::ran, on).spent[0], 8, 1e-6);  // both processes: 4 s each
  EXPECT_NEAR(done(together, variant::ran, on).spent[0], 16, 1e-6);
}

// Process 0 sends 24 bytes to process 1. All other blocks are empty. A byte takes a second.
TEST(Replay, TakesTheBlocksOfTwoProcessesFromTheirTables) {
  roll t = trace_of({{made(collective::alltoallv, 1, 0, 30)},
                     {made(collective::alltoallv, 1, 0, 30)},
                     {made(collective::alltoallv, 1, 0, 30)}},
                    30);
  t.texts.emplace_back("alltoallv.direct");
  const std::vector<std::int64_t> nothing{0, 0, 0}, from_first{24, 0, 0}, too_much{24, 24, 24};
  for (roll::process& p : t.processes) {
    roll::call& c = p.calls[0];
    c.algorithm = 3;
    c.facts.data = p.rank == 1 ? 24 : 0;
    c.facts.table = t.tables.place_of(p.rank == 1 ? from_first : nothing);
  }
  const auto inside = [&t] { return done(run_of(t), variant::ran, network(machine{0, 1, 0})).spent[0]; };
  const auto last = [&t] { return done(run_of(t), variant::ran, network(machine{0, 1, 0})).whole; };
  EXPECT_EQ(run_of(t).classes[0].tables.size(), 3U);
  EXPECT_DOUBLE_EQ(last(), 24);
  EXPECT_DOUBLE_EQ(inside(), 48);  // process 2 has nothing to do
  // Tables that contradict the bytes are not used: equal blocks of 8 / 3 bytes in two steps.
  t.processes[1].calls[0].facts.table = t.tables.place_of(too_much);
  EXPECT_TRUE(run_of(t).classes[0].tables.empty());
  EXPECT_DOUBLE_EQ(last(), 4);
  // A reduce_scatter's table has the parts of the vector.
  for (roll::process& p : t.processes) {
    roll::call& c = p.calls[0];
    c.of = {collective::reduce_scatter};
    c.algorithm = record::none;
    c.facts.data = 24;
    c.facts.op = operator_class::exact;
    c.facts.table = t.tables.place_of(from_first);
  }
  EXPECT_EQ(run_of(t).classes[0].lengths, (std::vector{24, 0, 0}));
}

TEST(Replay, EndsWhenItIsTold) {
  const recorded_run run = run_of(random_run(4, 6, 1));
  virtual_machine m(run, seconds());
  replay_options o;
  o.progress = [](std::size_t) { return false; };
  EXPECT_FALSE(tutti::replay::replay(run, m, variant::ran, o));
}

TEST(MeanArrival, IsOfTheOperationsOfALineInTheReplay) {
  roll t = a_late_receiver();
  t.communicators[0].members = {1, 0};
  for (roll::process& p : t.processes) p.calls[1].root = 1;  // still process 0
  const recorded_run run = run_of(t);
  const replayed r = done(run, variant::ran, seconds(), 2);
  const line_names names{grouping::communicator, t.sites};
  EXPECT_EQ(mean_arrival(run, r.entries, names, "bcast"), (std::vector<double>{0, 4}));
  EXPECT_EQ(mean_arrival(run, r.entries, names, "barrier on world"), (std::vector<double>{0, 0}));
  EXPECT_EQ(mean_arrival(run, r.entries, names, ""), (std::vector<double>{0, 2}));
  EXPECT_TRUE(mean_arrival(run, r.entries, names, "scan").empty());
  EXPECT_TRUE(mean_arrival(run, r.entries, names, "barrier, 8 B").empty());
}

TEST(CallCosts, AreOfBlockingCallsByProcessesCollectiveAndSizeClass) {
  const recorded_run run = run_of(random_run(4, 6, 1));
  const call_costs costs = costs_of(run);
  ASSERT_EQ(costs.all.size(), 3U);
  double all = 0;
  for (const call_cost& c : costs.all) {
    EXPECT_EQ(c.p, 4);
    EXPECT_EQ(c.bytes, c.of == collective::barrier ? 0U : c.of == collective::allgather ? 16000U : 4000U);
    all += c.seconds;
  }
  EXPECT_GE(costs.all[0].seconds, costs.all[1].seconds);
  EXPECT_GE(costs.all[1].seconds, costs.all[2].seconds);
  EXPECT_NEAR(all, costs.whole, 1e-12);
  EXPECT_NEAR(costs.whole, 4 * run.inside, 1e-12);
  EXPECT_EQ(costs.unknown, 0);
}

// If messages share no links, the delays by each late process alone determine all exits.
TEST(ExitTimes, OfManyOperationsAreThoseOfEachSimulatedAlone) {
  std::minstd_rand random(1);
  std::uniform_real_distribution<double> time(0, 2e-5);
  for (const int p : {2, 7, 8})
    for (const auto& [of, name] : {std::pair(collective::bcast, "binomial"),
                                   {collective::reduce, "binomial"},
                                   {collective::allreduce, "recursive_doubling"},
                                   {collective::scan, "hypercube"},
                                   {collective::barrier, "dissemination"}}) {
      const algorithm& a = *find(of, name);
      const auto run = [&a, p](const std::vector<double>& entries) {
        exit_times::simulated found;
        (void)predict(a, {.p = p, .bytes = 800}, machine{2e-6, 1e-9, 0},
                      {.skews = entries, .ends = &found.exits});
        return found;
      };
      const auto n = static_cast<std::size_t>(p);
      exit_times each(n, 1, run), many(n, 1000, run);
      for (int k = 0; k < 20; ++k) {
        std::vector<double> entries(n), alone(n), all(n);
        for (double& t : entries) t = 1 + time(random);
        each.find(entries, alone);
        many.find(entries, all);
        for (std::size_t r = 0; r < n; ++r)
          EXPECT_NEAR(all[r], alone[r], 1e-10) << name << " p=" << p << " r=" << r;
      }
    }
}

TEST(ExitTimes, OfProcessesThatEnterTogetherAreShifted) {
  int runs = 0;
  exit_times t(2, 1000, [&runs](const std::vector<double>& entries) {
    ++runs;
    return exit_times::simulated{{entries[0] + 1, entries[1] + 2}, 1};
  });
  std::vector<double> exits(2);
  for (int k = 0; k < 10; ++k) t.find(std::vector<double>{5.0 + k, 5.0 + k}, exits);
  EXPECT_EQ(runs, 1);
  EXPECT_DOUBLE_EQ(exits[0], 15);
  EXPECT_DOUBLE_EQ(exits[1], 16);
}

// Only the process that enters last has delays of its own. The others count as if they entered with the next
// one.
TEST(ExitTimes, OfAlgorithmsWithManyMessagesKnowTheLastEntryOnly) {
  exit_times t(3, 1000, [](const std::vector<double>& entries) {
    const double all = std::max({entries[0], entries[1], entries[2]}) + 1;
    return exit_times::simulated{{all, all, all}, exit_times::most_messages};
  });
  std::vector<double> exits(3);
  t.find(std::vector<double>{0, 5, 2}, exits);
  EXPECT_EQ(exits, (std::vector<double>{6, 6, 6}));
  t.find(std::vector<double>{0, 5, 4.5}, exits);
  EXPECT_EQ(exits, (std::vector<double>{6, 6, 6}));
}

TEST(UsualAlgorithms, AreInTheCatalogue) {
  for (const char* mpi : {"Open MPI", "MPICH", ""})
    for (int k = 0; k < collectives; ++k) {
      const auto c = static_cast<collective>(k);
      for (const int p : {2, 3, 4, 8, 13, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 10000})
        for (std::size_t bytes = 0; bytes <= std::size_t{1} << 34U; bytes = bytes == 0 ? 1 : 2 * bytes)
          for (const bool commutes : {true, false})
            EXPECT_EQ(usual_algorithm(mpi, c, p, bytes, commutes).use == nullptr, is_neighbourhood(c))
                << mpi << " " << name_of(c) << " " << p << " " << bytes;
    }
}

// Points of ompi/mca/coll/tuned/coll_tuned_decision_fixed.c, on both sides of limits.
TEST(UsualAlgorithms, OfOpenMpiAreThoseOfItsRules) {
  const auto name = [](collective of, int p, std::size_t bytes, bool commutes = true) {
    return usual_algorithm("Open MPI, MPI 5 ABI", of, p, bytes, commutes).use->name;
  };
  EXPECT_EQ(name(collective::bcast, 8, 3), "knomial4");
  EXPECT_EQ(name(collective::bcast, 8, 8), "binary_tree");
  EXPECT_EQ(name(collective::bcast, 15, (16 << 10) - 1), "binary_tree");
  EXPECT_EQ(name(collective::bcast, 15, 16 << 10), "binomial");
  EXPECT_EQ(name(collective::bcast, 16, 1 << 20), "scatter_allgather");
  EXPECT_EQ(name(collective::bcast, 5000, 1 << 20), "scatter_allgather");
  EXPECT_EQ(name(collective::reduce, 9, 8191), "binary_tree");
  EXPECT_EQ(name(collective::reduce, 9, 8192), "binomial");
  EXPECT_EQ(name(collective::reduce, 9, 8192, false), "binary_tree");
  EXPECT_EQ(name(collective::allreduce, 64, (256 << 10) - 1), "recursive_doubling");
  EXPECT_EQ(name(collective::allreduce, 64, 256 << 10), "butterfly");
  EXPECT_EQ(name(collective::allreduce, 16, 8), "recursive_doubling");  // a ring needs p elements
  EXPECT_EQ(name(collective::allreduce, 2, 5000), "ring");
  EXPECT_EQ(name(collective::allreduce, 63, 255), "reduce_bcast");  // 32 processes halve their elements
  EXPECT_EQ(name(collective::allreduce, 63, 256), "butterfly");
  // Limits of a block, of which there are p.
  EXPECT_EQ(name(collective::allgather, 64, 64 * 511), "recursive_doubling");
  EXPECT_EQ(name(collective::allgather, 64, 64 * 512), "neighbour_exchange");
  EXPECT_EQ(name(collective::allgather, 65, 65 * 512), "ring");
  EXPECT_EQ(name(collective::allgather, 13, 13 * 8), "bruck");
  EXPECT_EQ(name(collective::alltoall, 32, 32 * 511), "bruck");
  EXPECT_EQ(name(collective::alltoall, 32, 32 * 512), "batched");
  EXPECT_EQ(name(collective::alltoall, 100, 100 << 18), "direct");
  EXPECT_EQ(name(collective::gather, 300, 300 * 2048), "star");
  EXPECT_EQ(name(collective::scatter, 8, 8 * 16384), "star");
  EXPECT_EQ(name(collective::reduce_scatter, 8, (256 << 10) - 1), "butterfly");
  EXPECT_EQ(name(collective::reduce_scatter, 8, 256 << 10), "ring");
  EXPECT_EQ(name(collective::reduce_scatter, 8, 256 << 10, false), "reduce_then_scatter");
  EXPECT_EQ(name(collective::barrier, 7, 0), "binomial");
  EXPECT_EQ(name(collective::barrier, 8, 0), "dissemination");
  // Nothing is pipelined but the two halves of a tree.
  EXPECT_EQ(usual_algorithm("Open MPI", collective::bcast, 8, 8, true).piece, 8U);
  EXPECT_EQ(usual_algorithm("Open MPI", collective::bcast, 256, 20001, true).piece, 10001U);
  EXPECT_EQ(usual_algorithm("MPICH", collective::bcast, 8, 8, true).use->name, "binomial");
  EXPECT_EQ(usual_algorithm("MPICH", collective::alltoall, 13, 13 << 20, true).use->name, "direct");
}
