#include "mpi/requests/agreement.hpp"

#include <memory>
#include <optional>
#include <utility>

#include "mpi/communicators/call_order.hpp"
#include "mpi/communicators/decisions.hpp"
#include "mpi/communicators/recorded_call.hpp"
#include "mpi/progress/progress.hpp"
#include "mpi/requests/posted_call.hpp"
#include "mpi/transport/blocking_process.hpp"

namespace tutti::mpi {
namespace {

// Before the first neighbourhood collective, the processes agree on their graph.
task agree(process& self, communicator& c) {
  co_await agree_on(self, c.neighbours->mine, c.nodes.get());
  decide_for_graph(c);
  c.neighbours->agreed.store(true, std::memory_order_release);
}

// The same as a posted call. Calls that are posted later on the communicator wait for it, as for its opening.
class posted_agreement final : public posted_call {
 public:
  explicit posted_agreement(communicator& c) : posted_call(form::blocking, dispatch(c), {}) {}

 private:
  [[nodiscard]] bool counts() const noexcept override { return false; }
  std::optional<task> serve(process& self, const dispatch& what) override { return run(self, what.at); }
  static task run(process& self, communicator& c) {
    c.posted.opening = true;
    struct end {
      communicator& of;
      ~end() { of.posted.opening = false; }
    } const opened{c};
    co_await agree(self, c);
  }
};

}  // namespace

void agree_on_neighbours(communicator& c, agreeing how) {
  communicator::graph& g = *c.neighbours;
  if (g.agreed.load(std::memory_order_acquire)) [[likely]]
    return;
  if (!g.agreement) {
    if (how == agreeing::waits && may_block(c)) {
      blocking_process self(c.via, c.offset());
      task program = agree(self, c);
      enter(c);  // if this fails: its messages may still arrive
      self.run(std::move(program));
      check(self.failed());
      ++c.calls;
      return;
    }
    const auto agreement = std::make_shared<posted_agreement>(c);
    // If the communicator gets no numbers, nothing needs the agreement.
    agreement->keep_native([](MPI_Request*) { return MPI_SUCCESS; });
    progress::begin();
    const progress::hold lock;
    if (!agreement->post()) agreement->rethrow();
    g.agreement = agreement;  // not before: after a failure the next call tries again
    ++c.calls;
  }
  if (how == agreeing::posts) return;
  const auto& agreement = static_cast<const posted_agreement&>(*g.agreement);
  progress::until([&agreement] { return agreement.has_ended(); });
  agreement.rethrow();
}

}  // namespace tutti::mpi
