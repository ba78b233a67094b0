// Exceptions of a program's own operators and error handlers pass through a collective call to the program.
//
//   exceptions_test

#include <mpi.h>

#include <stdexcept>
#include <vector>

#include "expect.hpp"

namespace {

struct thrown : std::runtime_error {
  using std::runtime_error::runtime_error;
};

int calls = 0;
void refuse(void*, void*, int*, MPI_Datatype*) {
  ++calls;
  throw thrown("operator");
}
void handle(MPI_Comm*, int*, ...) { throw thrown("handler"); }

template <class Call>
bool throws(Call call) {
  try {
    call();
  } catch (const thrown&) {
    return true;
  }
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Op op = MPI_OP_NULL;
  MPI_Op_create(refuse, 1, &op);
  for (const int n : {1, 1000, 100000}) {
    std::vector<double> in(static_cast<std::size_t>(n), 1), out(in);
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    // Only the root combines, so that nobody waits for a process that has left.
    calls = 0;
    const bool caught = throws([&] { MPI_Reduce(in.data(), out.data(), n, MPI_DOUBLE, op, 0, comm); });
    trust::expect(caught == (calls > 0), "an operator's exception did not arrive");
    trust::expect(size == 1 || size > 2 || rank != 0 || calls > 0, "the root of two did not combine");
    PMPI_Barrier(MPI_COMM_WORLD);
    // The communicator has had a failure, and is not used again; others are right.
    double sum = 0;
    const double one = 1;
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    trust::expect(sum == size, "a sum after an exception is wrong");
    MPI_Comm_free(&comm);
  }
  MPI_Op_free(&op);

  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  MPI_Comm_create_errhandler(handle, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
  int x = 0;
  trust::expect(throws([&] { MPI_Bcast(&x, 1, MPI_INT, -5, MPI_COMM_WORLD); }),
                "a handler's exception did not arrive");
  if (size > 1) {  // an error that is found on the way
    const bool caught = throws([&] { MPI_Bcast(&x, 1, rank == 0 ? MPI_SHORT : MPI_INT, 0, MPI_COMM_WORLD); });
    trust::expect(caught == (rank != 0), "the exception of a handler for a failed message did not arrive");
  }
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  MPI_Errhandler_free(&handler);
  return trust::finish();
}
