// Many operations under way at once, completed in any order by every function that MPI has, while the program
// frees the objects that they use. Does not use tutti's API. Also runs natively if the library can.
//
//   outstanding_test many|types|operators|communicators|first|persistent|requests|alone|messages|native [N]

#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "oracle/through.hpp"

namespace {

int rank = 0, size = 0;
long failures = 0;

void expect(bool right, const char* what, long where) {
  if (right) return;
  if (++failures <= 10) std::printf("FAILED on process %d: %s (%ld)\n", rank, what, where);
}

// One of several kinds of operations, each with data of its own.
struct pending {
  int kind, root, n;
  std::vector<int> in, out;
  MPI_Request request = MPI_REQUEST_NULL;
};

void begin(pending& p, long k, MPI_Comm comm) {
  p.kind = static_cast<int>(k % 6);
  p.root = static_cast<int>(k % size);
  p.n = k % 50 == 7 ? 20'000 : 1 + static_cast<int>(k % 11);
  const auto n = static_cast<std::size_t>(p.n), all = n * static_cast<std::size_t>(size);
  p.in.assign(p.kind == 4 ? all : n, static_cast<int>(k) + rank);
  p.out.assign(p.kind == 2 || p.kind == 4 ? all : n, -1);
  switch (p.kind) {
    case 0: MPI_Ibcast(p.in.data(), p.n, MPI_INT, p.root, comm, &p.request); break;
    case 1: MPI_Iallreduce(p.in.data(), p.out.data(), p.n, MPI_INT, MPI_SUM, comm, &p.request); break;
    case 2: MPI_Iallgather(p.in.data(), p.n, MPI_INT, p.out.data(), p.n, MPI_INT, comm, &p.request); break;
    case 3: MPI_Iscan(p.in.data(), p.out.data(), p.n, MPI_INT, MPI_MAX, comm, &p.request); break;
    case 4: MPI_Ialltoall(p.in.data(), p.n, MPI_INT, p.out.data(), p.n, MPI_INT, comm, &p.request); break;
    default: MPI_Ibarrier(comm, &p.request);
  }
}

void check(const pending& p, long k) {
  const auto n = static_cast<std::size_t>(p.n);
  const int base = static_cast<int>(k);
  for (std::size_t i = 0; i < n; ++i) {
    if (p.kind == 0) expect(p.in[i] == base + p.root, "broadcast", k);
    if (p.kind == 1) expect(p.out[i] == size * base + size * (size - 1) / 2, "allreduce", k);
    if (p.kind == 3) expect(p.out[i] == base + rank, "scan", k);
    if (p.kind == 2 || p.kind == 4)
      for (int r = 0; r < size; ++r)
        expect(p.out[static_cast<std::size_t>(r) * n + i] == base + r, "blocks", k);
  }
}

// Operations posted in one order and completed in another, by all of MPI's functions, with the program's
// messages among them.
void many(long count) {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  std::vector<pending> all(static_cast<std::size_t>(count));
  for (long k = 0; k < count; ++k) {
    begin(all[static_cast<std::size_t>(k)], k, comm);
    if (k % 100 == 50) {  // a blocking one between
      int sum = 0;
      MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
      expect(sum == size * (size - 1) / 2, "blocking call between", k);
    }
  }
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), 0);
  std::mt19937 random(static_cast<unsigned>(17 + rank));
  std::shuffle(order.begin(), order.end(), random);
  const int next = (rank + 1) % size, before = (rank + size - 1) % size;
  for (std::size_t at = 0; at < order.size();) {
    const std::size_t some = std::min<std::size_t>(1 + random() % 7, order.size() - at);
    std::vector<MPI_Request> r;
    for (std::size_t i = 0; i < some; ++i) r.push_back(all[order[at + i]].request);
    const int n = static_cast<int>(some);
    std::vector<int> indices(some + 2);
    int index = 0, flag = 0, done = 0;
    switch (random() % 6) {
      case 0:
        for (MPI_Request& one : r) MPI_Wait(&one, MPI_STATUS_IGNORE);
        break;
      case 1:
        for (MPI_Request& one : r)
          for (flag = 0; !flag;) MPI_Test(&one, &flag, MPI_STATUS_IGNORE);
        break;
      case 2: {
        MPI_Waitall(n, r.data(), MPI_STATUSES_IGNORE);
        break;
      }
      case 3:
        while (done < n) {
          int ended = 0;
          MPI_Waitsome(n, r.data(), &ended, indices.data(), MPI_STATUSES_IGNORE);
          done += ended;
        }
        break;
      case 4:
        for (; done < n; ++done) MPI_Waitany(n, r.data(), &index, MPI_STATUS_IGNORE);
        break;
      default:
        while (done < n) {
          MPI_Testany(n, r.data(), &index, &flag, MPI_STATUS_IGNORE);
          done += flag && index != MPI_UNDEFINED;
        }
    }
    for (const MPI_Request one : r)
      expect(one == MPI_REQUEST_NULL, "request after its end", static_cast<long>(at));
    at += some;
  }
  for (long k = 0; k < count; ++k) check(all[static_cast<std::size_t>(k)], k);
  // Requests of both kinds in one array.
  for (long k = 0; k < 100; ++k) {
    pending one;
    begin(one, k, comm);
    int out = rank, in = -1;
    MPI_Request r[3] = {one.request, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Irecv(&in, 1, MPI_INT, before, 3, comm, &r[1]);
    MPI_Isend(&out, 1, MPI_INT, next, 3, comm, &r[2]);
    MPI_Waitall(3, r, MPI_STATUSES_IGNORE);
    expect(in == before, "message beside an operation", k);
    check(one, k);
  }
  MPI_Comm_free(&comm);
}

void types(long count) {
  for (long k = 0; k < count; ++k) {
    const int n = k % 3 == 0 ? 3 : 5000;
    MPI_Datatype pairs = MPI_DATATYPE_NULL;
    MPI_Type_vector(n, 1, 2, MPI_INT, &pairs);  // every second element
    MPI_Type_commit(&pairs);
    std::vector<int> data(2 * static_cast<std::size_t>(n), rank == 0 ? 7 : -1);
    MPI_Request r = MPI_REQUEST_NULL;
    MPI_Ibcast(data.data(), 1, pairs, 0, MPI_COMM_WORLD, &r);
    MPI_Type_free(&pairs);
    expect(pairs == MPI_DATATYPE_NULL, "handle of a freed type", k);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    for (std::size_t i = 0; i < data.size(); ++i)
      expect(data[i] == (rank == 0 || i % 2 == 0 ? 7 : -1), "data of a freed type", k);
  }
}

void add(void* in, void* inout, int* n, MPI_Datatype*) {
  for (int i = 0; i < *n; ++i) static_cast<int*>(inout)[i] += static_cast<int*>(in)[i];
}

void operators(long count) {
  for (long k = 0; k < count; ++k) {
    MPI_Op mine = MPI_OP_NULL;
    MPI_Op_create(add, 1, &mine);
    const int n = k % 3 == 0 ? 3 : 5000;
    std::vector<int> in(static_cast<std::size_t>(n), rank), one(in.size()), other(in.size());
    MPI_Request r[2];
    MPI_Iallreduce(in.data(), one.data(), n, MPI_INT, mine, MPI_COMM_WORLD, &r[0]);
    MPI_Iallreduce(in.data(), other.data(), n, MPI_INT, mine, MPI_COMM_WORLD, &r[1]);
    MPI_Op_free(&mine);
    expect(mine == MPI_OP_NULL, "handle of a freed operator", k);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    for (std::size_t i = 0; i < in.size(); ++i)
      expect(one[i] == size * (size - 1) / 2 && other[i] == one[i], "result of a freed operator", k);
  }
}

// Freed with operations under way, even when the very first one is.
void communicators(long count) {
  for (long k = 0; k < count; ++k) {
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    const int before = 1 + static_cast<int>(k % 3);
    std::vector<pending> all(static_cast<std::size_t>(before));
    for (int i = 0; i < before; ++i) begin(all[static_cast<std::size_t>(i)], k + i, comm);
    MPI_Comm_free(&comm);
    for (int i = before; i-- > 0;) {
      MPI_Wait(&all[static_cast<std::size_t>(i)].request, MPI_STATUS_IGNORE);
      check(all[static_cast<std::size_t>(i)], k + i);
    }
  }
}

int handled = 0;
void note(MPI_Comm*, int*, ...) { ++handled; }

// A call that the MPI library serves, behind the first call, which opens the communicator. The program frees
// the datatypes at once. On a line of processes, those at the ends send to one neighbour.
void behind_first(long k) {
  const int dimensions[] = {size}, ends[] = {0};
  MPI_Comm line = MPI_COMM_NULL, alone = MPI_COMM_NULL;
  MPI_Cart_create(MPI_COMM_WORLD, 1, dimensions, ends, 0, &line);
  MPI_Datatype both = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(2, MPI_INT, &both);
  MPI_Type_commit(&both);
  const int mine[2] = {rank, rank + 1};
  int value = rank == 0 ? 5 : 0, beside[4] = {-1, -1, -1, -1};
  MPI_Request r[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Ibcast(&value, 1, MPI_INT, 0, line, &r[0]);
  MPI_Ineighbor_allgather(mine, 1, both, beside, 1, both, line, &r[1]);
  MPI_Type_free(&both);
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  const bool last = rank + 1 == size;
  expect(value == 5, "first call", k);
  expect(beside[0] == rank - 1 && beside[1] == (rank > 0 ? rank : -1), "block from below", k);
  expect(beside[2] == (last ? -1 : rank + 1) && beside[3] == (last ? -1 : rank + 2), "block from above", k);
  MPI_Comm_free(&line);
  if (k % 20 != 0) return;
  // The MPI library calls the handler when it refuses the call. Nothing calls it again.
  const int none[] = {0};
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 0, none, none, 0, none, none, MPI_INFO_NULL, 0, &alone);
  MPI_Errhandler noted = MPI_ERRHANDLER_NULL;
  MPI_Comm_create_errhandler(note, &noted);
  MPI_Comm_set_errhandler(alone, noted);
  const int had = handled;
  MPI_Ibarrier(alone, &r[0]);
  MPI_Ineighbor_allgather(mine, -1, MPI_INT, beside, -1, MPI_INT, alone, &r[1]);
  for (MPI_Request& one : r) MPI_Wait(&one, MPI_STATUS_IGNORE);
  expect(handled == had + 1, "handler of a call that the MPI library refuses", k);
  MPI_Errhandler_free(&noted);
  MPI_Comm_free(&alone);
}

// Only non-blocking calls. The first calls are on several communicators at once, which the processes reach in
// different orders.
void first(long count) {
  for (long k = 0; k < count; ++k) {
    std::vector<MPI_Comm> comms(4);
    for (MPI_Comm& c : comms) MPI_Comm_dup(MPI_COMM_WORLD, &c);
    std::vector<pending> all(comms.size());
    for (std::size_t i = 0; i < comms.size(); ++i) {
      const std::size_t which = (i + static_cast<std::size_t>(rank)) % comms.size();
      begin(all[which], k + static_cast<long>(which), comms[which]);
    }
    for (std::size_t i = 0; i < comms.size(); ++i) {
      MPI_Wait(&all[i].request, MPI_STATUS_IGNORE);
      check(all[i], k + static_cast<long>(i));
    }
    for (MPI_Comm& c : comms) MPI_Comm_free(&c);
    behind_first(k);
  }
}

// Persistent operations started repeatedly with other data, several at once, in another order on each
// process. The objects that they use are freed at once.
void persistent(long count) {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  constexpr int n = 40;
  MPI_Datatype pairs = MPI_DATATYPE_NULL;
  MPI_Type_vector(n, 1, 2, MPI_INT, &pairs);
  MPI_Type_commit(&pairs);
  MPI_Op mine = MPI_OP_NULL;
  MPI_Op_create(add, 1, &mine);
  std::vector<int> spread(2 * n), in(n), sum(n), all(static_cast<std::size_t>(n * size));
  MPI_Request r[4];
  PERSISTENT(Bcast)(spread.data(), 1, pairs, size - 1, comm, MPI_INFO_NULL, &r[0]);
  PERSISTENT(Allreduce)(in.data(), sum.data(), n, MPI_INT, mine, comm, MPI_INFO_NULL, &r[1]);
  PERSISTENT(Allgather)(in.data(), n, MPI_INT, all.data(), n, MPI_INT, comm, MPI_INFO_NULL, &r[2]);
  PERSISTENT(Barrier)(comm, MPI_INFO_NULL, &r[3]);
  MPI_Type_free(&pairs);
  MPI_Op_free(&mine);
  MPI_Comm_free(&comm);
  const MPI_Request kept = r[1];
  for (long k = 0; k < count; ++k) {
    const int base = static_cast<int>(k);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = base + rank;
    for (std::size_t i = 0; i < spread.size(); ++i) spread[i] = rank == size - 1 ? base : -1;
    if (k % 3 == 0) {
      MPI_Startall(4, r);
    } else {
      for (int i = 0; i < 4; ++i) MPI_Start(&r[(i + rank + static_cast<int>(k)) % 4]);
    }
    if (k % 2 == 0)
      MPI_Waitall(4, r, MPI_STATUSES_IGNORE);
    else
      for (int i = 4; i-- > 0;) MPI_Wait(&r[i], MPI_STATUS_IGNORE);
    expect(r[1] == kept, "request of a persistent operation", k);
    for (std::size_t i = 0; i < spread.size(); ++i)
      expect(spread[i] == (rank == size - 1 || i % 2 == 0 ? base : -1), "persistent broadcast", k);
    for (const int x : sum) expect(x == size * base + size * (size - 1) / 2, "persistent allreduce", k);
    for (int s = 0; s < size; ++s)
      expect(all[static_cast<std::size_t>(s * n)] == base + s, "persistent allgather", k);
  }
  for (MPI_Request& one : r) MPI_Request_free(&one);
  expect(r[0] == MPI_REQUEST_NULL, "freed request", 0);
}

// Operations that a request of a collective does not allow have the MPI library's error, and do no harm.
void requests(long count) {
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  for (long k = 0; k < count; ++k) {
    MPI_Request r = MPI_REQUEST_NULL;
    int x = rank == size - 1 ? 5 : 0;
    if (rank == 0) {
      MPI_Ibcast(&x, 1, MPI_INT, size - 1, MPI_COMM_WORLD, &r);
      expect(MPI_Cancel(&r) != MPI_SUCCESS, "cancelling a collective", k);
      expect(MPI_Request_free(&r) != MPI_SUCCESS, "freeing the request of a collective", k);
      expect(r != MPI_REQUEST_NULL, "request that was not freed", k);
      for (int to = 1; to < size; ++to) MPI_Send(nullptr, 0, MPI_INT, to, 5, MPI_COMM_WORLD);
    } else {
      MPI_Recv(nullptr, 0, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Ibcast(&x, 1, MPI_INT, size - 1, MPI_COMM_WORLD, &r);
    }
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    expect(x == 5, "broadcast that could not be cancelled", k);
    // Messages can be cancelled, as usual.
    MPI_Irecv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 77, MPI_COMM_SELF, &r);
    expect(MPI_Cancel(&r) == MPI_SUCCESS, "cancelling a message", k);
    MPI_Status status;
    int cancelled = 0;
    MPI_Wait(&r, &status);
    MPI_Test_cancelled(&status, &cancelled);
    expect(cancelled != 0, "message that was cancelled", k);
  }
}

// More operations than there are tags: some that end at once, on a communicator of one process, and some
// among all processes.
void alone(long count) {
  for (const MPI_Comm of : {MPI_COMM_SELF, MPI_COMM_WORLD}) {
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_dup(of, &comm);
    const long n = of == MPI_COMM_SELF ? count : count / 4;
    std::vector<MPI_Request> r(static_cast<std::size_t>(n), MPI_REQUEST_NULL);
    for (MPI_Request& one : r) MPI_Ibarrier(comm, &one);
    MPI_Comm_free(&comm);
    MPI_Waitall(static_cast<int>(n), r.data(), MPI_STATUSES_IGNORE);
    for (const MPI_Request one : r) expect(one == MPI_REQUEST_NULL, "barrier among many", n);
  }
}

// While an operation is outstanding, the program's messages have their statuses, and their errors go to their
// communicator's handler.
void messages(long count) {
  MPI_Comm mine = MPI_COMM_NULL, comm = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &mine);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Errhandler noted = MPI_ERRHANDLER_NULL;
  MPI_Comm_create_errhandler(note, &noted);
  MPI_Comm_set_errhandler(mine, noted);
  const int next = (rank + 1) % size, before = (rank + size - 1) % size;
  for (long k = 0; k < count; ++k) {
    MPI_Request r = MPI_REQUEST_NULL;
    int x = rank == 0 ? 9 : 0;
    if (rank != 0) MPI_Ibcast(&x, 1, MPI_INT, 0, comm, &r);  // cannot end before process 0 begins it
    int three[3] = {rank, rank, rank}, one = -1, got = 0;
    MPI_Status status;
    MPI_Sendrecv_replace(three, 3, MPI_INT, next, 4, before, 4, mine, &status);
    MPI_Get_count(&status, MPI_INT, &got);
    expect(status.MPI_SOURCE == before && status.MPI_TAG == 4 && got == 3, "status of MPI_Sendrecv_replace",
           k);
    expect(three[0] == before && three[2] == before, "data of MPI_Sendrecv_replace", k);
    MPI_Sendrecv(&rank, 1, MPI_INT, next, 5, three, 3, MPI_INT, MPI_ANY_SOURCE, 5, mine, &status);
    MPI_Get_count(&status, MPI_INT, &got);
    expect(status.MPI_SOURCE == before && got == 1 && three[0] == before, "status of MPI_Sendrecv", k);
    const auto expect_nobody = [&status, k](const char* what) {
      expect(status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG, what, k);
    };
    MPI_Recv(&one, 1, MPI_INT, MPI_PROC_NULL, 3, mine, &status);
    expect_nobody("status of MPI_Recv from nobody");
    MPI_Sendrecv(&rank, 1, MPI_INT, MPI_PROC_NULL, 3, &one, 1, MPI_INT, MPI_PROC_NULL, 3, mine, &status);
    expect_nobody("status of MPI_Sendrecv from nobody");
    MPI_Sendrecv_replace(&one, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_PROC_NULL, 3, mine, &status);
    expect_nobody("status of MPI_Sendrecv_replace from nobody");
    expect(one == -1, "what has come from nobody", k);
    // Too long for the receiver.
    MPI_Request sent = MPI_REQUEST_NULL;
    MPI_Isend(three, 3, MPI_INT, next, 6, mine, &sent);
    const int had = handled;
    expect(MPI_Recv(&one, 1, MPI_INT, before, 6, mine, &status) != MPI_SUCCESS, "code of a message too long",
           k);
    expect(handled == had + 1, "handler of a message too long", k);
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) MPI_Ibcast(&x, 1, MPI_INT, 0, comm, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    expect(x == 9, "broadcast beside messages", k);
  }
  MPI_Errhandler_free(&noted);
  MPI_Comm_free(&mine);
  MPI_Comm_free(&comm);
}

// The MPI library serves the first call. Nothing waits for anything else that it has begun.
int native_first() {
  int x = 0;
  MPI_Request r = MPI_REQUEST_NULL;
  MPI_Ibcast(&x, 1, MPI_INT, 0, MPI_COMM_WORLD, &r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  return MPI_Finalize();
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const std::string what = argc > 1 ? argv[1] : "";
  const long n = argc > 2 ? std::atol(argv[2]) : 100;
  const std::map<std::string, void (*)(long)> subjects{
      {"many", many},        {"types", types}, {"operators", operators},   {"communicators", communicators},
      {"first", first},      {"alone", alone}, {"persistent", persistent}, {"messages", messages},
      {"requests", requests}};
  if (what == "native") return native_first();
  const auto subject = subjects.find(what);
  if (subject == subjects.end()) MPI_Abort(MPI_COMM_WORLD, 2);
  subject->second(n);
  long all = failures;
  MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) std::printf("%s: %ld failures\n", what.c_str(), all);
  MPI_Finalize();
  return all == 0 ? 0 : 1;
}
