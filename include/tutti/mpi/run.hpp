#pragma once

#include "tutti/cxx20.hpp"  // first: checks the language version

// Runs your own collective on MPI: the code that is proved and priced in virtual time runs unchanged on the
// processes of a communicator. Link with libtutti-openmpi.so or libtutti-mpich.so, and with libtutti-engine.a
// for the coroutines of your program. The CMake targets tutti::openmpi and tutti::mpich, and `pkg-config
// --libs tutti-openmpi` or tutti-mpich, link both.

// The C++ bindings that MPI 3 removed need a library of their own. A program that uses them includes mpi.h
// first.
#ifndef OMPI_SKIP_MPICXX
#define OMPI_SKIP_MPICXX 1
#endif
#ifndef MPICH_SKIP_MPICXX
#define MPICH_SKIP_MPICXX 1
#endif
#include <mpi.h>

#include <cstddef>
#include <memory>
#include <type_traits>

#include "tutti/process.hpp"
#include "tutti/task.hpp"

extern "C" {
/// Runs program(self, argument) on the calling process, and blocks until it finishes. Its messages never
/// match messages of the application. Collective over an intra-communicator. Returns MPI_SUCCESS, or an MPI
/// error code after a call of the communicator's error handler. Exceptions of the program itself are passed
/// to the caller.
__attribute__((visibility("default"))) int tutti_run(MPI_Comm comm,
                                                     tutti::task (*program)(tutti::process&, void*),
                                                     void* argument);
/// Sets the algorithm of a collective on a communicator: tutti_use(comm, "bcast", "circulant"). This
/// overrides the environment. With a null algorithm, tutti chooses. All processes must pass the same names.
/// Collective if it is the first call on the communicator. Returns MPI_ERR_ARG for an unknown name.
__attribute__((visibility("default"))) int tutti_use(MPI_Comm comm, const char* collective_name,
                                                     const char* algorithm_name);
/// Returns the algorithm that serves such a call ("bcast", "ibcast", "bcast_init"), or "native".
/// `operator_kind`: 0 exact (and collectives that do not combine), 1 commutative, 2 neither. `bytes` as
/// tutti::collective counts them. `longest_block`, in bytes, matters only in allgatherv and reduce_scatter.
/// For a neighbourhood collective, valid only after its first call on the communicator. Collective if it is
/// the first call on the communicator.
__attribute__((visibility("default"))) const char* tutti_choice(MPI_Comm comm, const char* collective_name,
                                                                int operator_kind, std::size_t longest_block,
                                                                std::size_t bytes);
/// Returns the memory layout of a datatype's elements; valid until the datatype is freed. Null for
/// MPI_DATATYPE_NULL.
__attribute__((visibility("default"))) const tutti::datatype* tutti_layout(MPI_Datatype type);
/// Stores in `result` the operator for elements of a datatype. Returns false if MPI does not define the
/// operator for that datatype.
__attribute__((visibility("default"))) bool tutti_operation(MPI_Op op, MPI_Datatype type,
                                                            tutti::operation* result);
}

namespace tutti {

/// Runs `program`, a callable from process& to task, on every process of a communicator: see tutti_run.
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

/// `count` elements of an MPI datatype as a buffer.
inline buffer elements(void* data, std::size_t count, MPI_Datatype type) {
  return {static_cast<std::byte*>(data), count, *tutti_layout(type)};
}
inline const_buffer elements(const void* data, std::size_t count, MPI_Datatype type) {
  return {static_cast<const std::byte*>(data), count, *tutti_layout(type)};
}

}  // namespace tutti
