#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mpi/data/footprint.hpp"
#include "mpi/data/operator_names.hpp"
#include "mpi/data/type_signature.hpp"
#include "mpi/observe/call_summary.hpp"
#include "select/call_name.hpp"
#include "tutti/neighbours.hpp"

/// Check mode: the statement that each process of a communicator makes about its call.
namespace tutti::mpi {

/// The properties of a call that must match those of other processes, and the fault in it, if any.
struct statement {
  call_name of{};
  call_summary words;
  const void* site = nullptr;
  /// The fault in this process's own arguments; null if there is none. The treatment of such a call is in
  /// own_faults.hpp.
  const char* fault = nullptr;
  int fault_code = MPI_SUCCESS;
  enum class fault_kind : std::uint8_t {
    illegal,  ///< MPI libraries refuse such arguments
    overlap,  ///< MPICH refuses most calls that send and receive the same memory, Open MPI hardly any
    unseen    ///< MPI libraries do not notice the fault and carry out the call
  } kind = fault_kind::illegal;
  std::string fault_place;  ///< more about the fault, in words; may be empty
  /// The pending call of this process that the fault is about, if any.
  struct other_call {
    std::string in_words;
    const void* site = nullptr;
  };
  std::optional<other_call> pending;
  /// The standard does not define its operator for its datatype, but MPI libraries compute it.
  bool beyond_standard = false;

  int root = -1;
  int op = no_operator;      ///< a number from operator_names.hpp
  type_signature signature;  ///< must be the same on all processes
  /// If blocks differ: the signatures of the blocks sent to each process, and received from each. In gatherv
  /// and scatterv, the root has the signatures of all blocks, and every process has the signature of its own
  /// block. For neighbours, the signatures are in the order of the blocks.
  enum class pairs : std::uint8_t { none, with_root, each, neighbours } compare = pairs::none;
  std::vector<type_signature> sends, receives;
  std::optional<type_signature> own_block;
  /// The neighbours to which these blocks belong; null: one block for each rank.
  const neighbourhood* neighbours = nullptr;
  /// The memory of this process that the call reads and writes. Memory that is both read and written is in
  /// `writes`.
  footprint reads, writes;

  /// Notes a fault. Of several, the first one is kept.
  void note_fault(const char* what, int code, fault_kind as = fault_kind::illegal) noexcept {
    if (!fault) fault = what, fault_code = code, kind = as;
  }
};

/// Returns a statement in words, without the source line of the call.
std::string in_words(const statement& x);
}  // namespace tutti::mpi
