#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "measure/testbed.hpp"

namespace tutti::measure {

/// What begins a line of the measuring program; other lines are not from it.
inline constexpr const char* answer_prefix = "@tutti-bench ";

/// Experiments on MPI: talks with the program of src/bench, which it starts. The program says its factors first; then it is
/// told a contest and a policy in one line of JSON on its standard input,
///
///   {"contest": [{"operation": "bcast", "made": "call", "by": "native", "bytes": 800, ...}, ...], "policy": {...}}
///
/// and answers, in one line that begins with answer_prefix,
///
///   {"samples": [[index in the contest, seconds, fastest, span, skew], ...], "algorithms": [...], "right": [...]}
///
/// or {"error": "..."} before it ends. It ends with its standard input. What else it writes goes to standard error.
class remote_testbed final : public testbed {
 public:
  /// Starts `command` (with its launcher, if it needs one). Throws std::runtime_error where it does not start or says
  /// nothing.
  explicit remote_testbed(const std::vector<std::string>& command);
  /// Lets the program end, and waits for it.
  ~remote_testbed() override;

  [[nodiscard]] const node_map& nodes() const override { return nodes_; }
  [[nodiscard]] const nlohmann::ordered_json& factors() const override { return factors_; }
  std::vector<observation> measure(const contest& c, const policy& how) override;

 private:
  nlohmann::ordered_json answer();
  bool fill();
  [[noreturn]] void ended();

  pid_t child_ = -1;
  bool launched_ = false;  // by a launcher
  int to_ = -1, from_ = -1;
  std::string unread_;
  nlohmann::ordered_json factors_;
  node_map nodes_;
};

}  // namespace tutti::measure
