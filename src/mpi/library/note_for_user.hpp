#pragma once

namespace tutti::mpi {

/// Makes `tutti run` print a sentence at the end.
void note_for_user(const char* sentence) noexcept;

}  // namespace tutti::mpi
