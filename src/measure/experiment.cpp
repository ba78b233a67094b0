#include "measure/experiment.hpp"

#include <fmt/format.h>

namespace tutti::measure {

std::string describe(const experiment& e) {
  std::string text = fmt::format("{} {} B", e.operation, e.bytes);
  if (e.problem != "same") text += ", " + e.problem;
  if (e.layout != "contiguous") text += ", " + e.layout;
  if (e.op != "none") text += ", " + e.op;
  if (e.root != 0) text += fmt::format(", root {}", e.root);
  if (e.made != "call") text += " as " + e.made;
  return text + " by " + e.by;
}

}  // namespace tutti::measure
