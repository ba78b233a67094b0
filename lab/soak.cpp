// Runs collectives of all kinds and lengths, blocking and not, on several communicators, with the program's
// point-to-point messages between them, for SECONDS. Checks every result. Run it with the tutti library
// loaded, or natively.
//
//   soak SECONDS [SEED=1]
//
// All processes draw the same calls from the seed. Outstanding operations are waited for some calls later, in
// another order. Process 0 prints the number of calls. Exits with 1 at the first wrong element.

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <vector>

namespace {

using number = long;
using numbers = std::vector<number>;

// Element i of the contribution of process `rank` to call `call`.
number element(long call, int rank, std::size_t i) {
  return (call * 31 + rank * 7 + static_cast<long>(i) * 3) % 1000;
}

[[noreturn]] void wrong(const char* what, long call, std::size_t i, number got, number expected) {
  std::fprintf(stderr, "soak: call %ld, %s: element %zu is %ld instead of %ld\n", call, what, i, got,
               expected);
  MPI_Abort(MPI_COMM_WORLD, 1);
  std::abort();
}

struct place {
  MPI_Comm comm;
  int rank, size;
  explicit place(MPI_Comm c) : comm(c) {
    MPI_Comm_rank(c, &rank);
    MPI_Comm_size(c, &size);
  }
};

// A call that may be outstanding: its data, and the expected result. `n` elements of each process.
struct operation {
  long call;
  const place& at;
  int kind, root;
  std::size_t n;
  numbers in, out;
  MPI_Request request = MPI_REQUEST_NULL;

  operation(long c, const place& where, int k, int r, std::size_t count)
      : call(c), at(where), kind(k), root(r), n(count) {
    const auto p = static_cast<std::size_t>(at.size);
    const bool blocks_in = kind == scatter || kind == alltoall || kind == reduce_scatter;
    in.resize(blocks_in ? n * p : n);
    out.assign(kind == gather || kind == allgather || kind == alltoall ? n * p : n, -1);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = element(call, at.rank, i);
    if (kind == bcast && at.rank == root) out = in;
  }
  operation(const operation&) = delete;
  operation& operator=(const operation&) = delete;

  enum : int {
    barrier,
    bcast,
    gather,
    scatter,
    allgather,
    alltoall,
    reduce,
    allreduce,
    reduce_scatter,
    scan,
    kinds
  };

  void begin(bool blocks) {
    const int m = static_cast<int>(n);
    const MPI_Comm c = at.comm;
    const number* const a = in.data();
    number* const b = out.data();
    MPI_Request* const r = &request;
    const MPI_Datatype t = MPI_LONG;
    switch (kind) {
      case barrier: blocks ? MPI_Barrier(c) : MPI_Ibarrier(c, r); break;
      case bcast: blocks ? MPI_Bcast(b, m, t, root, c) : MPI_Ibcast(b, m, t, root, c, r); break;
      case gather:
        blocks ? MPI_Gather(a, m, t, b, m, t, root, c) : MPI_Igather(a, m, t, b, m, t, root, c, r);
        break;
      case scatter:
        blocks ? MPI_Scatter(a, m, t, b, m, t, root, c) : MPI_Iscatter(a, m, t, b, m, t, root, c, r);
        break;
      case allgather:
        blocks ? MPI_Allgather(a, m, t, b, m, t, c) : MPI_Iallgather(a, m, t, b, m, t, c, r);
        break;
      case alltoall:
        blocks ? MPI_Alltoall(a, m, t, b, m, t, c) : MPI_Ialltoall(a, m, t, b, m, t, c, r);
        break;
      case reduce:
        blocks ? MPI_Reduce(a, b, m, t, MPI_SUM, root, c) : MPI_Ireduce(a, b, m, t, MPI_SUM, root, c, r);
        break;
      case allreduce:
        blocks ? MPI_Allreduce(a, b, m, t, MPI_SUM, c) : MPI_Iallreduce(a, b, m, t, MPI_SUM, c, r);
        break;
      case reduce_scatter:
        blocks ? MPI_Reduce_scatter_block(a, b, m, t, MPI_SUM, c)
               : MPI_Ireduce_scatter_block(a, b, m, t, MPI_SUM, c, r);
        break;
      case scan: blocks ? MPI_Scan(a, b, m, t, MPI_SUM, c) : MPI_Iscan(a, b, m, t, MPI_SUM, c, r); break;
      default: break;
    }
  }

  // Checks some elements of each block, the ends among them.
  void check() const {
    const bool has_result = (kind != gather && kind != reduce) || at.rank == root;
    if (kind == barrier || !has_result) return;
    const std::size_t step = std::max<std::size_t>(1, n / 61);
    const bool blocks = kind == gather || kind == allgather || kind == alltoall;
    for (std::size_t from = 0; from < (blocks ? static_cast<std::size_t>(at.size) : 1); ++from)
      for (std::size_t i = 0; i < n; i = i + 1 < n ? std::min(i + step, n - 1) : n) {
        const std::size_t k = from * n + i;
        if (out[k] != expected(static_cast<int>(from), i))
          wrong(name(), call, k, out[k], expected(static_cast<int>(from), i));
      }
  }

 private:
  [[nodiscard]] number sum(int last, std::size_t i) const {
    number s = 0;
    for (int r = 0; r <= last; ++r) s += element(call, r, i);
    return s;
  }
  [[nodiscard]] number expected(int from, std::size_t i) const {
    const std::size_t own = static_cast<std::size_t>(at.rank) * n + i;
    switch (kind) {
      case bcast: return element(call, root, i);
      case scatter: return element(call, root, own);
      case alltoall: return element(call, from, own);
      case reduce_scatter: return sum(at.size - 1, own);
      case reduce:
      case allreduce: return sum(at.size - 1, i);
      case scan: return sum(at.rank, i);
      default: return element(call, from, i);
    }
  }
  [[nodiscard]] const char* name() const {
    static const char* const names[kinds] = {"barrier",  "bcast",  "gather",    "scatter",        "allgather",
                                             "alltoall", "reduce", "allreduce", "reduce_scatter", "scan"};
    return names[kind];
  }
};

// A point-to-point message, once around the ring of all processes by a distance.
struct message {
  numbers out, in;
  MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  long call;
  int from;

  message(long c, const place& world, int distance, std::size_t n) : out(n), in(n, -1), call(c) {
    from = (world.rank + world.size - distance) % world.size;
    for (std::size_t i = 0; i < n; ++i) out[i] = element(c, world.rank, i);
    const int tag = static_cast<int>(c % 30000), m = static_cast<int>(n);
    MPI_Irecv(in.data(), m, MPI_LONG, from, tag, world.comm, &requests[0]);
    MPI_Isend(out.data(), m, MPI_LONG, (world.rank + distance) % world.size, tag, world.comm, &requests[1]);
  }
  message(const message&) = delete;
  message& operator=(const message&) = delete;
  void finish() {
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    for (std::size_t i = 0; i < in.size(); ++i)
      if (in[i] != element(call, from, i)) wrong("message", call, i, in[i], element(call, from, i));
  }
};

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const place world(MPI_COMM_WORLD);
  if (argc < 2) {
    if (world.rank == 0) std::fprintf(stderr, "usage: soak SECONDS [SEED]\n");
    MPI_Finalize();
    return 2;
  }
  const double seconds = std::atof(argv[1]);
  std::mt19937 random(argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 1U);
  const auto draw = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const auto length = [&] {  // from 0 to some 130,000 elements, each octave equally often
    const auto most = std::size_t{1} << static_cast<unsigned>(draw(18));
    return static_cast<std::size_t>(random()) % (most + 1);
  };

  MPI_Comm reversed, halves, copy;
  MPI_Comm_split(world.comm, 0, -world.rank, &reversed);
  MPI_Comm_split(world.comm, world.rank < (world.size + 1) / 2, world.rank, &halves);
  MPI_Comm_dup(world.comm, &copy);
  const place places[] = {world, place(reversed), place(halves), place(copy)};

  std::vector<std::unique_ptr<operation>> outstanding;
  std::vector<std::unique_ptr<message>> messages;
  const double begin = MPI_Wtime();
  long calls = 0;
  for (int goes_on = 1; goes_on; ++calls) {
    // (A root that both halves have, since these may differ in size.)
    const place& at = places[draw(4)];
    const int kind = draw(operation::kinds), root = draw(std::max(1, world.size / 2));
    auto o = std::make_unique<operation>(calls, at, kind, root, length());
    const bool blocks = draw(3) != 0;
    o->begin(blocks);
    if (blocks)
      o->check();
    else
      outstanding.push_back(std::move(o));
    if (draw(4) == 0)
      messages.push_back(std::make_unique<message>(calls, world, 1 + draw(world.size), length()));
    while (outstanding.size() > 6 || (!outstanding.empty() && draw(3) == 0)) {
      const auto k = outstanding.begin() + draw(static_cast<int>(outstanding.size()));
      MPI_Wait(&(*k)->request, MPI_STATUS_IGNORE);
      (*k)->check();
      outstanding.erase(k);
    }
    while (messages.size() > 4 || (!messages.empty() && draw(3) == 0)) {
      const auto k = messages.begin() + draw(static_cast<int>(messages.size()));
      (*k)->finish();
      messages.erase(k);
    }
    if (calls % 256 == 255) {
      goes_on = MPI_Wtime() - begin < seconds;
      MPI_Bcast(&goes_on, 1, MPI_INT, 0, world.comm);
    }
  }
  for (auto& o : outstanding) {
    MPI_Wait(&o->request, MPI_STATUS_IGNORE);
    o->check();
  }
  for (auto& m : messages) m->finish();
  if (world.rank == 0) std::printf("%ld calls in %.0f s, all right\n", calls, MPI_Wtime() - begin);
  for (MPI_Comm c : {reversed, halves, copy}) MPI_Comm_free(&c);
  MPI_Finalize();
}
