// tutti plan: find the best algorithms for a machine by running them in virtual time.

#include "select/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <thread>

#include "cli/line/commands.hpp"
#include "cli/line/usage_error.hpp"
#include "cli/output/output.hpp"
#include "cli/output/progress.hpp"
#include "cli/values/graphs.hpp"
#include "cli/values/names.hpp"
#include "cli/values/option_values.hpp"
#include "cli/values/resources.hpp"
#include "select/sources.hpp"
#include "text/counted.hpp"
#include "tutti/machine/network.hpp"

namespace tutti::cli {
namespace {

constexpr const char* help =
    "Runs the algorithms of the catalogue in virtual time on a machine, with its nodes, and writes a\n"
    "plan: for each kind of call and size the fastest one and its blocks. It needs no measurement and no\n"
    "MPI.\n\n"
    "  tutti plan machine.json --p 560 --per-node 16 -o plan.json\n"
    "  tutti plan machine.json --p 64 --per-node 8 --cyclic bcast allreduce -o plan.json\n"
    "  tutti plan machine.json --p 64 --per-node 8 --arrival measured:arrival.json reduce -o plan.json\n\n"
    "MACHINE.json is what tutti calibrate writes (docs/machines.md), or the word usual. Use the plan with\n"
    "TUTTI_PLAN=plan.json or tutti run --plan plan.json: it overrides the model, and a profile, which was\n"
    "measured, overrides it. It applies to communicators of p processes on such nodes and, if several p\n"
    "are given, to those between; --p 64,128 --per-node 16,32 plans for four kinds of jobs "
    "(docs/choosing.md).\n"
    "With --arrival it is for calls at which processes arrive so, and the fastest algorithm is the one that\n"
    "ends first (docs/arrival.md, with the patterns).\n";

struct options {
  std::string machine, p = "64", per_node = "1", most = "4Mi", least = "8", messages = "2097152", arrival,
                       output = "-";
  std::vector<std::string> of;
  bool cyclic = false;
  progress_options bar;
};

// The progress of a plan for several kinds of jobs: for each of them a bar for the powers of two, and another
// one for the sizes between them.
class shown_progress {
 public:
  explicit shown_progress(progress::show how) : how_(how) {}
  void plans_for(int p, int per_node) {
    job_ = fmt::format("{}, {} a node", counted(p, "process"), per_node);
    parts_ = 0;
  }
  void at(std::size_t done, std::size_t known) {
    if (done > 0) {
      bar_->end();
    } else {
      bar_.reset();
      bar_.emplace("tutti plan", known, how_);
      ++parts_;
    }
    if (done < known) bar_->begin(job_ + (parts_ > 1 ? ", sizes between two choices" : ""));
  }
  void end() { bar_.reset(); }

 private:
  progress::show how_;
  std::string job_;
  int parts_ = 0;
  std::optional<progress> bar_;
};

void plan(const options& o) {
  const std::vector<int> sizes = number_ranges("--p", o.p, 2, 1 << 20),
                         nodes = number_ranges("--per-node", o.per_node, 1, sizes.back());
  plan_options how{.least = parse_size(o.least, "--least"), .most = parse_size(o.most, "--most")};
  if (how.least < 1 || how.most < how.least)
    throw usage_error("--least must be at least 1 byte, and at most --most");
  how.messages = static_cast<std::size_t>(whole_number("--messages", o.messages, 1, 1 << 30));
  for (const std::string& name : o.of) {
    how.collectives.push_back(find_collective(name));
    require_no_graph(how.collectives.back(), "a plan");
  }
  how.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  if (collective_named(o.machine) && !std::filesystem::exists(o.machine))
    throw usage_error("missing machine: tutti plan MACHINE.json {}, or tutti plan usual {}", o.machine,
                      o.machine);
  if (o.machine != "usual") require_file("", o.machine);
  require_ending("-o", o.output, ".json", "a plan is JSON");
  require_own_file({{"-o", o.output}}, {o.machine, o.arrival});
  check_writable(o.output);
  settings user;
  user.name_machine(o.machine);
  take_files(user);
  if (!user.warnings.empty()) throw usage_error(without_variable(user.warnings[0]));
  shown_progress shown(o.bar.how());
  how.progress = [&shown](std::size_t done, std::size_t known) { shown.at(done, known); };
  profile all{.planned = true, .made_by = "tutti " TUTTI_VERSION, .made_on = o.machine};
  if (!o.arrival.empty()) all.made_on += ", arrival " + o.arrival;
  for (const int p : sizes) {
    require_memory("a plan", p);
    how.skews = make_arrival(o.arrival, p);
    for (const int n : nodes) {
      shown.plans_for(p, std::min(n, p));
      profile one = make_plan(user.platform, full_nodes(p, std::min(n, p), !o.cyclic), how);
      std::ranges::move(one.entries, std::back_inserter(all.entries));
      if (n >= p) break;  // this node holds all processes, as any larger one does
    }
  }
  shown.end();
  write_text(o.output, write_profile(all));
  tell_written(o.output,
               counted(all.entries.size(), "kind") + (all.entries.size() == 1 ? " of call" : " of calls"));
}

}  // namespace

void add_plan(command& tutti) {
  command sub =
      tutti.add_subcommand("plan", "choose algorithms for a machine in virtual time; write a plan", help);
  const auto o = std::make_shared<options>();
  sub.add_option("machine", o->machine, "MACHINE.json", "the machine, or usual: typical values").required();
  sub.add_option("collectives", o->of, "COLLECTIVE", "collectives; default: all");
  sub.add_option("--p", o->p, "RANGE", "numbers of processes: 560, or 64,128; default 64");
  sub.add_option("--per-node", o->per_node, "RANGE", "processes per node: 16, or 16,32; default 1");
  sub.add_flag("--cyclic,--round-robin", o->cyclic,
               "ranks are dealt to the nodes round robin instead of block by block");
  sub.add_option(
      "--arrival", o->arrival, "ARRIVAL",
      "when processes arrive: late:0:100us, random:5us,seed=7, measured:FILE.json; default: all at once");
  sub.add_option("--least", o->least, "SIZE", "smallest size planned, in bytes; default 8");
  sub.add_option("--most", o->most, "SIZE", "largest size planned, in bytes; default 4Mi");
  sub.add_option("--messages", o->messages, "N",
                 "messages in virtual time per kind and size of call; default 2097152");
  sub.add_option("-o,--output", o->output, "FILE.json", "write the plan here; default: standard output");
  add_progress_options(sub, o->bar);
  sub.callback([o] { plan(*o); });
}

}  // namespace tutti::cli
