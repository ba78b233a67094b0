#pragma once

#include <string>
#include <vector>

#include "measure/own_algorithms.hpp"
#include "measure/rules.hpp"

// The files by which MPI libraries choose among their own algorithms.
namespace tutti::measure {

/// The lines of the comment at the head of a file.
struct rule_file_head {
  std::vector<std::string> lines;
};

/// True if Open MPI's component "tuned" can have rules for the collective; and if these can tell sizes
/// apart.
bool open_mpi_has_rules(collective c) noexcept;
bool open_mpi_tells_sizes(collective c) noexcept;

/// True if component "han" stands above "tuned" by default, so that the rules are obeyed only if han leaves
/// calls to tuned: from Open MPI 5 on, on communicators of p processes over several nodes. With one process a
/// node, han leaves all calls to tuned. `library`: "Open MPI 5.0.7".
bool open_mpi_needs_han_rules(const std::string& library, int nodes, int p);

/// True if a file can say that rules hold for communicators on one node, or with one process a node: from
/// Open MPI 6 on.
bool open_mpi_tells_placements(const std::string& library);

/// The text of a file for coll_tuned_dynamic_rules_filename: numbers for Open MPI 4.1 and 5, JSON from
/// version 6 on. Communicators of other sizes than those of the rules keep Open MPI's choice. `own`: the
/// library, for its version, the algorithms and their parameters. `nodes`: of the measured processes; with
/// JSON, rules that were measured on one node, or with one process a node, hold for such communicators only.
std::string open_mpi_rules(const std::vector<collective_rules>& rules, const own_algorithms& own,
                           const rule_file_head& head, int nodes);

/// The text of a file for coll_han_dynamic_rules_filename: "han" leaves calls that have rules to "tuned", and
/// serves the others itself. Empty if it serves none of the collectives.
std::string open_mpi_han_rules(const std::vector<collective_rules>& rules, const rule_file_head& head);

/// True if a selection file of this MPICH can have rules for the collective (its compiled rules have it,
/// and for a reduction they tell whether the operator commutes); and if these can tell sizes apart.
bool mpich_has_rules(collective c, const own_algorithms& own);
bool mpich_tells_sizes(collective c, const own_algorithms& own);

/// The texts of the two files that a library reads.
struct rule_files {
  std::string first;
  std::string second;  ///< empty if it is not needed
};
/// The library's compiled rules with these before them, for communicators of p processes. The first text is
/// for MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE, the second for
/// MPIR_CVAR_CH4_COLL_SELECTION_TUNING_JSON_FILE.
rule_files mpich_rules(const std::vector<collective_rules>& rules, const own_algorithms& own,
                       const rule_file_head& head);

}  // namespace tutti::measure
