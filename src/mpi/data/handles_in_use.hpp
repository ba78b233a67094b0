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

/// A use of a user-defined datatype or operator by an outstanding operation. If the program frees the handle
/// meanwhile, it is freed when its last use ends. Thread-safe.
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

// MPI_Type_free and MPI_Op_free. Handles in use are freed later.
int free_type(MPI_Datatype* type);
int free_operator(MPI_Op* op);

/// The datatypes and the operator of a call that continues after its function has returned. They stay valid
/// as long as this object, even if the program frees them.
class kept_handles {
 public:
  const type_entry* look_up(MPI_Datatype type);
  const operation* look_up(MPI_Op op, const type_entry& type, operation& storage);

 private:
  std::vector<handle_use<type_handle>> types_;
  std::vector<handle_use<operator_handle>> op_;  // a user-defined operator, or none
};

}  // namespace tutti::mpi
