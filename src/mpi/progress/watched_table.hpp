#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>

#include "mpi/library/abi.hpp"

namespace tutti::mpi {

/// A table of facts about some of the program's requests, with a row for each request until it is complete.
/// Rows have ascending numbers, because the MPI library reuses the handle of a completed request. Used only
/// within a progress::hold.
template <class Row>
class watched_table {
 public:
  struct numbered_row {
    unsigned long number = 0;
    Row row;
  };
  using place = typename std::unordered_map<std::uintptr_t, numbered_row>::iterator;

  [[nodiscard]] place begin() noexcept { return rows_.begin(); }
  [[nodiscard]] place end() noexcept { return rows_.end(); }
  [[nodiscard]] place find(MPI_Request request) { return rows_.find(number_of(request)); }
  /// The same if the row of the request still has this number.
  [[nodiscard]] place find(MPI_Request request, unsigned long number) {
    const place found = find(request);
    return found != end() && found->second.number == number ? found : end();
  }
  /// The request must have no row.
  void add(MPI_Request request, Row row) {
    rows_.emplace(number_of(request), numbered_row{++last_number_, std::move(row)});
  }
  place erase(place at) { return rows_.erase(at); }

 private:
  std::unordered_map<std::uintptr_t, numbered_row> rows_;
  unsigned long last_number_ = 0;
};

}  // namespace tutti::mpi
