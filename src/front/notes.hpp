#pragma once

namespace tutti::front {

/// Adds a line to the file that the environment variable _TUTTI_NOTES names, if `tutti run` has set it:
/// whether this process is served.
void note(const char* word) noexcept;
/// True if there is such a variable.
bool are_noted() noexcept;

/// True if this process should print messages: one process of a job on each host does.
bool speaks() noexcept;

}  // namespace tutti::front
