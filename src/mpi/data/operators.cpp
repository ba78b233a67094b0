#include "mpi/data/operators.hpp"

#include <algorithm>
#include <array>
#include <climits>

#include "mpi/data/exact_numbers.hpp"
#include "mpi/runtime/user_settings.hpp"

namespace tutti::mpi {
namespace {

// True if the user wants operators that round to combine in rank order, as if no operator commuted.
bool keeps_rank_order() { return user_settings().reductions.ranks; }

// A predefined operator for each kind of datatypes, made once, so that look_up() copies nothing.
class predefined_operator {
 public:
  /// `on`: the kinds of datatypes that it is defined for. `exact`: those on which it is associative to the
  /// last bit (a maximum of -0 and 0 is not).
  predefined_operator(MPI_Op op, unsigned on, arithmetic as, unsigned exact)
      : op_(op), on_(on), served_on_(on), exact_(exact) {
    if (as == arithmetic::sum && rounds_sums_once()) served_on_ &= exact;
    const bool in_rank_order = keeps_rank_order();
    for (std::size_t k = 0; k < numbers; ++k) {
      const operation any{.handle = number_of(op), .kernel = kernel_for(as, static_cast<number>(k))};
      exactly_[k] = roughly_[k] = any;
      roughly_[k].exact = false;
      roughly_[k].commutative = !in_rank_order;
    }
  }
  [[nodiscard]] bool is(MPI_Op op) const noexcept { return op_ == op; }
  [[nodiscard]] bool defined_on(unsigned kinds) const noexcept { return (on_ & kinds) != 0; }
  [[nodiscard]] const operation* on(const type_entry& type) const noexcept {
    return defined_on(type.kind) ? for_numbers_of(type) : nullptr;
  }
  [[nodiscard]] const operation* served_on(const type_entry& type) const noexcept {
    if ((served_on_ & type.kind) != 0) [[likely]]
      return for_numbers_of(type);
    return unless_summed_exactly(type);
  }

 private:
  [[nodiscard]] [[gnu::noinline, gnu::cold]] const operation* unless_summed_exactly(
      const type_entry& type) const noexcept {
    return exact_numbers_of(type).by ? nullptr : on(type);
  }
  [[nodiscard]] const operation* for_numbers_of(const type_entry& type) const noexcept {
    return &((exact_ & type.kind) != 0 ? exactly_ : roughly_)[static_cast<std::size_t>(type.as)];
  }
  MPI_Op op_;
  unsigned on_, served_on_, exact_;
  std::array<operation, numbers> exactly_, roughly_;
};

// MPI 3.1, section 5.9.2 (MPI_MINLOC, MPI_MAXLOC: 5.9.4).
const predefined_operator* find(MPI_Op op) {
  constexpr unsigned integer = c_integer | fortran_integer, whole = integer | multilanguage;
  constexpr unsigned truth = c_integer | logical;
  static const predefined_operator table[] = {
      {MPI_SUM, whole | floating | complex, arithmetic::sum, whole},
      {MPI_MAX, whole | floating, arithmetic::maximum, whole},
      {MPI_MIN, whole | floating, arithmetic::minimum, whole},
      {MPI_PROD, whole | floating | complex, arithmetic::product, whole},
      {MPI_LAND, truth, arithmetic::other, truth},
      {MPI_LOR, truth, arithmetic::other, truth},
      {MPI_LXOR, truth, arithmetic::other, truth},
      {MPI_BAND, whole | raw, arithmetic::bit_and, whole | raw},
      {MPI_BOR, whole | raw, arithmetic::bit_or, whole | raw},
      {MPI_BXOR, whole | raw, arithmetic::bit_xor, whole | raw},
      {MPI_MAXLOC, pair, arithmetic::other, 0},
      {MPI_MINLOC, pair, arithmetic::other, 0},
  };
  for (const predefined_operator& p : table)
    if (p.is(op)) return &p;
  return nullptr;
}

// A user-defined operator, or null.
const operation* user_defined(MPI_Op op, const type_entry& type, operation& storage) {
  if (const operation* e = exact_operation(op, type)) return e;
  if (op == MPI_OP_NULL || op == MPI_REPLACE || op == MPI_NO_OP) return nullptr;
  int commutative = 0;
  check(PMPI_Op_commutative(op, &commutative));
  storage = {.commutative = commutative != 0 && !keeps_rank_order(), .exact = false, .handle = number_of(op)};
  return &storage;
}

}  // namespace

const operation* look_up(MPI_Op op, const type_entry& type, operation& storage) {
  if (const predefined_operator* p = find(op)) return p->on(type);
  return user_defined(op, type, storage);
}

const operation* look_up_served(MPI_Op op, const type_entry& type, operation& storage) {
  if (const predefined_operator* p = find(op)) return p->served_on(type);
  return user_defined(op, type, storage);
}

bool computed_beyond_standard(MPI_Op op, const type_entry& type) {
  const predefined_operator* const p = find(op);
  return p && p->defined_on(c_integer) && !p->defined_on(type.kind) &&
         (type.kind & (character | multilanguage)) != 0;
}

bool left_to_library(MPI_Op op, const type_entry& type) {
  return computed_beyond_standard(op, type) || ((type.kind & unlisted) != 0 && find(op));
}

void combine(const operation& op, const_buffer left, buffer right) {
  if (op.kernel) return op.kernel(left.data, right.data, right.data, right.count);
  while (right.count > 0) {
    const std::size_t n = std::min<std::size_t>(right.count, INT_MAX);
    check(PMPI_Reduce_local(left.data, right.data, static_cast<int>(n), type_of(*right.type),
                            handle_of<MPI_Op>(op.handle)));
    left = left.slice(n, left.count - n);
    right = right.slice(n, right.count - n);
  }
}

}  // namespace tutti::mpi
