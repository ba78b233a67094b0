// MPI_THREAD_MULTIPLE: several threads of every process at once, each on a communicator of its own, all
// collectives in random order.
//
//   threads_test [--threads N] [--number N] [--calls FORM] [--seed N] [--native yes]

#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <random>
#include <thread>

#include "oracle/collectives.hpp"
#include "oracle/through.hpp"

namespace oracle {
namespace {

void calls(MPI_Comm comm, std::uint64_t seed, int count, verdict& v) {
  int size = 1, rank = 0;
  MPI_Comm_size(comm, &size);
  MPI_Comm_rank(comm, &rank);
  std::mt19937_64 draw(seed);
  const auto any = [&](const auto& all) -> const auto& { return all[draw() % all.size()]; };
  for (int i = 0; i < count; ++i) {
    const collective& c = any(all_collectives());
    setting s;
    s.comm = comm;
    s.seed = draw();
    s.root = static_cast<int>(draw() % static_cast<unsigned>(size));
    s.in_place = c.in_place_allowed && draw() % 3 == 0;
    const layout &one = any(int_layouts()), &other = any(int_layouts());
    s.how = &any(user_reductions());
    s.send = rank % 2 ? &one : &other;
    s.recv = rank % 2 ? &other : &one;
    s.choice = {s.send, s.recv};
    s.unit = 30;
    s.length = static_cast<long>(draw() % (draw() % 8 == 0 ? 200 : 4)) * s.unit;
    check(c, s, v);
  }
}

// The destructor of a thread-local object begins an operation after everything else of its thread has ended.
// First on process 0, and on the others after that thread is gone.
struct last_call {
  const std::vector<int>* in = nullptr;
  std::vector<int>* sums = nullptr;
  MPI_Request* completed_by = nullptr;

  ~last_call() {
    int rank = 0, word = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank != 0) MPI_Recv(&word, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Iallreduce(in->data(), sums->data(), static_cast<int>(in->size()), MPI_INT, MPI_SUM, MPI_COMM_WORLD,
                   completed_by);
  }
};

MPI_Request begun_by_an_ended_thread(const std::vector<int>& in, std::vector<int>& sums) {
  MPI_Request request = MPI_REQUEST_NULL;
  std::thread([&] {
    thread_local last_call at_end;
    at_end.in = &in;  // one by one: a temporary object would begin an operation where it ends
    at_end.sums = &sums;
    at_end.completed_by = &request;
    MPI_Allreduce(in.data(), sums.data(), 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  }).join();
  return request;
}

// Afterwards, calls of similar lengths reuse the same memory.
void calls_of_ended_threads(verdict& v) {
  int rank = 0, size = 1, word = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const auto right = [size](const std::vector<int>& sums) {
    const auto wrong = std::find_if(sums.begin(), sums.end(), [size](int sum) { return sum != size; });
    return wrong == sums.end() ? "" : "is " + std::to_string(*wrong);
  };
  for (int n = 100; n < 9000; n += n / 5) {
    v.begin("a call of a thread that has ended, " + std::to_string(n) + " elements");
    const std::vector<int> in(static_cast<std::size_t>(n), 1);
    std::vector<int> sums(in);
    MPI_Request request = begun_by_an_ended_thread(in, sums);
    for (int r = 1; rank == 0 && r < size; ++r) MPI_Send(&word, 1, MPI_INT, r, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    v.check("sum", right(sums));
    for (int longer = n; longer < 2 * n; longer += n / 5) {
      const std::vector<int> all(static_cast<std::size_t>(longer), 1);
      std::vector<int> next(all), later(all);
      MPI_Iallreduce(all.data(), next.data(), longer, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
      MPI_Allreduce(all.data(), later.data(), longer, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      v.check("next sum", right(next));
      v.check("later sum", right(later));
    }
  }
}

// A function with a single status leaves its MPI_ERROR unchanged.
#if defined(MPICH_VERSION)  // Open MPI 4.1 sets it
void receive(verdict& v) {
  v.begin("MPI_Recv");
  constexpr int untouched = 4242;
  MPI_Status status;
  status.MPI_ERROR = untouched;
  int rank = 0, size = 1, from = -1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int next = (rank + 1) % size, before = (rank + size - 1) % size;
  MPI_Request sent = MPI_REQUEST_NULL;
  MPI_Isend(&rank, 1, MPI_INT, next, 1, MPI_COMM_WORLD, &sent);
  MPI_Recv(&from, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &status);
  MPI_Wait(&sent, MPI_STATUS_IGNORE);
  const bool right = from == before && status.MPI_SOURCE == before && status.MPI_ERROR == untouched;
  v.check("status", right ? "" : "MPI_ERROR is " + std::to_string(status.MPI_ERROR));
}
#endif

}  // namespace
}  // namespace oracle

int main(int argc, char** argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided != MPI_THREAD_MULTIPLE) {
    std::puts("this MPI library has no MPI_THREAD_MULTIPLE");
    MPI_Finalize();
    return 77;
  }
  int threads = 3, count = 150;
  std::uint64_t seed = 1;
  oracle::options(argc, argv, [&](const std::string& name, const std::string& value) {
    if (name == "--threads")
      threads = std::stoi(value);
    else if (name == "--number")
      count = std::stoi(value);
    else if (name == "--calls")
      oracle::call_by(value);
    else if (name == "--seed")
      seed = std::stoull(value);
    else if (name == "--native")
      oracle::avoid_native_defects();
    else
      return false;
    return true;
  });
  oracle::int_layouts();  // made before there are threads
  oracle::user_reductions();
  oracle::verdict v;
  std::vector<MPI_Comm> comms(static_cast<std::size_t>(threads));
  for (MPI_Comm& comm : comms) MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  {
    std::vector<std::thread> running;
    for (std::size_t t = 0; t < comms.size(); ++t)
      running.emplace_back([&, t] { oracle::calls(comms[t], seed + t, count, v); });
    for (std::thread& t : running) t.join();
  }
  for (MPI_Comm& comm : comms) MPI_Comm_free(&comm);
  oracle::calls_of_ended_threads(v);
#if defined(MPICH_VERSION)
  oracle::receive(v);
#endif
  const int status = v.finish();
  MPI_Finalize();
  return status;
}
