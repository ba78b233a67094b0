#pragma once

#include <utility>
#include <vector>

#include "mpi/data/operators.hpp"
#include "mpi/data/types.hpp"

namespace tutti::mpi {

struct type_handle {
  using type = MPI_Datatype;
};
struct operator_handle {
  using type = MPI_Op;
};

/// A datatype or an operator of the program's that an operation under way makes use of: the program may free it, and what it has
/// freed goes at the end of the last use. Any thread may call.
template <class Kind>
class handle_use {
 public:
  explicit handle_use(typename Kind::type used);
  handle_use(handle_use&& other) noexcept : used_(other.used_), holds_(std::exchange(other.holds_, false)) {}
  handle_use& operator=(handle_use&& other) noexcept {
    std::swap(used_, other.used_);
    std::swap(holds_, other.holds_);
    return *this;
  }
  ~handle_use() {
    if (holds_) release();
  }

 private:
  void release() noexcept;
  typename Kind::type used_;
  bool holds_ = true;
};

// MPI_Type_free and MPI_Op_free: what is in use is freed later.
int free_type(MPI_Datatype* type);
int free_operator(MPI_Op* op);

/// The datatypes and the operator of a call that goes on when its function has returned. What is looked up here stays as long as
/// this object, whatever the program frees.
class kept_handles {
 public:
  const type_entry* look_up(MPI_Datatype type);
  const operation* look_up(MPI_Op op, const type_entry& type, operation& asked);

 private:
  std::vector<handle_use<type_handle>> types_;
  std::vector<handle_use<operator_handle>> op_;  // one that the program has defined, or none
};

}  // namespace tutti::mpi
