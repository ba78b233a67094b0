/* Preloaded: a system on which no process may read or write another's memory, as in many containers. */

#define _GNU_SOURCE
#include <errno.h>
#include <sys/uio.h>

static ssize_t forbidden(void) {
  errno = EPERM;
  return -1;
}

ssize_t process_vm_readv(pid_t pid, const struct iovec* here, unsigned long n, const struct iovec* there,
                         unsigned long m, unsigned long flags) {
  (void)pid, (void)here, (void)n, (void)there, (void)m, (void)flags;
  return forbidden();
}

ssize_t process_vm_writev(pid_t pid, const struct iovec* here, unsigned long n, const struct iovec* there,
                          unsigned long m, unsigned long flags) {
  (void)pid, (void)here, (void)n, (void)there, (void)m, (void)flags;
  return forbidden();
}
