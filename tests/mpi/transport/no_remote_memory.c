/* To be preloaded. Imitates a system on which no process may read or write another process's memory, as in
   many containers. Variables:

     REMOTE_MEMORY_CALLS=n   allows n such calls of each process, and no more
     REMOTE_MEMORY_FAILS=n   allows all calls, but each n-th fails: the address is unreachable, or the kernel
                             is short of memory. A process that makes at most 20 such calls after the
                             first failure ends with status 1.
     REMOTE_MEMORY_STOPS=1   allows all calls. The process that first writes a message to another process's
                             memory stops there until it is continued. */

#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static long number(const char* name) {
  const char* const value = getenv(name);
  return value ? atol(value) : 0;
}

static long calls = 0, first_failed = 0;

static int allowed(long call, size_t bytes) {
  static int stopped = 0;
  const size_t of_a_message = 4096; /* UCX tries a few bytes when it starts */
  const long fails = number("REMOTE_MEMORY_FAILS");
  ++calls;
  if (fails > 0) {
    if (calls % fails != 0) return 1;
    if (first_failed == 0) first_failed = calls;
    errno = calls / fails % 2 == 1 ? EFAULT : ENOMEM;
    return 0;
  }
  if (number("REMOTE_MEMORY_STOPS") > 0) {
    if (call == SYS_process_vm_writev && bytes >= of_a_message && !stopped) {
      stopped = 1;
      raise(SIGSTOP);
    }
    return 1;
  }
  errno = EPERM;
  return calls <= number("REMOTE_MEMORY_CALLS");
}

__attribute__((destructor)) static void go_on_after_failures(void) {
  const long few = 20; /* calls for the same message */
  if (first_failed == 0 || calls - first_failed > few) return;
  fprintf(stderr, "FAILED: %ld calls to read or write other memory, the last %ld after the first failure\n",
          calls, calls - first_failed);
  _exit(1);
}

static ssize_t attempted(long call, pid_t pid, const struct iovec* here, unsigned long n,
                         const struct iovec* there, unsigned long m, unsigned long flags) {
  return allowed(call, here->iov_len) ? syscall(call, pid, here, n, there, m, flags) : -1;
}

ssize_t process_vm_readv(pid_t pid, const struct iovec* here, unsigned long n, const struct iovec* there,
                         unsigned long m, unsigned long flags) {
  return attempted(SYS_process_vm_readv, pid, here, n, there, m, flags);
}

ssize_t process_vm_writev(pid_t pid, const struct iovec* here, unsigned long n, const struct iovec* there,
                          unsigned long m, unsigned long flags) {
  return attempted(SYS_process_vm_writev, pid, here, n, there, m, flags);
}
