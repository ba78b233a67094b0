// The roll call of processes that are made up.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "record/assembly.hpp"
#include "record/format.hpp"
#include "record/process_state.hpp"
#include "record/read.hpp"
#include "record/roll.hpp"
#include "tutti/algorithm.hpp"

using namespace tutti;
using namespace tutti::record;

namespace {

constexpr int world = 0, rows = 1;

// `size` processes, of which each has ended its allreduce #181 on MPI_COMM_WORLD.
roll after_181(int size) {
  roll all;
  all.job = "made-up";
  all.size = size;
  all.texts = {"MPI_SUM", "MPI_MAX", "MPI_DOUBLE"};
  all.sites = {{"/home/a/solver", 0x1231}, {"/home/a/solver", 0x2000}};
  all.communicators = {{"MPI_COMM_WORLD", size, {{0, size - 1, 1}}}, {"rows", size, {{0, size - 1, 1}}}};
  for (int r = 0; r < size; ++r) {
    roll::process p{.rank = r};
    p.on = {{world, 181}};
    p.calls = {{.of = {collective::allreduce},
                .at = progress::ended,
                .communicator = world,
                .number = 181,
                .bytes = 8,
                .op = 0,
                .site = 0}};
    all.processes.push_back(std::move(p));
  }
  return all;
}

roll::call allreduce_182() {
  return {
      .of = {collective::allreduce}, .communicator = world, .number = 182, .bytes = 8, .op = 0, .site = 0};
}

void enter(roll::process& p, const roll::call& c) {
  const auto on = std::ranges::find(p.on, c.communicator, &roll::position::communicator);
  if (on == p.on.end())
    p.on.push_back({c.communicator, c.number});
  else
    on->entered = c.number;
  p.calls.insert(p.calls.begin(), c);
}

std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}
bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
#define EXPECT_HAS(text, part) EXPECT_TRUE(has(text, part)) << text

TEST(roll_call, names_who_has_not_entered_and_where_they_are) {
  roll all = after_181(64);
  for (roll::process& p : all.processes)
    if (p.rank != 7 && p.rank != 19 && p.rank != 20) enter(p, allreduce_182());
  all.processes[7].in = message::recv;
  all.processes[7].peer = 12;
  all.processes[7].tag = 5;
  all.processes[20].is = condition::ended;
  const std::string text = roll_call(all);
  EXPECT_HAS(text,
             "3 of 64 processes have not entered allreduce #182 on MPI_COMM_WORLD (8 B, MPI_SUM, called at "
             "solver+0x1231 by the others): ranks 7, 19, 20");
  EXPECT_HAS(text, "rank 7: is in MPI_Recv from rank 12 (tag 5)");
  EXPECT_HAS(text, "rank 19: is not in MPI, after allreduce #181");
  EXPECT_HAS(text, "rank 20: has ended");
  EXPECT_TRUE(anybody_waits(all));
}

void wait_in(roll& all, int rank, message in, int peer, int tag) {
  roll::process& p = all.processes[static_cast<std::size_t>(rank)];
  p.in = in, p.peer = peer, p.tag = tag, p.peer_known = true, p.site = 0;
}

TEST(roll_call, names_a_circle_of_processes_that_send_before_they_receive) {
  roll all = after_181(5);
  for (int r = 0; r < 4; ++r) wait_in(all, r, message::send, (r + 1) % 4, 3);
  wait_in(all, 2, message::wait, 3, 3);  // for MPI_Isend
  const std::string text = roll_call(all);
  EXPECT_HAS(text, "4 processes wait in a circle, each for the next one: rank 0 -> 1 -> 2 -> 3 -> 0");
  EXPECT_HAS(text, "rank 3: is in MPI_Send to rank 0 (tag 3), called at solver+0x1231");
  EXPECT_HAS(text, "rank 2: is in MPI_Wait for a send to rank 3 (tag 3), called at solver+0x1231");
  EXPECT_HAS(text, "the other processes wait in no collective:\n  rank 4: is not in MPI, after");
}

TEST(roll_call, names_circles_beside_those_who_wait_for_their_processes) {
  roll all = after_181(8);
  wait_in(all, 1, message::recv, 2, 3);
  wait_in(all, 2, message::recv, 1, 3);
  wait_in(all, 4, message::ssend, 5, 3);
  wait_in(all, 5, message::recv, 4, 7);  // another tag
  wait_in(all, 6, message::ssend, 6, 0);
  for (const int r : {0, 3, 7}) enter(all.processes[static_cast<std::size_t>(r)], allreduce_182());
  const std::string text = roll_call(all);
  EXPECT_HAS(text, "2 processes wait in a circle, each for the next one: rank 1 -> 2 -> 1");
  EXPECT_HAS(text, "2 processes wait in a circle, each for the next one: rank 4 -> 5 -> 4");
  EXPECT_HAS(text, "rank 6 waits for itself");
  EXPECT_HAS(text, "5 of 8 processes have not entered allreduce #182");
}

TEST(circles, do_not_have_calls_that_match_or_may_match) {
  roll all = after_181(4);
  wait_in(all, 0, message::send, 1, 3);
  wait_in(all, 1, message::recv, 0, 3);
  for (const message in : {message::sendrecv, message::sendrecv_replace}) {
    wait_in(all, 2, in, 3, 3);
    wait_in(all, 3, in, 2, 3);
    EXPECT_TRUE(circles(all).empty());
  }
  wait_in(all, 2, message::send, 3, 3);
  wait_in(all, 3, message::probe, -1, -1);
  EXPECT_TRUE(circles(all).empty());
  wait_in(all, 3, message::send, 2, 3);
  EXPECT_EQ(circles(all), (std::vector<std::vector<int>>{{2, 3}}));
  all.processes[3].peer_known = false;
  EXPECT_TRUE(circles(all).empty());
}

TEST(circles, are_found_behind_processes_that_wait_for_them_and_are_written_briefly) {
  constexpr int size = 100;
  roll all = after_181(size);
  for (int r = 0; r < size; ++r) wait_in(all, r, message::recv, r == size - 1 ? 10 : r + 1, 3);
  const auto found = circles(all);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].size(), 90U);
  EXPECT_EQ(circle_in_words(found[0]),
            "rank 10 -> 11 -> 12 -> 13 -> 14 -> 15 -> 16 -> 17 -> 18 -> 19 -> 20 -> 21 -> 22 -> 23 -> ... -> "
            "98 -> 99 "
            "-> 10");
}

TEST(roll_call, says_who_is_stopped_has_died_or_has_left) {
  roll all = after_181(6);
  for (int r : {0, 4, 5}) enter(all.processes[static_cast<std::size_t>(r)], allreduce_182());
  all.processes[1].is = condition::stopped;
  all.processes[2].is = condition::died;
  all.processes[3].is = condition::exited;
  all.processes[5].is = condition::stopped;  // where it does no harm yet
  const std::string text = roll_call(all);
  EXPECT_HAS(text, "3 of 6 processes have not entered");
  EXPECT_HAS(text, "rank 1: is stopped; it is not in MPI");
  EXPECT_HAS(text, "rank 2: has died; it was not in MPI");
  EXPECT_HAS(text, "rank 3: has ended without MPI_Finalize; it was not in MPI");
  EXPECT_HAS(text, "2 stopped");
}

TEST(roll_call, tells_another_collective_root_operator_and_size) {
  struct {
    void (*change)(roll::call&);
    const char* said;
  } const faults[] = {
      {[](roll::call& c) { c.of.of = collective::bcast, c.root = 0, c.op = none; }, "bcast #182"},
      {[](roll::call& c) { c.root = 3; }, "root 3"},
      {[](roll::call& c) { c.op = 1; }, "MPI_MAX"},
      {[](roll::call& c) { c.bytes = 16; }, "16 B"},
      {[](roll::call& c) { c.of.as = form::nonblocking; }, "iallreduce #182"}};
  for (const auto& fault : faults) {
    roll all = after_181(9);
    for (roll::process& p : all.processes) {
      roll::call c = allreduce_182();
      c.site = p.rank == 4 ? 1 : 0;
      if (p.rank == 4) fault.change(c);
      enter(p, c);
    }
    const std::string text = roll_call(all);
    EXPECT_HAS(text, "have not called the same as #182 on MPI_COMM_WORLD");
    EXPECT_HAS(text, "ranks 0-3, 5-8: allreduce #182");
    EXPECT_HAS(text, "  rank 4: ");
    EXPECT_HAS(text, fault.said);
    EXPECT_HAS(text, "solver+0x2000");
  }
}

// The root passes MPI_ROOT, and the others of its group pass MPI_PROC_NULL. These need no operator.
TEST(roll_call, of_two_groups_compares_neither_roots_nor_operators) {
  roll all = after_181(5);
  all.communicators[world].inter = true;
  for (roll::process& p : all.processes) {
    roll::call c = allreduce_182();
    c.of.of = collective::reduce;
    c.root = p.rank == 0 ? -3 : p.rank == 1 ? -2 : 0;
    if (p.rank == 1) c.op = 1;
    if (p.rank != 4) enter(p, c);
  }
  EXPECT_HAS(roll_call(all), "1 of 5 processes has not entered reduce #182");
}

TEST(roll_call, sees_that_two_communicators_are_called_in_different_orders) {
  roll all = after_181(8);
  roll::call on_rows = allreduce_182();
  on_rows.communicator = rows;
  on_rows.number = 1;
  for (roll::process& p : all.processes) enter(p, p.rank % 2 == 0 ? allreduce_182() : on_rows);
  const std::string text = roll_call(all);
  EXPECT_HAS(text,
             "the order of calls differs: ranks 0, 2, 4, 6 call on MPI_COMM_WORLD first, ranks 1, 3, 5, 7 on "
             "communicator \"rows\"");
}

TEST(roll_call, puts_what_is_waited_for_first) {
  // On the rows, all processes wait for 5, which waits in MPI_COMM_WORLD for 6, which computes.
  roll all = after_181(7);
  roll::call on_rows = allreduce_182();
  on_rows.communicator = rows;
  on_rows.number = 1;
  all.communicators[rows].runs = {{0, 5, 1}};
  all.communicators[rows].size = 6;
  for (int r = 0; r < 5; ++r) enter(all.processes[static_cast<std::size_t>(r)], on_rows);
  all.communicators[world].runs = {{5, 6, 1}};
  all.communicators[world].size = 2;
  enter(all.processes[5], allreduce_182());
  const std::string text = roll_call(all);
  const std::size_t cause = text.find("1 of 2 processes has not entered allreduce #182 on MPI_COMM_WORLD");
  const std::size_t effect =
      text.find("1 of 6 processes has not entered allreduce #1 on communicator \"rows\"");
  ASSERT_NE(cause, std::string::npos) << text;
  ASSERT_NE(effect, std::string::npos) << text;
  EXPECT_LT(cause, effect);
}

TEST(roll_call, waits_for_what_was_posted) {
  roll all = after_181(4);
  roll::call posted = allreduce_182();
  posted.of.as = form::nonblocking;
  posted.at = progress::posted;
  for (int r : {0, 1, 3}) {
    roll::process& p = all.processes[static_cast<std::size_t>(r)];
    enter(p, posted);
    p.in = message::waitall;
  }
  EXPECT_HAS(roll_call(all), "1 of 4 processes has not entered iallreduce #182");
  for (roll::process& p : all.processes) p.in = message::none;  // a process that computes waits for no other
  EXPECT_FALSE(anybody_waits(all));
}

// Within the operator of a reduction, say, or before it waits for its posted operations.
TEST(roll_call, names_who_is_stopped_though_all_have_entered) {
  roll all = after_181(4);
  for (roll::process& p : all.processes) enter(p, allreduce_182());
  all.processes[2].is = condition::stopped;
  EXPECT_HAS(roll_call(all), "which all have entered\n  rank 2: is stopped; it is in allreduce #182");
  for (roll::process& p : all.processes) {
    p.calls[0].of.as = form::nonblocking;
    p.calls[0].at = progress::posted;
    if (p.rank != 2) p.in = message::wait;
  }
  EXPECT_HAS(roll_call(all), "ranks 0, 1, 3 are in iallreduce #182");
  EXPECT_HAS(roll_call(all), "rank 2: is stopped; it is not in MPI, after iallreduce #182");
}

TEST(roll_call, who_is_in_finalize_waits_for_those_that_are_not) {
  roll all = after_181(4);
  EXPECT_FALSE(anybody_waits(all));
  for (const int r : {0, 1, 3}) all.processes[static_cast<std::size_t>(r)].is = condition::finalizing;
  EXPECT_TRUE(anybody_waits(all));
  all.processes[2].is = condition::stopped;
  EXPECT_TRUE(anybody_waits(all));
  const std::string text = roll_call(all);
  EXPECT_HAS(text, "ranks 0, 1, 3: are in MPI_Finalize");
  EXPECT_HAS(text, "rank 2: is stopped; it is not in MPI");
  EXPECT_EQ(text.find("rank 2", text.find("rank 2") + 1), std::string::npos) << text;  // once
  // Processes may have returned from MPI_Finalize, and compute on their own.
  for (const condition done : {condition::finalizing, condition::ended}) {
    all.processes[2].is = done;
    EXPECT_FALSE(anybody_waits(all));
  }
}

TEST(roll_call, of_a_dead_program_says_where_it_was) {
  roll all = after_181(4);
  for (int r : {0, 1, 3}) enter(all.processes[static_cast<std::size_t>(r)], allreduce_182());
  for (roll::process& p : all.processes) p.is = condition::died;
  all.processes[2].in = message::abort;
  const std::string text = roll_call(all);
  EXPECT_HAS(text, "4 died");
  EXPECT_HAS(text, "rank 2 has called MPI_Abort");
  EXPECT_HAS(text, "rank 2: was in MPI_Abort");
}

TEST(roll_call, of_a_dead_program_compares_the_last_calls) {
  roll all = after_181(4);
  for (roll::process& p : all.processes) {
    p.is = condition::exited;
    roll::call c = allreduce_182();
    c.at = progress::ended;
    if (p.rank == 2) c.of.of = collective::barrier;
    enter(p, c);
  }
  const std::string text = roll_call(all);
  EXPECT_HAS(text, "have not called the same as #182");
  EXPECT_HAS(text, "  rank 2: barrier #182");
}

TEST(roll_call, counts_those_of_whom_nothing_is_known) {
  roll all = after_181(8);
  for (roll::process& p : all.processes) enter(p, allreduce_182());
  all.processes.resize(6);
  const std::string text = roll_call(all);
  EXPECT_HAS(text, "2 without a record here");
  EXPECT_HAS(text, "ranks 6, 7: have no record here: they have ended, or run on another node");
}

TEST(roll_call, of_a_million_processes_is_short_and_soon_there) {
  constexpr int p = 1000000;
  for (const int late : {1, p / 2}) {
    roll all = after_181(p);
    for (roll::process& one : all.processes) {
      if (one.rank % (p / late) != 0) {
        enter(one, allreduce_182());
      } else if (one.rank % 3 == 0) {
        one.in = message::recv;
        one.peer = one.rank + 1;
      }
    }
    const auto begin = std::chrono::steady_clock::now();
    const std::string text = roll_call(all);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    EXPECT_LE(lines(text), 20U);
    EXPECT_LT(text.size(), 4000U);
    RecordProperty("seconds", std::to_string(took.count()));  // no test: it depends on the machine
    std::printf("%d of %d late: %.2f s\n%s", late, p, took.count(), text.c_str());
  }
}

TEST(ranges, are_short) {
  EXPECT_EQ(in_ranges({7}), "rank 7");
  EXPECT_EQ(in_ranges({7, 8}), "ranks 7, 8");
  EXPECT_EQ(in_ranges({0, 1, 2, 5, 7, 8, 9}), "ranks 0-2, 5, 7-9");
  EXPECT_EQ(in_ranges({0, 2, 4, 6}, 2), "ranks 0, 2 and 2 more");
}

constexpr std::uint32_t handle_of_world = 8, handle = 9;

// A process of three, with an entry for a communicator of rank 1 and rank 2.
std::unique_ptr<section> process_of_three(int rank) {
  auto s = std::make_unique<section>();
  s->self.rank = rank, s->self.size = 3, s->self.world = handle_of_world;
  s->self.communicators = 1;
  s->communicators[0] = {.members = 1,
                         .key = 1,
                         .handle = handle,
                         .size = 2,
                         .rank = rank - 1,
                         .open = true,
                         .in_order = true,
                         .runs_used = 1,
                         .runs = {run{1, 2, 1}}};
  return s;
}

std::string roll_call_of(const std::vector<const section*>& processes) {
  roll all;
  assembly parts(all);
  for (const section* s : processes) parts.add(*s, s->calls);
  parts.finish();
  return roll_call(all);
}

TEST(assembly, knows_that_a_process_has_entered_though_it_has_freed_the_communicator) {
  const auto root = process_of_three(1), waits = process_of_three(2);
  root->communicators[0].entered = waits->communicators[0].entered = 1;
  root->communicators[0].freed = true;
  waits->calls[1] = {.serial = 1, .number = 1, .of = static_cast<std::uint8_t>(collective::bcast)};
  EXPECT_HAS(roll_call_of({root.get(), waits.get()}),
             "rank 2 is in bcast #1 on a communicator of 2 (root 0), which all have entered");
}

TEST(assembly, translates_the_rank_of_a_peer_or_says_that_it_is_another_communicators) {
  const auto one = process_of_three(2);
  one->self.waits = 1;
  one->self.now = {.in = message::recv, .peer = 0, .tag = 5, .communicator = handle};
  EXPECT_HAS(roll_call_of({one.get()}), "rank 2: is in MPI_Recv from rank 1 (tag 5)");
  one->communicators[0].in_order = false;
  EXPECT_HAS(roll_call_of({one.get()}), "rank 2: is in MPI_Recv from rank 0 of its communicator (tag 5)");
  one->self.now.communicator = handle_of_world;  // even if no collective was called on it
  EXPECT_HAS(roll_call_of({one.get()}), "rank 2: is in MPI_Recv from rank 0 (tag 5)");
}

// A record of two processes in a folder of its own.
class record_file {
 public:
  record_file() {
    std::string name = (std::filesystem::temp_directory_path() / "tutti-record-XXXXXX").string();
    folder = mkdtemp(name.data());
    path = folder / "tutti.job.0";
    std::vector<char> bytes(whole);
    auto& h = *reinterpret_cast<header*>(bytes.data());
    h.magic = magic, h.version = version, h.processes = 2, h.job[0] = 'j', h.program[0] = 'p';
    for (int r = 0; r < 2; ++r) {
      auto& s =
          *reinterpret_cast<section*>(bytes.data() + page + static_cast<std::size_t>(r) * section_bytes);
      s.self.rank = r, s.self.size = 2, s.self.at = life::running, s.self.seen = observation::alive;
      s.calls[1].serial = 1;
    }
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(whole));
  }
  record_file(const record_file&) = delete;
  record_file& operator=(const record_file&) = delete;
  ~record_file() { std::filesystem::remove_all(folder); }
  void shorten(std::size_t to) const { std::filesystem::resize_file(path, to); }
  [[nodiscard]] std::uint32_t timing_of_last() const {
    std::ifstream in(path, std::ios::binary);
    in.seekg(static_cast<std::streamoff>(page + section_bytes + offsetof(record::process, timing_users)));
    std::uint32_t n = 0;
    in.read(reinterpret_cast<char*>(&n), sizeof n);
    return n;
  }

  static constexpr std::size_t whole = page + 2 * section_bytes;
  std::filesystem::path folder, path;
};

// A process also names MPI's datatypes and operators, some 75, and the algorithms of plugins.
TEST(record_file, has_room_for_the_names_of_all_algorithms) {
  constexpr std::size_t others = 128;
  EXPECT_LE(catalogue().size() + others, std::tuple_size_v<decltype(section::words)>);
}

TEST(record_file, is_read_and_asked_for_times) {
  const record_file made;
  const std::vector<job> jobs = jobs_in(made.folder);
  ASSERT_EQ(jobs.size(), 1U);
  EXPECT_EQ(jobs[0].processes, 2);
  const roll all = read(jobs[0]);
  ASSERT_EQ(all.processes.size(), 2U);
  EXPECT_EQ(all.processes[1].calls.size(), 1U);
  EXPECT_EQ(copies(jobs[0])[0].bytes.size(), record_file::whole);
  {
    const timing one(jobs[0]), another(jobs[0]);
    EXPECT_EQ(made.timing_of_last(), 2U);
  }
  EXPECT_EQ(made.timing_of_last(), 0U);
}

// Changes the states of both processes of a record.
void describe(const record_file& made, observation seen, std::uint64_t in_namespace, std::uint64_t started) {
  std::fstream file(made.path, std::ios::binary | std::ios::in | std::ios::out);
  for (std::size_t r = 0; r < 2; ++r) {
    const auto at = static_cast<std::streamoff>(page + r * section_bytes);
    record::process p{};
    file.seekg(at).read(reinterpret_cast<char*>(&p), sizeof p);
    p.seen = seen, p.pid = getpid(), p.pid_namespace = in_namespace, p.pid_started = started;
    file.seekp(at).write(reinterpret_cast<const char*>(&p), sizeof p);
  }
}

TEST(record_file, tells_the_dead_from_those_of_another_pid_namespace) {
  const record_file made;
  const std::uint64_t started = state_of_process("self").started;
  describe(made, observation::unseen, pid_namespace(), started);
  EXPECT_TRUE(jobs_in(made.folder).at(0).alive);
  describe(made, observation::unseen, pid_namespace(), started + 1);
  EXPECT_TRUE(jobs_in(made.folder).at(0).dead());
  EXPECT_EQ(read(jobs_in(made.folder).at(0)).processes.at(0).is, condition::died);

  describe(made, observation::unseen, pid_namespace() + 1, started + 1);
  const job elsewhere = jobs_in(made.folder).at(0);
  EXPECT_FALSE(elsewhere.alive);
  EXPECT_FALSE(elsewhere.dead());
  EXPECT_HAS(roll_call(read(elsewhere)),
             "ranks 0, 1: are in another PID namespace (a container): not known whether they live");
}

TEST(record_file, that_is_shorter_than_it_says_is_passed_over) {
  const record_file made;
  const std::vector<job> jobs = jobs_in(made.folder);
  ASSERT_EQ(jobs.size(), 1U);
  const timing noted(jobs[0]);
  for (const std::size_t length :
       {page + section_bytes + 100, page + 100, page, std::size_t{10}, std::size_t{0}}) {
    made.shorten(length);
    EXPECT_TRUE(read(jobs[0]).processes.empty()) << length;
    EXPECT_TRUE(copies(jobs[0]).empty()) << length;
    EXPECT_TRUE(jobs_in(made.folder).empty()) << length;
    (void)pulse(jobs[0]);
  }
}

// With mapped memory, a reader of this file would die by SIGBUS.
TEST(record_file, may_become_shorter_while_it_is_read) {
  const record_file made;
  const std::vector<job> jobs = jobs_in(made.folder);
  ASSERT_EQ(jobs.size(), 1U);
  std::atomic<bool> done{false};
  std::thread shortens([&] {
    while (!done)
      for (const std::size_t length : {page, record_file::whole}) made.shorten(length);
  });
  for (int k = 0; k < 3000; ++k) {
    const timing noted(jobs[0]);
    (void)read(jobs[0]);
    (void)copies(jobs[0]);
    (void)pulse(jobs[0]);
    (void)jobs_in(made.folder);
  }
  done = true;
  shortens.join();
}

}  // namespace
