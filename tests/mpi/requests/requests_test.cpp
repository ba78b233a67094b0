// The behaviour that MPI prescribes for the request of a collective in each of its states (inactive, under
// way, ended), alone and among others in arrays, in all of MPI's functions that wait or test. Does not use
// tutti's API. Also runs natively if the library has persistent collectives.
//
//   requests_test persistent|nonblocking|errors|freed [N]
//   requests_test multiple [N]     persistent, in a program with MPI_THREAD_MULTIPLE
//   requests_test fair             completions beside an operation that has always ended (natively not all)
// Process 0 is the root of broadcasts. It starts them only when all others have reported that they have
// tested the operations that they started: until then those cannot have ended.

#include <mpi.h>
#include <sched.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <vector>

#include "oracle/expect.hpp"
#include "oracle/through.hpp"

namespace {

using checks::expect;

int rank = 0, size = 0;
bool lasting = true;    // persistent ones
bool completed = true;  // by tutti if it is loaded, and not by the MPI library
constexpr int looked = 11, message = 12;

bool is_empty(const MPI_Status& s) {
  int count = -1, cancelled = -1;
  MPI_Get_count(&s, MPI_BYTE, &count);
  MPI_Test_cancelled(&s, &cancelled);
  return s.MPI_SOURCE == MPI_ANY_SOURCE && s.MPI_TAG == MPI_ANY_TAG && count == 0 && cancelled == 0;
}

// A broadcast and a sum, each of its own data, with others between them in arrays.
struct operations {
  MPI_Comm comm;
  std::array<int, 3> data{};
  int in = 0, sum = 0;
  MPI_Request bcast = MPI_REQUEST_NULL, add = MPI_REQUEST_NULL, idle = MPI_REQUEST_NULL;
  MPI_Request kept = MPI_REQUEST_NULL;  // the value of the broadcast when it has been completed

  explicit operations(MPI_Comm on) : comm(on) {
    PERSISTENT(Barrier)(comm, MPI_INFO_NULL, &idle);  // never started
    if (!lasting) return;
    PERSISTENT(Bcast)(data.data(), 3, MPI_INT, 0, comm, MPI_INFO_NULL, &bcast);
    PERSISTENT(Allreduce)(&in, &sum, 1, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL, &add);
    kept = bcast;
  }
  operations(const operations&) = delete;
  operations& operator=(const operations&) = delete;
  ~operations() {
    for (MPI_Request* r : {&bcast, &add, &idle}) {
      if (*r != MPI_REQUEST_NULL) MPI_Request_free(r);
      expect(*r == MPI_REQUEST_NULL, "a freed request is not null");
    }
  }

  void start(int value) {
    data.fill(rank == 0 ? value : -1);
    if (lasting)
      MPI_Start(&bcast);
    else
      MPI_Ibcast(data.data(), 3, MPI_INT, 0, comm, &bcast);
  }
  void start_sum(int value, bool several) {
    in = value;
    if (!lasting)
      MPI_Iallreduce(&in, &sum, 1, MPI_INT, MPI_SUM, comm, &add);
    else if (several)
      MPI_Startall(1, &add);
    else
      MPI_Start(&add);
  }
  void check(int value, const std::string& what) const {
    expect(std::ranges::all_of(data, [value](int x) { return x == value; }), what + ": wrong data");
    expect(bcast == kept, what + ": wrong handle");
  }
};

void tell_root() {
  if (rank > 0) MPI_Send(nullptr, 0, MPI_INT, 0, looked, MPI_COMM_WORLD);
}
void hear_others() {
  for (int r = 1; rank == 0 && r < size; ++r)
    MPI_Recv(nullptr, 0, MPI_INT, r, looked, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

// A way to wait: `before` tests operations that have not ended (not on the root), `ends` completes them.
struct way {
  const char* name;
  void (*before)(operations&);
  void (*ends)(operations&);
};

void test_before(operations& o) {
  int flag = 1;
  MPI_Test(&o.bcast, &flag, MPI_STATUS_IGNORE);
  expect(flag == 0, "MPI_Test: has ended too early");
}
void status_before(operations& o) {
  int flag = 1;
  MPI_Request_get_status(o.bcast, &flag, MPI_STATUS_IGNORE);
  expect(flag == 0, "MPI_Request_get_status: has ended too early");
}
void any_before(operations& o) {
  MPI_Request r[] = {o.idle, o.bcast, MPI_REQUEST_NULL};
  int flag = 1, index = 0;
  MPI_Testany(3, r, &index, &flag, MPI_STATUS_IGNORE);
  expect(flag == 0 && index == MPI_UNDEFINED, "MPI_Testany: has ended too early");
}
void some_before(operations& o) {
  MPI_Request r[] = {o.idle, o.bcast, MPI_REQUEST_NULL};
  int count = -1;
  std::array<int, 3> which{};
  MPI_Testsome(3, r, &count, which.data(), MPI_STATUSES_IGNORE);
  expect(count == 0, "MPI_Testsome: has ended too early");
}
void all_before(operations& o) {
  MPI_Request r[] = {o.idle, o.bcast, MPI_REQUEST_NULL};
  int flag = 1;
  MPI_Testall(3, r, &flag, MPI_STATUSES_IGNORE);
  expect(flag == 0, "MPI_Testall: has ended too early");
}
void nothing_before(operations&) {}

// Each of these leaves the request unchanged and inactive.
void wait_ends(operations& o) { MPI_Wait(&o.bcast, MPI_STATUS_IGNORE); }
void test_ends(operations& o) {
  for (int flag = 0; !flag;) MPI_Test(&o.bcast, &flag, MPI_STATUS_IGNORE);
}
void status_ends(operations& o) {
  for (int flag = 0; !flag;) MPI_Request_get_status(o.bcast, &flag, MPI_STATUS_IGNORE);
  int flag = 0;
  MPI_Request_get_status(o.bcast, &flag, MPI_STATUS_IGNORE);
  expect(flag != 0, "MPI_Request_get_status: has ended no more");
  int index = -1;
  MPI_Request r[] = {o.idle, o.bcast};  // not completed by that
  MPI_Waitany(2, r, &index, MPI_STATUS_IGNORE);
  expect(index == 1, "MPI_Waitany: passes over what MPI_Request_get_status has seen");
  o.bcast = r[1];
}
void waitall_ends(operations& o) {
  int in = -1;
  MPI_Request r[] = {o.idle, MPI_REQUEST_NULL, o.bcast, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  std::array<MPI_Status, 5> statuses{};
  MPI_Irecv(&in, 1, MPI_INT, 0, message, MPI_COMM_SELF, &r[1]);
  MPI_Isend(&rank, 1, MPI_INT, 0, message, MPI_COMM_SELF, &r[3]);
  MPI_Waitall(5, r, statuses.data());
  expect(in == rank && statuses[1].MPI_SOURCE == 0 && statuses[1].MPI_TAG == message,
         "MPI_Waitall: the message among the others");
  expect(is_empty(statuses[0]) && is_empty(statuses[4]), "MPI_Waitall: status of what was not active");
  expect(r[0] == o.idle && r[1] == MPI_REQUEST_NULL, "MPI_Waitall: handles");
  o.bcast = r[2];
}
void testall_ends(operations& o) {
  MPI_Request r[] = {o.bcast, o.idle, MPI_REQUEST_NULL};
  int in = -1, flag = 0;
  MPI_Irecv(&in, 1, MPI_INT, 0, message, MPI_COMM_SELF, &r[2]);
  // The message has not arrived: this completes nothing.
  for (int k = 0; k < 3; ++k) MPI_Testall(3, r, &flag, MPI_STATUSES_IGNORE);
  expect(flag == 0 && r[0] == o.bcast && r[2] != MPI_REQUEST_NULL, "MPI_Testall: without a message");
  MPI_Send(&rank, 1, MPI_INT, 0, message, MPI_COMM_SELF);
  std::array<MPI_Status, 3> statuses{};
  while (!flag) MPI_Testall(3, r, &flag, statuses.data());
  expect(in == rank && statuses[2].MPI_TAG == message && is_empty(statuses[1]), "MPI_Testall: statuses");
  o.bcast = r[0];
}
void waitany_ends(operations& o) {
  MPI_Request r[] = {o.idle, MPI_REQUEST_NULL, o.bcast};
  int index = -1;
  MPI_Waitany(3, r, &index, MPI_STATUS_IGNORE);
  expect(index == 2, "MPI_Waitany: another one");
  o.bcast = r[2];
}
void testany_ends(operations& o) {
  MPI_Request r[] = {o.idle, o.bcast, MPI_REQUEST_NULL};
  int index = -1;
  for (int flag = 0; !flag;) MPI_Testany(3, r, &index, &flag, MPI_STATUS_IGNORE);
  expect(index == 1, "MPI_Testany: another one");
  o.bcast = r[1];
}
void waitsome_ends(operations& o) {
  MPI_Request r[] = {o.idle, MPI_REQUEST_NULL, o.bcast};
  int count = -1;
  std::array<int, 3> which{};
  std::array<MPI_Status, 3> statuses{};
  MPI_Waitsome(3, r, &count, which.data(), statuses.data());
  expect(count == 1 && which[0] == 2, "MPI_Waitsome: another one");
  o.bcast = r[2];
}
void testsome_ends(operations& o) {
  MPI_Request r[] = {o.bcast, o.idle};
  int count = 0;
  std::array<int, 2> which{};
  while (count == 0) MPI_Testsome(2, r, &count, which.data(), MPI_STATUSES_IGNORE);
  expect(count == 1 && which[0] == 0, "MPI_Testsome: another one");
  o.bcast = r[0];
}
// Two that are active, of which one is completed first.
void two_end(operations& o) {
  o.start_sum(rank, false);
  MPI_Request r[] = {o.bcast, o.idle, o.add};
  std::array<bool, 3> seen{};
  for (int k = 0; k < 2; ++k) {
    int index = -1;
    MPI_Waitany(3, r, &index, MPI_STATUS_IGNORE);
    if (index != 0 && index != 2) return expect(false, "MPI_Waitany: passes over one of two");
    seen[static_cast<std::size_t>(index)] = true;
  }
  expect(seen[0] && seen[2], "MPI_Waitany: one of two twice");
  expect(o.sum == size * (size - 1) / 2, "MPI_Waitany: wrong sum");
  o.bcast = r[0];
  o.add = r[2];
}
// Two that have ended before the program tests them.
void both_end(operations& o) {
  o.start_sum(rank, false);
  for (int flag = 0; !flag;) MPI_Request_get_status(o.bcast, &flag, MPI_STATUS_IGNORE);
  for (int flag = 0; !flag;) MPI_Request_get_status(o.add, &flag, MPI_STATUS_IGNORE);
  MPI_Request r[] = {o.bcast, o.idle, o.add};
  std::array<int, 3> which{};
  int first = 0, second = 0;
  MPI_Waitsome(3, r, &first, which.data(), MPI_STATUSES_IGNORE);
  if (first == 1) MPI_Waitsome(3, r, &second, which.data() + 1, MPI_STATUSES_IGNORE);
  expect(first + second == 2 && which[0] + which[1] == 2 && which[0] != which[1],
         "MPI_Waitsome: two that have ended");
  o.bcast = r[0];
  o.add = r[2];
}
void each_ends(operations& o) {
  o.start_sum(rank, false);
  MPI_Request r[] = {o.add, o.idle, o.bcast};
  int seen = 0;
  while (seen != 5) {
    int flag = 0, index = 1;
    while (!flag) MPI_Testany(3, r, &index, &flag, MPI_STATUS_IGNORE);
    if (index != 0 && index != 2) return expect(false, "MPI_Testany: passes over one of two");
    seen += index == 0 ? 1 : 4;
  }
  o.add = r[0];
  o.bcast = r[2];
}
#if MPI_VERSION > 4 || (MPI_VERSION == 4 && MPI_SUBVERSION >= 1)
void statuses_before(operations& o) {
  MPI_Request r[] = {o.idle, o.bcast, MPI_REQUEST_NULL};
  int flag = 1, index = 0, count = -1;
  std::array<int, 3> which{};
  MPI_Request_get_status_any(3, r, &index, &flag, MPI_STATUS_IGNORE);
  expect(flag == 0, "MPI_Request_get_status_any: has ended too early");
  flag = 1;
  MPI_Request_get_status_all(3, r, &flag, MPI_STATUSES_IGNORE);
  expect(flag == 0, "MPI_Request_get_status_all: has ended too early");
  MPI_Request_get_status_some(3, r, &count, which.data(), MPI_STATUSES_IGNORE);
  expect(count == 0, "MPI_Request_get_status_some: has ended too early");
}
// True if the MPI library treats a persistent request as active until it is completed, even after its end has
// been seen. MPICH 4.2 does not. That is visible if tutti lets MPICH start the operation: in check mode, and
// with several threads.
bool stays_active() {
  static const bool stays = [] {
    MPI_Request r = MPI_REQUEST_NULL;
    MPI_Status status{};
    int flag = 0;
    MPI_Recv_init(nullptr, 0, MPI_INT, 0, message, MPI_COMM_SELF, &r);
    MPI_Start(&r);
    MPI_Send(nullptr, 0, MPI_INT, 0, message, MPI_COMM_SELF);
    while (!flag) MPI_Request_get_status(r, &flag, MPI_STATUS_IGNORE);
    MPI_Wait(&r, &status);
    MPI_Request_free(&r);
    return status.MPI_TAG == message;
  }();
  return stays;
}
void statuses_end(operations& o) {
  MPI_Request r[] = {o.idle, MPI_REQUEST_NULL, o.bcast};
  int flag = 0, index = 0, count = 0;
  std::array<int, 3> which{};
  while (!flag) MPI_Request_get_status_any(3, r, &index, &flag, MPI_STATUS_IGNORE);
  expect(index == 2, "MPI_Request_get_status_any: another one");
  flag = 0;
  MPI_Request_get_status_all(3, r, &flag, MPI_STATUSES_IGNORE);
  expect(flag != 0, "MPI_Request_get_status_all: has ended no more");
  MPI_Request_get_status_some(3, r, &count, which.data(), MPI_STATUSES_IGNORE);
  if (!lasting || completed || stays_active()) {
    expect(count == 1 && which[0] == 2, "MPI_Request_get_status_some: another one");
    waitany_ends(o);  // none of them has completed it
  } else {
    wait_ends(o);
  }
}
#else
constexpr auto statuses_before = status_before;
constexpr auto statuses_end = status_ends;
#endif
void startall_ends(operations& o) {
  o.start_sum(rank + 1, true);
  MPI_Wait(&o.add, MPI_STATUS_IGNORE);
  expect(o.sum == size * (size + 1) / 2, "MPI_Startall: wrong sum");
  MPI_Wait(&o.bcast, MPI_STATUS_IGNORE);
}

constexpr std::array<way, 19> ways{{{"wait", nothing_before, wait_ends},
                                    {"test, wait", test_before, wait_ends},
                                    {"status, wait", status_before, wait_ends},
                                    {"test", test_before, test_ends},
                                    {"any, test", any_before, test_ends},
                                    {"get_status", nothing_before, status_ends},
                                    {"test, get_status", test_before, status_ends},
                                    {"waitall", some_before, waitall_ends},
                                    {"all, waitall", all_before, waitall_ends},
                                    {"testall", all_before, testall_ends},
                                    {"waitany", all_before, waitany_ends},
                                    {"testany", any_before, testany_ends},
                                    {"waitsome", test_before, waitsome_ends},
                                    {"testsome", some_before, testsome_ends},
                                    {"two", nothing_before, two_end},
                                    {"two that have ended", nothing_before, both_end},
                                    {"each", some_before, each_ends},
                                    {"statuses", statuses_before, statuses_end},
                                    {"startall", test_before, startall_ends}}};

// No request is active: functions that wait return at once, with an empty status.
void check_inactive(operations& o, const std::string& what) {
  MPI_Status status{};
  MPI_Wait(&o.bcast, &status);
  expect(is_empty(status), what + ": MPI_Wait of an inactive request");
  int flag = 0, index = 0, count = 0;
  MPI_Test(&o.bcast, &flag, &status);
  expect(flag != 0 && is_empty(status), what + ": MPI_Test of an inactive request");
  flag = 0;
  MPI_Request_get_status(o.bcast, &flag, &status);
  expect(flag != 0 && is_empty(status), what + ": MPI_Request_get_status of an inactive request");
  MPI_Request r[] = {o.bcast, MPI_REQUEST_NULL, o.idle};
  MPI_Waitany(3, r, &index, &status);
  expect(index == MPI_UNDEFINED && is_empty(status), what + ": MPI_Waitany of inactive requests");
  flag = 0;
  MPI_Testany(3, r, &index, &flag, &status);
  expect(flag != 0 && index == MPI_UNDEFINED && is_empty(status),
         what + ": MPI_Testany of inactive requests");
  std::array<int, 3> which{};
  MPI_Waitsome(3, r, &count, which.data(), MPI_STATUSES_IGNORE);
  expect(count == MPI_UNDEFINED, what + ": MPI_Waitsome of inactive requests");
  count = 0;
  MPI_Testsome(3, r, &count, which.data(), MPI_STATUSES_IGNORE);
  expect(count == MPI_UNDEFINED, what + ": MPI_Testsome of inactive requests");
}

// An operation of this process alone, begun again each time, has always ended when the program tests it.
// Another operation and a message, which precede it in the array, are completed as well.
void complete_others_too() {
  std::vector<int> mine(100000, 1), sums(mine);
  for (const bool waits : {true, false}) {
    std::array<MPI_Request, 3> r{};
    MPI_Request sent = MPI_REQUEST_NULL;
    int in = -1, index = 2;
    bool summed = false, received = false;
    MPI_Iallreduce(mine.data(), sums.data(), static_cast<int>(mine.size()), MPI_INT, MPI_SUM, MPI_COMM_WORLD,
                   &r[0]);
    MPI_Irecv(&in, 1, MPI_INT, 0, message, MPI_COMM_SELF, &r[1]);
    MPI_Isend(&rank, 1, MPI_INT, 0, message, MPI_COMM_SELF, &sent);
    if (lasting) PERSISTENT(Barrier)(MPI_COMM_SELF, MPI_INFO_NULL, &r[2]);
    for (int looks = 0; looks < 1000000 && !(summed && received); ++looks) {
      if (index == 2 && lasting) MPI_Start(&r[2]);
      if (index == 2 && !lasting) MPI_Ibarrier(MPI_COMM_SELF, &r[2]);
      int flag = 1;
      if (waits)
        MPI_Waitany(3, r.data(), &index, MPI_STATUS_IGNORE);
      else
        MPI_Testany(3, r.data(), &index, &flag, MPI_STATUS_IGNORE);
      summed = summed || index == 0;
      received = received || index == 1;
      sched_yield();
    }
    expect(summed && sums.back() == size,
           "an operation does not go on beside one that is begun again and again");
    expect(received && in == rank,
           "a message is not completed beside an operation that is begun again and again");
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
    MPI_Waitall(3, r.data(), MPI_STATUSES_IGNORE);
    if (lasting) MPI_Request_free(&r[2]);
  }
}

void states(int times) {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  {
    operations o(comm);
    check_inactive(o, "never started");
    for (int k = 0; k < times; ++k)
      for (std::size_t i = 0; i < ways.size(); ++i) {
        // In another order each time, so that each follows each.
        const way& w =
            ways[(i * static_cast<std::size_t>(2 * k + 1) + static_cast<std::size_t>(k)) % ways.size()];
        const int value = 1000 * k + static_cast<int>(i);
        if (rank == 0) hear_others();
        o.start(value);
        if (rank > 0) w.before(o);
        tell_root();
        w.ends(o);
        o.check(value, w.name);
        if ((k + static_cast<int>(i)) % 3 == 0) check_inactive(o, w.name);
      }
  }
  MPI_Comm_free(&comm);
}

int handled = 0;
void note(MPI_Comm*, int*, ...) { ++handled; }

// An error is reported once, to the communicator's handler, by the call that completes the operation. The
// next start succeeds. Invalid uses of a request have the library's error.
void errors(int times) {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Errhandler noted = MPI_ERRHANDLER_NULL;
  MPI_Comm_create_errhandler(note, &noted);
  MPI_Comm_set_errhandler(comm, noted);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  std::array<int, 4> data{};
  MPI_Request wrong = MPI_REQUEST_NULL, right = MPI_REQUEST_NULL;
  const auto make_wrong = [&] {
    PERSISTENT(Bcast)(data.data(), rank == 0 ? 2 : 3, MPI_INT, 0, comm, MPI_INFO_NULL, &wrong);
  };
  make_wrong();
  PERSISTENT(Bcast)(data.data(), 2, MPI_INT, 0, comm, MPI_INFO_NULL, &right);
  for (int k = 0; k < times; ++k) {
    const int had = handled;
    const bool early = k % 2 == 0;  // the root has sent when the others start
    if (early && rank > 0) MPI_Recv(nullptr, 0, MPI_INT, 0, message, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (!early) hear_others();
    const int started = MPI_Start(&wrong);
    if (!early) tell_root();
    expect(started == MPI_SUCCESS, "start of one that will fail");
    int ended = MPI_SUCCESS, flag = 0, index = 0, count = 0;
    std::array<MPI_Request, 2> both{MPI_REQUEST_NULL, wrong};
    std::array<MPI_Status, 2> statuses{};
    const int way = k / 2 % 7;
    switch (way) {
      case 0: ended = MPI_Wait(&wrong, MPI_STATUS_IGNORE); break;
      case 1:
        while (!flag && ended == MPI_SUCCESS) ended = MPI_Test(&wrong, &flag, MPI_STATUS_IGNORE);
        break;
      case 2:
        ended = MPI_Waitall(2, both.data(), statuses.data());
        expect(rank == 0 || (checks::class_of(ended) == MPI_ERR_IN_STATUS &&
                             statuses[0].MPI_ERROR == MPI_SUCCESS && statuses[1].MPI_ERROR != MPI_SUCCESS),
               "statuses of one that fails");
        wrong = both[1];
        break;
      case 3:
        while (!flag && ended == MPI_SUCCESS) ended = MPI_Testall(2, both.data(), &flag, MPI_STATUSES_IGNORE);
        wrong = both[1];
        break;
      case 4:
        ended = MPI_Waitsome(2, both.data(), &count, &index, statuses.data());
        expect(rank == 0 || (checks::class_of(ended) == MPI_ERR_IN_STATUS && count == 1 && index == 1 &&
                             statuses[0].MPI_ERROR != MPI_SUCCESS),
               "statuses of MPI_Waitsome where one fails");
        wrong = both[1];
        break;
      case 5:
        while (!flag && ended == MPI_SUCCESS)
          ended = MPI_Testany(2, both.data(), &index, &flag, MPI_STATUS_IGNORE);
        wrong = both[1];
        break;
      default: ended = MPI_Waitany(1, &wrong, &index, MPI_STATUS_IGNORE);
    }
    for (int r = 1; early && rank == 0 && r < size; ++r)
      MPI_Send(nullptr, 0, MPI_INT, r, message, MPI_COMM_WORLD);
    expect((ended == MPI_SUCCESS) == (rank == 0), "end of one that fails: " + std::to_string(k));
    expect(handled == had + (rank > 0), "handler of one that fails: " + std::to_string(k));
    MPI_Barrier(MPI_COMM_WORLD);
    if (way >= 4) {  // Open MPI frees a persistent request that it has seen fail
      if (wrong != MPI_REQUEST_NULL) MPI_Request_free(&wrong);
      make_wrong();
    }
    // And a non-blocking one that fails.
    MPI_Request once = MPI_REQUEST_NULL;
    ended = MPI_Ibcast(data.data(), rank == 0 ? 2 : 3, MPI_INT, 0, comm, &once);
    if (ended == MPI_SUCCESS) ended = MPI_Wait(&once, MPI_STATUS_IGNORE);
    expect((ended == MPI_SUCCESS) == (rank == 0), "end of a non-blocking one that fails");
    expect(once == MPI_REQUEST_NULL, "request of a non-blocking one that has failed");
    expect(handled == had + 2 * (rank > 0), "handler of a non-blocking one that fails");
    data.fill(rank == 0 ? k : -1);
    MPI_Start(&right);
    const int again = MPI_Start(&right);  // it is active
    expect(checks::class_of(again) == MPI_ERR_REQUEST, "start of an active request");
    expect(MPI_Wait(&right, MPI_STATUS_IGNORE) == MPI_SUCCESS, "end after a failure");
    expect(data[0] == k && data[1] == k, "data after a failure");
  }
  MPI_Request_free(&wrong);
  MPI_Request_free(&right);
  MPI_Errhandler_free(&noted);
  MPI_Comm_free(&comm);
}

// Some MPI libraries free a persistent request that has failed. Another request, of the program's or of the
// next operation, may then have its handle.
void freed(int times) {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  for (int k = 0; k < times; ++k) {
    std::array<int, 4> data{};
    MPI_Request wrong = MPI_REQUEST_NULL, own = MPI_REQUEST_NULL, right = MPI_REQUEST_NULL;
    PERSISTENT(Bcast)(data.data(), rank == 0 ? 2 : 3, MPI_INT, 0, comm, MPI_INFO_NULL, &wrong);
    MPI_Start(&wrong);
    for (int ended = k % 2; !ended;)  // it fails in a call that asks about it
      if (MPI_Request_get_status(wrong, &ended, MPI_STATUS_IGNORE) != MPI_SUCCESS) break;
    MPI_Wait(&wrong, MPI_STATUS_IGNORE);
    if (wrong != MPI_REQUEST_NULL) MPI_Request_free(&wrong);

    int sent = k, received = -1;
    MPI_Recv_init(&received, 1, MPI_INT, 0, message, MPI_COMM_SELF, &own);
    MPI_Start(&own);
    MPI_Send(&sent, 1, MPI_INT, 0, message, MPI_COMM_SELF);
    expect(MPI_Wait(&own, MPI_STATUS_IGNORE) == MPI_SUCCESS && received == k, "a receive of the program's");
    expect(MPI_Request_free(&own) == MPI_SUCCESS, "free of a receive of the program's");

    int sum = -1;
    PERSISTENT(Allreduce)(&rank, &sum, 1, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL, &right);
    MPI_Start(&right);
    expect(MPI_Wait(&right, MPI_STATUS_IGNORE) == MPI_SUCCESS && sum == size * (size - 1) / 2,
           "the next persistent operation");
    MPI_Request_free(&right);
  }
  MPI_Comm_free(&comm);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  const int times = argc > 2 ? std::atoi(argv[2]) : 20;
  lasting = what != "nonblocking";
  completed = what != "multiple" && std::getenv("TUTTI_CHECK") == nullptr;
  int provided = 0;
  const bool threads =
      what == "multiple" || what == "freed";  // requests are then completed by the MPI library
  MPI_Init_thread(&argc, &argv, threads ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (what == "persistent" || what == "nonblocking" || what == "multiple")
    states(times);
  else if (what == "errors")
    errors(times);
  else if (what == "freed")
    freed(times);
  else if (what == "fair")
    for (const bool persistent : {false, true}) lasting = persistent, complete_others_too();
  else
    MPI_Abort(MPI_COMM_WORLD, 2);
  return checks::finish();
}
