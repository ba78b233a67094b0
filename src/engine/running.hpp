#pragma once

namespace tutti {

/// The process whose turn it is in the world that this thread runs; -1 if there is none. May be called from a
/// handler of signals: it says in which process a program crashes.
int running_process() noexcept;

}  // namespace tutti
