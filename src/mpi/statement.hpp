#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mpi/call_summary.hpp"
#include "mpi/communicator.hpp"
#include "mpi/footprint.hpp"
#include "mpi/graph.hpp"
#include "mpi/operator_names.hpp"
#include "mpi/type_signature.hpp"
#include "tutti/process.hpp"
#include "tutti/task.hpp"

/// Check mode: what each process of a communicator states of its call, and how they compare it before the call runs.
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
/// Looks for a pending call of this process (pending.hpp) that writes what this one reads or writes, or reads what it writes: that is a
/// fault.
void look_at_pending(statement& x);

/// Compares the statements of all processes. Where they differ, process 0 says on stderr who has called what, and it throws
/// a failure of the error class that fits, on all processes; with `warns` it goes on. If a statement has a fault and the others make the
/// same call, it throws the failure of the fault on all processes. If the others make another call, it returns on the process of the
/// fault, and goes on with its next call on the others.
task compare_statements(process& self, const statement& mine);
/// The same for a blocking call, which has been counted last.
void compare_now(communicator& c, const statement& mine);

// Of each signature of a collective, told apart by their parameters.
statement statement_of(communicator& c, call_name of, const significance& here, MPI_Comm);
statement statement_of(communicator& c, call_name of, const significance& here, void* data, MPI_Count count,
                       MPI_Datatype type, int root, MPI_Comm);
statement statement_of(communicator& c, call_name of, const significance& here, const void* send,
                       MPI_Count count, MPI_Datatype type, void* recv, MPI_Count recv_count,
                       MPI_Datatype recv_type, int root, MPI_Comm);
statement statement_of(communicator& c, call_name of, const significance& here, const void* send,
                       MPI_Count count, MPI_Datatype type, void* recv, ints counts, ints displs,
                       MPI_Datatype recv_type, int root, MPI_Comm);
statement statement_of(communicator& c, call_name of, const significance& here, const void* send, ints counts,
                       ints displs, MPI_Datatype type, void* recv, MPI_Count count, MPI_Datatype recv_type,
                       int root, MPI_Comm);
statement statement_of(communicator& c, call_name of, const significance& here, const void* send,
                       MPI_Count count, MPI_Datatype type, void* recv, MPI_Count recv_count,
                       MPI_Datatype recv_type, MPI_Comm);
statement statement_of(communicator& c, call_name of, const significance& here, const void* send,
                       MPI_Count count, MPI_Datatype type, void* recv, ints counts, ints displs,
                       MPI_Datatype recv_type, MPI_Comm);
statement statement_of(communicator& c, call_name of, const significance& here, const void* send,
                       ints send_counts, ints send_displs, MPI_Datatype type, void* recv, ints recv_counts,
                       ints recv_displs, MPI_Datatype recv_type, MPI_Comm);
statement statement_of(communicator& c, call_name of, const significance& here, const void* send,
                       ints send_counts, ints send_displs, types send_types, void* recv, ints recv_counts,
                       ints recv_displs, types recv_types, MPI_Comm);
statement statement_of(communicator& c, call_name of, const significance& here, const void* send, void* recv,
                       MPI_Count count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm);
statement statement_of(communicator& c, call_name of, const significance& here, const void* send, void* recv,
                       MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm);
statement statement_of(communicator& c, call_name of, const significance& here, const void* send, void* recv,
                       ints counts, MPI_Datatype type, MPI_Op op, MPI_Comm);

// Those of neighbours have the signatures of others.
statement neighbours_state(communicator& c, call_name of, const significance& here, const void* send,
                           MPI_Count count, MPI_Datatype type, void* recv, MPI_Count recv_count,
                           MPI_Datatype recv_type, MPI_Comm comm);
statement neighbours_state(communicator& c, call_name of, const significance& here, const void* send,
                           MPI_Count count, MPI_Datatype type, void* recv, ints counts, ints displs,
                           MPI_Datatype recv_type, MPI_Comm comm);
statement neighbours_state(communicator& c, call_name of, const significance& here, const void* send,
                           ints send_counts, ints send_displs, MPI_Datatype type, void* recv,
                           ints recv_counts, ints recv_displs, MPI_Datatype recv_type, MPI_Comm comm);
statement neighbours_state(communicator& c, call_name of, const significance& here, const void* send,
                           ints send_counts, ints send_displs, types send_types, void* recv, ints recv_counts,
                           ints recv_displs, types recv_types, MPI_Comm comm);

/// The statement of any collective.
template <class... Arguments>
statement statement_for(communicator& c, call_name of, const Arguments&... arguments) {
  const call_arguments given = arguments_of(arguments...);
  if (is_neighbourhood(of.of)) neighbours_of(c, c.handle);
  const significance here = significant_in(of.of, c.place(), given);
  const auto read = [&] {
    if constexpr (requires { neighbours_state(c, of, here, arguments...); })
      if (is_neighbourhood(of.of)) return neighbours_state(c, of, here, arguments...);
    return statement_of(c, of, here, arguments...);
  };
  statement x = read();
  x.words = summary_of(of.of, given, here);
  return x;
}

}  // namespace tutti::mpi
