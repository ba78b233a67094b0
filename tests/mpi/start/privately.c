// Opens a library that calls MPI, and calls its function run(). This program itself is not linked with MPI.
//
//   privately LIBRARY        as Python does
//   privately LIBRARY deep   with RTLD_DEEPBIND: the library's calls go to its own MPI library first
//   privately LIBRARY OTHER  beside OTHER, opened in the same way before

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char** argv) {
  const int deep = argc > 2 && strcmp(argv[2], "deep") == 0;
  if (argc > 2 && !deep && !dlopen(argv[2], RTLD_NOW | RTLD_LOCAL)) printf("FAILED: %s\n", dlerror());
  void* library = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL | (deep ? RTLD_DEEPBIND : 0)) : 0;
  int (*run)(void) = library ? (int (*)(void))dlsym(library, "run") : 0;
  if (!run) {
    printf("FAILED: %s\n", dlerror());
    return 1;
  }
  return run();
}
