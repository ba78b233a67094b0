/* Collectives on memory of a real CUDA device: device memory, a pool's, managed and pinned memory, each with
 * and without a current context. Checks every result. Then prints the time of MPI_Allreduce on each (with one
 * process, of a copy). Not linked with CUDA: opens the driver's library at run time. Run it with tutti's
 * library loaded: `lab/gpu`. */

#include <dlfcn.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long pointer; /* CUdeviceptr */

static struct {
  int (*Init)(unsigned flags);
  int (*DeviceGet)(int* device, int number);
  int (*DevicePrimaryCtxRetain)(void** context, int device);
  int (*CtxSetCurrent)(void* context);
  int (*CtxSynchronize)(void);
  int (*MemAlloc)(pointer* memory, size_t bytes);
  int (*MemFree)(pointer memory);
  int (*MemAllocManaged)(pointer* memory, size_t bytes, unsigned flags);
  int (*MemHostAlloc)(void** memory, size_t bytes, unsigned flags);
  int (*MemFreeHost)(void* memory);
  int (*MemAllocAsync)(pointer* memory, size_t bytes, void* stream);
  int (*MemFreeAsync)(pointer memory, void* stream);
  int (*MemcpyDtoH)(void* host, pointer device, size_t bytes);
  int (*MemcpyHtoD)(pointer device, const void* host, size_t bytes);
} cuda;

static int rank, p, wrong;

static void give_up(const char* what, int code) {
  fprintf(stderr, "gpu: process %d: %s: %d\n", rank, what, code);
  MPI_Abort(MPI_COMM_WORLD, 2);
}
#define CUDA(call)                            \
  do {                                        \
    const int code = cuda.call;               \
    if (code != 0) give_up("cu" #call, code); \
  } while (0)

static void find_cuda(void) {
  void* const driver = dlopen("libcuda.so.1", RTLD_NOW);
  if (!driver) give_up(dlerror(), 0);
  const struct {
    void* where;
    const char* name;
  } all[] = {{&cuda.Init, "cuInit"},
             {&cuda.DeviceGet, "cuDeviceGet"},
             {&cuda.DevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain"},
             {&cuda.CtxSetCurrent, "cuCtxSetCurrent"},
             {&cuda.CtxSynchronize, "cuCtxSynchronize"},
             {&cuda.MemAlloc, "cuMemAlloc_v2"},
             {&cuda.MemFree, "cuMemFree_v2"},
             {&cuda.MemAllocManaged, "cuMemAllocManaged"},
             {&cuda.MemHostAlloc, "cuMemHostAlloc"},
             {&cuda.MemFreeHost, "cuMemFreeHost"},
             {&cuda.MemAllocAsync, "cuMemAllocAsync"},
             {&cuda.MemFreeAsync, "cuMemFreeAsync"},
             {&cuda.MemcpyDtoH, "cuMemcpyDtoH_v2"},
             {&cuda.MemcpyHtoD, "cuMemcpyHtoD_v2"}};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i) {
    void* const found = dlsym(driver, all[i].name);
    if (!found) give_up(all[i].name, 0);
    memcpy(all[i].where, &found, sizeof found);
  }
}

enum kind { host, device, pool, managed, pinned, kinds };
static const char* const names[] = {"host", "device", "pool", "managed", "pinned"};

static void* take(enum kind k, size_t bytes) {
  pointer there = 0;
  void* here = NULL;
  switch (k) {
    case host: here = malloc(bytes); break;
    case device: CUDA(MemAlloc(&there, bytes)); break;
    case pool:
      CUDA(MemAllocAsync(&there, bytes, NULL));
      CUDA(CtxSynchronize());
      break;
    case managed: CUDA(MemAllocManaged(&there, bytes, 1)); break;
    default: CUDA(MemHostAlloc(&here, bytes, 0));
  }
  return here ? here : (void*)(uintptr_t)there;
}
static void give(enum kind k, void* memory) {
  const pointer there = (uintptr_t)memory;
  switch (k) {
    case host: free(memory); break;
    case pool: CUDA(MemFreeAsync(there, NULL)); break;
    case pinned: CUDA(MemFreeHost(memory)); break;
    default: CUDA(MemFree(there));
  }
}
static int is_here(enum kind k) { return k == host || k == pinned; }
static void put(enum kind k, void* to, const void* from, size_t bytes) {
  if (is_here(k)) {
    memcpy(to, from, bytes);
  } else {
    CUDA(MemcpyHtoD((uintptr_t)to, from, bytes));
    CUDA(CtxSynchronize());
  }
}
static void get(enum kind k, void* to, const void* from, size_t bytes) {
  if (is_here(k)) {
    memcpy(to, from, bytes);
  } else {
    CUDA(CtxSynchronize());
    CUDA(MemcpyDtoH(to, (uintptr_t)from, bytes));
  }
}

static int value(int of, int i) { return of * 1000 + i % 977; }

/* The kind of memory, the send and receive buffers in it, and a copy of their data on the host. */
static struct {
  enum kind kind;
  void *send, *receive, *context;
  int *here, n;
} at;

typedef int expected(int i);
static int of_root(int i) { return value(p / 2, i); }
static int sum(int i) { return 1000 * (p * (p - 1) / 2) + p * (i % 977); }
static int sum_to_here(int i) { return 1000 * (rank * (rank + 1) / 2) + (rank + 1) * (i % 977); }
static int of_each(int i) { return value(i / at.n, i % at.n); }
static int for_me(int i) { return value(i / at.n, rank * at.n + i % at.n); }
static int my_part(int i) { return value(p / 2, rank * at.n + i); }
static int my_sum(int i) { return sum(rank * at.n + i); }

static void fill(enum kind k, void* memory, int count) {
  for (int i = 0; i < count; ++i) at.here[i] = value(rank, i);
  put(k, memory, at.here, (size_t)count * sizeof(int));
}
static void check(const char* what, enum kind k, const void* memory, int count, expected* is) {
  get(k, at.here, memory, (size_t)count * sizeof(int));
  for (int i = 0; i < count; ++i)
    if (at.here[i] != is(i)) {
      fprintf(stderr, "gpu: process %d: %s of %d, %s memory: element %d is %d instead of %d\n", rank, what,
              at.n, names[k], i, at.here[i], is(i));
      ++wrong;
      return;
    }
}

/* Calls MPI with no current context if `without`, or else with the device's. */
static int without;
#define CALL(call)                                        \
  do {                                                    \
    if (without) CUDA(CtxSetCurrent(NULL));               \
    const int code = call;                                \
    if (without) CUDA(CtxSetCurrent(at.context));         \
    if (code != MPI_SUCCESS) give_up("MPI_" #call, code); \
  } while (0)

static void check_all(void) {
  const int n = at.n, root = p / 2;
  const MPI_Comm c = MPI_COMM_WORLD;
  void *const s = at.send, *const r = at.receive;
  fill(at.kind, s, n);
  CALL(MPI_Bcast(s, n, MPI_INT, root, c));
  check("bcast", at.kind, s, n, of_root);
  fill(at.kind, s, n);
  CALL(MPI_Allreduce(s, r, n, MPI_INT, MPI_SUM, c));
  check("allreduce", at.kind, r, n, sum);
  CALL(MPI_Reduce(s, r, n, MPI_INT, MPI_SUM, root, c));
  if (rank == root) check("reduce", at.kind, r, n, sum);
  CALL(MPI_Scan(s, r, n, MPI_INT, MPI_SUM, c));
  check("scan", at.kind, r, n, sum_to_here);
  CALL(MPI_Allgather(s, n, MPI_INT, r, n, MPI_INT, c));
  check("allgather", at.kind, r, n * p, of_each);
  CALL(MPI_Gather(s, n, MPI_INT, r, n, MPI_INT, root, c));
  if (rank == root) check("gather", at.kind, r, n * p, of_each);
  fill(at.kind, s, n * p);
  CALL(MPI_Alltoall(s, n, MPI_INT, r, n, MPI_INT, c));
  check("alltoall", at.kind, r, n * p, for_me);
  CALL(MPI_Scatter(s, n, MPI_INT, r, n, MPI_INT, root, c));
  check("scatter", at.kind, r, n, my_part);
  CALL(MPI_Reduce_scatter_block(s, r, n, MPI_INT, MPI_SUM, c));
  check("reduce_scatter_block", at.kind, r, n, my_sum);
  MPI_Request request;
  CALL(MPI_Ialltoall(s, n, MPI_INT, r, n, MPI_INT, c, &request));
  CALL(MPI_Wait(&request, MPI_STATUS_IGNORE));
  check("ialltoall", at.kind, r, n * p, for_me);
  /* Every second process has its data in host memory. */
  const enum kind mine = rank % 2 ? host : at.kind;
  void* const mixed = mine == at.kind ? r : malloc((size_t)n * sizeof(int));
  fill(mine, mixed, n);
  CALL(MPI_Allreduce(MPI_IN_PLACE, mixed, n, MPI_INT, MPI_SUM, c));
  check("allreduce in place, partly from host memory", mine, mixed, n, sum);
  if (mixed != r) free(mixed);
}

static double microseconds(enum kind k, int n) {
  const size_t bytes = (size_t)n * sizeof(double);
  const int calls = n > 100000 ? 10 : 200;
  void *const s = take(k, bytes), *const r = take(k, bytes), *const zeros = calloc(1, bytes);
  put(k, s, zeros, bytes);
  put(k, r, zeros, bytes);
  MPI_Allreduce(s, r, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
  for (int i = 0; i < calls; ++i) MPI_Allreduce(s, r, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  const double seconds = (MPI_Wtime() - begin) / calls;
  free(zeros);
  give(k, s);
  give(k, r);
  return seconds * 1e6;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &p);
  find_cuda();
  int number;
  CUDA(Init(0));
  CUDA(DeviceGet(&number, 0));
  CUDA(DevicePrimaryCtxRetain(&at.context, number));
  CUDA(CtxSetCurrent(at.context));
  static const int sizes[] = {1, 1000, 300000};
  for (at.kind = host; at.kind < kinds; ++at.kind)
    for (int i = 0; i < 3; ++i) {
      at.n = sizes[i];
      const size_t bytes = (size_t)at.n * (size_t)p * sizeof(int);
      at.send = take(at.kind, bytes), at.receive = take(at.kind, bytes), at.here = malloc(bytes);
      for (without = 0; without < 2; ++without) check_all();
      give(at.kind, at.send), give(at.kind, at.receive), free(at.here);
    }
  int all = 0;
  MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) printf("%d wrong results\nallreduce, us: %9s", all, "bytes");
  for (int k = host; rank == 0 && k < kinds; ++k) printf(" %10s", names[k]);
  if (rank == 0) printf("\n");
  for (int n = 1; n <= 1 << 21; n *= 8) {
    if (rank == 0) printf("%24zu", (size_t)n * sizeof(double));
    for (int k = host; k < kinds; ++k) {
      const double us = microseconds((enum kind)k, n);
      if (rank == 0) printf(" %10.1f", us);
    }
    if (rank == 0) printf("\n");
  }
  MPI_Finalize();
  return all != 0;
}
