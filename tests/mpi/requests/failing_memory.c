/* Preloaded after tutti: on a thread that asks for it, tutti's allocations fail. Needs glibc. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

void* __libc_malloc(size_t bytes);
void* malloc(size_t bytes);
void fail_allocations(size_t from);

static _Thread_local __attribute__((tls_model("initial-exec"))) size_t fails_from = SIZE_MAX;

/* From now on, tutti's allocations of at least this many bytes fail on this thread. */
void fail_allocations(size_t from) { fails_from = from; }

void* malloc(size_t bytes) {
  Dl_info caller;
  if (bytes >= fails_from && dladdr(__builtin_return_address(0), &caller) && caller.dli_fname &&
      strstr(caller.dli_fname, "libtutti")) {
    errno = ENOMEM;
    return NULL;
  }
  return __libc_malloc(bytes);
}
