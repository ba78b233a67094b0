// tutti calibrate: measure the cost of messages on a machine, for the model, `predict` and the selection.

#include "measure/calibrate.hpp"

#include <fmt/format.h>

#include <memory>

#include "cli/line/commands.hpp"
#include "cli/line/usage_error.hpp"
#include "cli/measure/experiments.hpp"
#include "cli/measure/measured.hpp"
#include "cli/output/output.hpp"
#include "cli/values/option_values.hpp"
#include "text/table.hpp"

namespace tutti::cli {
namespace {

constexpr const char* help =
    "Measures messages between two processes of a node and of two nodes, local reductions, and all\n"
    "processes of nodes sending at once; fits the parameters of the model and writes a machine\n"
    "description.\n\n"
    "  mpirun -n 32 tutti calibrate -o machine.json            best on two full nodes; on more switches,\n"
    "                                                          for these, on all nodes of two of them\n"
    "  tutti calibrate --launches 5 -o machine.json -- mpirun -n 2\n"
    "  tutti calibrate --times raw.csv -o machine.json -- mpirun -n 2     keeps the times; an interrupted "
    "run resumes\n"
    "  tutti calibrate --from raw.csv -o machine.json          from earlier measurements\n"
    "  tutti calibrate --p 8 --model loggp:L=1us,o=0.5us,g=0.6us,G=1ns    no MPI: virtual time\n\n"
    "The file is for TUTTI_MACHINE and tutti predict --model. docs/calibrating.md: what is fitted, and\n"
    "how.\n";

struct options {
  campaign_options all;
  std::vector<std::string> from;
  std::string bytes, output = "-";
  int pieces = 4;
};

void add_rows(table& t, const char* name, const measure::level_fit& l) {
  for (std::size_t k = 0; k < l.pieces.size(); ++k) {
    const piece& x = l.pieces[k];
    t.row({k == 0 ? name : "", in_bytes(static_cast<double>(x.from)), in_seconds(x.alpha),
           fmt::format("{:.4g} ns", x.beta * 1e9), k == 0 ? fmt::format("{:.1f} %", 100 * l.error) : "",
           k == 0 ? std::to_string(l.times.size()) : ""});
  }
}

std::string as_table(const measure::machine_fit& m) {
  table t({"messages", ">from", ">alpha", ">beta", ">error", ">sizes"});
  if (m.within) add_rows(t, "within a node", *m.within);
  if (m.between) add_rows(t, "between nodes", *m.between);
  std::string text = t.text();
  if (m.gamma) text += fmt::format("gamma {:.4g} ns\n", *m.gamma * 1e9);
  if (m.copying) text += fmt::format("copy {:.4g} ns\n", *m.copying * 1e9);
  if (m.overhead) text += fmt::format("overhead {}\n", in_seconds(*m.overhead));
  if (m.eager) text += fmt::format("eager to {}\n", in_bytes(static_cast<double>(*m.eager)));
  if (m.memory_lanes)
    text += fmt::format("memory lanes {:.3g} of {} processes per node\n", *m.memory_lanes, m.per_node);
  if (m.lanes) text += fmt::format("lanes {:.3g} of {} processes per node\n", *m.lanes, m.per_node);
  if (m.leaves.nodes > 0)
    text += fmt::format("{} nodes per leaf switch, with uplinks for {:.3g} messages\n", m.leaves.nodes,
                        m.leaves.uplinks);
  if (!m.in_order) text += "messages in a row share the link\n";
  if (m.nodes == 1 && m.p > 1)
    text +=
        "all on one node: of messages between nodes nothing is known, and they would cost as much as these\n";
  return text;
}

// A poor fit only causes a warning: the measurements may have taken an hour.
void warn_of_a_poor_fit(const measure::machine_fit& m) {
  constexpr double tolerable = 0.3;
  for (const auto& [name, level] :
       {std::pair{"within nodes", &m.within}, std::pair{"between nodes", &m.between}})
    if (*level && (*level)->error > tolerable)
      fmt::print(stderr,
                 "tutti calibrate: half of the times of messages {} differ from the lines by more than "
                 "{:.0f} %: measure longer (--total, --budget), or on a quieter machine\n",
                 name, 100 * (*level)->error);
}

void calibrate(const options& o) {
  std::vector<std::size_t> sizes;
  if (!o.bytes.empty()) sizes = size_steps("--bytes", o.bytes);
  if (sizes.size() == 1)
    throw usage_error("--bytes {}: expected several sizes, such as 8..1M: one size determines no slope",
                      o.bytes);
  if (sizes.size() > measure::most_fitted_sizes)
    throw usage_error(
        "--bytes {}: {} sizes, expected at most {}: a factor instead of a step, as in 8..1M, gives "
        "fewer",
        o.bytes, sizes.size(), measure::most_fitted_sizes);
  require_ending("-o", o.output, ".json", "a machine description is JSON");
  require_own_outputs(o.all, {{"-o", o.output}}, o.from);
  const measured result = measured_or_read(o.all, o.from, [&](const measure::testbed& where) {
    return measure::calibration_contests(where.nodes(), in_virtual_time(where) ? "tutti" : "native", sizes);
  });
  const measure::machine_fit m = measure::fit_machine(result.all, result.p, {.most_pieces = o.pieces});
  write_text(o.output, measure::machine_text(m, measure::origin_of(result.all, m)));
  if (o.output != "-") fmt::print("{}", as_table(m));
  warn_of_a_poor_fit(m);
}

}  // namespace

void add_calibrate(command& tutti, std::vector<std::string>& arguments) {
  const auto o = std::make_shared<options>();
  command sub = add_measuring(tutti, "calibrate", "measure the cost of messages; write a machine description",
                              help, o->all, arguments);
  o->all.how.how.calls = 10;  // consecutive calls, so that the barrier before them hardly counts
  sub.add_option("-o,--output", o->output, "FILE.json",
                 "write the machine description here; default: standard output");
  sub.add_option("--from", o->from, "FILE.csv",
                 "use earlier measurements: files of tutti bench or tutti calibrate --times");
  sub.add_option("--bytes", o->bytes, "SIZES", "message sizes, 8..1M; default: two per octave, 4 B to 4 MiB");
  sub.add_option("--lines,--pieces", o->pieces, "N", "maximum number of line segments; default 4")
      .range(1, 16);
  add_campaign_options(sub, o->all, "--times");
  sub.get_option("--calls").description("calls per measurement; default 10, fewer if they are long");
  sub.callback([o, sub] {
    if (!o->from.empty()) require_only_reading(sub, o->all, {"--lines"});
    o->all.results = {o->output};
    o->all.how.how.fewer_long_calls = !sub.get_option("--calls").given();
    // In virtual time a message takes as long without its data, which only cost memory.
    if (!o->all.where.p.empty()) o->all.how.no_check = true;
    calibrate(*o);
  });
}

}  // namespace tutti::cli
