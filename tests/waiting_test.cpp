// Which processes waited for which ones, and traces as files.

#include "record/waiting.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "record/packed_calls.hpp"
#include "record/trace_file.hpp"
#include "select/call_kind.hpp"

using namespace tutti;
using namespace tutti::record;

namespace {

#define EXPECT_HAS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

// Three processes in an operation, which enter and leave at these times.
roll traced(const std::vector<std::pair<double, double>>& times) {
  roll all;
  all.size = static_cast<int>(times.size());
  all.texts = {"host \"a\"", "MPI_SUM"};
  all.communicators = {{"rows", all.size, {}}};
  all.sites = {{"/home/a/solver", 0x1231}};
  for (const auto& [begin, end] : times) {
    roll::process p{.rank = static_cast<int>(all.processes.size()), .host = 0, .ended = 10};
    p.calls = {{.of = {collective::allreduce},
                .at = progress::ended,
                .communicator = 0,
                .number = 1,
                .bytes = 8,
                .op = 1,
                .site = 0,
                .begin = begin,
                .end = end}};
    all.processes.push_back(std::move(p));
  }
  return all;
}

std::string text_of(const roll& all, trace_form as = trace_form::events) {
  const std::string file = testing::TempDir() + "trace.json";
  EXPECT_TRUE(write_trace(all, file, as));
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST(Waiting, IsForTheLastToEnter) {
  const waiting_times found = waiting_in(traced({{1, 6}, {2, 6}, {5, 6}}), grouping::collective);
  ASSERT_EQ(found.lines.size(), 1U);
  const waiting_line& l = found.lines[0];
  EXPECT_EQ(l.name, "allreduce");
  EXPECT_EQ(l.operations, 1U);
  EXPECT_EQ(l.calls, 3U);
  EXPECT_DOUBLE_EQ(l.inside, 5 + 4 + 1);
  EXPECT_DOUBLE_EQ(l.waiting, 4 + 3);
  ASSERT_EQ(l.late.size(), 1U);
  EXPECT_EQ(l.late[0].rank, 2);
  EXPECT_EQ(l.late[0].operations, 1U);
  EXPECT_DOUBLE_EQ(l.late[0].seconds, 7);
  EXPECT_DOUBLE_EQ(l.late[0].longest, 4);
  EXPECT_DOUBLE_EQ(found.span, 30);
  EXPECT_DOUBLE_EQ(found.matrix[0][2], 4);
  EXPECT_DOUBLE_EQ(found.matrix[1][2], 3);
  EXPECT_DOUBLE_EQ(found.matrix[1][0], 0);
}

// A broadcast's root may be gone when others enter: it has not waited for them.
TEST(Waiting, IsNotForWhoEntersWhenOneIsGone) {
  const waiting_times found = waiting_in(traced({{1, 3}, {2, 6}, {5, 6}}), grouping::collective);
  EXPECT_DOUBLE_EQ(found.matrix[0][1], 1);
  EXPECT_DOUBLE_EQ(found.matrix[0][2], 0);
  EXPECT_DOUBLE_EQ(found.matrix[1][2], 3);
  EXPECT_DOUBLE_EQ(found.all.waiting, 4);
}

TEST(Waiting, IsOfBlockingCallsThatHaveEnded) {
  roll all = traced({{1, 6}, {2, 6}, {5, 6}});
  all.processes[2].calls[0].of.as = form::nonblocking;
  all.processes[1].calls[0].at = progress::begun;
  const waiting_times found = waiting_in(all, grouping::collective);
  EXPECT_EQ(found.all.calls, 1U);
  EXPECT_DOUBLE_EQ(found.all.waiting, 0);
}

TEST(Waiting, IsGroupedByWhatIsAsked) {
  roll all = traced({{1, 6}, {2, 6}, {5, 6}});
  EXPECT_EQ(waiting_in(all, grouping::communicator).lines[0].name, "rows");
  EXPECT_EQ(waiting_in(all, grouping::site).lines[0].name, "solver+0x1231 allreduce");
  EXPECT_HAS(waiting_table(waiting_in(all, grouping::site), grouping::site), "rank 2: 2.33 s in 1");
}

TEST(Trace, IsReadAsItWasWritten) {
  roll all = traced({{1, 6}, {2.25, 6.125}, {5, 6}});
  all.program = "./a \"b\"";
  all.mpi = "Open MPI";
  all.communicators[0].members = {2, 1, 0};
  all.processes[1].missed = 7;
  all.processes[1].calls[0].facts = {.data = 800, .op = operator_class::ordered};
  roll::call posted = all.processes[1].calls[0];
  posted.of = {collective::bcast, form::nonblocking};
  posted.at = progress::posted;
  posted.number = 2;
  posted.root = 1;
  posted.end = posted.begin = 7;
  all.processes[1].calls.insert(all.processes[1].calls.begin(), posted);
  (void)all.tables.place_of(std::array<std::int64_t, 3>{7, 0, 0});
  all.processes[1].calls[1].facts.table = all.tables.place_of(std::array<std::int64_t, 3>{5, 5, 5});
  for (const trace_form as : {trace_form::events, trace_form::compact}) {
    const roll again = read_trace(text_of(all, as), "t.json");
    EXPECT_EQ(again.program, all.program);
    EXPECT_EQ(again.mpi, "Open MPI");
    EXPECT_EQ(again.tables.size(), 2U);
    EXPECT_EQ(again.communicators[0].members, all.communicators[0].members);
    EXPECT_EQ(again.size, 3);
    ASSERT_EQ(again.processes.size(), 3U);
    EXPECT_EQ(again.texts[static_cast<std::size_t>(again.processes[1].host)], "host \"a\"");
    EXPECT_EQ(again.processes[1].missed, 7U);
    ASSERT_EQ(again.processes[1].calls.size(), 2U);
    const roll::call &c = again.processes[1].calls[1], &p = again.processes[1].calls[0];
    EXPECT_EQ(c.of, (call_name{collective::allreduce}));
    EXPECT_EQ(c.at, progress::ended);
    EXPECT_EQ(c.number, 1U);
    EXPECT_EQ(c.bytes, 8U);
    EXPECT_EQ(c.facts.data, 800);
    EXPECT_EQ(again.tables[static_cast<std::size_t>(c.facts.table)][2], 5);
    EXPECT_EQ(p.facts.table, count_tables::none);
    EXPECT_EQ(c.facts.op, operator_class::ordered);
    EXPECT_EQ(again.texts[static_cast<std::size_t>(c.op)], "MPI_SUM");
    EXPECT_DOUBLE_EQ(c.begin, 2.25);
    EXPECT_DOUBLE_EQ(c.end, 6.125);
    EXPECT_EQ(p.of, (call_name{collective::bcast, form::nonblocking}));
    EXPECT_EQ(p.at, progress::posted);
    EXPECT_EQ(p.root, 1);
    EXPECT_DOUBLE_EQ(waiting_in(again, grouping::collective).all.waiting,
                     waiting_in(all, grouping::collective).all.waiting);
  }
}

// A loop of calls of three kinds, some of which do not block.
TEST(Trace, TakesEightBytesForEachCallOfALoop) {
  std::minstd_rand random(7);
  const std::vector<packed_kind> kinds{{0, true}, {1, false}, {-1, true}};
  std::vector<packed_call> calls;
  call_packer packer;
  std::uint32_t numbers[3] = {};
  for (std::int64_t k = 0, now = 0; k < 1 << 17; ++k) {
    const auto kind = static_cast<std::uint32_t>(k % 1000 == 999 ? 2 : k % 2);
    now += 10000 + static_cast<std::int64_t>(random() % 90000);
    packed_call c{.kind = kind, .number = ++numbers[kind], .begin = now, .took = 5000};
    c.took += static_cast<std::int64_t>(random() % 60000);
    if (k % 5000 == 4999) c.number += 17, c.begin -= 1000000;  // other threads' calls
    numbers[kind] = c.number;
    packer.add(c, kinds[kind]);
    calls.push_back(c);
    now = c.begin + c.took;
  }
  EXPECT_LT(packer.text().size(), calls.size() * 17 / 2);
  call_unpacker from(packer.text());
  for (const packed_call& c : calls) ASSERT_EQ(from.next(kinds), c);
  EXPECT_TRUE(from.done());
}

TEST(Trace, IsCompactIfNoViewerShowsIt) {
  roll all = traced({{1, 6}, {2, 6}});
  EXPECT_EQ(form_of_trace(all), trace_form::events);
  for (roll::process& p : all.processes) p.calls.resize(1 << 20, p.calls.front());
  EXPECT_EQ(form_of_trace(all), trace_form::compact);
}

// Events are cut out of the text and parsed one by one.
TEST(Trace, IsReadHoweverItIsLaidOut) {
  roll all = traced({{1, 6}, {2.25, 6.125}, {5, 6}});
  all.program = R"(\"traceEvents": [{"a": "}], \\)";
  all.texts[0] = R"("traceEvents":[{)";
  nlohmann::ordered_json whole = nlohmann::ordered_json::parse(text_of(all));
  const auto events = whole["traceEvents"];
  whole.erase("traceEvents");
  nlohmann::ordered_json first{{"traceEvents", events}};
  first.update(whole);
  whole["traceEvents"] = events;
  for (const auto& laid_out : {first, whole})
    for (const int indent : {-1, 0, 3}) {
      const roll again = read_trace(laid_out.dump(indent), "t.json");
      EXPECT_EQ(again.program, all.program);
      EXPECT_EQ(again.texts[static_cast<std::size_t>(again.processes[2].host)], all.texts[0]);
      EXPECT_DOUBLE_EQ(waiting_in(again, grouping::collective).all.waiting, 4 + 2.75);
    }
  whole["traceEvents"].clear();
  EXPECT_TRUE(read_trace(whole.dump(), "t.json").processes[0].calls.empty());
  const std::string text = text_of(all);
  for (const auto& [old, by] : {std::pair("},\n{\"ph\":\"X\"", "} {\"ph\":\"X\""), {"\n]}", ",\n]}"}}) {
    std::string wrong = text;
    ASSERT_NE(wrong.rfind(old), std::string::npos);
    wrong.replace(wrong.rfind(old), std::string(old).size(), by);
    EXPECT_THROW(read_trace(wrong, "t.json"), std::invalid_argument) << by;
  }
}

// Without the line feed at its end it is whole.
TEST(Trace, IsRefusedWhereverItIsCutOff) {
  for (const trace_form as : {trace_form::events, trace_form::compact}) {
    const std::string text = text_of(traced({{1, 6}, {2.25, 6.125}, {5, 6}}), as);
    for (std::size_t length = 0; length + 1 < text.size(); ++length) try {
        read_trace(text.substr(0, length), "t.json");
        FAIL() << length;
      } catch (const std::invalid_argument& wrong) {
        EXPECT_TRUE(std::string(wrong.what()).starts_with("t.json:")) << wrong.what();
        EXPECT_EQ(std::string(wrong.what()).find('\n'), std::string::npos) << wrong.what();
      }
  }
}

TEST(Trace, SaysWhyAFileIsNone) {
  const auto why = [](const std::string& text) {
    try {
      read_trace(text, "t.json");
    } catch (const std::invalid_argument& wrong) {
      return std::string(wrong.what());
    }
    return std::string();
  };
  EXPECT_HAS(why("{"), "t.json:1: this is not JSON from here on");
  EXPECT_HAS(why("{}"), "t.json: expected a trace, from tutti run --trace");
  EXPECT_HAS(why(R"({"otherData":{"format":"tutti trace","version":9}})"),
             "t.json: expected version 1 or 2 of the format");
  EXPECT_HAS(
      why(R"({"otherData":{"format":"tutti trace","version":1,"program":"","processes":1},"communicators":[],)"
          R"("sites":[],"ranks":[],"traceEvents":[{"ph":"X","tid":5,"ts":1}]})"),
      "an event of an unknown rank");
  for (const char* processes : {"8.1e85", "1.5", "4294967297", "-4294967297"})
    EXPECT_HAS(
        why(std::string(R"({"otherData":{"format":"tutti trace","version":1,"program":"","processes":)") +
            processes + "}}"),
        "a number out of range");
  EXPECT_HAS(why(R"({"otherData":{"format":"tutti trace","version":1,"program":"","processes":"3"}})"),
             "no number where one must be");
  const auto with_members = [&](const std::string& members) {
    return why(
        R"({"otherData":{"format":"tutti trace","version":1,"program":"","processes":3},"sites":[],"ranks":[],)"
        R"("traceEvents":[],"communicators":[{"name":"","size":3,"members":)" +
        members + "}]}");
  };
  EXPECT_EQ(with_members("[[2,0,-1]]"), "");
  EXPECT_HAS(with_members("[[0,3,1]]"), "members out of range");
  EXPECT_HAS(with_members("[[0,2,0]]"), "members out of range");
  EXPECT_HAS(with_members("[[2,0,1]]"), "members out of range");
  EXPECT_HAS(with_members("[[0,1,1],[1,1,1]]"), "a process is twice in a communicator");
  EXPECT_HAS(with_members("[[0,1,1]]"), "another number of members than its size");
}

TEST(Arrival, IsTheMeanOverOperationsOfAll) {
  roll all = traced({{1, 6}, {2, 6}, {5, 6}});
  for (roll::process& p : all.processes) {
    roll::call second = p.calls[0];
    second.number = 2;
    second.begin = 7 + p.rank;
    second.end = 10;
    p.calls.insert(p.calls.begin(), second);
  }
  EXPECT_EQ(mean_arrival(all, grouping::collective, ""), (std::vector<double>{0, 1, 3}));
  EXPECT_EQ(mean_arrival(all, grouping::collective, "allreduce"), (std::vector<double>{0, 1, 3}));
  EXPECT_TRUE(mean_arrival(all, grouping::collective, "bcast").empty());
  all.processes[1].calls.erase(all.processes[1].calls.begin());
  EXPECT_EQ(mean_arrival(all, grouping::collective, ""), (std::vector<double>{0, 1, 4}));
}
