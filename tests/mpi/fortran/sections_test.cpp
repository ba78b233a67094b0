// Sections of arrays, as the Fortran 2008 interface of Open MPI 6 passes them: the buffer of one process has
// gaps, and those of the others have none. In tutti's absence no earlier Open MPI defines these functions.

#include <dlfcn.h>
#include <mpi.h>

#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

#include "oracle/expect.hpp"

namespace {

using checks::expect;

// A Fortran compiler's descriptor of an array of integers (CFI_cdesc_t).
struct array {
  struct dimension {
    std::ptrdiff_t first, extent, stride;
  };
  void* data;
  std::size_t element = sizeof(int);
  int version = 1;
  signed char rank = 1, kind = 0;
  short type = 0;
  dimension dimensions[15];

  // Strides in elements.
  array(int* first, std::vector<std::ptrdiff_t> extents, std::vector<std::ptrdiff_t> strides)
      : data(first), rank(static_cast<signed char>(extents.size())), dimensions{} {
    for (std::size_t k = 0; k < extents.size(); ++k)
      dimensions[k] = {0, extents[k], strides[k] * static_cast<std::ptrdiff_t>(sizeof(int))};
  }
  explicit array(std::vector<int>& whole) : array(whole.data(), {std::ssize(whole)}, {1}) {}
};

using number = const MPI_Fint*;
using bcast = void(array*, number count, number type, number root, number comm, MPI_Fint* error);
using ibcast = void(array*, number count, number type, number root, number comm, MPI_Fint* request,
                    MPI_Fint* error);
using gather = void(array*, number, number, array*, number, number, number root, number comm,
                    MPI_Fint* error);
using alltoall = void(array*, number, number, array*, number, number, number comm, MPI_Fint* error);

template <class Function>
Function* named(const char* name) {
  void* const found = dlsym(RTLD_DEFAULT, name);
  if (!found) expect(false, std::string(name) + " is not defined");
  return reinterpret_cast<Function*>(found);
}

int rank = 0, size = 1;
MPI_Fint integer = 0;  // MPI_INT

std::vector<int> counted(std::size_t n, int from) {
  std::vector<int> all(n);
  std::iota(all.begin(), all.end(), from);
  return all;
}

// The root sends a(1:10:2), or two columns without their last rows. The others receive into whole arrays, and
// the last process into a section of which the first extent is 1.
void broadcasts(MPI_Fint comm) {
  const auto served = named<bcast>("ompi_bcast_wrapper_f08");
  const auto posted = named<ibcast>("ompi_ibcast_wrapper_f08");
  const MPI_Fint root = 0;
  MPI_Fint error = -1, request = -1;
  for (const bool planes : {false, true}) {
    for (const bool blocking : {true, false}) {
      const MPI_Fint n = planes ? 6 : 5;
      std::vector<int> data = counted(16, 100 * rank);
      array whole(data.data(), {n}, {1}), row(data.data(), {1, n}, {1, 3}), odd(data.data(), {5}, {2}),
          columns(data.data() + 4, {3, 2}, {1, 4});
      const bool last = rank == size - 1 && !planes;
      array& mine = rank == 0 ? (planes ? columns : odd) : last ? row : whole;
      if (blocking) {
        served(&mine, &n, &integer, &root, &comm, &error);
      } else {
        posted(&mine, &n, &integer, &root, &comm, &request, &error);
        MPI_Request in_c = MPI_Request_f2c(request);
        MPI_Wait(&in_c, MPI_STATUS_IGNORE);
      }
      expect(error == MPI_SUCCESS, "broadcast: an error");
      const std::vector<int> expected = planes ? std::vector{4, 5, 6, 8, 9, 10} : std::vector{0, 2, 4, 6, 8};
      std::vector<int> wanted = counted(16, 100 * rank);
      for (std::size_t k = 0; rank != 0 && k < expected.size(); ++k) wanted[last ? 3 * k : k] = expected[k];
      expect(data == wanted, std::string(blocking ? "" : "non-blocking ") + "broadcast: wrong data");
    }
  }
}

// The last process sends a section, and the others send whole arrays.
void gathers(MPI_Fint comm) {
  const auto served = named<gather>("ompi_gather_wrapper_f08");
  const MPI_Fint root = 0, n = 2;
  MPI_Fint error = -1;
  std::vector<int> data = counted(4, 10 * rank), all(2 * static_cast<std::size_t>(size), -1), wanted;
  array whole(data.data(), {n}, {1}), section(data.data(), {n}, {3}), result(all);
  // Elsewhere the receive buffer is not significant.
  array unused(all.data(), {2}, {2});
  served(rank == size - 1 ? &section : &whole, &n, &integer, rank == root ? &result : &unused, &n, &integer,
         &root, &comm, &error);
  expect(error == MPI_SUCCESS, "gather: an error");
  for (int r = 0; r < size; ++r) {
    wanted.push_back(10 * r);
    wanted.push_back(10 * r + (r == size - 1 ? 3 : 1));
  }
  if (rank == root) expect(all == wanted, "gather: wrong data");
}

// All processes receive blocks into sections, which Open MPI refuses.
void refused(MPI_Fint comm) {
  const auto served = named<alltoall>("ompi_alltoall_wrapper_f08");
  const MPI_Fint one = 1;
  MPI_Fint error = -1;
  const auto n = static_cast<std::size_t>(size);
  std::vector<int> sent(n), received(2 * n, -1);
  array from(sent), to(received.data(), {size}, {2});
  served(&from, &one, &integer, &to, &one, &integer, &comm, &error);
  expect(checks::class_of(error) == MPI_ERR_INTERN, "alltoall into a section: not refused");
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  integer = MPI_Type_c2f(MPI_INT);
  const MPI_Fint comm = MPI_Comm_c2f(MPI_COMM_WORLD);
  broadcasts(comm);
  gathers(comm);
  refused(comm);
  return checks::finish();
}
