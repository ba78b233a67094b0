// Collectives on memory of a GPU, which cannot be read, on some processes and not on others.
//
//   device_test early|late LIBRARY [OTHER]    the GPU's runtime is loaded before MPI starts, or after that;
//                                             OTHER is a runtime that is loaded before it and not used

#include <dlfcn.h>
#include <mpi.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "oracle/expect.hpp"

namespace {

int rank = 0, size = 1;

struct gpu {
  void* (*take)(std::size_t bytes, void** host);
  void* (*take_two)(std::size_t bytes, void** hosts);
  void (*give)(void* device);
  void (*fail)(int yes);
  int (*copied)();
  int (*errors)();
};

gpu load(const char* library) {
  void* handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) std::printf("%s\n", dlerror()), std::exit(1);
  return {reinterpret_cast<decltype(gpu::take)>(dlsym(handle, "gpu_take")),
          reinterpret_cast<decltype(gpu::take_two)>(dlsym(handle, "gpu_take_two")),
          reinterpret_cast<decltype(gpu::give)>(dlsym(handle, "gpu_give")),
          reinterpret_cast<decltype(gpu::fail)>(dlsym(handle, "gpu_fail")),
          reinterpret_cast<decltype(gpu::copied)>(dlsym(handle, "gpu_copied")),
          reinterpret_cast<decltype(gpu::errors)>(dlsym(handle, "gpu_errors"))};
}

gpu runtime;
bool on_gpu = false;  // memory of this process's arrays
int stride = 1;       // an element is this many integers, the first of which is data
MPI_Datatype element = MPI_INT;
MPI_Op sum = MPI_SUM;

constexpr int untouched = -7;

/// Elements with their expected values after a call, holes included.
class array {
 public:
  explicit array(int n) : wanted_(static_cast<std::size_t>(n * stride + 1), untouched) {
    const std::size_t bytes = wanted_.size() * sizeof(int);
    void* host = nullptr;
    if (on_gpu)
      user_ = runtime.take(bytes, &host);
    else
      user_ = host = std::malloc(bytes);
    host_ = static_cast<int*>(host);
    std::copy(wanted_.begin(), wanted_.end(), host_);
  }
  array(const array&) = delete;
  array& operator=(const array&) = delete;
  ~array() { host_ == user_ ? std::free(user_) : runtime.give(user_); }

  [[nodiscard]] int* data() const { return static_cast<int*>(user_); }
  void have(int i, int value) { host_[i * stride] = wanted_[static_cast<std::size_t>(i * stride)] = value; }
  void want(int i, int value) { wanted_[static_cast<std::size_t>(i * stride)] = value; }
  void check(const char* what) const {
    for (std::size_t i = 0; i < wanted_.size(); ++i)
      if (host_[i] != wanted_[i])
        return checks::expect(false, std::string(what) + ": integer " + std::to_string(i) + " of " +
                                         std::to_string(wanted_.size()) + " is " + std::to_string(host_[i]) +
                                         " and not " + std::to_string(wanted_[i]));
  }

 private:
  std::vector<int> wanted_;
  void* user_;
  int* host_;
};

int value(int from, int to, int i) { return 1 + from * 100000 + to * 20000 + i; }
int all_values(int processes, int i) {  // of processes 0, 1, ...
  int all = 0;
  for (int s = 0; s < processes; ++s) all += value(s, 0, i);
  return all;
}

/// Blocks with gaps, the last one first, one of them empty if there are three.
struct uneven {
  explicit uneven(int n) {
    for (int k = 0; k < size; ++k) {
      counts.push_back(k == 2 ? 0 : n + k);
      starts.push_back((size - 1 - k) * (n + size + 2));
    }
    whole = size * (n + size + 2);
  }
  [[nodiscard]] int count(int k) const { return counts[static_cast<std::size_t>(k)]; }
  [[nodiscard]] int start(int k) const { return starts[static_cast<std::size_t>(k)]; }
  std::vector<int> counts, starts;
  int whole;
};

void rooted(int n, int root, bool in_place) {
  const bool at_root = rank == root;
  {
    array a(n);
    for (int i = 0; i < n; ++i) at_root ? a.have(i, value(root, 0, i)) : a.want(i, value(root, 0, i));
    MPI_Bcast(a.data(), n, element, root, MPI_COMM_WORLD);
    a.check("bcast");
  }
  const bool own_inside = at_root && in_place;
  {
    array in(n), out(at_root ? n * size : 0), vector(at_root ? n : 0);
    for (int i = 0; i < n; ++i) {
      in.have(i, value(rank, 0, i));
      if (own_inside) out.have(rank * n + i, value(rank, 0, i)), vector.have(i, value(rank, 0, i));
      for (int s = 0; s < size && at_root; ++s) out.want(s * n + i, value(s, 0, i));
      if (at_root) vector.want(i, all_values(size, i));
    }
    const void* from = own_inside ? MPI_IN_PLACE : in.data();
    MPI_Gather(from, n, element, out.data(), n, element, root, MPI_COMM_WORLD);
    MPI_Reduce(from, vector.data(), n, element, sum, root, MPI_COMM_WORLD);
    in.check("gather or reduce, sent"), out.check("gather"), vector.check("reduce");
  }
  {
    array all(at_root ? n * size : 0), out(n);
    for (int i = 0; i < n; ++i) {
      for (int s = 0; s < size && at_root; ++s) all.have(s * n + i, value(root, s, i));
      if (!own_inside) out.want(i, value(root, rank, i));
    }
    void* to = own_inside ? MPI_IN_PLACE : out.data();
    MPI_Scatter(all.data(), n, element, to, n, element, root, MPI_COMM_WORLD);
    all.check("scatter, sent"), out.check("scatter");
  }
  const uneven lie(n);
  const int own = lie.count(rank);
  {
    array in(own), out(at_root ? lie.whole : 0), all(at_root ? lie.whole : 0), part(own);
    for (int i = 0; i < own; ++i) {
      in.have(i, value(rank, 0, i));
      if (own_inside)
        out.have(lie.start(rank) + i, value(rank, 0, i));
      else
        part.want(i, value(root, rank, i));
    }
    for (int s = 0; s < size && at_root; ++s)
      for (int i = 0; i < lie.count(s); ++i) {
        out.want(lie.start(s) + i, value(s, 0, i));
        all.have(lie.start(s) + i, value(root, s, i));
      }
    MPI_Gatherv(own_inside ? MPI_IN_PLACE : in.data(), own, element, out.data(), lie.counts.data(),
                lie.starts.data(), element, root, MPI_COMM_WORLD);
    in.check("gatherv, sent"), out.check("gatherv");
    MPI_Scatterv(all.data(), lie.counts.data(), lie.starts.data(), element,
                 own_inside ? MPI_IN_PLACE : part.data(), own, element, root, MPI_COMM_WORLD);
    all.check("scatterv, sent"), part.check("scatterv");
  }
}

void gathered_by_all(int n, bool in_place) {
  const uneven lie(n);
  const int own = lie.count(rank);
  array in(std::max(n, own)), all(n * size), uneven_all(lie.whole);
  for (int i = 0; i < std::max(n, own); ++i) in.have(i, value(rank, 0, i));
  for (int i = 0; i < n && in_place; ++i) all.have(rank * n + i, value(rank, 0, i));
  for (int i = 0; i < own && in_place; ++i) uneven_all.have(lie.start(rank) + i, value(rank, 0, i));
  for (int s = 0; s < size; ++s) {
    for (int i = 0; i < n; ++i) all.want(s * n + i, value(s, 0, i));
    for (int i = 0; i < lie.count(s); ++i) uneven_all.want(lie.start(s) + i, value(s, 0, i));
  }
  const void* from = in_place ? MPI_IN_PLACE : in.data();
  MPI_Allgather(from, n, element, all.data(), n, element, MPI_COMM_WORLD);
  all.check("allgather");
  MPI_Allgatherv(from, own, element, uneven_all.data(), lie.counts.data(), lie.starts.data(), element,
                 MPI_COMM_WORLD);
  uneven_all.check("allgatherv"), in.check("allgather or allgatherv, sent");
}

void exchanged(int n, bool in_place) {
  array in(n * size), out(n * size);
  // In place needs the same place and length for block k in the send and receive buffers.
  array in_v(size * (n + 1)), out_v(size * (n + 1)), in_w(size * (n + 1)), out_w(size * (n + 1));
  std::vector<int> counts, starts, bytes;
  std::vector<MPI_Datatype> types;
  for (int k = 0; k < size; ++k) {
    const bool none = size > 2 && k + rank == 1;  // symmetric: processes 0 and 1 have nothing for each other
    counts.push_back(none ? 0 : n);
    types.push_back(none ? MPI_DATATYPE_NULL : element);
    starts.push_back((size - 1 - k) * (n + 1));
    bytes.push_back(starts.back() * stride * static_cast<int>(sizeof(int)));
    for (int i = 0; i < n; ++i) {
      (in_place ? out : in).have(k * n + i, value(rank, k, i));
      out.want(k * n + i, value(k, rank, i));
      if (none) continue;
      const int j = starts.back() + i;
      (in_place ? out_v : in_v).have(j, value(rank, k, i)), out_v.want(j, value(k, rank, i));
      (in_place ? out_w : in_w).have(j, value(rank, k, i)), out_w.want(j, value(k, rank, i));
    }
  }
  const auto from = [in_place](const array& a) -> const void* { return in_place ? MPI_IN_PLACE : a.data(); };
  MPI_Alltoall(from(in), n, element, out.data(), n, element, MPI_COMM_WORLD);
  in.check("alltoall, sent"), out.check("alltoall");
  MPI_Alltoallv(from(in_v), counts.data(), starts.data(), element, out_v.data(), counts.data(), starts.data(),
                element, MPI_COMM_WORLD);
  in_v.check("alltoallv, sent"), out_v.check("alltoallv");
  MPI_Alltoallw(from(in_w), counts.data(), bytes.data(), types.data(), out_w.data(), counts.data(),
                bytes.data(), types.data(), MPI_COMM_WORLD);
  in_w.check("alltoallw, sent"), out_w.check("alltoallw");
}

void reduced(int n, bool in_place) {
  const auto vector = [&](int (*call)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm), int of,
                          const char* what) {
    array in(n), out(n);
    for (int i = 0; i < n; ++i) {
      (in_place ? out : in).have(i, value(rank, 0, i));
      if (of > 0) out.want(i, all_values(of, i));
    }
    call(in_place ? MPI_IN_PLACE : in.data(), out.data(), n, element, sum, MPI_COMM_WORLD);
    in.check(what), out.check(what);
  };
  vector(MPI_Allreduce, size, "allreduce");
  vector(MPI_Scan, rank + 1, "scan");
  if (rank > 0 || !in_place)
    vector(MPI_Exscan, rank, "exscan");
  else
    vector(MPI_Exscan, 0, "exscan");
  const auto scattered = [&](int first, int own, int whole, const char* what, auto call) {
    array in(whole), out(in_place ? whole : own);
    for (int i = 0; i < whole; ++i) (in_place ? out : in).have(i, value(rank, 0, i));
    for (int i = 0; i < own; ++i) out.want(i, all_values(size, first + i));
    call(in_place ? MPI_IN_PLACE : in.data(), out);
    in.check(what);
    if (!in_place) out.check(what);  // in place, the memory behind the result has no meaning
  };
  scattered(rank * n, n, n * size, "reduce_scatter_block", [&](const void* in, const array& out) {
    MPI_Reduce_scatter_block(in, out.data(), n, element, sum, MPI_COMM_WORLD);
  });
  const uneven lie(n);
  int first = 0, whole = 0;
  for (int k = 0; k < size; ++k) {
    if (k < rank) first += lie.count(k);
    whole += lie.count(k);
  }
  scattered(first, lie.count(rank), whole, "reduce_scatter", [&](const void* in, const array& out) {
    MPI_Reduce_scatter(in, out.data(), lie.counts.data(), element, sum, MPI_COMM_WORLD);
  });
}

/// Columns of a matrix: blocks that interleave.
void columns(int rows) {
  MPI_Datatype spread = MPI_DATATYPE_NULL, column = MPI_DATATYPE_NULL;
  MPI_Type_vector(rows, 1, size, MPI_INT, &spread);
  MPI_Type_create_resized(spread, 0, sizeof(int), &column);
  MPI_Type_commit(&column);
  std::vector<int> ones(static_cast<std::size_t>(size), 1), places;
  for (int k = 0; k < size; ++k) places.push_back(size - 1 - k);
  array in(rows), out(rows * size), reversed(rows * size);
  for (int i = 0; i < rows; ++i) {
    in.have(i, value(rank, 0, i));
    for (int k = 0; k < size; ++k) {
      out.want(i * size + k, value(k, 0, i));
      reversed.want(i * size + size - 1 - k, value(k, 0, i));
    }
  }
  MPI_Allgather(in.data(), rows, MPI_INT, out.data(), 1, column, MPI_COMM_WORLD);
  MPI_Allgatherv(in.data(), rows, MPI_INT, reversed.data(), ones.data(), places.data(), column,
                 MPI_COMM_WORLD);
  out.check("columns"), reversed.check("columns, the last one first");
  MPI_Type_free(&spread);
  MPI_Type_free(&column);
}

void at_bottom(int n) {
  array a(n);
  MPI_Aint there = 0;
  MPI_Get_address(a.data(), &there);
  MPI_Datatype absolute = MPI_DATATYPE_NULL;
  MPI_Type_create_hindexed(1, &n, &there, MPI_INT, &absolute);
  MPI_Type_commit(&absolute);
  for (int i = 0; i < n; ++i) rank == 0 ? a.have(i, value(0, 0, i)) : a.want(i, value(0, 0, i));
  MPI_Bcast(MPI_BOTTOM, 1, absolute, 0, MPI_COMM_WORLD);
  a.check("bcast at MPI_BOTTOM");
  MPI_Type_free(&absolute);
}

/// Blocks that touch are copied at once.
void touching(int n) {
  array in(n * size), out(n * size);
  const std::vector<int> counts(static_cast<std::size_t>(size), n);
  std::vector<int> starts;
  for (int k = 0; k < size; ++k) {
    starts.push_back(k * n);
    for (int i = 0; i < n; ++i) {
      in.have(k * n + i, value(rank, k, i));
      out.want(k * n + i, value(k, rank, i));
    }
  }
  const int before = runtime.copied();
  MPI_Alltoallv(in.data(), counts.data(), starts.data(), MPI_INT, out.data(), counts.data(), starts.data(),
                MPI_INT, MPI_COMM_WORLD);
  const int copied = runtime.copied() - before;
  in.check("touching blocks, sent"), out.check("touching blocks");
  checks::expect(copied == (on_gpu ? 2 : 0), "touching blocks: " + std::to_string(copied) + " copies");
}

/// Memory in three places: two allocations on the GPU that touch, and the host, far from them.
class places {
 public:
  places() : host_(length) {
    void* hosts[2];
    void* const gpu = runtime.take_two(length * sizeof(int), hosts);
    for (const std::size_t k : {0U, 1U}) {
      user_[k] = static_cast<int*>(gpu) + k * length;
      seen_[k] = static_cast<int*>(hosts[k]);
    }
    user_[2] = seen_[2] = host_.data();
  }
  places(const places&) = delete;
  places& operator=(const places&) = delete;
  ~places() {
    for (const std::size_t k : {0U, 1U}) runtime.give(user_[k]);
  }

  [[nodiscard]] int* seen(int k) const { return seen_[static_cast<std::size_t>(k) % 3]; }
  /// The integers of a place, with their absolute addresses.
  [[nodiscard]] MPI_Datatype type(int k) const {
    MPI_Aint there = 0;
    MPI_Get_address(user_[static_cast<std::size_t>(k) % 3], &there);
    MPI_Datatype absolute = MPI_DATATYPE_NULL;
    const int n = length;
    MPI_Type_create_hindexed(1, &n, &there, MPI_INT, &absolute);
    MPI_Type_commit(&absolute);
    return absolute;
  }
  static constexpr int length = 16384;  // whole pages

 private:
  std::vector<int> host_;
  int *user_[3], *seen_[3];
};

/// Block k is in place k + first.
void in_several_places(int first) {
  const places in, out;
  std::vector<MPI_Datatype> sent, received;
  for (int k = 0; k < size; ++k) {
    sent.push_back(in.type(k + first)), received.push_back(out.type(k + first));
    for (int i = 0; i < places::length; ++i) {
      in.seen(k + first)[i] = value(rank, k, i);
      out.seen(k + first)[i] = untouched;
    }
  }
  const std::vector<int> ones(static_cast<std::size_t>(size), 1), zeros(static_cast<std::size_t>(size), 0);
  MPI_Alltoallw(MPI_BOTTOM, ones.data(), zeros.data(), sent.data(), MPI_BOTTOM, ones.data(), zeros.data(),
                received.data(), MPI_COMM_WORLD);
  bool right = true;
  for (int k = 0; k < size; ++k) {
    for (int i = 0; i < places::length; ++i)
      right =
          right && in.seen(k + first)[i] == value(rank, k, i) && out.seen(k + first)[i] == value(k, rank, i);
    MPI_Type_free(&sent[static_cast<std::size_t>(k)]);
    MPI_Type_free(&received[static_cast<std::size_t>(k)]);
  }
  checks::expect(right, "blocks in several places, from place " + std::to_string(first) + " on");
}

/// Copies that fail are errors of this process's call; the calls of the others continue.
void failing() {
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  on_gpu = rank == 1;
  array a(3), b(3);
  for (int i = 0; i < 3; ++i) a.have(i, i);
  runtime.fail(on_gpu);
  const int code = MPI_Allreduce(a.data(), b.data(), 3, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  runtime.fail(0);
  checks::expect(checks::class_of(code) == (on_gpu ? MPI_ERR_BUFFER : MPI_SUCCESS),
                 "a copy that fails: " + std::to_string(code));
}

void add_spread(void* in, void* inout, int* count, MPI_Datatype*) {
  auto *a = static_cast<int*>(in), *b = static_cast<int*>(inout);
  for (int i = 0; i < *count; ++i) b[2 * i] += a[2 * i];
}

void everything() {
  for (const int n : {1, 19, 5000})
    for (const bool in_place : {false, true}) {
      for (int root = 0; root < size; ++root) rooted(n, root, in_place);
      gathered_by_all(n, in_place);
      exchanged(n, in_place);
      reduced(n, in_place);
    }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const bool late = std::strcmp(argv[1], "late") == 0;
  if (argc > 3) load(argv[3]);
  if (!late) runtime = load(argv[2]);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  everything();
  if (late) runtime = load(argv[2]);
  MPI_Datatype spread = MPI_DATATYPE_NULL;
  MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &spread);
  MPI_Type_commit(&spread);
  MPI_Op add = MPI_OP_NULL;
  MPI_Op_create(add_spread, 1, &add);
  for (const int who : {0, 1, 2}) {  // processes with even ranks, with odd ones, all
    on_gpu = who == 2 || rank % 2 == who;
    stride = 1, element = MPI_INT, sum = MPI_SUM;
    everything();
    columns(40);
    at_bottom(50);
    touching(50);
    stride = 2, element = spread, sum = add;
    everything();
  }
  stride = 1;
  for (const int first : {0, 1, 2}) in_several_places(first);
  failing();
  checks::expect(runtime.errors() == 0, "the GPU's runtime has been left with an error");
  MPI_Op_free(&add);
  MPI_Type_free(&spread);
  return checks::finish();
}
