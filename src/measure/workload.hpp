#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "measure/experiment.hpp"
#include "measure/layouts.hpp"
#include "measure/library.hpp"
#include "measure/patterns.hpp"
#include "tutti/nodes.hpp"

// The data of an experiment on one process: allocation, values, and the check of the result.
namespace tutti::measure {

/// Elements: ints, for exact operators; doubles; affine maps of ints, combined by composition, which does not
/// commute. Mock-ups also combine ints by maximum and by bitwise or.
enum class element : std::uint8_t { int4, double8, map8, most4, bits4 };
element element_of(const experiment& e);
/// One element, without its handle.
datatype type_of(const experiment& e);
/// right = left op right on n elements, for all engines but MPI.
void combine(element kind, const std::byte* left, std::byte* right, std::size_t n);

/// The class of the operator, as the selection distinguishes it.
operator_class class_of(const experiment& e);

bool is_pattern(std::string_view operation) noexcept;

/// True if MPI allows MPI_IN_PLACE in the collective.
bool takes_in_place(collective c) noexcept;

/// The error, as one sentence, if a word names no layout, or no type of irregular problem. Empty otherwise.
std::string no_layout(const std::string& word);
std::string no_problem(const std::string& word);

/// The experiment as the processes of its communicator, which are on these nodes, can run it: bytes of whole
/// elements and blocks, a root only if rooted, an operator only if it combines. Throws not_possible, also for
/// unknown words.
experiment fitted(experiment e, const node_map& nodes);

class workload {
 public:
  /// `e` must be fitted. The engine provides the type's handle and the operator. With every_root, the memory
  /// is large enough for each process to be the root in turn.
  workload(const experiment& e, const node_map& nodes, int rank, const datatype& type, const operation& op,
           bool every_root = false);
  workload(const workload&) = delete;
  workload& operator=(const workload&) = delete;

  /// Bytes of memory needed, with the holes of the layout.
  [[nodiscard]] std::size_t send_memory() const noexcept { return send_ * extent(); }
  [[nodiscard]] std::size_t recv_memory() const noexcept { return recv_ * extent(); }
  /// Bytes of data, without holes, that this process reads and writes.
  [[nodiscard]] std::size_t data() const noexcept { return (send_ + recv_) * type_.size; }

  /// The arguments with this memory. They refer to this workload.
  [[nodiscard]] arguments on(std::byte* send, std::byte* recv) const noexcept;
  /// See counted_bytes().
  [[nodiscard]] std::size_t counted() const noexcept;
  /// The number of elements of the longest block of all processes.
  [[nodiscard]] int longest() const noexcept { return static_cast<int>(longest_ > 0 ? longest_ : count_); }
  /// The partners in a pattern.
  [[nodiscard]] const pattern::partners& partners() const noexcept { return partners_; }
  /// Writes the data to send, and garbage where the result will be.
  void fill(std::byte* send, std::byte* recv) const;
  /// True if the result is right. Checks every element, or some thousands of a large result.
  [[nodiscard]] bool right(const std::byte* recv) const;

 private:
  struct region {
    std::size_t first, length;  // in elements of the receive memory
    int from;                   // whose data
    int to;                     // the process they are for, if that makes a difference
    std::size_t offset;         // of the first element in the sender's data for `to`
  };
  [[nodiscard]] std::size_t extent() const noexcept { return static_cast<std::size_t>(type_.extent); }
  void size_irregular(bool root);
  [[nodiscard]] std::vector<region> expected() const;
  [[nodiscard]] std::uint64_t result(const region& r, std::size_t i) const;
  [[nodiscard]] std::size_t cells() const noexcept;
  void put(std::byte* memory, std::size_t i, std::uint64_t value) const;
  [[nodiscard]] std::uint64_t get(const std::byte* memory, std::size_t i) const;
  void fill_cells(std::byte* memory, std::size_t elements, std::size_t offset, int to) const;

  experiment e_;
  std::optional<collective> of_;
  int p_, rank_;
  datatype type_;
  operation op_;
  element kind_;
  layout layout_;
  pattern::partners partners_;
  std::size_t count_ = 0, send_ = 0, recv_ = 0;  // in elements
  std::size_t longest_ = 0;                      // of the blocks of an irregular collective
  std::vector<int> sizes_, send_counts_, send_displacements_, recv_counts_, recv_displacements_;
};

}  // namespace tutti::measure
