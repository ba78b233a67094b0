#include "cli/measure/testbeds.hpp"

#include <unistd.h>

#include <cstdlib>
#include <optional>

#include "cli/launch/launcher.hpp"
#include "cli/launch/rank_environment.hpp"
#include "cli/line/command_line.hpp"
#include "cli/line/usage_error.hpp"
#include "cli/values/option_values.hpp"
#include "cli/values/resources.hpp"
#include "measure/remote_testbed.hpp"
#include "measure/virtual_testbed.hpp"
#include "select/environment.hpp"
#include "select/settings.hpp"
#include "tutti/machine/network.hpp"

namespace tutti::cli {
namespace {

std::optional<mpi> named(const testbed_options& o) {
  if (o.mpi_name.empty()) return std::nullopt;
  return find_mpi(o.mpi_name);
}

variables own_variables() {
  variables all;
  for (const assignment& a : assignments_in(environ)) all.emplace_back(a.name, a.value);
  return all;
}

// Sets variables of this process as long as the object lives, for a command that is started meanwhile: the
// next command must not inherit them.
class in_environment {
 public:
  explicit in_environment(const variables& all) {
    for (const auto& [name, value] : all) {
      const char* const before = std::getenv(name.c_str());
      before_.emplace_back(name, before ? std::optional<std::string>(before) : std::nullopt);
      setenv(name.c_str(), value.c_str(), 1);
    }
  }
  ~in_environment() {
    for (const auto& [name, value] : before_)
      if (value)
        setenv(name.c_str(), value->c_str(), 1);
      else
        unsetenv(name.c_str());
  }
  in_environment(const in_environment&) = delete;
  in_environment& operator=(const in_environment&) = delete;

 private:
  std::vector<std::pair<std::string, std::optional<std::string>>> before_;
};

std::unique_ptr<measure::testbed> under_launcher(const testbed_options& o, const started& s) {
  const std::optional<mpi> wished = named(o);
  if (!s.by && !wished)
    throw usage_error("srun starts programs of any MPI: choose with --mpi openmpi or --mpi mpich");
  std::string program = measuring_program_of(wished ? *wished : *s.by, o.program).string();
  for (const auto& [name, value] : o.environment) setenv(name.c_str(), value.c_str(), 1);
  if (s.rank == 0) return std::make_unique<measure::remote_testbed>(std::vector{program});
  char* const arguments[] = {program.data(), nullptr};
  become(arguments);
}

std::unique_ptr<measure::testbed> in_virtual_time(const testbed_options& o) {
  const int p = whole_number("--p", o.p, 1, 1 << 27);
  require_memory("a collective", p);
  const settings user = read_settings(environ);
  if (!user.warnings.empty()) throw usage_error(user.warnings[0]);
  nlohmann::ordered_json described = nlohmann::ordered_json::object();
  for (const auto& [name, text] : {std::pair{"model", &o.on.model},
                                   {"topology", &o.on.topology},
                                   {"per_node", &o.on.per_node},
                                   {"place", &o.on.place},
                                   {"arrival", &o.on.arrival}})
    if (!text->empty()) described[name] = *text;
  return std::make_unique<measure::virtual_testbed>(p, network_from(o.on, p), user, std::move(described));
}

}  // namespace

void add_testbed_options(command& sub, testbed_options& into) {
  sub.add_option("--mpi", into.mpi_name, "NAME", "openmpi or mpich, if the launcher does not determine it");
  sub.add_option("--program", into.program, "FILE",
                 "use this measuring program instead of the installed one");
  sub.add_option("--p", into.p, "N", "number of processes in virtual time, without MPI");
  add_network_options(sub, into.on);
}

std::unique_ptr<measure::remote_testbed> launched_testbed(const testbed_options& o) {
  launcher l = recognise(o.launcher[0]);
  if (const auto wished = named(o)) l.library = wished;
  if (!l.library)
    throw usage_error("cannot tell which MPI {} belongs to: add --mpi openmpi or --mpi mpich", o.launcher[0]);
  variables own, ranks = own_variables();
  for (const auto& one : o.environment) {
    std::erase_if(ranks, [&](const auto& other) { return other.first == one.first; });
    ranks.push_back(one);
  }
  std::vector<std::string> command = with_variables(l, o.launcher, ranks, own);
  const in_environment for_command(own);
  command.push_back(measuring_program_of(*l.library, o.program).string());
  return std::make_unique<measure::remote_testbed>(command);
}

std::unique_ptr<measure::testbed> make_testbed(const testbed_options& o) {
  named(o);  // reports mistakes in virtual time, too
  const bool virtual_time = !o.p.empty();
  if (virtual_time && !o.launcher.empty())
    throw usage_error("--p is for virtual time: leave it out, or the launcher behind --");
  if (!virtual_time && o.on.given())
    throw usage_error(
        "--model, --topology, --per-node, --place and --arrival are for virtual time: add --p, the number of "
        "processes");
  if (virtual_time) return in_virtual_time(o);
  if (!o.launcher.empty()) return launched_testbed(o);
  if (const auto s = started_by()) return under_launcher(o, *s);
  throw usage_error(
      "missing number of processes: put mpirun -n 4 in front, -- mpirun -n 4 at the end, or add --p 64 for "
      "virtual time");
}

void add_policy_options(command& sub, policy_options& into) {
  measure::policy& p = into.how;
  sub.add_option("--sync", p.sync, "HOW",
                 "start after tutti's barrier (barrier, default), MPI_Barrier (native), or at an agreed time "
                 "(window)")
      .one_of({"barrier", "native", "window"});
  sub.add_option("--time", p.time, "WHICH",
                 "slowest (default): time of the slowest process; span: first start to last end")
      .one_of({"slowest", "span"});
  sub.add_option("--cache", p.cache, "HOW", "cold (default): new buffers each time; warm: the same buffers")
      .one_of({"cold", "warm"});
  sub.add_option("--calls", p.calls, "N", "calls per measurement, with changing roots; default 1")
      .range(1, 1000000);
  sub.add_option("--repetitions", into.repetitions, "RANGE",
                 "repetitions of each measurement: 30, or minimum..maximum; default 10..1000");
  sub.add_option("--precision", p.precision, "SHARE",
                 "stop when the confidence interval is within this share of the median; default 0.02")
      .check(no_number)
      .share()
      .each([&into](const std::string&) { into.precision_given = true; });
  sub.add_option("--unchanged", p.unchanged, "N",
                 "instead of --precision: stop when the least time has not changed for N repetitions")
      .range(1, 1000000);
  sub.add_option("--budget", into.budget, "TIME", "time limit per experiment; default 1s");
  sub.add_option("--warmup", p.warmup, "N", "warm-up measurements, not counted; default 3").range(0, 1000000);
  sub.add_option("--seed", p.seed, "N", "seed of the order of experiments; default 1").check(no_seed);
  sub.add_flag("--no-check", into.no_check, "do not check results");
  add_progress_options(sub, into.progress);
}

measure::policy policy_from(const policy_options& o) {
  (void)o.progress.how();  // reports a mistake
  measure::policy p = o.how;
  if (o.precision_given && p.unchanged > 0)
    throw usage_error("expected --precision or --unchanged, not both");
  p.check = !o.no_check;
  if (!o.repetitions.empty()) {
    const std::size_t dots = o.repetitions.find("..");
    p.least = whole_number("--repetitions", o.repetitions.substr(0, dots), 1, 10000000);
    p.most = dots == std::string::npos
                 ? p.least
                 : whole_number("--repetitions", o.repetitions.substr(dots + 2), p.least, 10000000);
  }
  if (!o.budget.empty()) p.budget = parse_time(o.budget, "--budget");
  return p;
}

}  // namespace tutti::cli
