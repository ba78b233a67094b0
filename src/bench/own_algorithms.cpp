#include "bench/own_algorithms.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "bench/calls.hpp"
#include "text/json_text.hpp"

namespace tutti::bench {
namespace {

using json = nlohmann::ordered_json;

// True on process 0 if the MPI library knows processes on other nodes than its own.
bool has_several_nodes(MPI_Comm comm) {
  MPI_Comm node = MPI_COMM_NULL;
  check(PMPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node), "the nodes");
  int all = 1, here = 1;
  PMPI_Comm_size(comm, &all);
  PMPI_Comm_size(node, &here);
  PMPI_Comm_free(&node);
  return here < all;
}

// Process 0's answer, on all processes.
measure::own_algorithms agreed_answer(const control_variables& variables, MPI_Comm comm) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  const bool several_nodes = has_several_nodes(comm);
  std::string text;
  if (rank == 0) text = json_text(json(ask_library(variables, several_nodes)));
  auto length = static_cast<int>(text.size());
  check(PMPI_Bcast(&length, 1, MPI_INT, 0, comm), "the library's algorithms");
  text.resize(static_cast<std::size_t>(length));
  check(PMPI_Bcast(text.data(), length, MPI_CHAR, 0, comm), "the library's algorithms");
  return json::parse(text).get<measure::own_algorithms>();
}

}  // namespace

own_library::own_library(MPI_Comm comm) : known_(agreed_answer(variables_, comm)) {}

own_library::setting own_library::setting_of(const measure::own_choice& choice, collective of) const {
  if (const std::string no = measure::no_choice(choice, of, known_); !no.empty())
    throw std::runtime_error(no);
  setting values;
  for (const auto& [variable, value] : measure::variables_of(choice, of, known_))
    if (const control_variable* x = variables_.find(variable)) values.emplace_back(x, value);
  return values;
}

own_library::in_force::in_force(const own_library& of, const setting& values) : variables_(&of.variables_) {
  for (const auto& [variable, value] : values) {
    before_.emplace_back(variable, variables_->read(*variable));
    if (!variables_->write(*variable, value))
      throw std::runtime_error("the MPI library does not let a control variable be set");
  }
}

own_library::in_force::~in_force() {
  for (const auto& [variable, value] : before_) (void)variables_->write(*variable, value);
}

}  // namespace tutti::bench
