#pragma once

#include <type_traits>

#include "mpi/check/own_faults.hpp"
#include "mpi/check/stated_calls.hpp"
#include "mpi/check/statement.hpp"
#include "mpi/communicators/find_communicator.hpp"
#include "mpi/communicators/opening.hpp"
#include "mpi/communicators/recorded_call.hpp"
#include "mpi/data/call_arguments.hpp"
#include "mpi/library/boundary.hpp"
#include "mpi/library/wrong.hpp"
#include "mpi/observe/call_facts.hpp"
#include "mpi/observe/call_summary.hpp"
#include "mpi/runtime/run_state.hpp"

namespace tutti::mpi {

/// A call of the program: its arguments and its call site. Passes the arguments to the MPI library, to the
/// record (call_summary.hpp) and to check mode. Holds copies of the arguments. The rare code that needs the
/// call in memory copies the call, so that otherwise the arguments stay in registers.
template <class Apply, class Native>
class program_call {
 public:
  /// `apply` calls a function with the arguments. `native` is the MPI library's function.
  program_call(const Apply& apply, const Native& native, const void* site) noexcept
      : apply_(apply), native_(native), site_(site) {}
  [[nodiscard]] int native() const { return apply_(native_); }
  /// The same for a non-blocking call, with another request.
  [[nodiscard]] int native(MPI_Request* request) const { return apply_(Native{request}); }
  [[nodiscard]] call_arguments arguments() const {
    return apply_([](auto... all) { return arguments_of(all...); });
  }
  /// True if arrays of datatypes are among the arguments.
  [[nodiscard]] bool has_arrays_of_types() const {
    return apply_([](auto... all) { return (std::is_same_v<decltype(all), const MPI_Datatype*> || ...); });
  }
  [[nodiscard]] [[gnu::always_inline]] call_summary summary(collective of,
                                                            const call_place& here) const noexcept {
    return apply_([&](auto... all) TUTTI_INLINED {
      const call_arguments given = arguments_of(all...);
      return summary_of(of, given, significant_in(of, here, given));
    });
  }
  /// The facts about the call that a trace keeps in addition to its summary.
  [[nodiscard]] record::call_facts facts(collective of, const call_place& here, MPI_Comm comm) const {
    return apply_(
        [&](auto... all) { return facts_of(of, arguments_of(all...), here, comm, *this_run.traced); });
  }
  [[nodiscard]] statement make_statement(communicator& c, call_name of) const {
    statement x = apply_([&](auto... all) { return statement_of(c, of, arguments_of(all...)); });
    x.site = recorder::fortran_site ? recorder::fortran_site : site_;
    return x;
  }
  [[nodiscard]] const void* site() const noexcept { return site_; }

 private:
  Apply apply_;
  Native native_;
  const void* site_;
};

/// Finds the communicator of a call, if it is not that of the previous call.
template <class Call>
[[gnu::noinline, gnu::cold]] communicator* find_for(Call call, MPI_Comm comm, call_name of,
                                                    communicator* (*find)(MPI_Comm, const first_call*)) {
  class first final : public first_call {
   public:
    first(const Call& made, call_name name) : call_(made), of_(name) {}
    [[nodiscard]] const erroneous* fault(communicator& c) const override {
      return fault_of_first_call(c, call_.make_statement(c, of_));
    }
    [[nodiscard]] call_name name() const noexcept override { return of_; }

   private:
    const Call& call_;
    call_name of_;
  };
  const first one(call, of);
  return find(comm, &one);
}
template <class Call>
[[gnu::always_inline]] inline communicator* find_communicator_of(
    const Call& call, MPI_Comm comm, call_name of,
    communicator* (*find)(MPI_Comm, const first_call*) = find_communicator) {
  if (is_remembered(comm)) [[likely]]
    return last_communicator.found;
  return find_for(call, comm, of, find);
}

}  // namespace tutti::mpi
