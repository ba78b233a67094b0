#pragma once

// An independent oracle for collectives. What process s gives to process d is a function of (seed, s, d,
// position), so every process computes by itself what everybody gives and what it must receive: no native
// collective is the referee. Memory is compared as a whole, byte for byte: what must be received, holes of
// datatypes, gaps between blocks, send buffers, and a guard on both sides, all of which must be as they were.

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
  std::vector<field> padding;  ///< bytes that a value of C has without meaning: they may change

  [[nodiscard]] long scalars() const { return static_cast<long>(fields.size()); }
};

/// Bytes in the order in which they travel, without holes.
using packed = std::vector<unsigned char>;

/// A well-mixed function of its arguments.
std::uint64_t mix(std::uint64_t a, std::uint64_t b = 0, std::uint64_t c = 0, std::uint64_t d = 0);

/// What process `from` gives to process `to`: `scalars` basic elements with the sizes that `of` names.
packed message(const layout& of, long scalars, std::uint64_t seed, int from, int to = 0);

/// Memory that is written twice: what a collective works on, and what must be there afterwards.
class canvas {
 public:
  /// Room for elements of `of` at byte displacements from the address; call before anything is written.
  void cover(const layout& of, std::ptrdiff_t displacement, long elements);

  /// The address to give to MPI.
  void* address();

  /// Puts data there before the call, and expects it there after the call.
  void write(const layout& of, std::ptrdiff_t displacement, const packed& data);
  /// Expects data there after the call.
  void expect(const layout& of, std::ptrdiff_t displacement, const packed& data);
  /// Says that these elements may have any value after the call, unless something is expected there later.
  void ignore(const layout& of, std::ptrdiff_t displacement, long elements);

  /// Empty if all is as expected; else what differs first.
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
  /// Begins a case; a process that hangs says in which.
  void begin(const std::string& description);
  /// Notes and prints a failure of the present case unless `difference` is empty.
  void check(const std::string& what, const std::string& difference);
  /// Adds up over all processes of MPI_COMM_WORLD (with messages, not with a collective), prints the line
  /// `N passed, M failed` on process 0, and returns the exit status.
  int finish();

  /// Whether the present case has failed on any process of MPI_COMM_WORLD; called by all of them.
  bool failed_anywhere();

 private:
  std::vector<long> failed_;  ///< numbers of cases, increasing
};

/// Calls a function for each of `argv`'s options `--name value`.
void options(int argc, char** argv, const std::function<bool(const std::string&, const std::string&)>& take);

}  // namespace oracle
