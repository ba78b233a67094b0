#pragma once

// Messages as arguments of MPI calls: address, count and datatype.

#include <climits>
#include <cstddef>
#include <span>
#include <vector>

#include "mpi/data/types.hpp"
#include "mpi/library/abi.hpp"
#include "tutti/buffer.hpp"

namespace tutti::mpi {

/// A buffer as the address, count and datatype of an MPI call. If an int cannot count the elements, they
/// become one element of a new datatype.
class mpi_buffer {
 public:
  explicit mpi_buffer(const_buffer b) : data_(b.data), type_(MPI_BYTE) {
    if (b.count == 0) return;
    type_ = type_of(*b.type);
    if (b.count <= INT_MAX) [[likely]] {
      count_ = static_cast<int>(b.count);
      return;
    }
    wrap_in_one_element(b);
  }
  mpi_buffer(const mpi_buffer&) = delete;
  mpi_buffer& operator=(const mpi_buffer&) = delete;
  ~mpi_buffer() {
    if (owns_type_) PMPI_Type_free(&type_);
  }

  [[nodiscard]] void* data() const noexcept { return const_cast<std::byte*>(data_); }
  [[nodiscard]] int count() const noexcept { return count_; }
  [[nodiscard]] MPI_Datatype type() const noexcept { return type_; }

 private:
  void wrap_in_one_element(const_buffer b);

  const std::byte* data_;
  int count_ = 0;
  MPI_Datatype type_;
  bool owns_type_ = false;
};

/// Several parts as one element of a datatype created for them. The destructor may free the datatype while a
/// message uses it: MPI keeps it until the message has completed.
class parts_buffer {
 public:
  explicit parts_buffer(std::span<const buffer> parts);
  parts_buffer(const parts_buffer&) = delete;
  parts_buffer& operator=(const parts_buffer&) = delete;
  ~parts_buffer() { PMPI_Type_free(&type_); }

  [[nodiscard]] void* data() const noexcept { return first_; }
  [[nodiscard]] static int count() noexcept { return 1; }
  [[nodiscard]] MPI_Datatype type() const noexcept { return type_; }

 private:
  std::byte* first_;
  MPI_Datatype type_;
};

/// True if a message in parts is sent with a datatype created for it. False if it is packed, or not in parts.
bool by_datatype(const_buffer b) noexcept;

/// Returns n bytes of the parts, from byte `first` on, as pieces of memory. All parts must be dense.
std::vector<buffer> bytes_of(std::span<const buffer> parts, std::size_t first, std::size_t n);

}  // namespace tutti::mpi
