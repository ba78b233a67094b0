#include "cli/values/graphs.hpp"

#include <stdexcept>

#include "cli/line/usage_error.hpp"
#include "cli/values/option_values.hpp"

namespace tutti::cli {

process_graph graph_from(const std::string& text) {
  try {
    return make_graph(text);
  } catch (const std::invalid_argument& wrong) {
    throw usage_error(std::string("--graph: ") + wrong.what());
  }
}

process_graph graph_for(const std::string& p, const std::string& graph, int most) {
  constexpr const char* some = "9";
  if (graph.empty()) return usual_graph(whole_number("--p", p.empty() ? some : p, 1, most));
  process_graph edges = graph_from(graph);
  if (!p.empty() && whole_number("--p", p, 1, most) != edges.p())
    throw usage_error("--graph {} has {} processes, not {}", graph, edges.p(), p);
  if (edges.p() > most) throw usage_error("--graph {}: expected at most {} processes", graph, most);
  return edges;
}

std::vector<int> processes_for(const std::string& p, const std::string& graph) {
  const std::string text = !p.empty() ? p : graph.empty() ? "64" : std::to_string(graph_from(graph).p());
  return number_ranges("--p", text, 1, 1 << 27);
}

void require_no_graph(collective c, std::string_view what) {
  if (is_neighbourhood(c)) throw usage_error("{} needs a graph, which {} does not have", name_of(c), what);
}

std::string graph_option_help() { return "of neighbourhood collectives: " + std::string(graph_help()); }

}  // namespace tutti::cli
