#include "mpi/transport/messages.hpp"

#include <algorithm>
#include <deque>

#include "mpi/library/quirks.hpp"
#include "tutti/memory.hpp"

namespace tutti::mpi {

void mpi_buffer::wrap_in_one_element(const_buffer b) {
  constexpr int chunk = 1 << 30;
  const auto chunks = static_cast<int>(b.count / chunk), rest = static_cast<int>(b.count % chunk);
  MPI_Datatype parts[2];
  check(PMPI_Type_contiguous(chunk, type_, &parts[0]));
  check(PMPI_Type_contiguous(rest, type_, &parts[1]));
  const int lengths[2] = {chunks, 1};
  const MPI_Aint starts[2] = {0, static_cast<MPI_Aint>(chunk) * chunks * b.type->extent};
  check(PMPI_Type_create_struct(2, lengths, starts, parts, &type_));
  check(PMPI_Type_commit(&type_));
  check(PMPI_Type_free(&parts[0]));
  check(PMPI_Type_free(&parts[1]));
  owns_type_ = true;
  count_ = 1;
}

parts_buffer::parts_buffer(std::span<const buffer> parts)
    : first_(parts.front().data), type_(MPI_DATATYPE_NULL) {
  const std::size_t n = parts.size();
  const workspace<int> lengths(n);
  const workspace<MPI_Aint> starts(n);
  const workspace<MPI_Datatype> types(n);
  std::deque<mpi_buffer> long_ones;  // parts with more elements than an int can count
  bool alike = true;
  for (std::size_t i = 0; i < n; ++i) {
    const buffer& b = parts[i];
    starts[i] = b.data - first_;
    lengths[i] = static_cast<int>(b.count);
    types[i] = type_of(*b.type);
    if (b.count > INT_MAX) {
      const mpi_buffer& m = long_ones.emplace_back(b);
      lengths[i] = m.count();
      types[i] = m.type();
    }
    alike = alike && types[i] == types[0];
  }
  if (alike)
    check(PMPI_Type_create_hindexed(static_cast<int>(n), lengths.data(), starts.data(), types[0], &type_));
  else
    check(PMPI_Type_create_struct(static_cast<int>(n), lengths.data(), starts.data(), types.data(), &type_));
  check(PMPI_Type_commit(&type_));
}

// Creating, committing and freeing a datatype takes half a microsecond and about 20 ns per part, and
// libraries pack no faster than a loop over the parts. Worse, libraries copy parts twice through shared
// memory, but a single piece only once. From some megabytes on, the packed copy no longer fits into the
// cache, and a datatype is twice as fast: see lab/parts, docs/performance.md.
namespace {

bool by_datatype(std::span<const buffer> parts, std::size_t bytes) noexcept {
  constexpr std::size_t least = std::size_t{4} << 20, least_part = std::size_t{16} << 10;
  for (const buffer& part : parts)
    if (!quirks::receives_any_datatype() && !part.type->dense) return false;
  return bytes >= least && bytes / parts.size() >= least_part;
}

}  // namespace

bool by_datatype(const_buffer b) noexcept { return in_parts(b) && by_datatype(*b.type->parts, b.bytes()); }

std::vector<buffer> bytes_of(std::span<const buffer> parts, std::size_t first, std::size_t n) {
  std::vector<buffer> cut;
  for (const buffer& part : parts) {
    const std::size_t have = part.bytes();
    if (first < have && n > 0) {
      const std::size_t taken = std::min(n, have - first);
      cut.push_back({part.data + first, taken, byte_type});
      n -= taken;
      first = 0;
    } else {
      first -= std::min(first, have);
    }
  }
  return cut;
}

}  // namespace tutti::mpi
