// The first calls on each communicator may be served by other algorithms than later ones. Programs are right
// whichever call of whichever communicator is the last of them, however late processes are, and with
// operations outstanding.
//
//   first_calls_test mixed [CALLS]   calls of many kinds and sizes in random order, on the world, on copies
//                                    of it and on parts of it, some of which share only a few processes
//   first_calls_test few [TIMES]     each of fifty kinds and sizes of calls, none of which rounds
//   first_calls_test sums [TIMES]    sums that round: all of a size have the same bits

#include <mpi.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "oracle/expect.hpp"

namespace {

using number = std::int64_t;

// Blocks for each process, and what they are after a call. The data of process r in call `salt`, element i:
// value(salt, r, i).
number value(number salt, int r, std::size_t i) { return salt * 1000003 + r * 1009 + static_cast<number>(i); }

class one_call {
 public:
  one_call(MPI_Comm comm, int kind, std::size_t n, number salt)
      : comm_(comm), kind_(kind), n_(n), salt_(salt) {
    MPI_Comm_rank(comm, &r_);
    MPI_Comm_size(comm, &p_);
    const auto p = static_cast<std::size_t>(p_);
    root_ = static_cast<int>(salt % p_);
    in_.resize(n * p);
    out_.assign(n * p, -1);
    counts_.assign(p, static_cast<int>(n));
    for (int q = 0; q < p_; ++q) places_.push_back(q * static_cast<int>(n));
    for (std::size_t i = 0; i < in_.size(); ++i) in_[i] = value(salt, r_, i);
    if (kind == bcast) out_.assign(n, 0);
    if (kind == bcast && r_ == root_)
      for (std::size_t i = 0; i < n; ++i) out_[i] = in_[i];
  }
  enum : int {
    bcast,
    reduce,
    allreduce,
    gather,
    scatter,
    allgather,
    alltoall,
    alltoallv,
    scan,
    gatherv,
    kinds
  };

  void block() {
    const int n = static_cast<int>(n_);
    const MPI_Datatype t = MPI_INT64_T;
    switch (kind_) {
      case bcast: MPI_Bcast(out(), n, t, root_, comm_); break;
      case reduce: MPI_Reduce(in(), out(), n, t, MPI_SUM, root_, comm_); break;
      case allreduce: MPI_Allreduce(in(), out(), n, t, MPI_SUM, comm_); break;
      case gather: MPI_Gather(in(), n, t, out(), n, t, root_, comm_); break;
      case scatter: MPI_Scatter(in(), n, t, out(), n, t, root_, comm_); break;
      case allgather: MPI_Allgather(in(), n, t, out(), n, t, comm_); break;
      case alltoall: MPI_Alltoall(in(), n, t, out(), n, t, comm_); break;
      case alltoallv:
        MPI_Alltoallv(in(), counts_.data(), places_.data(), t, out(), counts_.data(), places_.data(), t,
                      comm_);
        break;
      case scan: MPI_Scan(in(), out(), n, t, MPI_SUM, comm_); break;
      default: MPI_Gatherv(in(), n, t, out(), counts_.data(), places_.data(), t, root_, comm_);
    }
  }
  MPI_Request begin() {
    const int n = static_cast<int>(n_);
    const MPI_Datatype t = MPI_INT64_T;
    MPI_Request r = MPI_REQUEST_NULL;
    switch (kind_) {
      case bcast: MPI_Ibcast(out(), n, t, root_, comm_, &r); break;
      case reduce: MPI_Ireduce(in(), out(), n, t, MPI_SUM, root_, comm_, &r); break;
      case allreduce: MPI_Iallreduce(in(), out(), n, t, MPI_SUM, comm_, &r); break;
      case gather: MPI_Igather(in(), n, t, out(), n, t, root_, comm_, &r); break;
      case scatter: MPI_Iscatter(in(), n, t, out(), n, t, root_, comm_, &r); break;
      case allgather: MPI_Iallgather(in(), n, t, out(), n, t, comm_, &r); break;
      case alltoall: MPI_Ialltoall(in(), n, t, out(), n, t, comm_, &r); break;
      case alltoallv:
        MPI_Ialltoallv(in(), counts_.data(), places_.data(), t, out(), counts_.data(), places_.data(), t,
                       comm_, &r);
        break;
      case scan: MPI_Iscan(in(), out(), n, t, MPI_SUM, comm_, &r); break;
      default: MPI_Igatherv(in(), n, t, out(), counts_.data(), places_.data(), t, root_, comm_, &r);
    }
    return r;
  }

  void check() const {
    const bool at_root = r_ == root_;
    bool right = true;
    for (std::size_t i = 0; i < n_; ++i) {
      number sum = 0;
      for (int q = 0; q < (kind_ == scan ? r_ + 1 : p_); ++q) sum += value(salt_, q, i);
      const std::size_t mine = static_cast<std::size_t>(r_) * n_ + i;
      switch (kind_) {
        case bcast: right = right && out_[i] == value(salt_, root_, i); break;
        case reduce: right = right && (!at_root || out_[i] == sum); break;
        case allreduce:
        case scan: right = right && out_[i] == sum; break;
        case scatter: right = right && out_[i] == value(salt_, root_, mine); break;
        default:
          for (int q = 0; q < p_; ++q) {
            const std::size_t there = static_cast<std::size_t>(q) * n_ + i;
            const bool everywhere = kind_ == allgather || kind_ == alltoall || kind_ == alltoallv;
            const bool blocks = kind_ == alltoall || kind_ == alltoallv;
            right = right && ((!everywhere && !at_root) || out_[there] == value(salt_, q, blocks ? mine : i));
          }
      }
    }
    checks::expect(right, "a result is wrong");
  }

 private:
  number* in() { return in_.data(); }
  number* out() { return out_.data(); }
  MPI_Comm comm_;
  int kind_;
  std::size_t n_;
  number salt_;
  int r_ = 0, p_ = 1, root_ = 0;
  std::vector<number> in_, out_;
  std::vector<int> counts_, places_;
};

// The world, a copy, its processes in another order, halves, and all but the first or the last process.
std::vector<MPI_Comm> communicators(int rank, int size) {
  std::vector<MPI_Comm> all{MPI_COMM_WORLD};
  MPI_Comm c = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &c), all.push_back(c);
  const auto split = [&](int color, int key) {
    MPI_Comm_split(MPI_COMM_WORLD, color, key, &c);
    all.push_back(c);
  };
  split(0, -rank);
  split(rank % 2, rank);
  split(rank < size - 1 ? 0 : MPI_UNDEFINED, rank);
  split(rank > 0 ? 0 : MPI_UNDEFINED, rank);
  return all;
}

// All processes draw the same numbers, also those that are not in the communicator.
void mixed(int rank, int size, int calls) {
  std::mt19937_64 draw(7);
  const auto below = [&draw](std::size_t n) { return static_cast<std::size_t>(draw() % n); };
  const std::vector<MPI_Comm> all = communicators(rank, size);
  std::vector<std::pair<MPI_Request, std::unique_ptr<one_call>>> outstanding;
  const auto complete = [&outstanding] {
    for (auto& [request, call] : outstanding) {
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      call->check();
    }
    outstanding.clear();
  };
  constexpr std::size_t lengths[] = {0, 1, 3, 17, 100, 1000, 5000};
  for (int k = 0; k < calls; ++k) {
    MPI_Comm comm = all[below(all.size())];
    const int kind = static_cast<int>(below(one_call::kinds)),
              late = static_cast<int>(below(20 * static_cast<std::size_t>(size)));
    const std::size_t n = lengths[below(std::size(lengths))], form = below(4), completes = below(6);
    if (late == rank) std::this_thread::sleep_for(std::chrono::milliseconds(3));
    if (completes == 0) complete();
    if (comm == MPI_COMM_NULL) continue;
    auto call = std::make_unique<one_call>(comm, kind, n, k + 1);
    if (form == 0) {
      MPI_Request request = call->begin();
      outstanding.emplace_back(request, std::move(call));
    } else {
      call->block();
      call->check();
    }
  }
  complete();
}

void few(int times) {
  for (const std::size_t n : {1, 8, 64, 512, 2048})
    for (int kind = 0; kind < one_call::kinds; ++kind)
      for (int k = 0; k < times; ++k) {
        one_call call(MPI_COMM_WORLD, kind, n, k + 1);
        call.block();
        call.check();
      }
}

void sums(int rank, int times) {
  for (const std::size_t n : {1, 5, 64, 3000}) {
    std::vector<double> in(n), first(n), out(n);
    for (std::size_t i = 0; i < n; ++i)
      in[i] = 1.0 / (1 + rank + static_cast<double>(i)) * (rank % 2 ? 1e9 : 1);
    for (int k = 0; k < times; ++k) {
      MPI_Allreduce(in.data(), out.data(), static_cast<int>(n), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
      if (k == 0) first = out;
      checks::expect(std::memcmp(first.data(), out.data(), n * sizeof(double)) == 0,
                     "the same sum has had other bits in an earlier call");
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const std::string what = argc > 1 ? argv[1] : "mixed";
  const int number_of = argc > 2 ? std::atoi(argv[2]) : 0;
  if (what == "mixed") mixed(rank, size, number_of > 0 ? number_of : 300);
  if (what == "few") few(number_of > 0 ? number_of : 3);
  if (what == "sums") sums(rank, number_of > 0 ? number_of : 20);
  return checks::finish();
}
