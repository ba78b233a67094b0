#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tutti/algorithm.hpp"
#include "tutti/engine/predict.hpp"
#include "tutti/engine/sensitivity.hpp"

// The output of `tutti predict`.
namespace tutti::cli {

/// The prediction for one algorithm and shape.
struct priced {
  const algorithm* of = nullptr;
  shape at;           ///< its graph is null: a graph does not outlive the predictions
  double rounds = 0;  ///< from the price
  prediction simulated;
  double bound = -1;  ///< lower bound in seconds; negative: not known on this network
  // With --problem: its type and its b.
  std::string type;
  int block = 0;
  // With --bsp.
  std::size_t supersteps = 0;
  double bsp_seconds = 0;
  // With --noise: the time without it, and the delay by it, in lengths of an interruption.
  double quiet_seconds = 0, amplification = 0;
  // With --step: the most steps of a process before its first message, negative if they are not counted, and
  // the time if the steps take no time.
  double most_steps = -1, placed_seconds = 0;
  // For neighbourhood collectives: the seconds to agree on the graph, once; the most memory that a process
  // then keeps, in bytes; and the number of calls after which the agreement has paid off, compared with
  // `direct`. Negative: never, or unknown.
  double agreeing_seconds = -1;
  std::size_t agreed_memory = 0;
  double pays_off = -1;
  std::optional<sensitivity> to_arrival;  ///< if processes arrive at different times
};

/// Optional columns.
struct extra_columns {
  bool problem = false, arrival = false, noise = false, step = false, links = false, bsp = false,
       graph = false;
};

std::string prediction_text(const std::vector<priced>& rows, extra_columns with);
std::string prediction_csv(const std::vector<priced>& rows, extra_columns with);
std::string prediction_json(const std::vector<priced>& rows, extra_columns with);

}  // namespace tutti::cli
