#pragma once

// An independent oracle for collectives. The data from process s to process d is a function of (seed, s, d,
// position). Thus every process computes all data itself, and no native collective is the reference. Memory
// is compared as a whole, byte by byte: received data, holes of datatypes, gaps between blocks, send buffers,
// and a guard on both sides. Everything that is not received must be unchanged.

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace oracle {

/// One basic element of a type map.
struct field {
  std::ptrdiff_t offset;
  std::size_t size;
};

/// A datatype, with its type map written down a second time, independently of MPI.
struct layout {
  std::string name;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  std::vector<field> fields;  ///< in the order in which they travel
  std::ptrdiff_t extent = 0;
  std::vector<field> padding;  ///< padding bytes of a C value; they may change

  [[nodiscard]] long scalars() const { return static_cast<long>(fields.size()); }
};

/// Bytes in the order in which they travel, without holes.
using packed = std::vector<unsigned char>;

/// A well-mixed function of its arguments.
std::uint64_t mix(std::uint64_t a, std::uint64_t b = 0, std::uint64_t c = 0, std::uint64_t d = 0);

/// The data from process `from` to process `to`: `scalars` basic elements with the sizes that `of` names.
packed message(const layout& of, long scalars, std::uint64_t seed, int from, int to = 0);

/// Two copies of memory: one that a collective works on, and one with the expected contents.
class canvas {
 public:
  /// Makes room for elements of `of` at byte displacements from the address. Call before anything is written.
  void cover(const layout& of, std::ptrdiff_t displacement, long elements);

  /// The address to give to MPI.
  void* address();

  /// Puts data there before the call, and expects it there after the call.
  void write(const layout& of, std::ptrdiff_t displacement, const packed& data);
  /// Expects data there after the call.
  void expect(const layout& of, std::ptrdiff_t displacement, const packed& data);
  /// These elements may have any value after the call, unless something is expected there later.
  void ignore(const layout& of, std::ptrdiff_t displacement, long elements);

  /// Empty if all is as expected; otherwise the first difference.
  [[nodiscard]] std::string difference();

 private:
  struct range {
    const layout* of;
    std::ptrdiff_t displacement;
    long elements;
  };
  void paint();
  void mark(const range& r, const std::vector<field>& fields, unsigned char as);
  [[nodiscard]] std::string where(std::ptrdiff_t offset) const;

  std::ptrdiff_t low_ = 0, high_ = 0, origin_ = 0;
  packed found_, expected_;
  packed free_;  ///< empty, or 1 for each byte that may change
  std::vector<range> covered_;
  unsigned char* aligned_ = nullptr;
};

/// Blocks in a canvas: side by side, or with random gaps, order and origin.
class block_canvas {
 public:
  /// lengths in scalars. random == 0: side by side.
  block_canvas(const layout& of, const std::vector<long>& lengths, std::uint64_t random = 0);

  void write(int block, const packed& data) { memory_.write(of_, bytes(block), data); }
  void expect(int block, const packed& data) { memory_.expect(of_, bytes(block), data); }
  void ignore(int block) { memory_.ignore(of_, bytes(block), counts_[static_cast<std::size_t>(block)]); }
  void* address() { return memory_.address(); }
  [[nodiscard]] std::string difference() { return memory_.difference(); }

  [[nodiscard]] const int* counts() const { return counts_.data(); }
  [[nodiscard]] const int* displacements() const { return displacements_.data(); }  ///< in elements
  [[nodiscard]] int count() const { return counts_.front(); }
  [[nodiscard]] MPI_Datatype type() const { return of_.type; }

 private:
  [[nodiscard]] std::ptrdiff_t bytes(int block) const {
    return displacements_[static_cast<std::size_t>(block)] * of_.extent;
  }
  const layout& of_;
  std::vector<int> counts_, displacements_;
  canvas memory_;
};

/// Counts cases and their failures on this process; safe to use from several threads. A case has the same
/// number on every process.
class verdict {
 public:
  /// Begins a case. A process that hangs prints its case.
  void begin(const std::string& description);
  /// Notes and prints a failure of the current case, unless `difference` is empty.
  void check(const std::string& what, const std::string& difference);
  /// Adds up the counts of all processes of MPI_COMM_WORLD (by messages, not by a collective), prints the
  /// line `N passed, M failed` on process 0, and returns the exit status.
  int finish();

  /// True if the current case has failed on any process of MPI_COMM_WORLD. Collective.
  bool failed_anywhere();

 private:
  std::vector<long> failed_;  ///< the numbers of the failed cases, increasing
};

/// Calls a function for each option `--name value` of `argv`.
void options(int argc, char** argv, const std::function<bool(const std::string&, const std::string&)>& take);

}  // namespace oracle
