#include "cli/measure/experiments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>

#include "cli/line/command_line.hpp"
#include "cli/line/usage_error.hpp"
#include "cli/values/graphs.hpp"
#include "cli/values/names.hpp"
#include "cli/values/option_values.hpp"
#include "measure/communicators.hpp"
#include "measure/layouts.hpp"
#include "measure/mockups.hpp"
#include "measure/own_algorithms.hpp"
#include "measure/patterns.hpp"
#include "measure/workload.hpp"
#include "select/call_kind.hpp"
#include "select/call_name.hpp"
#include "text/nearest.hpp"
#include "tutti/engine/cases.hpp"
#include "tutti/model/problems.hpp"

namespace tutti::cli {
namespace {

using measure::contest;
using measure::experiment;

// The meaning of a word: an operation, and the implementations that the word names.
struct named_operation {
  std::string operation;
  std::vector<std::string> by;
};

std::string nearest_posted(const std::string& word) {
  std::vector<std::string> names;
  for (const form as : {form::nonblocking, form::persistent})
    for (int k = 0; k < collectives; ++k)
      names.push_back(tutti::name_of(call_name{static_cast<collective>(k), as}));
  return nearest(word, std::vector<std::string_view>(names.begin(), names.end()));
}

std::vector<named_operation> operations_of(const experiment_options& o) {
  std::vector<named_operation> all;
  // Neighbourhood collectives need a graph, so they are among the patterns.
  const auto collectives_that = [&](auto wanted, form as = form::blocking) {
    for (int k = 0; k < collectives; ++k)
      if (const auto c = static_cast<collective>(k); wanted(c) && !is_neighbourhood(c))
        all.push_back({tutti::name_of(call_name{c, as}), {}});
  };
  const auto patterns_that = [&](auto wanted) {
    for (const measure::pattern& x : measure::patterns())
      if (wanted(x)) all.push_back({std::string(x.name), {}});
  };
  const std::vector<std::string> words = o.what.empty() ? std::vector<std::string>{"collectives"} : o.what;
  for (const std::string& word : words) {
    if (word == "collectives") {
      collectives_that([](collective) { return true; });
    } else if (word == "regular") {
      collectives_that([](collective c) { return !is_irregular(c); });
    } else if (word == "irregular") {
      collectives_that(is_irregular);
    } else if (word == "nonblocking" || word == "persistent") {
      const form as = word == "persistent" ? form::persistent : form::nonblocking;
      collectives_that([](collective) { return true; }, as);
    } else if (word == "patterns") {
      patterns_that([](const measure::pattern& x) { return !x.call; });
    } else if (word == "neighbourhood") {
      patterns_that([](const measure::pattern& x) { return x.call.has_value(); });
    } else if (measure::pattern_named(word) || measure::measured_call(word)) {
      all.push_back({word, {}});
    } else if (word.find('.') != std::string::npos) {
      const std::size_t dot = word.find('.');
      const auto called = measure::measured_call(word.substr(0, dot));
      if (!called) find_collective(word.substr(0, dot));
      const algorithm& a =
          find_algorithm(called ? std::string(name_of(called->of)) + word.substr(dot) : word);
      const std::string operation = called ? tutti::name_of(*called) : std::string(name_of(a.of));
      if (all.empty() || all.back().operation != operation || all.back().by.empty())
        all.push_back({operation, {}});
      all.back().by.emplace_back(a.name);
    } else {
      std::vector<std::string_view> known{"collectives", "regular",  "irregular",    "nonblocking",
                                          "persistent",  "patterns", "neighbourhood"};
      for (int k = 0; k < collectives; ++k) known.push_back(name_of(static_cast<collective>(k)));
      for (const measure::pattern& x : measure::patterns())
        if (!x.call) known.push_back(x.name);  // its collective has been listed
      std::string near = nearest(word, known);
      if (near.empty()) near = nearest_posted(word);
      throw usage_error("nothing to measure is called {}{}", word,
                        near.empty() ? "" : fmt::format("; did you mean {}?", near));
    }
  }
  return all;
}

// The collective that is called; none for a pattern of messages.
std::optional<collective> called_by(const std::string& operation) {
  const auto called = call_named(operation);
  return called ? std::optional(called->of) : std::nullopt;
}

bool served_by_tutti(const std::string& operation) {
  const measure::pattern* const pattern = measure::pattern_named(operation);
  return !pattern || pattern->of_calls == measure::calls::messages;
}

std::vector<std::string> implementations(const experiment_options& o, const named_operation& n, bool native) {
  std::vector<std::string> all = o.by;
  if (all.empty()) {
    if (native) all.emplace_back("native");
    if (n.by.empty() && (served_by_tutti(n.operation) || !native)) all.emplace_back("tutti");
  }
  all.insert(all.end(), n.by.begin(), n.by.end());
  const auto called = called_by(n.operation);
  std::vector<std::string> expanded;
  for (const std::string& by : all) {
    if (by != "all") {
      expanded.push_back(by);
      continue;
    }
    if (native) expanded.emplace_back("native");
    if (served_by_tutti(n.operation)) expanded.emplace_back("tutti");
    if (called)
      for (const algorithm* a : catalogue(*called)) expanded.emplace_back(a->name);
  }
  return expanded;
}

std::vector<std::string> makings(const experiment_options& o, const std::string& operation) {
  std::vector<std::string> all;
  const auto c = collective_named(operation);
  for (const std::string& made : o.made) {
    if (made != "all") {
      all.push_back(made);
      continue;
    }
    all.emplace_back("call");
    for (const measure::mockup& m : measure::mockups())
      if (m.of == c) all.emplace_back(m.name);
    for (std::string& way : measure::posted_variants(operation)) all.push_back(std::move(way));
    if (const measure::pattern* x = measure::pattern_named(operation))
      all.insert(all.end(), x->ways.begin(), x->ways.end());
  }
  return all;
}

std::vector<std::string> neighbours_of(const experiment_options& o) {
  std::vector<std::string> all;
  for (const std::string& n : o.neighbours) {
    const std::size_t plus = n.find('+');
    if (plus == std::string::npos) throw usage_error("--neighbours {}: expected k+K, such as 8+0", n);
    all.push_back(fmt::format("k={} K={}", whole_number("--neighbours", n.substr(0, plus), 0, 1 << 20),
                              whole_number("--neighbours", n.substr(plus + 1), 0, 1 << 20)));
  }
  return all;
}

bool takes_graph(const std::string& operation) {
  const auto of = called_by(operation);
  return of && is_neighbourhood(*of);
}
bool takes_neighbours(const std::string& operation) {
  const measure::pattern* const pattern = measure::pattern_named(operation);
  return takes_graph(operation) || (pattern && measure::has_neighbours(*pattern));
}

std::vector<std::string> problems_of(const experiment_options& o, const std::string& operation) {
  if (takes_neighbours(operation)) {
    std::vector<std::string> all = neighbours_of(o);
    if (takes_graph(operation)) all.insert(all.end(), o.graphs.begin(), o.graphs.end());
    return all.empty() ? std::vector<std::string>{"same"} : all;
  }
  const auto called = measure::measured_call(operation);
  if (!called || !is_irregular(called->of)) return {"same"};
  std::vector<std::string> all;
  for (const std::string& problem : o.problems)
    if (problem == "all")
      for (const tutti::problem t : all_problems) all.emplace_back(name_of(t));
    else
      all.push_back(problem);
  return all;
}

int root_from(const std::string& text, int p) {
  if (text == "middle") return middle_root(p);
  if (text == "last") return p - 1;
  return whole_number("--root", text, 0, p - 1);
}

// Refuses names of implementations that no operation has.
void require_implementations(const std::vector<std::string>& by) {
  // "again": native once more, for a self-check
  std::set<std::string> known{"native", "tutti", "all", "again"};
  for (const algorithm* a : catalogue()) known.emplace(a->name);
  for (const std::string& one : by) {
    if (one.starts_with("library:")) {
      try {
        measure::own_choice_of(one);
      } catch (const std::invalid_argument& wrong) {
        throw usage_error("--by {}", wrong.what());
      }
      continue;
    }
    const std::string name = one.substr(one.find('.') + 1);
    if (name != one && known.contains(name))
      throw usage_error("--by {}: expected {}, without its collective", one, name);
    if (!known.contains(one))
      throw usage_error("--by {0}: no algorithm is called {0}{1}", one,
                        did_you_mean(one, {known.begin(), known.end()}));
  }
}

// A misspelt word is an error even if no operation uses the option.
void require_known_words(const experiment_options& o) {
  require_implementations(o.by);
  if (!o.bytes.empty() && !o.each.empty()) throw usage_error("expected --bytes or --each, not both");
  for (const std::string& op : o.ops) find_operator_class(op);
  neighbours_of(o);
}

}  // namespace

void add_experiment_options(command& sub, experiment_options& into) {
  sub.add_option(
      "what", into.what, "WHAT",
      "collectives, algorithms (bcast.chain), patterns or neighbourhood; default: all collectives");
  const auto list = [&](const char* name, std::vector<std::string>& values, const char* help) {
    return sub.add_option(name, values, "LIST", help).list();
  };
  list("--by", into.by,
       "implementations to compare: native,tutti,circulant; all; library:binomial, an algorithm of the MPI "
       "library "
       "(see tutti list --library), library:chain:32K:2 with its segments and fan-out; default native,tutti");
  sub.add_option("--bytes", into.bytes, "SIZES", size_steps_help);
  sub.add_option("--each", into.each, "SIZES",
                 "instead: bytes of the vector or of each block, as in MPI's count");
  list("--made", into.made,
       "call,reduce+bcast: the call, or a mock-up of it; packed,vector,indexed,struct for layouts; all; "
       "default call");
  list("--problem", into.problems,
       "block sizes of irregular collectives: spikes,decreasing; all; default same")
      .check([](const std::string& word) { return word == "all" ? "" : measure::no_problem(word); });
  list("--layout", into.layouts,
       "datatype layout: contiguous,column,tiled,alternating; tiled:16:32, alternating:8:24:16:32 (A1 A2 B1 "
       "B2); default contiguous")
      .check(measure::no_layout);
  list("--op", into.ops, operator_classes_help);
  list("--neighbours", into.neighbours,
       "for ring, across, blocks, pipeline and neighbourhoods: k+K neighbours on the node and off it, "
       "8+0,0+8");
  list("--graph", into.graphs,
       "for neighbourhoods, instead: moore:4x4:1,random:16:5:1; see tutti predict --help")
      .check([](const std::string& graph) {
        try {
          graph_from(graph);
        } catch (const usage_error& wrong) {
          return std::string(wrong.what());
        }
        return std::string();
      });
  sub.add_option("--root", into.root, "RANK", "a rank, middle or last; default 0");
  list("--communicator", into.communicators,
       "numberings of the processes to compare: world,cyclic,random,half; default world")
      .one_of({measure::communicator_names.begin(), measure::communicator_names.end()});
}

bool names_own_algorithms(const experiment_options& o) noexcept {
  return std::ranges::any_of(o.by, [](const std::string& by) { return by.starts_with("library:"); });
}

void require_takers(const command& sub, const experiment_options& o) {
  require_known_words(o);
  const std::vector<named_operation> all = operations_of(o);
  const auto require = [&](const char* option, const char* whose, auto takes) {
    if (sub.get_option(option).given() &&
        std::ranges::none_of(all, [&](const named_operation& n) { return takes(n.operation); }))
      throw usage_error("{} is for {}, not for {}", option, whose,
                        o.what.empty() ? "collectives" : fmt::format("{}", fmt::join(o.what, " or ")));
  };
  const auto of_call = [](bool (*takes)(collective)) {
    return [takes](const std::string& operation) {
      const auto called = measure::measured_call(operation);
      return called && takes(called->of);
    };
  };
  require("--op", "reductions", of_call([](collective c) { return combines(c); }));
  require("--problem", "irregular collectives", of_call([](collective c) { return is_irregular(c); }));
  require("--root", "rooted collectives", of_call([](collective c) { return is_rooted(c); }));
  require("--neighbours", "ring, across, blocks, pipeline and neighbourhoods", takes_neighbours);
  require("--graph", "neighbourhoods", takes_graph);
}

std::vector<contest> contests_from(const experiment_options& o, int p, bool native) {
  require_known_words(o);
  const bool each = !o.each.empty();
  const std::vector<std::size_t> sizes =
      each ? size_steps("--each", o.each) : size_steps("--bytes", o.bytes.empty() ? "8..1M" : o.bytes);
  std::vector<contest> all;
  for (const named_operation& n : operations_of(o)) {
    const auto called = measure::measured_call(n.operation);
    const auto c = called ? std::optional(called->of) : std::nullopt;
    const bool blocks = c && !of_vectors(*c) && *c != collective::barrier;
    const std::vector<std::string> ops =
        c && combines(*c) ? (o.ops.empty() ? std::vector<std::string>{"commutative"} : o.ops)
                          : std::vector<std::string>{"none"};
    for (const std::string& problem : problems_of(o, n.operation))
      for (const std::string& layout : o.layouts)
        for (const std::string& op : ops)
          for (const std::size_t size : sizes) {
            contest one;
            for (const std::string& by : implementations(o, n, native))
              for (const std::string& made : makings(o, n.operation))
                for (const std::string& communicator : o.communicators) {
                  const int processes = measure::size_on(communicator, p);
                  one.push_back({.operation = n.operation,
                                 .made = made,
                                 .by = by,
                                 .bytes = each && blocks ? size * static_cast<std::size_t>(processes) : size,
                                 .problem = problem,
                                 .layout = layout,
                                 .op = op,
                                 .root = root_from(o.root, processes),
                                 .communicator = communicator});
                }
            if (!one.empty()) all.push_back(std::move(one));
          }
  }
  return all;
}

}  // namespace tutti::cli
