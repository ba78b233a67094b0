#pragma once

#include <string>
#include <vector>

#include "measure/defects.hpp"

// A program in C, without tutti, that shows one defect of an MPI library.
namespace tutti::measure {

/// True if reproducer() knows the experiment's mock-up in C.
bool has_reproducer(const experiment& right);

/// The text of the program. It prints what it found, and ends with status 1 if the defect shows. `commands`:
/// the lines that compile and run it. `effect`: a slow way counts as a defect from half of this share on.
std::string reproducer(const defect& d, const own_algorithms& own, const std::vector<std::string>& commands,
                       double effect);

}  // namespace tutti::measure
