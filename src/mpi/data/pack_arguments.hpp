#pragma once

#include "mpi/library/quirks.hpp"

namespace tutti::mpi {

/// Elements as arguments of MPI_Pack and MPI_Unpack. MPICH rejects MPI_BOTTOM in these functions. It gets
/// `elsewhere` instead, any address except null, and a datatype relative to that address.
class pack_arguments {
 public:
  pack_arguments(const void* data, MPI_Datatype type, const void* elsewhere) : data_(data), type_(type) {
    if (quirks::packs_from_null() || data_) [[likely]]
      return;
    const int one = 1;
    MPI_Aint there = 0;
    check(PMPI_Get_address(elsewhere, &there));
    there = -there;
    check(PMPI_Type_create_hindexed(1, &one, &there, type_, &type_));
    check(PMPI_Type_commit(&type_));
    data_ = elsewhere;
    owns_type_ = true;
  }
  pack_arguments(const pack_arguments&) = delete;
  pack_arguments& operator=(const pack_arguments&) = delete;
  ~pack_arguments() {
    if (owns_type_) PMPI_Type_free(&type_);
  }

  [[nodiscard]] void* data() const noexcept { return const_cast<void*>(data_); }
  [[nodiscard]] MPI_Datatype type() const noexcept { return type_; }

 private:
  const void* data_;
  MPI_Datatype type_;
  bool owns_type_ = false;
};

}  // namespace tutti::mpi
