#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "mpi/check/statement.hpp"

/// What statements disagree about, and how that is said.
namespace tutti::mpi {

/// What is compared with everybody, and what has come out so far. It is sent in one cache line.
struct compared {
  std::uint64_t hash, bytes;
  std::int32_t root;
  std::int32_t code = 0;  ///< the error class of what is erroneous, or of a block that differs
  std::uint16_t call;
  std::int16_t op;
  std::uint8_t packed, other_call, other_root, other_op, other_hash, other_bytes;
  std::uint8_t erroneous = 0;      ///< a process has made its call with a fault in its own arguments
  std::uint8_t block_differs = 0;  ///< some block differs at its two ends

  void hear(const compared& w) noexcept {
    other_call |= w.other_call | static_cast<std::uint8_t>(w.call != call);
    other_root |= w.other_root | static_cast<std::uint8_t>(w.root != root);
    other_op |= w.other_op | static_cast<std::uint8_t>(w.op != op);
    other_hash |= w.other_hash | static_cast<std::uint8_t>(w.hash != hash);
    other_bytes |= w.other_bytes | static_cast<std::uint8_t>(w.bytes != bytes);
    packed |= w.packed;
    erroneous |= w.erroneous;
    block_differs |= w.block_differs;
    code = std::max(code, w.code);
  }
  [[nodiscard]] bool same_call() const noexcept { return !(other_call || other_root || other_op); }
  [[nodiscard]] bool same_data() const noexcept { return !other_bytes && (!other_hash || packed); }
  /// The error class of what is wrong; MPI_SUCCESS if nothing is.
  [[nodiscard]] int verdict() const noexcept {
    if (other_call) return MPI_ERR_OTHER;
    if (block_differs) return code;
    if (other_root) return MPI_ERR_ROOT;
    if (other_op) return MPI_ERR_OP;
    if (same_data()) return MPI_SUCCESS;
    return other_bytes ? MPI_ERR_COUNT : MPI_ERR_TYPE;
  }
};

/// A block that does not fit at its two ends, as one of them says it.
struct misfit {
  int with = -1;
  type_signature here, there;
  bool sends = false;  ///< this process does
};

/// A statement with where the call is made, and a block that does not fit, if there is one.
std::string in_words(const statement& x, const misfit& block);
/// `said`: who has said what, by ranks.
void print_disagreement(const compared& result, const std::map<std::string, std::vector<int>>& said,
                        int size);
/// Says what is wrong with the arguments of one process alone.
void print_fault(const statement& x, int rank, int size);
/// Says that the operator is not defined for the datatype, but computed.
void print_remark(const statement& x);

}  // namespace tutti::mpi
