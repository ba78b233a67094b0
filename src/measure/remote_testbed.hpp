#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "measure/testbed.hpp"

namespace tutti::measure {

/// The beginning of a line of the measuring program; other lines are not from it.
inline constexpr const char* answer_prefix = "@tutti-bench ";

/// Experiments on MPI: starts the program of src/bench and talks to it. The program first sends its factors.
/// Then it reads a contest and a policy, in one line of JSON, from its standard input,
///
///   {"contest": [{"operation": "bcast", "made": "call", "by": "native", ...}, ...], "policy": {...}}
///
/// and answers, in one line that begins with answer_prefix,
///
///   {"samples": [[index in the contest, seconds, fastest, span, skew], ...],
///    "algorithms": [...], "right": [...]}
///
/// or {"error": "..."} before it ends. It ends when its standard input does. Its other output goes to
/// standard error.
class remote_testbed final : public testbed {
 public:
  /// Starts `command` (with its launcher, if it needs one). Throws std::runtime_error if it does not start or
  /// does not answer.
  explicit remote_testbed(const std::vector<std::string>& command);
  /// Ends the program, and waits for it.
  ~remote_testbed() override;

  [[nodiscard]] const node_map& nodes() const override { return nodes_; }
  [[nodiscard]] const nlohmann::ordered_json& factors() const override { return factors_; }
  std::vector<observation> measure(const contest& c, const policy& how) override;

 private:
  nlohmann::ordered_json answer();
  bool fill();
  [[noreturn]] void ended();

  pid_t child_ = -1;
  bool launched_ = false;  // with a launcher
  int to_ = -1, from_ = -1;
  std::string unread_;
  nlohmann::ordered_json factors_;
  node_map nodes_;
};

}  // namespace tutti::measure
