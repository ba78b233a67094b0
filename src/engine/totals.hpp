#pragma once

#include <algorithm>

#include "tutti/engine/prediction.hpp"
#include "tutti/engine/simulate.hpp"

namespace tutti {

/// The totals of all processes of a run.
inline prediction totals_of(const world& w) {
  prediction result;
  result.seconds = w.time();
  result.on_links = w.on_links();
  result.copied = w.copied();
  result.work = w.work();
  for (int r = 0; r < w.size(); ++r) {
    const auto& done = w.of(r);
    result.messages += done.messages_sent;
    result.bytes += done.bytes_sent;
    result.most_messages = std::max(result.most_messages, done.messages_sent);
    result.most_bytes = std::max(result.most_bytes, done.bytes_sent);
  }
  return result;
}

}  // namespace tutti
