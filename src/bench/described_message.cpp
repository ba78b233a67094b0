#include "bench/described_message.hpp"

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include "bench/calls.hpp"
#include "measure/layouts.hpp"

namespace tutti::bench {
namespace {

// The blocks of a message of several units.
struct blocks_of_ints {
  std::vector<int> lengths, firsts;
  blocks_of_ints(const measure::layout& l, int units) {
    if (std::int64_t{units} * l.extent > std::numeric_limits<int>::max())
      throw std::runtime_error("the layout is too long: MPI's displacements of blocks are of type int");
    for (int k = 0; k < units; ++k)
      for (const auto& r : l.runs) lengths.push_back(r.length), firsts.push_back(k * l.extent + r.first);
  }
  [[nodiscard]] int number() const noexcept { return static_cast<int>(lengths.size()); }
};

MPI_Datatype made(const std::string& constructor, const measure::layout& l, int units) {
  MPI_Datatype all = MPI_DATATYPE_NULL;
  if (constructor == "vector") {
    check(PMPI_Type_vector(units, l.runs[0].length, l.extent, MPI_INT, &all), "a type");
    return all;
  }
  const blocks_of_ints blocks(l, units);
  if (constructor == "indexed") {
    check(PMPI_Type_indexed(blocks.number(), blocks.lengths.data(), blocks.firsts.data(), MPI_INT, &all),
          "a type");
    return all;
  }
  std::vector<MPI_Aint> places;
  for (const int first : blocks.firsts) places.push_back(4 * static_cast<MPI_Aint>(first));
  const std::vector<MPI_Datatype> ints(places.size(), MPI_INT);
  check(PMPI_Type_create_struct(blocks.number(), blocks.lengths.data(), places.data(), ints.data(), &all),
        "a type");
  return all;
}

}  // namespace

// The extent is that of the units, so that several messages lie side by side as before.
described_message::described_message(const measure::experiment& e, std::size_t units) {
  const measure::layout l = measure::layout_named(e.layout).value();
  MPI_Datatype all = made(e.made, l, static_cast<int>(units));
  check(PMPI_Type_create_resized(all, 0, 4 * static_cast<MPI_Aint>(l.extent) * static_cast<MPI_Aint>(units),
                                 &handle_),
        "a type");
  check(PMPI_Type_free(&all), "a type");
  check(PMPI_Type_commit(&handle_), "a type");
  type_ = *tutti_layout(handle_);
}

described_message::~described_message() { PMPI_Type_free(&handle_); }

}  // namespace tutti::bench
