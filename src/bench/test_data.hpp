#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>

#include "measure/workload.hpp"
#include "tutti/mpi/run.hpp"

namespace tutti::bench {

/// MPI's types and operators for those of measure::workload. Made when first used, freed at the end.
class handles {
 public:
  handles() = default;
  handles(const handles&) = delete;
  handles& operator=(const handles&) = delete;
  ~handles();
  datatype type_of(const measure::experiment& e);
  operation operation_of(const measure::experiment& e);

 private:
  std::map<std::string, MPI_Datatype> layouts_;
  MPI_Datatype map_ = MPI_DATATYPE_NULL;
  MPI_Op compose_ = MPI_OP_NULL;
};

/// The bytes that buffers have to move through before they are cold again: twice the process's own cache, or
/// twice its share of the caches that the processes of the node share, whichever is more.
std::size_t beyond_caches(int processes_on_node);

/// The data of an experiment on this process, in as many copies as it takes to be cold. Shared by all
/// contenders with the same problem.
class test_data {
 public:
  /// `most`: bytes of all copies together, unless one alone needs more; 0: one copy.
  test_data(const measure::experiment& e, const node_map& nodes, int rank, handles& known, bool every_root,
            std::size_t most);
  test_data(const test_data&) = delete;
  test_data& operator=(const test_data&) = delete;

  /// The next copy's arguments.
  measure::arguments next() noexcept {
    at_ = at_ + 1 < copies_ ? at_ + 1 : 0;
    return copy(at_);
  }
  /// The arguments of the first copy.
  [[nodiscard]] measure::arguments first() noexcept { return copy(0); }
  /// Writes the data to send, and garbage where the result will be, in the first copy. Returns its arguments.
  measure::arguments fresh();
  /// All copies.
  [[nodiscard]] std::span<std::byte> memory() const noexcept { return {begin_, step_ * copies_}; }
  [[nodiscard]] bool right(const measure::arguments& after) const { return data_.right(after.recv); }
  /// The bytes by which tutti chooses.
  [[nodiscard]] std::size_t counted() const noexcept { return data_.counted(); }
  /// The bytes of the longest block.
  [[nodiscard]] std::size_t longest() const noexcept {
    const measure::arguments a = data_.on(nullptr, nullptr);
    return static_cast<std::size_t>(data_.longest()) * a.type->size;
  }
  [[nodiscard]] const measure::pattern::partners& partners() const noexcept { return data_.partners(); }

 private:
  [[nodiscard]] measure::arguments copy(std::size_t k) noexcept;

  measure::workload data_;
  std::size_t send_, step_, copies_, at_ = 0;
  std::unique_ptr<std::byte[]> memory_;
  std::byte* begin_;
};

}  // namespace tutti::bench
