#pragma once

#include "tutti/cxx20.hpp"  // first: says what language it takes

// A collective of your own on MPI: the same text that is proved and priced in virtual time runs on the processes of a
// communicator. Link with libtutti-openmpi.so or libtutti-mpich.so and, for the coroutines of the program itself, libtutti.a:
// tutti::openmpi or tutti::mpich in CMake, `pkg-config --libs tutti-openmpi` or tutti-mpich, each of which brings both.

// The C++ bindings that MPI 3 removed need a library of their own. A program that wants them includes mpi.h first.
#ifndef OMPI_SKIP_MPICXX
#define OMPI_SKIP_MPICXX 1
#endif
#ifndef MPICH_SKIP_MPICXX
#define MPICH_SKIP_MPICXX 1
#endif
#include <mpi.h>

#include <memory>
#include <type_traits>

#include "tutti/process.hpp"
#include "tutti/task.hpp"

extern "C" {
/// Runs program(self, argument) on the calling process, blocking, on messages that never meet the program's. Collective
/// over an intra-communicator. Returns an MPI error code, after the communicator's error handler was called with it.
/// Exceptions of the program itself pass through.
__attribute__((visibility("default"))) int tutti_run(MPI_Comm comm,
                                                     tutti::task (*program)(tutti::process&, void*),
                                                     void* argument);
/// Lets an algorithm of the catalogue serve a collective on a communicator, whatever the environment says: tutti_use(comm,
/// "bcast", "circulant"); a null algorithm lets tutti choose. All processes must say the same. Collective if it is the first
/// call on the communicator. MPI_ERR_ARG if a name is not known.
__attribute__((visibility("default"))) int tutti_use(MPI_Comm comm, const char* collective_name,
                                                     const char* algorithm_name);
/// The algorithm that serves such a call ("bcast", "ibcast", "bcast_init"), or "native". `operator_kind`: 0 exact (and collectives that do not combine), 1
/// commutative, 2 neither; bytes as tutti::collective counts them, and of the longest block, which matters in allgatherv and
/// reduce_scatter. Of a neighbourhood collective after its first call on the communicator.
__attribute__((visibility("default"))) const char* tutti_choice(MPI_Comm comm, const char* collective_name,
                                                                int operator_kind, std::size_t longest_block,
                                                                std::size_t bytes);
/// How an element of a datatype lies in memory; valid until the datatype is freed. Null for MPI_DATATYPE_NULL.
__attribute__((visibility("default"))) const tutti::datatype* tutti_layout(MPI_Datatype type);
/// An operator as it combines elements of a datatype. False if MPI does not define it there.
__attribute__((visibility("default"))) bool tutti_operation(MPI_Op op, MPI_Datatype type,
                                                            tutti::operation* result);
}

namespace tutti {

/// Runs `program`, a function or another callable from process& to task, on every process of a communicator: see tutti_run.
template <class Program>
int run(MPI_Comm comm, Program&& program) {
  if constexpr (std::is_function_v<std::remove_reference_t<Program>>)
    return run(comm, &program);
  else
    return tutti_run(
        comm,
        [](process& self, void* p) -> task {
          return (*static_cast<std::remove_reference_t<Program>*>(p))(self);
        },
        const_cast<void*>(static_cast<const void*>(std::addressof(program))));
}

/// `count` elements of an MPI datatype, as algorithms take them.
inline buffer elements(void* data, int count, MPI_Datatype type) {
  return {static_cast<std::byte*>(data), static_cast<std::size_t>(count), *tutti_layout(type)};
}
inline const_buffer elements(const void* data, int count, MPI_Datatype type) {
  return {static_cast<const std::byte*>(data), static_cast<std::size_t>(count), *tutti_layout(type)};
}

}  // namespace tutti
