// Operations of a process beside its program: begun, under way together, waited for in any order.

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "engine/engine.hpp"

namespace tutti {

engine::under_way& engine::state_of(int rank, int k) {
  if (rank < 0 || rank >= p_ || k < 0 || k >= operations_)
    throw std::invalid_argument("operation " + std::to_string(k) + " of process " + std::to_string(rank) +
                                ": there are " + std::to_string(operations_) + " of each of " +
                                std::to_string(p_) + " processes");
  return under_way_[static_cast<std::size_t>(k) * static_cast<std::size_t>(p_) +
                    static_cast<std::size_t>(rank)];
}

member& engine::operation(int rank, int k) { return members_[p_ + (&state_of(rank, k) - under_way_.data())]; }

void engine::begin(int rank, int k, task run) {
  under_way& u = state_of(rank, k);
  if (u.run && !u.ended)
    throw std::logic_error("operation " + std::to_string(k) + " of process " + std::to_string(rank) +
                           " is under way");
  // If the operation's last run has failed, and the program has not waited for it, the failure is thrown now.
  if (u.failure) std::rethrow_exception(std::exchange(u.failure, nullptr));
  u = {};
  operation(rank, k).account_.clock = members_[rank].account_.clock;
  u.run.emplace(carry_out(rank, k, std::move(run)));
  u.run->start();
}

task engine::carry_out(int rank, int k, task run) {
  under_way& u = state_of(rank, k);
  try {
    co_await std::move(run);
  } catch (...) {
    u.failure = std::current_exception();
  }
  u.ended = true;
  // The program is not resumed here: it may begin this operation anew, which destroys this coroutine.
  if (u.awaited) events_.add(now_, event_kind::operation_ended, static_cast<std::uint32_t>(rank));
}

bool engine::ended(int rank, int k) { return state_of(rank, k).ended; }

void engine::wait_for(int rank, int k, std::coroutine_handle<> waiting) {
  under_way& u = state_of(rank, k);
  if (!u.run || members_[rank].waiting_)
    throw std::logic_error("process " + std::to_string(rank) + " waits for operation " + std::to_string(k) +
                           (u.run ? " beside something else" : ", which has not begun"));
  u.awaited = true;
  members_[rank].waiting_ = waiting;
}

// The program continues, but not before the operation has finished its last copies and reductions.
void engine::rethrow(int rank, int k) {
  under_way& u = state_of(rank, k);
  double& clock = members_[rank].account_.clock;
  operation(rank, k).finish_copy();
  clock = std::max({clock, operation(rank, k).account_.clock, now_});
  if (u.failure) std::rethrow_exception(std::exchange(u.failure, nullptr));
}

}  // namespace tutti
