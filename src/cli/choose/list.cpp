// tutti list: the catalogue.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/choose/algorithms_page.hpp"
#include "cli/choose/own_algorithms_list.hpp"
#include "cli/line/commands.hpp"
#include "cli/line/help.hpp"
#include "cli/output/crash_report.hpp"
#include "cli/values/bounds.hpp"
#include "cli/values/names.hpp"
#include "cli/values/option_values.hpp"
#include "cli/values/resources.hpp"
#include "text/counted.hpp"
#include "text/table.hpp"
#include "tutti/full_name.hpp"
#include "tutti/runs_on.hpp"

namespace tutti::cli {
namespace {

constexpr const char* help =
    "Lists the algorithms, their requirements and their costs on p processes in the linear model (a\n"
    "message of n bytes takes alpha + beta n, combining n bytes gamma n), pipelined ones with the best\n"
    "number of blocks M. Of reductions also what does not change how they bracket their operands. For a\n"
    "collective or an algorithm, also a description and the source.\n\n"
    "  tutti list                               all of them, for p = 64 and 1 MB\n"
    "  tutti list bcast --p 1000 --bytes 8      one collective\n"
    "  tutti list bcast.chain --json            one algorithm, for programs\n"
    "  tutti list --library openmpi             the MPI library's own algorithms, as it names them";

constexpr const char* meaning_of_properties =
    "Same for: what does not change how a reduction brackets its operands, which matters if its operator "
    "rounds. "
    "elements: the place of an element in the vector; placements: the nodes of the processes; ranks: "
    "operands "
    "are always in the order of ranks; processes: all have the same result. TUTTI_REDUCTIONS asks for them.";

struct options {
  std::string what, p = "64", bytes = "1M", alpha, beta, gamma;
  std::string library;
  bool json = false, markdown = false;
};

struct priced {
  const algorithm* of;
  shape at;
  cost price;
  bool runs;     // its requirements hold for this p
  double bound;  // as from bound_in_seconds()
};

priced price(const algorithm& a, int p, double bytes, const machine& on) {
  shape s{.p = p, .bytes = bytes, .pieces = 1};
  if (a.stages) s.pieces = best_pieces(a, s, on, std::max(1.0, bytes));
  const bool runs = runs_on(a, p) && !is_neighbourhood(a.of);  // these need a graph
  return {&a, s, runs ? a.price(s) : cost{}, runs, bound_in_seconds(a.of, p, bytes, on, 0)};
}

nlohmann::ordered_json as_json(const priced& x, const machine& on) {
  nlohmann::ordered_json j{
      {"collective", name_of(x.of->of)},
      {"name", x.of->name},
      {"summary", x.of->summary},
      {"source", x.of->source},
      {"needs",
       {{"power_of_two", x.of->needs.power_of_two},
        {"commutative", x.of->needs.commutative},
        {"exact", x.of->needs.exact}}},
      {"traffic", name_of(x.of->traits.on_network)},
      {"pipelined", x.of->stages != nullptr},
      {"p", x.at.p},
      {"bytes", x.at.bytes},
  };
  if (combines(x.of->of)) j["same_for"] = same_for(*x.of);
  if (!x.runs) return j;
  j["price"] = {{"blocks", x.at.pieces},          {"rounds", x.price.rounds},
                {"bytes", x.price.bytes},         {"bytes_reduced", x.price.reduced},
                {"seconds", x.price.seconds(on)}, {"upper_bound", x.of->traits.bound}};
  if (x.bound >= 0) j["lower_bound_seconds"] = x.bound;
  if (const auto times = over_bound(x.price.seconds(on), x.bound)) j["x_bound"] = *times;
  return j;
}

// The last column is shown only if there are reductions.
std::vector<std::string> as_row(const priced& x, const machine& on, bool with_properties) {
  const std::string last = fmt::format("{}", fmt::join(same_for(*x.of), ", "));
  const auto with_last = [&](std::vector<std::string> row) {
    if (with_properties) row.push_back(last.empty() && combines(x.of->of) ? "-" : last);
    return row;
  };
  if (!x.runs) return with_last({full_name(*x.of), "-", "-", "-", "-", "-", needs_of(*x.of)});
  const std::string most = x.of->traits.bound ? "<= " : "";
  const std::optional<double> times = over_bound(x.price.seconds(on), x.bound);
  return with_last({full_name(*x.of), x.of->stages ? std::to_string(x.at.pieces) : "",
                    most + in_digits(x.price.rounds), most + in_bytes(x.price.bytes),
                    most + in_seconds(x.price.seconds(on)), (times ? most : "") + over_bound_in_words(times),
                    needs_of(*x.of)});
}

void list(const options& o) {
  if (o.markdown) {
    fmt::print("{}", algorithms_page());
    return;
  }
  const int p = whole_number("--p", o.p, 1, 1 << 27);
  const double bytes = static_cast<double>(parse_size(o.bytes, "--bytes"));
  const machine on = machine_from(o.alpha, o.beta, o.gamma);
  std::vector<priced> all;
  const crash_report on_stderr("tutti list");
  for (const algorithm* a : find_algorithms(o.what))
    all.push_back(in_name_of(*a, [&] { return price(*a, p, bytes, on); }));

  if (o.json) {
    auto j = nlohmann::ordered_json::array();
    for (const priced& x : all) j.push_back(as_json(x, on));
    fmt::print("{}\n", j.dump(2));
    return;
  }
  const bool reductions = std::ranges::any_of(all, [](const priced& x) { return combines(x.of->of); });
  std::vector<std::string> heads{"algorithm", ">M", ">rounds", ">bytes", ">time", ">x bound", "needs"};
  if (reductions) heads.emplace_back("same for");
  table t(heads);
  for (const priced& x : all) t.row(as_row(x, on, reductions));
  fmt::print("{}", t.text());
  if (!o.what.empty()) {
    fmt::print("\n");
    for (const priced& x : all)
      fmt::print("{}\n", filled(fmt::format("{}: {} ({})", full_name(*x.of), x.of->summary, x.of->source),
                                help_columns - 4, "    "));
  }
  const std::string meaning = fmt::format(
      "{}. Rounds, bytes and time along the longest chain of messages, for p = {} and {}; alpha = {}, beta = "
      "{} a byte, gamma = {} a byte. x bound: the time over the largest lower bound, as in tutti predict.",
      counted(all.size(), "algorithm"), p, in_bytes(bytes), in_seconds(on.alpha), in_seconds(on.beta),
      in_seconds(on.gamma));
  fmt::print("\n{}\n", filled(meaning, help_columns));
  if (reductions) fmt::print("{}\n", filled(meaning_of_properties, help_columns));
}

}  // namespace

void add_list(command& tutti) {
  command sub = tutti.add_subcommand("list", "list the algorithms, their authors and costs", help);
  const auto o = std::make_shared<options>();
  sub.add_option("what", o->what, "COLLECTIVE[.ALGORITHM]",
                 "a collective (bcast) or an algorithm (bcast.chain); default: all");
  sub.add_option("--p", o->p, "N", "processes; default 64");
  sub.add_option("--bytes", o->bytes, "SIZE", "bytes, as the collective counts them; default 1M");
  sub.add_option("--alpha", o->alpha, "TIME", "start-up time of a message; default 2us");
  sub.add_option("--beta", o->beta, "TIME", "transfer time per byte; default 0.4ns");
  sub.add_option("--gamma", o->gamma, "TIME", "reduction time per byte; default 0.1ns");
  sub.add_flag("--json", o->json, "for programs");
  sub.add_flag("--markdown", o->markdown, "the reference page of all algorithms (docs/algorithms.md)");
  sub.add_option("--library", o->library, "NAME",
                 "instead: the algorithms that openmpi or mpich has itself, asked of the library")
      .one_of({"openmpi", "mpich"});
  sub.callback([o, sub] {
    if (!o->library.empty()) {
      sub.allow_only({"--library", "--json", "what"}, "with --library, which lists the MPI library's own");
      list_own_algorithms(o->library, o->what, o->json);
      return;
    }
    if (o->markdown) sub.allow_only({"--markdown"}, "with --markdown, whose page is always the same");
    list(*o);
  });
}

}  // namespace tutti::cli
