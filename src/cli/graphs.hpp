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
/// That of --graph, or if it is empty the usual one of so many processes. Refuses a --p that is another
/// number; empty: the graph's.
process_graph graph_for(const std::string& p, const std::string& graph, int most);
/// The numbers of processes of --p; if it is empty that of --graph, and if that is, too, 64.
std::vector<int> processes_for(const std::string& p, const std::string& graph);
inline constexpr const char* processes_help =
    "numbers of processes: 64, 36..40, 100,1000; default 64, or those of --graph";
/// Of the option --graph.
std::string graph_option_help();
/// Refuses the neighbourhood collectives, for what can only give all processes the same to do.
void require_no_graph(collective c, std::string_view what);

}  // namespace tutti::cli
