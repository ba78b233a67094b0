/* A simulated GPU runtime: memory that cannot be read, which is mapped a second time elsewhere, and copies
 * through the second mapping. Built as CUDA's driver, HIP or Level Zero: GPU_CUDA (a driver before R450 if
 * GPU_OLD is defined, too), GPU_HIP (the major release of ROCm) or GPU_LEVEL_ZERO. */

#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { most = 64 };
static struct block {
  char *device, *host;
  size_t bytes;
} blocks[most];
static int failing; /* copies fail */
static int copied;  /* copies made */

static void* take_at(void* place, size_t bytes, void** host) {
  for (struct block* b = blocks; b < blocks + most; ++b) {
    if (b->device) continue;
    const int file = memfd_create("gpu", 0);
    if (file < 0 || ftruncate(file, (off_t)bytes) != 0) abort();
    b->device = mmap(place, bytes, PROT_NONE, MAP_SHARED | (place ? MAP_FIXED : 0), file, 0);
    b->host = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (b->device == MAP_FAILED || b->host == MAP_FAILED) abort();
    close(file);
    b->bytes = bytes;
    *host = b->host;
    return b->device;
  }
  abort();
}
/* For the test: memory of the GPU, at an address that cannot be read, and its other mapping. */
void* gpu_take(size_t bytes, void** host) { return take_at(NULL, bytes, host); }
/* The same twice; the second allocation begins where the first one ends. `bytes`: whole pages. */
void* gpu_take_two(size_t bytes, void** hosts) {
  char* const both = mmap(NULL, 2 * bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (both == MAP_FAILED) abort();
  take_at(both, bytes, &hosts[0]);
  take_at(both + bytes, bytes, &hosts[1]);
  return both;
}
void gpu_give(void* device) {
  for (struct block* b = blocks; b < blocks + most; ++b) {
    if (b->device != device) continue;
    munmap(b->device, b->bytes);
    munmap(b->host, b->bytes);
    b->device = NULL;
  }
}
void gpu_fail(int yes) { failing = yes; }
int gpu_copied(void) { return copied; }

static struct block* block_of(uintptr_t address, size_t bytes) {
  for (struct block* b = blocks; b < blocks + most; ++b) {
    const uintptr_t begin = (uintptr_t)b->device;
    if (b->device && begin <= address && address + bytes <= begin + b->bytes) return b;
  }
  return NULL;
}
static char* host_of(uintptr_t address, size_t bytes) {
  const struct block* const b = block_of(address, bytes);
  return b ? b->host + (address - (uintptr_t)b->device) : NULL;
}
static int find_begin(void** into, const void* memory) {
  const struct block* const b = block_of((uintptr_t)memory, 1);
  if (b) *into = b->device;
  return b == NULL;
}
static int copy(void* to, const void* from, size_t bytes) {
  if (failing || !to || !from) return 1;
  memcpy(to, from, bytes);
  ++copied;
  return 0;
}

#if defined(GPU_CUDA)

static __thread int contexts; /* pushed by this thread */
static int its_context;

int cuPointerGetAttribute(void* into, int what, unsigned long long pointer) {
  if (!host_of(pointer, 1)) return 1;
  switch (what) {
    case 1: *(void**)into = &its_context; return 0;
    case 2: *(unsigned*)into = 2; return 0;
    case 8: *(unsigned*)into = 0; return 0;
    case 11: return find_begin(into, (const void*)(uintptr_t)pointer);
    default: return 1;
  }
}
int cuCtxPushCurrent_v2(void* context) {
  if (context != &its_context) return 201;
  ++contexts;
  return 0;
}
int cuCtxPopCurrent_v2(void** context) {
  if (contexts-- < 1) abort();
  *context = &its_context;
  return 0;
}
int cuMemcpyDtoH_v2(void* host, unsigned long long device, size_t bytes) {
  return contexts ? copy(host, host_of(device, bytes), bytes) : 201;
}
int cuMemcpyHtoD_v2(unsigned long long device, const void* host, size_t bytes) {
  return contexts ? copy(host_of(device, bytes), host, bytes) : 201;
}
int cuStreamSynchronize(void* stream) { return stream || !contexts; }
int cuDevicePrimaryCtxRetain(void** context, int device) {
  *context = &its_context;
  return device;
}
#if defined(GPU_OLD)
int cuDevicePrimaryCtxRelease(int device) { return device; }
#else
int cuDevicePrimaryCtxRelease_v2(int device) { return device; }
#endif
int gpu_errors(void) { return contexts; }

#elif defined(GPU_HIP)

struct attributes {
  int kind, device;
  void *on_device, *on_host;
  int managed;
  unsigned flags;
};
static __thread int last_error;

int hipRuntimeGetVersion(int* version) {
  *version = GPU_HIP * 10000000 + 123;
  return 0;
}
int hipPeekAtLastError(void) { return last_error; }
int hipGetLastError(void) {
  const int e = last_error;
  last_error = 0;
  return e;
}
int hipPointerGetAttributes(struct attributes* a, const void* pointer) {
  memset(a, 0, sizeof *a);
  if (host_of((uintptr_t)pointer, 1)) return a->kind = GPU_HIP < 6 ? 1 : 2, 0;
  return GPU_HIP < 6 ? last_error = 1 : 0;
}
int hipMemGetAddressRange(void** begin, size_t* bytes, void* pointer) {
  *bytes = 0;
  return find_begin(begin, pointer);
}
int hipMemcpy(void* to, const void* from, size_t bytes, int kind) {
  if (kind == 1) return copy(host_of((uintptr_t)to, bytes), from, bytes);
  if (kind == 2) return copy(to, host_of((uintptr_t)from, bytes), bytes);
  return 1;
}
int hipStreamSynchronize(void* stream) { return stream != NULL; }
int gpu_errors(void) { return last_error; }

#elif defined(GPU_LEVEL_ZERO)

struct allocation {
  int type;
  const void* next;
  int kind;
  uint64_t id, page;
};
struct queue {
  int type;
  const void* next;
  uint32_t ordinal, index, flags;
  int mode, priority;
};
static int driver, context, device, lists;

int zeInit(uint32_t flags) { return (int)flags; }
int zeDriverGet(uint32_t* n, void** drivers) {
  if (drivers) drivers[0] = &driver;
  *n = 1;
  return 0;
}
int zeContextCreate(void* of, const int* description, void** into) {
  *into = &context;
  return of != &driver || *description != 0xd;
}
int zeMemGetAllocProperties(void* of, const void* memory, struct allocation* a, void** on) {
  if (of != &context || a->type != 0x17) return 1;
  const int here = host_of((uintptr_t)memory, 1) != NULL;
  a->kind = here ? 2 : 0;
  *on = here ? &device : NULL;
  return 0;
}
int zeMemGetAddressRange(void* of, const void* memory, void** begin, size_t* bytes) {
  *bytes = 0;
  return of != &context || find_begin(begin, memory);
}
int zeCommandListCreateImmediate(void* of, void* on, const struct queue* q, void** list) {
  *list = &lists;
  ++lists;
  return of != &context || on != &device || q->type != 0xe || q->mode != 1;
}
int zeCommandListAppendMemoryCopy(void* list, void* to, const void* from, size_t bytes, void* signal,
                                  uint32_t n, void** waits) {
  char *there = host_of((uintptr_t)to, bytes), *here = host_of((uintptr_t)from, bytes);
  return list != &lists || signal || n || waits || copy(there ? there : to, here ? here : from, bytes);
}
int zeCommandListDestroy(void* list) {
  --lists;
  return list != &lists;
}
int gpu_errors(void) { return lists; }

#endif
