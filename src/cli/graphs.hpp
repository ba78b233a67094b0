#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tutti/collective.hpp"
#include "tutti/model/graphs.hpp"

// The graphs of neighbourhood collectives, as the option --graph gives them. Throws usage_error.
namespace tutti::cli {

/// A graph of processes, as make_graph() reads it.
process_graph graph_from(const std::string& text);
/// The graph of --graph, or, if that is empty, the usual one of --p processes, at most `most`. Refuses a --p
/// that is another number than the graph's.
process_graph graph_for(const std::string& p, const std::string& graph, int most);
/// The numbers of processes of --p; if that is empty, the number of --graph; if both are, 64.
std::vector<int> processes_for(const std::string& p, const std::string& graph);
inline constexpr const char* processes_help =
    "numbers of processes: 64, 36..40, 100,1000; default 64, or those of --graph";
/// The help of the option --graph.
std::string graph_option_help();
/// Refuses the neighbourhood collectives, for what can only give all processes the same to do.
void require_no_graph(collective c, std::string_view what);

}  // namespace tutti::cli
