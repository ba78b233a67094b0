#include "cli/launch/rank_environment.hpp"

#include <fmt/format.h>
#include <strings.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "cli/line/usage_error.hpp"
#include "text/preload_list.hpp"

namespace tutti::cli {
namespace {

constexpr std::string_view option = "--export";

// Options of srun with and without a value (Slurm 17 to 24), needed to find the start of the program. An
// optional value follows "=" or is in the same word.
constexpr std::string_view letters_with_value = "ABCDFGJLMNPSTUWacdegimnopqrtwx",
                           letters_without = "EHOQRVXbhjlsuv";
constexpr std::string_view names_without_value[] = {"autobind",
                                                    "bcast",
                                                    "compress",
                                                    "consolidate-segments",
                                                    "contiguous",
                                                    "debugger-test",
                                                    "disable-status",
                                                    "exact",
                                                    "exclusive",
                                                    "external",
                                                    "get-user-env",
                                                    "help",
                                                    "hold",
                                                    "immediate",
                                                    "interactive",
                                                    "join",
                                                    "kill-on-bad-exit",
                                                    "label",
                                                    "msg-timeout",
                                                    "multi-prog",
                                                    "nice",
                                                    "no-allocate",
                                                    "no-kill",
                                                    "no-requeue",
                                                    "no-rotate",
                                                    "overcommit",
                                                    "overlap",
                                                    "oversubscribe",
                                                    "preserve-env",
                                                    "propagate",
                                                    "pty",
                                                    "quiet",
                                                    "quit-on-interrupt",
                                                    "reboot",
                                                    "requeue",
                                                    "resv-ports",
                                                    "send-libs",
                                                    "share",
                                                    "spread-job",
                                                    "stepmgr",
                                                    "test-only",
                                                    "unbuffered",
                                                    "usage",
                                                    "use-min-nodes",
                                                    "verbose",
                                                    "version",
                                                    "whole",
                                                    "x11"};
constexpr std::string_view names_with_value[] = {"accel-bind",
                                                 "account",
                                                 "acctg-freq",
                                                 "bb",
                                                 "bbf",
                                                 "bcast-exclude",
                                                 "begin",
                                                 "chdir",
                                                 "cluster-constraint",
                                                 "clusters",
                                                 "comment",
                                                 "constraint",
                                                 "container",
                                                 "container-id",
                                                 "core-spec",
                                                 "cores-per-socket",
                                                 "cpu-bind",
                                                 "cpu_bind",
                                                 "cpu-freq",
                                                 "cpus-per-gpu",
                                                 "cpus-per-task",
                                                 "deadline",
                                                 "delay-boot",
                                                 "dependency",
                                                 "distribution",
                                                 "epilog",
                                                 "error",
                                                 "exclude",
                                                 "export",
                                                 "export-file",
                                                 "extra",
                                                 "extra-node-info",
                                                 "gid",
                                                 "gpu-bind",
                                                 "gpu-freq",
                                                 "gpus",
                                                 "gpus-per-node",
                                                 "gpus-per-socket",
                                                 "gpus-per-task",
                                                 "gres",
                                                 "gres-flags",
                                                 "het-group",
                                                 "hint",
                                                 "input",
                                                 "job-name",
                                                 "jobid",
                                                 "licenses",
                                                 "mail-type",
                                                 "mail-user",
                                                 "max-threads",
                                                 "mcs-label",
                                                 "mem",
                                                 "mem-bind",
                                                 "mem_bind",
                                                 "mem-per-cpu",
                                                 "mem-per-gpu",
                                                 "mem-per-tres",
                                                 "mincores",
                                                 "mincpus",
                                                 "minsockets",
                                                 "minthreads",
                                                 "mpi",
                                                 "network",
                                                 "nodefile",
                                                 "nodelist",
                                                 "nodes",
                                                 "ntasks",
                                                 "ntasks-per-core",
                                                 "ntasks-per-gpu",
                                                 "ntasks-per-node",
                                                 "ntasks-per-socket",
                                                 "ntasks-per-tres",
                                                 "open-mode",
                                                 "output",
                                                 "pack-group",
                                                 "partition",
                                                 "power",
                                                 "prefer",
                                                 "priority",
                                                 "profile",
                                                 "prolog",
                                                 "qos",
                                                 "relative",
                                                 "reservation",
                                                 "segment",
                                                 "signal",
                                                 "slurmd-debug",
                                                 "sockets-per-node",
                                                 "switches",
                                                 "task-epilog",
                                                 "task-prolog",
                                                 "tasks-per-node",
                                                 "thread-spec",
                                                 "threads",
                                                 "threads-per-core",
                                                 "time",
                                                 "time-min",
                                                 "tmp",
                                                 "tree-width",
                                                 "tres-bind",
                                                 "tres-per-task",
                                                 "uid",
                                                 "wait",
                                                 "wckey"};

bool same(std::string_view a, const char* b) {
  return strncasecmp(a.data(), b, a.size()) == 0 && b[a.size()] == '\0';
}
bool has(const auto& names, std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

// The number of words of an option, including itself; none if unknown.
std::optional<std::size_t> words_of(std::string_view word) {
  if (word.starts_with("--")) {
    const std::string_view name = word.substr(2, word.find('=') - 2);
    if (word.find('=') != std::string_view::npos || has(names_without_value, name)) return 1;
    if (has(names_with_value, name)) return 2;
    return std::nullopt;
  }
  for (std::size_t k = 1; k < word.size(); ++k) {
    if (word[k] == 'I' || word[k] == 'k' || word[k] == 'K' || word[k] == 'Z')
      return 1;  // the rest is its value
    if (letters_with_value.find(word[k]) != std::string_view::npos) return k + 1 == word.size() ? 2 : 1;
    if (letters_without.find(word[k]) == std::string_view::npos) return std::nullopt;
  }
  return 1;
}

// One program of the command line, from its first option on.
class part {
 public:
  // Takes the words of `command` up to the next ":" or the end.
  part(const std::vector<std::string>& command, std::size_t& at) {
    for (; at < command.size() && command[at] != ":"; ++at) words_.push_back(command[at]);
    std::string_view unknown;
    for (std::size_t k = 0; k < words_.size();) {
      const std::string& word = words_[k];
      if (!word.starts_with('-') || word == "-" || word == "--") break;
      const auto takes = words_of(word);
      if (!takes) unknown = unknown.empty() ? std::string_view(word) : unknown;
      const bool two = word == option && k + 1 < words_.size();
      if (!two && !word.starts_with(std::string(option) + "=")) {
        k += takes.value_or(1);
        continue;
      }
      if (!unknown.empty()) refuse(unknown);
      exports_ = two ? words_[k + 1] : word.substr(option.size() + 1);
      const auto first = words_.begin() + static_cast<std::ptrdiff_t>(k);
      words_.erase(first, first + (two ? 2 : 1));
    }
    // An unknown option may take a value, so an --export after it may belong to the program.
    if (!unknown.empty() && std::any_of(words_.begin(), words_.end(), [](const std::string& w) {
          return w == option || w.starts_with(std::string(option) + "=");
        }))
      refuse(unknown);
  }

  /// The value of this program's --export option, if it has one.
  [[nodiscard]] const std::optional<std::string>& exports() const { return exports_; }
  [[nodiscard]] const std::vector<std::string>& others() const { return words_; }

 private:
  [[noreturn]] static void refuse(std::string_view unknown) {
    throw usage_error(
        fmt::format("cannot tell whether {} of srun takes a value: put --export before it", unknown));
  }
  std::vector<std::string> words_;
  std::optional<std::string> exports_;
};

// The user's exports and ours: "ALL,A=1,LD_PRELOAD=libtutti-openmpi.so".
std::string merged(std::string_view wished, const variables& all, const std::string& preload) {
  std::string list, preloaded = preload;
  std::vector<std::string> named;
  bool everything = false;
  const auto add = [&list](const std::string& item) { list += (list.empty() ? "" : ",") + item; };
  for (bool more = true; more;) {
    const std::size_t comma = wished.find(',');
    const std::string_view item = wished.substr(0, comma);
    more = comma != std::string_view::npos;
    if (more) wished.remove_prefix(comma + 1);
    if (item.empty() || same(item, "NONE") || same(item, "NIL")) continue;
    everything = everything || same(item, "ALL");
    const std::size_t equals = item.find('=');
    named.emplace_back(item.substr(0, equals));
    if (named.back() != "LD_PRELOAD")
      add(std::string(item));
    else if (equals != std::string_view::npos)
      for (const std::string& other : others_in(item.substr(equals + 1))) preloaded += ":" + other;
  }
  if (!everything)
    for (const auto& [name, value] : all)
      if (name != "LD_PRELOAD" && !has(named, name)) add(name);
  add("LD_PRELOAD=" + preloaded);
  return list;
}

// The command line of srun, `command`, with options that set the variables for the ranks of each of its
// programs ("srun ... : ..."). srun uses the last --export of a program, else that of the program before,
// else SLURM_EXPORT_ENV. The user's exports are kept, and ours are added.
std::vector<std::string> with_exports(const std::vector<std::string>& command, const variables& all,
                                      variables& own) {
  std::string preload;
  for (const auto& [name, value] : all)
    if (name == "LD_PRELOAD")
      preload = value;
    else
      own.emplace_back(name, value);
  if (preload.find(',') != std::string::npos)
    throw usage_error(fmt::format("srun cannot pass on LD_PRELOAD={}: there is a comma in it", preload));
  const char* const set = std::getenv("SLURM_EXPORT_ENV");
  std::string wished = set && *set ? set : "ALL";
  std::vector<std::string> result{command[0]};
  for (std::size_t at = 1;; ++at) {  // skips the ":"
    const part one(command, at);
    if (one.exports()) wished = *one.exports();
    if (preload.empty()) {
      if (one.exports()) result.push_back(fmt::format("{}={}", option, wished));
    } else {
      result.push_back(fmt::format("{}={}", option, merged(wished, all, preload)));
    }
    result.insert(result.end(), one.others().begin(), one.others().end());
    if (at >= command.size()) return result;
    result.emplace_back(":");
  }
}

}  // namespace

std::vector<std::string> with_variables(const launcher& l, const std::vector<std::string>& command,
                                        const variables& all, variables& own) {
  std::vector<std::string> options;
  switch (l.kind) {
    case launcher_kind::orterun:
      for (const auto& [name, value] : all)
        options.insert(options.end(), {"-x", fmt::format("{}={}", name, value)});
      break;
    case launcher_kind::hydra:
      for (const auto& [name, value] : all) options.insert(options.end(), {"-genv", name, value});
      break;
    case launcher_kind::srun: return with_exports(command, all, own);
    case launcher_kind::none: own = all; return command;
  }
  std::vector<std::string> result;
  bool begins = true;
  for (const std::string& word : command) {
    result.push_back(word);
    // Options go right after the launcher's name. In "mpirun ... : ...", Open MPI needs them for each
    // program.
    if (begins || (word == ":" && l.kind == launcher_kind::orterun))
      result.insert(result.end(), options.begin(), options.end());
    begins = false;
  }
  return result;
}

}  // namespace tutti::cli
