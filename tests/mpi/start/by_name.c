// Takes MPI's functions from a library by dlsym(), as MPI.jl does, and is not linked with MPI.
//
//   by_name LIBRARY    the file of an MPI library of the standard ABI

#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  void* const library = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND) : 0;
  if (!library) {
    printf("FAILED: %s\n", dlerror());
    return 1;
  }
  __typeof__(&MPI_Init) init = (__typeof__(&MPI_Init))dlsym(library, "MPI_Init");
  __typeof__(&MPI_Comm_size) size_of = (__typeof__(&MPI_Comm_size))dlsym(library, "MPI_Comm_size");
  __typeof__(&MPI_Allreduce) allreduce = (__typeof__(&MPI_Allreduce))dlsym(library, "MPI_Allreduce");
  __typeof__(&PMPI_Allreduce) native = (__typeof__(&PMPI_Allreduce))dlsym(library, "PMPI_Allreduce");
  __typeof__(&MPI_Wtime) time = (__typeof__(&MPI_Wtime))dlsym(library, "MPI_Wtime");
  __typeof__(&MPI_Finalize) finalize = (__typeof__(&MPI_Finalize))dlsym(library, "MPI_Finalize");
  int size = 0, sum = 0, again = 0;
  const int one = 1;
  init(&argc, &argv);
  const double before = time();
  size_of(MPI_COMM_WORLD, &size);
  allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  native(&one, &again, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  const int right = sum == size && again == size && time() >= before;
  if (!right) printf("FAILED: %d and %d instead of %d\n", sum, again, size);
  finalize();
  return !right;
}
