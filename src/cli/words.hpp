#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "text/quantity.hpp"
#include "tutti/algorithm.hpp"
#include "tutti/cost.hpp"
#include "tutti/model/graphs.hpp"

// What the user writes and reads: numbers, sizes, times and names. Every function here that does not understand its
// text throws usage_error with one sentence that says what was expected.
namespace tutti {
struct cost_settings;
}

namespace tutti::cli {

/// The command line cannot be followed. Ends the command with exit status 2.
class usage_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A whole number from `least` to `most`. `what` names the option: "--p".
int whole_number(std::string_view what, std::string_view text, int least, int most);

/// "; did you mean a or b?", of those that are near to a word nobody knows; empty if none is.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

/// Of a list such as "7,16..32" an item, and where it begins and ends, which is the same if it is no range. What is there is not
/// looked at, but a range has both its ends.
struct text_range {
  std::string_view item, first, last;
};
std::vector<text_range> ranges_in(std::string_view what, std::string_view text);

/// "7", "1..64", "1..8,16,32", ascending, each number once.
std::vector<int> number_ranges(std::string_view what, std::string_view text, int least, int most);

/// Bytes: "8", "1K", "1.6M", "1KiB", "2GB". K, M, G are powers of 1000; Ki, Mi, Gi of 1024.
std::size_t byte_size(std::string_view what, std::string_view text);

/// "8", "1K,1M", "1K..1M", which doubles: a list of sizes.
std::vector<std::size_t> byte_sizes(std::string_view what, std::string_view text);

/// Seconds: "2us", "0.4ns". Only 0 needs no unit.
double time_from(std::string_view what, std::string_view text);

/// A graph of processes, as make_graph() reads it.
process_graph graph_from(const std::string& text);
/// That of --graph, or if it is empty the usual one of so many processes. Refuses a --p that is another number; empty: the graph's.
process_graph graph_for(const std::string& p, const std::string& graph, int most);
/// Of the option --graph.
std::string graph_option_help();
/// Refuses the neighbourhood collectives, for what can only give all processes the same to do.
void require_no_graph(collective c, std::string_view what);

/// Refuses a file that cannot be read, and a directory or a device, which may not end. `what` names the option; may be empty.
void require_file(std::string_view what, const std::string& file);
/// Of the option --machine: a file, or "usual".
void name_machine(cost_settings& s, const std::string& name);

/// For option::check(), before other checks, which "nan" would pass.
std::string no_number(const std::string& text);
/// The same of a number that may be as large as 64 bits are.
std::string no_seed(const std::string& text);

/// What is wrong with a file, of a warning that a program would print: without "TUTTI_MACHINE is not used: ".
std::string without_variable(const std::string& warning);

/// A machine from the texts of --alpha, --beta and --gamma, of which empty ones keep their default.
machine machine_from(const std::string& alpha, const std::string& beta, const std::string& gamma);

/// "6", "6.5", "1.2e+09": as short as it can be said.
std::string in_digits(double number);

/// Refuses a run of p processes in virtual time that no memory holds: the system may end a process that takes more than there
/// is without a word. `what` is run.
void require_memory(std::string_view what, int p);

/// "bcast.binomial"
std::string full_name(const algorithm& a);
/// "any p", "power of two, commutative"
std::string needs_of(const algorithm& a);

/// The collective of that name, of the first `among`: MPI's, or all. Unknown ones are answered with the nearest.
collective find_collective(std::string_view name, int among = collectives);
/// The algorithms meant by "", "bcast" or "bcast.binomial".
std::vector<const algorithm*> find_algorithms(std::string_view name);
/// The one meant by "bcast.binomial", or by "binomial" if only one collective has one.
const algorithm& find_algorithm(std::string_view name);
/// Of a shift: how far, 0 .. p - 1; half of the way around where nothing is said.
int distance_from(const std::string& by, int p);
inline constexpr const char* by_help = "how far a shift goes; default p/2";
/// "gatherv.optimal" and its like, which are in no catalogue; null for others.
const algorithm* find_offline(std::string_view name);

}  // namespace tutti::cli
