#pragma once

#include "mpi/requests/posted_call.hpp"

namespace tutti::mpi {

/// A posted coroutine that is not an MPI collective: a user's own program, or one of tutti's.
class posted_program final : public posted_call {
 public:
  using text = task (*)(process&, void*);
  posted_program(communicator& c, text program, void* argument)
      : posted_call(form::blocking, dispatch(c), {}), program_(program), argument_(argument) {}

 private:
  [[nodiscard]] bool counts() const noexcept override { return false; }
  std::optional<task> serve(process& self, const dispatch&) override { return program_(self, argument_); }

  text program_;
  void* argument_;
};

/// Runs such a coroutine as a blocking call, the communicator's call that was counted last. Throws failure.
void run_now(communicator& c, posted_program::text program, void* argument);

}  // namespace tutti::mpi
