#pragma once

// Converts the arguments of Open MPI's Fortran symbols (fortran.cpp) to those of C. Open MPI's Fortran
// bindings call PMPI_* and would thus bypass the C symbols. mpif.h and `use mpi` call mpi_bcast_ and the
// like, in the spelling of the program's compiler. `use mpi_f08` calls ompi_bcast_f, and from Open MPI 6 on
// ompi_bcast_wrapper_f08, which gets the shape of an array with its address. MPICH's bindings call MPI_*,
// with three exceptions (interpose.cpp). MPI_Init needs nothing here, because tutti also defines PMPI_Init.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "mpi/communicators/recorded_call.hpp"
#include "mpi/data/handles_in_use.hpp"
#include "mpi/library/abi.hpp"
#include "mpi/observe/significance.hpp"

// Fortran's MPI_IN_PLACE and MPI_BOTTOM are the addresses of these common blocks. Compilers spell them
// differently. These are the ones that the program and the libraries loaded with it see.
extern "C" {
[[gnu::weak]] extern int mpi_fortran_in_place;
[[gnu::weak]] extern int mpi_fortran_in_place_;
[[gnu::weak]] extern int mpi_fortran_in_place__;
[[gnu::weak]] extern int MPI_FORTRAN_IN_PLACE;
[[gnu::weak]] extern int mpi_fortran_bottom;
[[gnu::weak]] extern int mpi_fortran_bottom_;
[[gnu::weak]] extern int mpi_fortran_bottom__;
[[gnu::weak]] extern int MPI_FORTRAN_BOTTOM;
}

namespace tutti::mpi::fortran {

using integer = const MPI_Fint*;

// The text of the object of this thread's last call, if that object was loaded with the program.
struct text_at_start {
  std::uintptr_t from = 0, to = 0;
};
extern constinit thread_local text_at_start last_text;
// The same as address(), for a call from another object. A library that the program has loaded later may have
// common blocks of its own.
[[gnu::cold]] void* address_in_library(void* a, const void* site);

// An address as C has it. `site`: the call in the program.
inline void* address(void* a, const void* site) {
  for (const int* in_place :
       {&mpi_fortran_in_place, &mpi_fortran_in_place_, &mpi_fortran_in_place__, &MPI_FORTRAN_IN_PLACE})
    if (a && a == in_place) return MPI_IN_PLACE;
  for (const int* bottom :
       {&mpi_fortran_bottom, &mpi_fortran_bottom_, &mpi_fortran_bottom__, &MPI_FORTRAN_BOTTOM})
    if (a && a == bottom) return MPI_BOTTOM;
  const auto here = reinterpret_cast<std::uintptr_t>(site);
  if (last_text.from <= here && here < last_text.to) [[likely]]
    return a;
  return address_in_library(a, site);
}

// Records the call site in the program.
class called_from {
 public:
  explicit called_from(const void* site) noexcept { recorder::fortran_site = site; }
  called_from(const called_from&) = delete;
  called_from& operator=(const called_from&) = delete;
  ~called_from() { recorder::fortran_site = nullptr; }
};

// The beginning of an array descriptor (CFI_cdesc_t), which is the same in gfortran and flang. A scalar has
// rank 0.
struct shaped {
  struct dimension {
    std::ptrdiff_t first, extent, stride;  // the stride is in bytes
  };
  void* data;
  std::size_t element;  // its length in bytes
  int version;
  signed char rank;
  dimension dimensions[15];

  // True if there are no gaps between the elements. An extent is -1 if it is unknown, as the last one of an
  // array may be that has no gaps.
  [[nodiscard]] bool dense() const noexcept {
    auto stride = static_cast<std::ptrdiff_t>(element);
    bool gaps = false;
    for (int i = 0; i < rank; ++i) {
      const auto& [first, extent, here] = dimensions[i];
      if (extent <= 0) return true;
      if (extent > 1 && here != stride) gaps = true;
      stride *= extent;
    }
    return !gaps;
  }
};
static_assert(offsetof(shaped, rank) == 20 && offsetof(shaped, dimensions) == 24);

// A collective call whose buffers may be array sections with gaps. A process alone knows that its buffer has
// gaps, so the call must not leave the path of the other processes. As Open MPI does, this describes a
// section by a datatype if it is the process's own block or the vector of a broadcast, and refuses any other.
class shaped_call {
 public:
  // `root`: null if the collective has none. A broadcast's buffer is both `send` and `receive`.
  shaped_call(collective of, const void* site, integer root, integer comm, const shaped* send,
              const shaped* receive) noexcept
      : of_(of), site_(site), root_(root), comm_(comm), send_(send), receive_(receive) {}
  shaped_call(const shaped_call&) = delete;
  shaped_call& operator=(const shaped_call&) = delete;
  // An operation that is under way keeps its datatype.
  ~shaped_call() {
    if (made_ != MPI_DATATYPE_NULL) [[unlikely]]
      free_type(&made_);
  }

  // True if a section is refused: then the error has been reported.
  [[nodiscard]] bool refused(MPI_Fint* ierr) {
    return (!send_->dense() || !receive_->dense()) && refuses_gaps(ierr, 0, nullptr);
  }
  // The same. If the process's own block is a section with gaps, `count` and `type` become the section's.
  template <class Number>
  [[nodiscard]] bool refused(MPI_Fint* ierr, const Number*& count, integer& type) {
    if (send_->dense() && receive_->dense()) [[likely]]
      return false;
    if (refuses_gaps(ierr, *count, type)) return true;
    static constexpr Number one = 1;
    if (made_ != MPI_DATATYPE_NULL) {
      count = &one;
      type = &made_in_fortran_;
    }
    return false;
  }

 private:
  [[nodiscard]] significance significant() const;
  [[gnu::cold]] bool refuses_gaps(MPI_Fint* ierr, MPI_Count count, integer type);

  collective of_;
  const void* site_;
  integer root_, comm_;
  const shaped *send_, *receive_;
  MPI_Datatype made_ = MPI_DATATYPE_NULL;
  MPI_Fint made_in_fortran_ = 0;
};

// The datatypes of an array argument. The array may be read only if it is significant: with MPI_IN_PLACE,
// MPI_Alltoallw's send types are not.
class types {
 public:
  types(const void* site, integer fortran, void* buffer, integer comm) {
    const MPI_Comm c = PMPI_Comm_f2c(*comm);
    int size = 0, inter = 0;
    if (address(buffer, site) == MPI_IN_PLACE || c == MPI_COMM_NULL) return;
    if (PMPI_Comm_test_inter(c, &inter) != MPI_SUCCESS) return;
    if ((inter ? PMPI_Comm_remote_size(c, &size) : PMPI_Comm_size(c, &size)) != MPI_SUCCESS) return;
    convert(fortran, size);
  }
  types(const void* site, integer fortran, const shaped* buffer, integer comm)
      : types(site, fortran, buffer->data, comm) {}
  types(integer fortran, int n) { convert(fortran, n); }
  [[nodiscard]] const MPI_Datatype* data() const { return c_.data(); }

 private:
  void convert(integer fortran, int n) {
    for (int i = 0; i < n; ++i) c_.push_back(PMPI_Type_f2c(fortran[i]));
  }
  std::vector<MPI_Datatype> c_;
};

// The numbers of neighbours; zero if the MPI library will report an error.
struct neighbour_counts {
  int to = 0, from = 0;
};
inline neighbour_counts neighbours_of(integer of) {
  const MPI_Comm comm = PMPI_Comm_f2c(*of);
  int topology = MPI_UNDEFINED, n = 0, rank = 0, weighted = 0;
  neighbour_counts both;
  if (comm == MPI_COMM_NULL || PMPI_Topo_test(comm, &topology) != MPI_SUCCESS) return both;
  if (topology == MPI_CART && PMPI_Cartdim_get(comm, &n) == MPI_SUCCESS) both = {2 * n, 2 * n};
  if (topology == MPI_GRAPH && PMPI_Comm_rank(comm, &rank) == MPI_SUCCESS &&
      PMPI_Graph_neighbors_count(comm, rank, &n) == MPI_SUCCESS)
    both = {n, n};
  if (topology == MPI_DIST_GRAPH) PMPI_Dist_graph_neighbors_count(comm, &both.from, &both.to, &weighted);
  return both;
}

// A Fortran argument. In C, it is a number, an array of numbers or a handle, as the type of the parameter
// requires.
class number_or_handle {
 public:
  explicit number_or_handle(integer at) : at_(at) {}
  operator int() const { return *at_; }
  operator integer() const { return at_; }
  operator MPI_Comm() const { return PMPI_Comm_f2c(*at_); }
  operator MPI_Datatype() const { return PMPI_Type_f2c(*at_); }
  operator MPI_Op() const { return PMPI_Op_f2c(*at_); }
  operator MPI_Info() const { return PMPI_Info_f2c(*at_); }

 private:
  integer at_;
};
template <class Number>
class large_number {
 public:
  explicit large_number(const Number* at) : at_(at) {}
  operator Number() const { return *at_; }
  operator const Number*() const { return at_; }

 private:
  const Number* at_;
};
// A request that the call returns to the program.
class given_request {
 public:
  explicit given_request(MPI_Fint* to) : to_(to) {}
  given_request(const given_request&) = delete;
  given_request& operator=(const given_request&) = delete;
  ~given_request() { *to_ = PMPI_Request_c2f(c_); }
  operator MPI_Request*() { return &c_; }

 private:
  MPI_Fint* to_;
  MPI_Request c_ = MPI_REQUEST_NULL;
};

inline void* in_c(void* buffer, const void* site) { return address(buffer, site); }
inline void* in_c(const shaped* buffer, const void* site) { return address(buffer->data, site); }
inline number_or_handle in_c(integer at, const void*) { return number_or_handle(at); }
template <class Number>
large_number<Number> in_c(const Number* at, const void*) {
  return large_number(at);
}
inline const MPI_Datatype* in_c(const types& all, const void*) { return all.data(); }
inline given_request in_c(MPI_Fint* request, const void*) { return given_request(request); }

// Serves a Fortran call by a C function. `site`: the call in the program.
template <class Served, class... Arguments>
[[gnu::always_inline]] inline void serve(const void* site, Served& served, MPI_Fint* ierr,
                                         const Arguments&... arguments) {
  const called_from here(site);
  if (const int code = served(in_c(arguments, site)...); ierr) *ierr = code;
}
#define TUTTI_SITE __builtin_return_address(0)

static_assert(sizeof(MPI_Fint) == sizeof(int), "counts and displacements are passed on as they are");

}  // namespace tutti::mpi::fortran
