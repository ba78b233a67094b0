#include "mpi/data/byte_map.hpp"

#include <algorithm>
#include <cstdint>

#include "mpi/data/type_contents.hpp"
#include "mpi/data/types.hpp"

namespace tutti::mpi {
namespace {

using shared_map = std::shared_ptr<const byte_map>;

// The maximum length of a table in a datatype that map_of() reads.
constexpr std::size_t most_entries = 1U << 16U;

std::ptrdiff_t extent_of(MPI_Datatype type) {
  MPI_Aint lb = 0, extent = 0;
  check(PMPI_Type_get_extent(type, &lb, &extent));
  return extent;
}

// The map of a datatype, made without examining its parts: contiguous bytes if it has no holes, otherwise
// only the ends.
byte_map ends_of(MPI_Datatype type) {
  byte_map m;
  MPI_Count size = 0, true_lb = 0, true_extent = 0;
  check(large_type_size(type, &size));
  check(large_type_true_extent(type, &true_lb, &true_extent));
  if (size == true_extent)
    m.add_bytes(static_cast<std::ptrdiff_t>(true_lb), static_cast<std::ptrdiff_t>(size));
  else if (size > 0)
    m.from = static_cast<std::ptrdiff_t>(true_lb), m.to = static_cast<std::ptrdiff_t>(true_lb + true_extent);
  return m;
}

// The map of a predefined datatype. A pair with a name (MPI_DOUBLE_INT, ...) may have a hole before its
// integer.
byte_map named(MPI_Datatype type) {
  byte_map m = ends_of(type);
  if (!m.parts.empty() || m.from == m.to) return m;
  const type_entry* const e = look_up(type);
  if (!e || !e->predefined || e->kind != pair) return m;
  constexpr std::ptrdiff_t integer = sizeof(int);
  m.add_bytes(m.from, static_cast<std::ptrdiff_t>(e->layout.size) - integer);
  m.add_bytes(m.to - integer, integer);
  return m;
}

// Blocks of elements of one datatype. Block k has length(k) elements, from place(k) on.
template <class Length, class Place>
byte_map blocks_of(int n, Length length, Place place, const shared_map& one, std::ptrdiff_t extent) {
  byte_map m;
  for (int k = 0; k < n; ++k) m.add(place(k), length(k), extent, one);
  return m;
}

// One dimension of an array: `count` copies of `inner`, from index `first` on.
shared_map in_dimension(std::ptrdiff_t first, std::ptrdiff_t count, std::ptrdiff_t stride,
                        const shared_map& inner) {
  auto m = std::make_shared<byte_map>();
  m->add(first * stride, count, stride, inner);
  return m;
}

// Calls each(dimension) for all dimensions, beginning with the one whose elements are adjacent.
template <class Each>
void from_inside(int dimensions, int order, Each each) {
  for (int k = 0; k < dimensions; ++k) each(order == MPI_ORDER_C ? dimensions - 1 - k : k);
}

shared_map subarray(const type_contents& c, shared_map inner, std::ptrdiff_t stride) {
  const auto n = static_cast<int>(c.integers[0]);
  const MPI_Count *const sizes = &c.integers[1], *const parts = sizes + n, *const starts = parts + n;
  from_inside(n, static_cast<int>(starts[n]), [&](int d) {
    inner = in_dimension(starts[d], parts[d], stride, inner);
    stride *= sizes[d];
  });
  return inner;
}

// The part that one process has of an array distributed in blocks over a grid of processes.
shared_map darray(const type_contents& c, shared_map inner, std::ptrdiff_t stride) {
  const auto n = static_cast<int>(c.integers[2]);
  const MPI_Count *const whole = &c.integers[3], *const how = whole + n, *const by = how + n,
                         *const grid = by + n;
  // coordinates in the grid; the last one varies fastest
  std::vector<std::ptrdiff_t> place(static_cast<std::size_t>(n));
  MPI_Count rank = c.integers[1], others = c.integers[0];
  for (int d = 0; d < n; ++d) {
    others /= grid[d];
    place[static_cast<std::size_t>(d)] = rank / others;
    rank %= others;
  }
  from_inside(n, static_cast<int>(grid[n]), [&](int d) {
    const std::ptrdiff_t length = whole[d], p = grid[d], at = place[static_cast<std::size_t>(d)];
    std::ptrdiff_t block = by[d];
    if (how[d] == MPI_DISTRIBUTE_NONE)
      block = length;
    else if (block == MPI_DISTRIBUTE_DFLT_DARG)
      block = how[d] == MPI_DISTRIBUTE_BLOCK ? (length + p - 1) / p : 1;
    const std::ptrdiff_t first = (how[d] == MPI_DISTRIBUTE_NONE ? 0 : at) * block, next = p * block;
    const std::ptrdiff_t full = first + block > length ? 0 : (length - block - first) / next + 1;
    const std::ptrdiff_t rest = std::clamp<std::ptrdiff_t>(length - first - full * next, 0, block);
    auto m = std::make_shared<byte_map>();
    m->add(first * stride, full, next * stride, in_dimension(0, block, stride, inner));
    m->add((first + full * next) * stride, rest, stride, inner);
    inner = std::move(m);
    stride *= length;
  });
  return inner;
}

byte_map structure(const type_contents& c) {
  byte_map m;
  for (std::size_t k = 0; k < c.types.size(); ++k)
    if (c.integers[k + 1] > 0)
      m.add(c.addresses[k], c.integers[k + 1], extent_of(c.types[k]), map_of(c.types[k]));
  return m;
}

}  // namespace

void byte_map::widen(std::ptrdiff_t first, std::ptrdiff_t last) noexcept {
  if (from == to)
    from = first, to = last;
  else
    from = std::min(from, first), to = std::max(to, last);
}

void byte_map::add_bytes(std::ptrdiff_t at, std::ptrdiff_t count) {
  if (count <= 0) return;
  widen(at, at + count);
  if (!parts.empty() && !parts.back().of && parts.back().at + parts.back().count == at)
    parts.back().count += count;
  else
    parts.push_back({at, count, 1, nullptr});
}

void byte_map::add(std::ptrdiff_t at, std::ptrdiff_t count, std::ptrdiff_t stride, const shared_map& of) {
  if (count <= 0 || of->from == of->to) return;
  const std::ptrdiff_t length = of->to - of->from;
  if (of->in_a_row() && (count == 1 || stride == length)) return add_bytes(at + of->from, count * length);
  const std::ptrdiff_t last = at + (count - 1) * stride;
  widen(std::min(at, last) + of->from, std::max(at, last) + of->to);
  if (!of->parts.empty()) parts.push_back({at, count, stride, of});
}

shared_map map_of(MPI_Datatype type) {
  const type_contents c(type);
  if (c.types.empty()) return std::make_shared<byte_map>(named(type));
  if (std::max(c.integers.size(), c.types.size()) > most_entries)
    return std::make_shared<byte_map>(ends_of(type));
  if (c.combiner == MPI_COMBINER_STRUCT) return std::make_shared<byte_map>(structure(c));
  const shared_map one = map_of(c.types[0]);
  const std::ptrdiff_t extent = extent_of(c.types[0]);
  const std::vector<MPI_Count>& i = c.integers;
  const auto tables = [&](MPI_Count n, auto length, auto place) {
    return std::make_shared<byte_map>(blocks_of(static_cast<int>(n), length, place, one, extent));
  };
  const auto own_length = [&](int k) { return i[static_cast<std::size_t>(1 + k)]; };
  const auto one_length = [&](int) { return i[1]; };
  const auto address = [&](int k) { return c.addresses[static_cast<std::size_t>(k)]; };
  switch (c.combiner) {
    case MPI_COMBINER_DUP:
    case MPI_COMBINER_RESIZED: return one;
    case MPI_COMBINER_CONTIGUOUS: return in_dimension(0, i[0], extent, one);
    case MPI_COMBINER_VECTOR: return in_dimension(0, i[0], i[2] * extent, in_dimension(0, i[1], extent, one));
    case MPI_COMBINER_HVECTOR:
      return in_dimension(0, i[0], c.addresses[0], in_dimension(0, i[1], extent, one));
    case MPI_COMBINER_INDEXED:
      return tables(i[0], own_length,
                    [&](int k) { return i[static_cast<std::size_t>(1 + i[0] + k)] * extent; });
    case MPI_COMBINER_HINDEXED: return tables(i[0], own_length, address);
    case MPI_COMBINER_INDEXED_BLOCK:
      return tables(i[0], one_length, [&](int k) { return i[static_cast<std::size_t>(2 + k)] * extent; });
    case MPI_COMBINER_HINDEXED_BLOCK: return tables(i[0], one_length, address);
    case MPI_COMBINER_SUBARRAY: return subarray(c, one, extent);
    case MPI_COMBINER_DARRAY: return darray(c, one, extent);
    default: return std::make_shared<byte_map>(ends_of(type));
  }
}

}  // namespace tutti::mpi
