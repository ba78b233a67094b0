// tutti who: show where the processes of a program are, and which ones are missing.

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "cli/launch/launcher.hpp"
#include "cli/launch/watch.hpp"
#include "cli/line/commands.hpp"
#include "cli/line/usage_error.hpp"
#include "cli/observe/collect.hpp"
#include "cli/output/temporary_folder.hpp"
#include "record/read.hpp"
#include "record/roll.hpp"
#include "text/counted.hpp"
#include "text/quantity.hpp"
#include "text/table.hpp"

namespace tutti::cli {
namespace {

constexpr const char* help =
    "Finds the cause of a hang or crash of a program under tutti run: the processes that have not entered "
    "the collective that the others wait in, where they are instead, and mismatched calls. The program may "
    "be running or dead.\n\n"
    "  tutti who                        the newest job on this node\n"
    "  tutti who 1122-101500-4711       another job; tutti who --list shows all\n"
    "  tutti who --waiting --for 5s     time in the last calls: waiting or moving data\n"
    "  tutti who --clear                remove the records of dead programs\n\n"
    "For a program on several nodes, name the others, where ssh or another command reaches them:\n"
    "  tutti who --hosts node2,node3\n"
    "or copy the records of each node to a shared folder, and read that:\n"
    "  mpirun --map-by ppr:1:node tutti who --collect /shared/roll\n"
    "  tutti who --from /shared/roll\n\n"
    "See docs/checking.md.";

struct options {
  std::string job, collect, from, with = "ssh -o BatchMode=yes", host_timeout = "10s";
  std::vector<std::string> hosts;
  bool list = false, clear = false, waiting = false;
  std::string seconds = "1s";
};

void print_list(const std::vector<record::job>& all) {
  table t({"job", "begun", ">processes", "now", "program"});
  for (const record::job& j : all) {
    const auto begun = static_cast<std::time_t>(j.started);
    t.row({j.name, fmt::format("{:%F %T}", fmt::localtime(begun)), std::to_string(j.processes),
           j.alive    ? "runs"
           : j.dead() ? "dead"
                      : "not known",
           j.program});
  }
  fmt::print("{}", t.text());
}

const record::job& wanted(const options& o, const std::vector<record::job>& all) {
  const std::string place = o.from.empty() ? "on this node" : "in " + o.from;
  if (all.empty() && o.job.empty())
    throw std::runtime_error(
        fmt::format("there is no record {}: tutti run records programs while they run and when they crash; "
                    "for a program that was started without it, see docs/checking.md",
                    place));
  if (o.job.empty()) return all.front();
  const auto found = std::ranges::find(all, o.job, &record::job::name);
  if (found == all.end())
    throw usage_error("there is no job {} {}; tutti who --list shows the jobs", o.job, place);
  return *found;
}

// Times of calls are recorded only on request.
std::string waiting_now(const record::job& j, double seconds) {
  const record::timing noted(j);
  if (!j.dead()) std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  return last_calls(record::read(j));
}

// Copies the job's records from this node and from others, which run this same command.
void gather(const options& o, const std::vector<record::job>& here, const std::string& into) {
  std::string job = o.job;
  if (job.empty() && !here.empty()) job = here.front().name;
  const auto local = std::ranges::find(here, job, &record::job::name);
  if (local != here.end()) record::copy(*local, into);
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:@";
  if (job.find_first_not_of(plain) != std::string::npos)
    throw usage_error("there is no job {}; tutti who --list shows the jobs", job);
  for (const std::string& host : o.hosts)
    if (host.empty() || host.front() == '-' || host.find_first_not_of(plain) != std::string::npos)
      throw usage_error("--hosts {}: expected names of hosts, a,b,c", host);
  std::istringstream text(o.with);
  const std::vector<std::string> with{std::istream_iterator<std::string>(text), {}};
  if (with.empty()) throw usage_error("--with: expected a command, such as ssh");
  const std::string command =
      fmt::format("{} who {}{}--collect -", cli::quoted(own_file().string()), job, job.empty() ? "" : " ");
  for (const answer& a : ask(o.hosts, with, command, parse_time(o.host_timeout, "--host-timeout"))) {
    record::keep(a.files, into);
    if (!a.problem.empty()) fmt::print(stderr, "tutti: no records from {}: {}\n", a.host, a.problem);
  }
}

void who(options o) {
  const double watched = parse_time(o.seconds, "--for");
  parse_time(o.host_timeout, "--host-timeout");
  if (!o.from.empty() && !std::filesystem::is_directory(o.from))
    throw usage_error("--from {}: there is no such folder", o.from);
  std::vector<record::job> all = record::jobs_in(o.from.empty() ? record::folder : o.from);
  std::optional<temporary_folder> of_all;  // the records of all nodes
  if (!o.hosts.empty()) {
    o.from = of_all.emplace().name();
    gather(o, all, o.from);
    all = record::jobs_in(o.from);
  }
  if (o.list) return print_list(all);
  if (o.clear) {
    for (const record::job& j : all)
      if (j.dead() && (o.job.empty() || o.job == j.name)) {
        record::remove(j);
        fmt::print("removed: {}\n", j.name);
      }
    return;
  }
  const record::job& j = wanted(o, all);
  if (o.collect == "-") return print_records(j);
  if (!o.collect.empty()) {
    const auto n = record::copy(j, o.collect);
    fmt::print("{}: {} copied to {}\n", j.name, counted(n, "record"), o.collect);
    return;
  }
  fmt::print("{}",
             o.waiting ? waiting_now(j, watched) : record::roll_call(record::read(j), record::source_line));
  if (o.job.empty() && all.size() > 1)
    fmt::print("({} other job{}: tutti who --list)\n", all.size() - 1, all.size() == 2 ? "" : "s");
}

}  // namespace

void add_who(command& tutti) {
  command sub = tutti.add_subcommand("who", "find the cause of a hang or crash", help);
  const auto o = std::make_shared<options>();
  sub.add_option("job", o->job, "JOB", "the job (default: the newest)");
  sub.add_flag("--list", o->list, "list the jobs that have records");
  sub.add_flag("--waiting", o->waiting, "who was waited for in the last calls, up to 128 of each process");
  sub.add_option("--for", o->seconds, "TIME",
                 "with --waiting, watch a running job for this time; default 1s");
  sub.add_flag("--clear", o->clear, "remove the records of jobs that are dead");
  sub.add_option("--collect", o->collect, "FOLDER",
                 "copy the records of this node into a folder; -: to standard output, for --hosts");
  sub.add_option("--from", o->from, "FOLDER", "read what --collect has copied");
  sub.add_option("--hosts", o->hosts, "HOSTS", "also read the records on these nodes, a,b,c").list();
  sub.add_option("--with", o->with, "COMMAND",
                 "the command that runs another one on a host: COMMAND HOST COMMAND-LINE (default: ssh -o "
                 "BatchMode=yes)");
  sub.add_option("--host-timeout", o->host_timeout, "TIME", "do not wait longer for a host (default: 10s)");
  sub.callback([o, sub] {
    const std::vector<std::string> where{"--from", "--hosts", "--with", "--host-timeout"};
    const auto beside = [&](std::vector<std::string> those, const char* with) {
      those.insert(those.end(), where.begin(), where.end());
      sub.allow_only(those, with);
    };
    if (o->list) beside({"--list"}, "with --list");
    if (o->clear) beside({"--clear", "job"}, "with --clear");
    if (!o->collect.empty()) beside({"--collect", "job"}, "with --collect");
    if (sub.get_option("--with").given() && o->hosts.empty()) throw usage_error("--with needs --hosts");
    if (!o->waiting && sub.get_option("--for").given()) throw usage_error("--for needs --waiting");
    who(*o);
  });
}

}  // namespace tutti::cli
