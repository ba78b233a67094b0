#include "measure/experiment.hpp"

#include <fmt/format.h>

#include "select/call_name.hpp"

namespace tutti::measure {

std::optional<call_name> measured_call(std::string_view operation) noexcept {
  const auto called = call_named(operation);
  return called && !is_neighbourhood(called->of) ? called : std::nullopt;
}

std::optional<collective> collective_of(const experiment& e) noexcept {
  const auto called = measured_call(e.operation);
  return called ? std::optional(called->of) : std::nullopt;
}

bool is_posted(const experiment& e) noexcept {
  const auto called = measured_call(e.operation);
  return called && called->as != form::blocking;
}

std::vector<std::string> posted_variants(std::string_view operation) {
  const auto called = measured_call(operation);
  if (!called || called->as == form::blocking) return {};
  const form quicker = called->as == form::persistent ? form::nonblocking : form::blocking;
  return {tutti::name_of({called->of, quicker}), "computing", "overlapped", "overlapped+test"};
}

std::string describe(const experiment& e) {
  std::string text = fmt::format("{} {} B", e.operation, e.bytes);
  if (e.problem != "same") text += ", " + e.problem;
  if (e.layout != "contiguous") text += ", " + e.layout;
  if (e.op != "none") text += ", " + e.op;
  if (e.root != 0) text += fmt::format(", root {}", e.root);
  if (e.communicator != "world") text += fmt::format(", {} communicator", e.communicator);
  if (e.made != "call") text += " as " + e.made;
  return text + " by " + e.by;
}

}  // namespace tutti::measure
