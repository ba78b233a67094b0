#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mpi/data/footprint.hpp"
#include "mpi/data/operator_names.hpp"
#include "mpi/data/type_signature.hpp"
#include "mpi/observe/call_summary.hpp"
#include "tutti/neighbours.hpp"

/// Check mode: what each process of a communicator states of its call.
namespace tutti::mpi {

/// What a call is, as far as others have to call alike.
struct statement {
  call_name of{};
  call_summary words;
  const void* site = nullptr;
  /// What is wrong by this process's arguments alone; null if nothing is. What happens to such a call: own_faults.hpp.
  const char* fault = nullptr;
  int fault_code = MPI_SUCCESS;
  enum class fault_kind : std::uint8_t {
    illegal,  ///< MPI libraries refuse such arguments
    overlap,  ///< MPICH refuses most calls that send and receive the same memory, Open MPI hardly any
    unseen    ///< MPI libraries make such a call
  } kind = fault_kind::illegal;
  /// The call that the fault is about, if that is a pending one of this process.
  struct other_call {
    std::string in_words;
    const void* site = nullptr;
  };
  std::optional<other_call> pending;
  bool beyond_standard =
      false;  ///< the standard does not define its operator for its datatype, but MPI libraries do

  int root = -1;
  int op = no_operator;      ///< as operator_names.hpp has it
  type_signature signature;  ///< the same on all processes
  /// Where blocks differ: what goes to, and what comes from each process. Of gatherv and scatterv, the root has all that it
  /// receives or sends, and every process its own block. Of neighbours in the order of their blocks.
  enum class pairs : std::uint8_t { none, with_root, each, neighbours } compare = pairs::none;
  std::vector<type_signature> sends, receives;
  std::optional<type_signature> own;
  const neighbourhood* among = nullptr;  ///< whose blocks they are; null: those of the ranks
  /// The memory that the call reads and writes here. What it reads and writes is in the second one.
  footprint reads, writes;

  /// Notes a fault. Of several the first one stays.
  void wrong(const char* what, int code, fault_kind as = fault_kind::illegal) noexcept {
    if (!fault) fault = what, fault_code = code, kind = as;
  }
};

/// What it says of itself, but for where it is made.
std::string in_words(const statement& x);
}  // namespace tutti::mpi
