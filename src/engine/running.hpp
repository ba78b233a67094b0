#pragma once

namespace tutti {

/// The process that this thread runs now, in its world; -1 if none. May be called in a signal handler, to
/// report in which process the program crashed.
int running_process() noexcept;

}  // namespace tutti
