#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "mpi/check/statement.hpp"

/// The differences between statements, and their texts.
namespace tutti::mpi {

/// The values that all processes compare, and the result so far. Sent in one cache line.
struct compared {
  std::uint64_t hash, bytes;
  std::int32_t root;
  std::int32_t code = 0;  ///< the error class of an erroneous call, or of a block that differs
  std::uint16_t call;
  std::int16_t op;
  std::uint8_t packed, other_call, other_root, other_op, other_hash, other_bytes;
  std::uint8_t erroneous = 0;      ///< a process's own arguments have a fault
  std::uint8_t block_differs = 0;  ///< the sender and the receiver of some block disagree

  void merge(const compared& w) noexcept {
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
  /// The error class of the disagreement; MPI_SUCCESS if there is none.
  [[nodiscard]] int verdict() const noexcept {
    if (other_call) return MPI_ERR_OTHER;
    if (block_differs) return code;
    if (other_root) return MPI_ERR_ROOT;
    if (other_op) return MPI_ERR_OP;
    if (same_data()) return MPI_SUCCESS;
    return other_bytes ? MPI_ERR_COUNT : MPI_ERR_TYPE;
  }
};

/// A block about which its sender and its receiver disagree, as one of them describes it.
struct block_mismatch {
  int partner = -1;  ///< the process at the other end; -1: all blocks match
  type_signature here, there;
  bool sends = false;  ///< this process sends the block
};

/// Returns a statement in words, with the source line of the call, and the block that does not match, if any.
std::string in_words(const statement& x, const block_mismatch& block);
/// Prints the differences. `ranks_by_text`: the ranks that sent each text.
void print_disagreement(const compared& result, const std::map<std::string, std::vector<int>>& ranks_by_text,
                        int size);
/// Prints the fault in the arguments of one process.
void print_fault(const statement& x, int rank, int size);
/// Prints that the standard does not define the operator for the datatype, although MPI libraries compute it.
void print_remark(const statement& x);

}  // namespace tutti::mpi
