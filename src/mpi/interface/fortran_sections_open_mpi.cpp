// Array sections with gaps, as arguments of the Fortran 2008 interface of Open MPI 6 (fortran.hpp).

#include <algorithm>
#include <climits>
#include <cstddef>
#include <utility>

#include "mpi/interface/fortran.hpp"

namespace tutti::mpi::fortran {
namespace {

// Makes a datatype of n elements of another one, whose beginnings are `stride` bytes apart.
int make_vector(MPI_Count n, MPI_Aint stride, MPI_Datatype of, MPI_Datatype* made) {
  if (n <= INT_MAX) return PMPI_Type_create_hvector(static_cast<int>(n), 1, stride, of, made);
#if MPI_VERSION >= 4
  return PMPI_Type_create_hvector_c(n, 1, stride, of, made);
#else
  return MPI_ERR_COUNT;
#endif
}

// A datatype that is freed unless it is taken.
class made_type {
 public:
  made_type() = default;
  made_type(const made_type&) = delete;
  made_type& operator=(const made_type&) = delete;
  ~made_type() { replace_by(MPI_DATATYPE_NULL); }
  [[nodiscard]] MPI_Datatype get() const noexcept { return it_; }
  void replace_by(MPI_Datatype other) {
    if (it_ != MPI_DATATYPE_NULL) PMPI_Type_free(&it_);
    it_ = other;
  }
  [[nodiscard]] MPI_Datatype take() noexcept { return std::exchange(it_, MPI_DATATYPE_NULL); }

 private:
  MPI_Datatype it_ = MPI_DATATYPE_NULL;
};

// Makes a datatype of the first `count` elements of an array, in its order. Like Open MPI, accepts a count
// that ends within the first dimension, or after a whole number of rows, planes and so on.
// Makes none of a wrong count or datatype, which the MPI library will report.
int make_type(const shaped& array, MPI_Count count, MPI_Datatype of, MPI_Datatype* made) {
  if (count < 0 || of == MPI_DATATYPE_NULL) return MPI_SUCCESS;
  made_type part;
  MPI_Count elements = 1;  // of the dimensions so far
  for (int i = 0; i < array.rank; ++i) {
    const auto& [first, extent, stride] = array.dimensions[i];
    if (count % elements != 0) return MPI_ERR_INTERN;
    const MPI_Count n = std::min<MPI_Count>(count / elements, extent);
    const MPI_Datatype inner = i == 0 ? of : part.get();
    MPI_Datatype outer = MPI_DATATYPE_NULL;
    // Elements that adjoin may be parts of a larger datatype.
    const bool adjoin = i == 0 && stride == static_cast<std::ptrdiff_t>(array.element) && n <= INT_MAX;
    const int code = adjoin ? PMPI_Type_contiguous(static_cast<int>(n), inner, &outer)
                            : make_vector(n, stride, inner, &outer);
    if (code != MPI_SUCCESS) return code;
    part.replace_by(outer);
    if (count / elements <= extent) {
      if (const int error = PMPI_Type_commit(&outer); error != MPI_SUCCESS) return error;
      *made = part.take();
      return MPI_SUCCESS;
    }
    elements *= extent;
  }
  return MPI_ERR_ARG;  // more elements than the array has
}

}  // namespace

// Nothing is significant if the communicator is wrong, which the MPI library will report.
significance shaped_call::significant() const {
  const MPI_Comm comm = PMPI_Comm_f2c(*comm_);
  call_place here;
  int inter = 0;
  if (comm == MPI_COMM_NULL || PMPI_Comm_test_inter(comm, &inter) != MPI_SUCCESS ||
      PMPI_Comm_rank(comm, &here.rank) != MPI_SUCCESS)
    return {};
  here.inter = inter != 0;
  if (traits(of_).neighbours) {
    const neighbour_counts n = neighbours_of(comm_);
    here.destinations = n.to > 0;
    here.sources = n.from > 0;
  }
  return significant_in(of_, here, root_ ? *root_ : 0, address(send_->data, site_) == MPI_IN_PLACE,
                        address(receive_->data, site_) == MPI_IN_PLACE);
}

bool shaped_call::refuses_gaps(MPI_Fint* ierr, MPI_Count count, integer type) {
  const collective_traits& t = traits(of_);
  const significance here = significant();
  const bool gaps_sent = here.send && !send_->dense(), gaps_received = here.receive && !receive_->dense();
  const bool sends_own = t.one_buffer || (t.sends.what == holding::own_block && t.op == combining::none);
  const bool receives_own =
      t.one_buffer || (t.receives.what == holding::own_block && t.op == combining::none);
  int code = MPI_SUCCESS;
  if ((gaps_sent && !sends_own) || (gaps_received && !receives_own))
    code = MPI_ERR_INTERN;
  else if (gaps_sent || gaps_received)
    code = make_type(sends_own ? *send_ : *receive_, count, PMPI_Type_f2c(*type), &made_);
  if (code == MPI_SUCCESS) {
    if (made_ != MPI_DATATYPE_NULL) made_in_fortran_ = PMPI_Type_c2f(made_);
    return false;
  }
  if (ierr) *ierr = code;
  PMPI_Comm_call_errhandler(PMPI_Comm_f2c(*comm_), code);
  return true;
}

}  // namespace tutti::mpi::fortran
