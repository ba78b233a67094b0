#pragma once

#include <sys/types.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "measure/own_algorithms.hpp"
#include "measure/testbed.hpp"

namespace tutti::measure {

/// The beginning of a line of the measuring program; other lines are not from it.
inline constexpr const char* answer_prefix = "@tutti-bench ";

/// Thrown if the program has ended, or was ended, in place of an answer. One sentence.
class program_ended : public std::runtime_error {
 public:
  enum class how {
    failed,  ///< an MPI call returned an error, or the program refused
    died,
    silent,  ///< it did not answer in time
  };
  program_ended(how is, const std::string& what) : std::runtime_error(what), is_(is) {}
  [[nodiscard]] how is() const noexcept { return is_; }

 private:
  how is_;
};

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
/// The answer to {"library": true} is the algorithms of the MPI library, as own_algorithms.hpp writes them.
/// Instead of an answer, the program may write {"error": "..."} before it ends. It ends when its standard
/// input does. Its other output goes to standard error.
class remote_testbed final : public testbed {
 public:
  /// Starts `command` (with its launcher, if it needs one). Throws std::runtime_error if it does not start or
  /// does not answer.
  explicit remote_testbed(const std::vector<std::string>& command);
  /// Ends the program, and waits for it.
  ~remote_testbed() override;

  [[nodiscard]] const node_map& nodes() const override { return nodes_; }
  [[nodiscard]] const nlohmann::ordered_json& factors() const override { return factors_; }
  [[nodiscard]] experiment fitted(experiment e) const override;
  std::vector<observation> measure(const contest& c, const policy& how) override;
  /// The algorithms of the MPI library itself.
  const own_algorithms& library() const;
  /// Ends the program if an answer takes longer, in seconds, and throws program_ended; 0: no limit. For
  /// algorithms that may hang.
  void set_patience(double seconds) noexcept { patience_ = seconds; }

 private:
  void say(const nlohmann::ordered_json& what) const;
  nlohmann::ordered_json answer() const;
  bool fill() const;
  void require_answer() const;
  [[noreturn]] void ended() const;

  // A const member may ask the program.
  mutable pid_t child_ = -1;
  bool launched_ = false;  // with a launcher
  int to_ = -1, from_ = -1;
  double patience_ = 0;
  mutable std::string unread_;
  mutable std::optional<own_algorithms> library_;  // once it was asked for
  nlohmann::ordered_json factors_;
  node_map nodes_;
};

}  // namespace tutti::measure
