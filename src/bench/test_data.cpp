#include "bench/test_data.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "bench/calls.hpp"

namespace tutti::bench {
namespace {

constexpr std::size_t line = 64;  // bytes of a cache line: buffers begin on one

std::size_t up_to_line(std::size_t n) { return (n + line - 1) / line * line; }

void compose(void* in, void* inout, int* n, MPI_Datatype*) {
  measure::combine(measure::element::map8, static_cast<const std::byte*>(in), static_cast<std::byte*>(inout),
                   static_cast<std::size_t>(*n));
}

MPI_Datatype unit_of(const measure::layout& l) {
  std::vector<int> lengths, firsts;
  for (const auto& r : l.runs) lengths.push_back(r.length), firsts.push_back(r.first);
  MPI_Datatype runs = MPI_DATATYPE_NULL, unit = MPI_DATATYPE_NULL;
  check(PMPI_Type_indexed(static_cast<int>(l.runs.size()), lengths.data(), firsts.data(), MPI_INT, &runs),
        "a type");
  check(PMPI_Type_create_resized(runs, 0, 4 * static_cast<MPI_Aint>(l.extent), &unit), "a type");
  check(PMPI_Type_commit(&unit), "a type");
  check(PMPI_Type_free(&runs), "a type");
  return unit;
}

std::size_t cache(int name) {
  const long bytes = sysconf(name);
  return bytes > 0 ? static_cast<std::size_t>(bytes) : 0;
}

}  // namespace

handles::~handles() {
  for (auto& [name, type] : layouts_) PMPI_Type_free(&type);
  if (map_ != MPI_DATATYPE_NULL) PMPI_Type_free(&map_);
  if (compose_ != MPI_OP_NULL) PMPI_Op_free(&compose_);
}

datatype handles::type_of(const measure::experiment& e) {
  switch (measure::element_of(e)) {
    case measure::element::double8: return *tutti_layout(MPI_DOUBLE);
    case measure::element::map8:
      if (map_ == MPI_DATATYPE_NULL) {
        check(PMPI_Type_contiguous(2, MPI_INT, &map_), "a type");
        check(PMPI_Type_commit(&map_), "a type");
      }
      return *tutti_layout(map_);
    default: break;
  }
  if (e.layout == "contiguous") return *tutti_layout(MPI_INT);
  const auto [place, fresh] = layouts_.try_emplace(e.layout, MPI_DATATYPE_NULL);
  if (fresh) place->second = unit_of(measure::layout_named(e.layout).value());
  return *tutti_layout(place->second);
}

operation handles::operation_of(const measure::experiment& e) {
  MPI_Op op = MPI_SUM;
  if (measure::element_of(e) == measure::element::map8) {
    if (compose_ == MPI_OP_NULL) check(PMPI_Op_create(compose, 0, &compose_), "an operator");
    op = compose_;
  }
  operation known;
  if (e.op == "none") return known;
  const datatype type = type_of(e);
  tutti_operation(op, bench::type_of(type), &known);
  return known;
}

std::size_t beyond_caches(int processes_on_node) {
  const std::size_t own = std::max(cache(_SC_LEVEL2_CACHE_SIZE), std::size_t{1} << 20U);
  const std::size_t shared = std::max(cache(_SC_LEVEL3_CACHE_SIZE), cache(_SC_LEVEL4_CACHE_SIZE));
  constexpr std::size_t most = std::size_t{256} << 20U;
  return std::min(most,
                  std::max(2 * own, 2 * shared / static_cast<std::size_t>(std::max(1, processes_on_node))));
}

test_data::test_data(const measure::experiment& e, const node_map& nodes, int rank, handles& known,
                     bool every_root, std::size_t most)
    : data_(e, nodes, rank, known.type_of(e), known.operation_of(e), every_root),
      send_(std::max(line, up_to_line(data_.send_memory()))),  // never where the result is
      step_(std::max(line, send_ + up_to_line(data_.recv_memory()))),
      copies_(std::max<std::size_t>(1, most / step_)),
      memory_(new std::byte[step_ * copies_ + line]) {
  void* aligned = memory_.get();
  std::size_t room = step_ * copies_ + line;
  begin_ = static_cast<std::byte*>(std::align(line, step_ * copies_, aligned, room));
  fresh();
  for (std::size_t k = 1; k < copies_; ++k) std::memcpy(begin_ + k * step_, begin_, step_);
}

measure::arguments test_data::copy(std::size_t k) noexcept {
  return data_.on(begin_ + k * step_, begin_ + k * step_ + send_);
}

measure::arguments test_data::fresh() {
  const measure::arguments first = copy(0);
  data_.fill(first.send, first.recv);
  return first;
}

}  // namespace tutti::bench
