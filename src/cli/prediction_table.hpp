#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tutti/algorithm.hpp"
#include "tutti/engine/predict.hpp"
#include "tutti/engine/sensitivity.hpp"

// What `tutti predict` prints.
namespace tutti::cli {

/// One algorithm on one shape.
struct priced {
  const algorithm* of = nullptr;
  shape at;           ///< without a graph, which does not outlive its predictions
  double rounds = 0;  ///< by the price
  prediction found;
  double bound = -1;  ///< seconds; negative: not known on this network
  // With --problem: its type and its b.
  std::string type;
  int block = 0;
  // With --bsp.
  std::size_t supersteps = 0;
  double bsp_seconds = 0;
  // For a neighbourhood collective: what it takes to agree on the graph, once, and the most that a process then remembers; after
  // how many calls that has been saved, against `direct` beside it. Negative: never, or not known.
  double agreeing_seconds = -1;
  std::size_t agreed_memory = 0;
  double pays_off = -1;
  std::optional<sensitivity> to_arrival;  ///< where not all arrive at once
};

/// Columns that not every table has.
struct extra_columns {
  bool problem = false, arrival = false, links = false, bsp = false, graph = false;
};

std::string prediction_text(const std::vector<priced>& rows, extra_columns with);
std::string prediction_csv(const std::vector<priced>& rows, extra_columns with);
std::string prediction_json(const std::vector<priced>& rows, extra_columns with);

}  // namespace tutti::cli
