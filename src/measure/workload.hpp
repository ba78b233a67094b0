#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "measure/experiment.hpp"
#include "measure/layouts.hpp"
#include "measure/library.hpp"
#include "measure/patterns.hpp"
#include "tutti/nodes.hpp"

// The data of an experiment on one process: how much, which, and whether the result is right.
namespace tutti::measure {

/// An experiment that cannot be run here; one sentence says why. The same on all processes.
class not_possible : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What elements are: ints, what exact operators combine too; doubles; affine maps of ints, combined by composition, which
/// does not commute. Mock-ups also combine ints by maximum and by bitwise or.
enum class element : std::uint8_t { int4, double8, map8, most4, bits4 };
element element_of(const experiment& e);
/// One element, but for its handle.
datatype type_of(const experiment& e);
/// right = left op right on n elements, as all engines but MPI do it.
void combine(element kind, const std::byte* left, std::byte* right, std::size_t n);

/// As the selection asks.
operator_class class_of(const experiment& e);

bool is_pattern(std::string_view operation) noexcept;

/// What is wrong with a word that should name a layout, or a type of irregular problem: one sentence. Empty: nothing.
std::string no_layout(const std::string& word);
std::string no_problem(const std::string& word);

/// The experiment as it can be run among these processes: bytes of whole elements and blocks, no root where there is none, no
/// operator where nothing is combined. Throws not_possible, also for words that are not known.
experiment fitted(experiment e, const node_map& nodes);

class workload {
 public:
  /// `e` must be fitted. The type's handle and the operator are the engine's. With every_root there is memory for each
  /// process to be the root in turn.
  workload(const experiment& e, const node_map& nodes, int rank, const datatype& type, const operation& op,
           bool every_root = false);
  workload(const workload&) = delete;
  workload& operator=(const workload&) = delete;

  /// Memory that is needed, with the holes of the layout.
  [[nodiscard]] std::size_t send_memory() const noexcept { return send_ * extent(); }
  [[nodiscard]] std::size_t recv_memory() const noexcept { return recv_ * extent(); }
  /// Data without holes that this process reads and writes, bytes.
  [[nodiscard]] std::size_t data() const noexcept { return (send_ + recv_) * type_.size; }

  /// The arguments on that memory. They refer to this workload.
  [[nodiscard]] arguments on(std::byte* send, std::byte* recv) const noexcept;
  /// See counted_bytes().
  [[nodiscard]] std::size_t counted() const noexcept;
  /// The most elements that a block has, whichever process's it is.
  [[nodiscard]] int longest() const noexcept;
  /// The partners in a pattern.
  [[nodiscard]] const pattern::partners& partners() const noexcept { return partners_; }
  /// Writes what is to be sent, and garbage where the result goes.
  void fill(std::byte* send, std::byte* recv) const;
  /// Whether the result is what the operation promises: every element, or of large results some thousand of them.
  [[nodiscard]] bool right(const std::byte* recv) const;

 private:
  struct region {
    std::size_t first, length;  // in elements of the receive memory
    int from;                   // whose data
    int to;                     // for whom, where that makes a difference
    std::size_t offset;         // of its first element in what the sender has for `to`
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
  const layout* layout_;
  pattern::partners partners_;
  std::size_t count_ = 0, send_ = 0, recv_ = 0;  // in elements
  std::vector<int> sizes_, send_counts_, send_displacements_, recv_counts_, recv_displacements_;
};

}  // namespace tutti::measure
