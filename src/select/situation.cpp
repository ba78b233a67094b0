#include "select/situation.hpp"

namespace tutti {

bool combines(collective c) noexcept {
  switch (c) {
    case collective::reduce:
    case collective::allreduce:
    case collective::reduce_scatter:
    case collective::reduce_scatter_block:
    case collective::scan:
    case collective::exscan: return true;
    default: return false;
  }
}

bool size_known(collective c) noexcept {
  switch (c) {
    case collective::gatherv:
    case collective::scatterv:
    case collective::alltoallv:
    case collective::alltoallw: return false;
    default: return true;
  }
}

bool has_known_lengths(collective c) noexcept {
  return c == collective::allgatherv || c == collective::reduce_scatter;
}

std::string_view name_of(operator_class k) noexcept {
  switch (k) {
    case operator_class::exact: return "exact";
    case operator_class::commutative: return "commutative";
    case operator_class::ordered: break;
  }
  return "ordered";
}

}  // namespace tutti
