#include "mpi/runtime/sessions.hpp"

namespace tutti::mpi::sessions {

constinit std::atomic<bool> used{false};
constinit std::atomic<int> open{0};

}  // namespace tutti::mpi::sessions
