#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tutti/collective.hpp"
#include "tutti/model/graphs.hpp"

// The graphs of neighbourhood collectives, from the option --graph. Functions throw usage_error.
namespace tutti::cli {

/// Reads a graph of processes, by make_graph().
process_graph graph_from(const std::string& text);
/// The graph of --graph, or, if that is empty, the default one of --p processes, at most `most`. Refuses a
/// --p that differs from the graph's number.
process_graph graph_for(const std::string& p, const std::string& graph, int most);
/// The numbers of processes of --p. If it is empty, that of --graph. If both are empty, 64.
std::vector<int> processes_for(const std::string& p, const std::string& graph);
inline constexpr const char* processes_help =
    "numbers of processes: 64, 36..40, 100,1000; default 64, or those of --graph";
/// The help of the option --graph.
std::string graph_option_help();
/// Refuses neighbourhood collectives. For commands that give all processes the same work.
void require_no_graph(collective c, std::string_view what);

}  // namespace tutti::cli
