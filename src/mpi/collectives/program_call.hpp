#pragma once

#include "mpi/check/own_faults.hpp"
#include "mpi/check/stated_calls.hpp"
#include "mpi/check/statement.hpp"
#include "mpi/communicators/find_communicator.hpp"
#include "mpi/communicators/opening.hpp"
#include "mpi/communicators/recorded_call.hpp"
#include "mpi/library/boundary.hpp"
#include "mpi/library/wrong.hpp"
#include "mpi/observe/call_summary.hpp"

namespace tutti::mpi {

/// A call as the program makes it: what the MPI library would do with it, what of it fits into a line (call_summary.hpp), and where it is made. It holds copies
/// of the arguments, and is itself copied where it is needed in memory, which is seldom: otherwise all of them stay in registers.
template <class With, class Native>
class program_call {
 public:
  /// `with` calls a function with the arguments; `native` is the MPI library's.
  program_call(const With& with, const Native& native, const void* site) noexcept
      : with_(with), native_(native), site_(site) {}
  [[nodiscard]] int native() const { return with_(native_); }
  [[nodiscard]] [[gnu::always_inline]] call_summary summary(collective of,
                                                            const call_place& here) const noexcept {
    return with_([&](auto... all) TUTTI_INLINED {
      const call_arguments given = arguments_of(all...);
      return summary_of(of, given, significant_in(of, here, given));
    });
  }
  [[nodiscard]] statement states(communicator& c, call_name of) const {
    statement x = with_([&](auto... all) { return statement_for(c, of, all...); });
    x.site = recorder::fortran_site ? recorder::fortran_site : site_;
    return x;
  }
  [[nodiscard]] const void* site() const noexcept { return site_; }

 private:
  With with_;
  Native native_;
  const void* site_;
};

/// What a call is on, if that is not the communicator of the one before.
template <class Call>
[[gnu::noinline, gnu::cold]] communicator* find_for(Call call, MPI_Comm comm, call_name of,
                                                    communicator* (*find)(MPI_Comm, const first_call*)) {
  class first final : public first_call {
   public:
    first(const Call& made, call_name name) : call_(made), of_(name) {}
    [[nodiscard]] const erroneous* fault(communicator& c) const override {
      return fault_of_first_call(c, call_.states(c, of_));
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
