#include "operators.hpp"

#include <complex>
#include <cstring>
#include <stdexcept>
#include <type_traits>

#include "layouts.hpp"

namespace oracle {
namespace {

// ---------------------------------------------------------------- arithmetic

template <class T>
constexpr std::size_t significant = std::is_same_v<T, long double> ? 10
                                                                   : sizeof(T);  // x87: the rest is padding

template <class T>
struct numbers {
  static T load(const unsigned char* at) {
    T x{};
    std::memcpy(&x, at, significant<T>);
    return x;
  }
  static void store(unsigned char* at, T x) { std::memcpy(at, &x, significant<T>); }
  static std::vector<field> fields() { return {{0, significant<T>}}; }
  static std::vector<field> padding() {
    if (significant<T> == sizeof(T)) return {};
    return {{significant<T>, sizeof(T) - significant<T>}};
  }
};
template <class R>
struct numbers<std::complex<R>> {
  using T = std::complex<R>;
  static T load(const unsigned char* at) {
    return {numbers<R>::load(at), numbers<R>::load(at + significant<R>)};
  }
  static void store(unsigned char* at, T x) {
    numbers<R>::store(at, x.real());
    numbers<R>::store(at + significant<R>, x.imag());
  }
  static std::vector<field> fields() { return {{0, significant<R>}, {sizeof(R), significant<R>}}; }
  static std::vector<field> padding() {
    std::vector<field> both = numbers<R>::padding();
    if (!both.empty())
      both.push_back({both[0].offset + static_cast<std::ptrdiff_t>(sizeof(R)), both[0].size});
    return both;
  }
};

// Small numbers: sums and products of a dozen of them are exact in every type of two bytes and more, and wrap
// in the types of one byte, where the order does not matter either. Never negative in unsigned types: Open
// MPI 4.1.4 and MPICH 4.0.2 compare some of those as if they were signed, which is not tested here.
template <class T>
void make_number(std::uint64_t random, unsigned char* element) {
  constexpr int table[]{1, 2, -1, 1, 3, 1, -2, 1};
  const int x = table[random >> 61];
  numbers<T>::store(element, static_cast<T>(std::is_unsigned_v<T> && x < 0 ? -x : x));
}
template <class T>
void make_positive(std::uint64_t random, unsigned char* element) {
  numbers<T>::store(element, static_cast<T>(1 + (random >> 62)));
}
// Powers of i times 2 + i: no product of them has a part that is zero, whose sign would depend on the
// bracketing.
template <class R>
void make_complex(std::uint64_t random, unsigned char* element) {
  constexpr int table[][2]{{2, 1}, {-1, 2}, {-2, -1}, {1, -2}};
  const auto& x = table[random >> 62];
  numbers<std::complex<R>>::store(element, {static_cast<R>(x[0]), static_cast<R>(x[1])});
}
template <class T>
void make_truth(std::uint64_t random, unsigned char* element) {
  numbers<T>::store(element, static_cast<T>(random >> 61 & 1));
}
template <class T>
void make_bits(std::uint64_t random, unsigned char* element) {
  numbers<T>::store(element, static_cast<T>(random >> 7));
}

struct max {
  template <class T>
  T operator()(T a, T b) const {
    return a < b ? b : a;
  }
};
struct min {
  template <class T>
  T operator()(T a, T b) const {
    return b < a ? b : a;
  }
};
struct sum {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a + b);
  }
};
struct prod {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a * b);
  }
};
struct land {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a && b);
  }
};
struct lor {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a || b);
  }
};
struct lxor {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(!a != !b);
  }
};
struct band {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a & b);
  }
};
struct bor {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a | b);
  }
};
struct bxor {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a ^ b);
  }
};

template <class T, class Op>
void fold_numbers(unsigned char* left, const unsigned char* right) {
  numbers<T>::store(left, Op{}(numbers<T>::load(left), numbers<T>::load(right)));
}

// ---------------------------------------------------------------- values with an index

template <class V, class I>
void make_pair(std::uint64_t random, unsigned char* element) {  // few values: ties are frequent
  numbers<V>::store(element, static_cast<V>(random >> 62));
  numbers<I>::store(element + significant<V>, static_cast<I>(random >> 40 & 15));
}
template <class V, class I, class Better>
void fold_pairs(unsigned char* left, const unsigned char* right) {
  const V a = numbers<V>::load(left), b = numbers<V>::load(right);
  const I i = numbers<I>::load(left + significant<V>), j = numbers<I>::load(right + significant<V>);
  const bool tie = a == b;
  numbers<V>::store(left, Better{}(a, b));
  numbers<I>::store(left + significant<V>, tie ? min{}(i, j) : Better{}(a, b) == a ? i : j);
}

// ---------------------------------------------------------------- tables

using table = std::deque<reduction>;

layout one(std::string name, MPI_Datatype type, std::vector<field> fields, std::vector<field> padding) {
  MPI_Aint lower_bound = 0, extent = 0;
  MPI_Type_get_extent(type, &lower_bound, &extent);
  return {std::move(name), type, std::move(fields), extent, std::move(padding)};
}

template <class T, class Op>
void add(table& t, const char* name, MPI_Datatype type, const char* op_name, MPI_Op op,
         void (*make)(std::uint64_t, unsigned char*)) {
  if (type == MPI_DATATYPE_NULL) return;
  t.push_back({std::string(op_name) + " of " + name,
               one(name, type, numbers<T>::fields(), numbers<T>::padding()), op, true, make,
               fold_numbers<T, Op>});
}
template <class T>
void add_order(table& t, const char* name, MPI_Datatype type) {
  add<T, max>(t, name, type, "MAX", MPI_MAX, make_number<T>);
  add<T, min>(t, name, type, "MIN", MPI_MIN, make_number<T>);
}
template <class T>
void add_arithmetic(table& t, const char* name, MPI_Datatype type,
                    void (*make)(std::uint64_t, unsigned char*)) {
  add<T, sum>(t, name, type, "SUM", MPI_SUM, make);
  add<T, prod>(t, name, type, "PROD", MPI_PROD, make);
}
template <class T>
void add_logical(table& t, const char* name, MPI_Datatype type) {
  add<T, land>(t, name, type, "LAND", MPI_LAND, make_truth<T>);
  add<T, lor>(t, name, type, "LOR", MPI_LOR, make_truth<T>);
  add<T, lxor>(t, name, type, "LXOR", MPI_LXOR, make_truth<T>);
}
template <class T>
void add_bits(table& t, const char* name, MPI_Datatype type) {
  add<T, band>(t, name, type, "BAND", MPI_BAND, make_bits<T>);
  add<T, bor>(t, name, type, "BOR", MPI_BOR, make_bits<T>);
  add<T, bxor>(t, name, type, "BXOR", MPI_BXOR, make_bits<T>);
}

template <class T>
void add_c_integer(table& t, const char* name, MPI_Datatype type) {
  add_order<T>(t, name, type);
  add_arithmetic<T>(t, name, type, make_number<T>);
  add_logical<T>(t, name, type);
  add_bits<T>(t, name, type);
}
template <class T>
void add_other_integer(table& t, const char* name,
                       MPI_Datatype type) {  // Fortran's and MPI's own: no logical operators
  add<T, max>(t, name, type, "MAX", MPI_MAX,
              make_positive<T>);  // Open MPI 4.1.4 takes MPI_OFFSET for unsigned
  add<T, min>(t, name, type, "MIN", MPI_MIN, make_positive<T>);
  add_arithmetic<T>(t, name, type, make_number<T>);
  add_bits<T>(t, name, type);
}
template <class T>
void add_floating(table& t, const char* name, MPI_Datatype type) {
  add_order<T>(t, name, type);
  add_arithmetic<T>(t, name, type, make_number<T>);
}
template <class R>
void add_complex(table& t, const char* name, MPI_Datatype type) {
  add_arithmetic<std::complex<R>>(t, name, type, make_complex<R>);
}
template <class V, class I>
void add_pair(table& t, const char* name, MPI_Datatype type) {
  if (type == MPI_DATATYPE_NULL) return;
  struct both {
    V value;
    I index;
  };
  const layout l =
      one(name, type, {{offsetof(both, value), significant<V>}, {offsetof(both, index), significant<I>}},
          numbers<V>::padding());
  t.push_back(
      {std::string("MAXLOC of ") + name, l, MPI_MAXLOC, true, make_pair<V, I>, fold_pairs<V, I, max>});
  t.push_back(
      {std::string("MINLOC of ") + name, l, MPI_MINLOC, true, make_pair<V, I>, fold_pairs<V, I, min>});
}

table all_predefined() {
  table t;
  add_c_integer<signed char>(t, "MPI_SIGNED_CHAR", MPI_SIGNED_CHAR);
  add_c_integer<unsigned char>(t, "MPI_UNSIGNED_CHAR", MPI_UNSIGNED_CHAR);
  add_c_integer<short>(t, "MPI_SHORT", MPI_SHORT);
  add_c_integer<unsigned short>(t, "MPI_UNSIGNED_SHORT", MPI_UNSIGNED_SHORT);
  add_c_integer<int>(t, "MPI_INT", MPI_INT);
  add_c_integer<unsigned>(t, "MPI_UNSIGNED", MPI_UNSIGNED);
  add_c_integer<long>(t, "MPI_LONG", MPI_LONG);
  add_c_integer<unsigned long>(t, "MPI_UNSIGNED_LONG", MPI_UNSIGNED_LONG);
  add_c_integer<long long>(t, "MPI_LONG_LONG", MPI_LONG_LONG);
  add_c_integer<unsigned long long>(t, "MPI_UNSIGNED_LONG_LONG", MPI_UNSIGNED_LONG_LONG);
  add_c_integer<std::int8_t>(t, "MPI_INT8_T", MPI_INT8_T);
  add_c_integer<std::int16_t>(t, "MPI_INT16_T", MPI_INT16_T);
  add_c_integer<std::int32_t>(t, "MPI_INT32_T", MPI_INT32_T);
  add_c_integer<std::int64_t>(t, "MPI_INT64_T", MPI_INT64_T);
  add_c_integer<std::uint8_t>(t, "MPI_UINT8_T", MPI_UINT8_T);
  add_c_integer<std::uint16_t>(t, "MPI_UINT16_T", MPI_UINT16_T);
  add_c_integer<std::uint32_t>(t, "MPI_UINT32_T", MPI_UINT32_T);
  add_c_integer<std::uint64_t>(t, "MPI_UINT64_T", MPI_UINT64_T);
  add_other_integer<int>(t, "MPI_INTEGER", MPI_INTEGER);
  add_other_integer<MPI_Aint>(t, "MPI_AINT", MPI_AINT);
  add_other_integer<MPI_Offset>(t, "MPI_OFFSET", MPI_OFFSET);
  add_other_integer<MPI_Count>(t, "MPI_COUNT", MPI_COUNT);
  add_floating<float>(t, "MPI_FLOAT", MPI_FLOAT);
  add_floating<double>(t, "MPI_DOUBLE", MPI_DOUBLE);
  add_floating<long double>(t, "MPI_LONG_DOUBLE", MPI_LONG_DOUBLE);
  add_floating<float>(t, "MPI_REAL", MPI_REAL);
  add_floating<double>(t, "MPI_DOUBLE_PRECISION", MPI_DOUBLE_PRECISION);
  add_complex<float>(t, "MPI_C_COMPLEX", MPI_C_COMPLEX);
  add_complex<float>(t, "MPI_C_FLOAT_COMPLEX", MPI_C_FLOAT_COMPLEX);
  add_complex<double>(t, "MPI_C_DOUBLE_COMPLEX", MPI_C_DOUBLE_COMPLEX);
  add_complex<long double>(t, "MPI_C_LONG_DOUBLE_COMPLEX", MPI_C_LONG_DOUBLE_COMPLEX);
  add_complex<float>(t, "MPI_COMPLEX", MPI_COMPLEX);
  add_complex<double>(t, "MPI_DOUBLE_COMPLEX", MPI_DOUBLE_COMPLEX);
  add_logical<int>(t, "MPI_LOGICAL", MPI_LOGICAL);
  add_logical<bool>(t, "MPI_C_BOOL", MPI_C_BOOL);
  add_logical<bool>(t, "MPI_CXX_BOOL", MPI_CXX_BOOL);
  add_bits<unsigned char>(t, "MPI_BYTE", MPI_BYTE);
  add_pair<float, int>(t, "MPI_FLOAT_INT", MPI_FLOAT_INT);
  add_pair<double, int>(t, "MPI_DOUBLE_INT", MPI_DOUBLE_INT);
  add_pair<long, int>(t, "MPI_LONG_INT", MPI_LONG_INT);
  add_pair<int, int>(t, "MPI_2INT", MPI_2INT);
  add_pair<short, int>(t, "MPI_SHORT_INT", MPI_SHORT_INT);
  add_pair<long double, int>(t, "MPI_LONG_DOUBLE_INT", MPI_LONG_DOUBLE_INT);
  add_pair<float, float>(t, "MPI_2REAL", MPI_2REAL);
  add_pair<double, double>(t, "MPI_2DOUBLE_PRECISION", MPI_2DOUBLE_PRECISION);
  add_pair<int, int>(t, "MPI_2INTEGER", MPI_2INTEGER);
  return t;
}

// ---------------------------------------------------------------- the user's operators

constexpr std::uint64_t prime = 65521;

struct matrix {
  std::uint32_t of[4];  // row by row
};

matrix product(const matrix& a, const matrix& b) {
  matrix c{};
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 2; ++j)
      c.of[2 * i + j] = static_cast<std::uint32_t>(
          (std::uint64_t{a.of[2 * i]} * b.of[j] + std::uint64_t{a.of[2 * i + 1]} * b.of[2 + j]) % prime);
  return c;
}

// The user's function gets elements in their memory layout, so it must know the layout. It finds the layout
// by the datatype.
const layout* layout_of(MPI_Datatype type) {
  for (const reduction& r : user_reductions())
    if (r.type.type == type) return &r.type;
  return nullptr;
}

packed gathered(const unsigned char* element, const layout& l) {
  packed out;
  for (const field& f : l.fields) out.insert(out.end(), element + f.offset, element + f.offset + f.size);
  return out;
}

void fold_matrices(unsigned char* left, const unsigned char* right) {
  matrix a, b;
  std::memcpy(&a, left, sizeof a);
  std::memcpy(&b, right, sizeof b);
  a = product(a, b);
  std::memcpy(left, &a, sizeof a);
}
void fold_residues(unsigned char* left, const unsigned char* right) {
  std::uint32_t a, b;
  std::memcpy(&a, left, sizeof a);
  std::memcpy(&b, right, sizeof b);
  a = static_cast<std::uint32_t>(std::uint64_t{a} * b % prime);
  std::memcpy(left, &a, sizeof a);
}
void fold_residue_pairs(unsigned char* left, const unsigned char* right) {
  fold_residues(left, right);
  fold_residues(left + 4, right + 4);
}

template <void (*fold)(unsigned char*, const unsigned char*)>
void user_function(void* in, void* inout, int* count, MPI_Datatype* type) {
  const layout* l = layout_of(*type);
  if (!l) {
    std::fputs("FAILED: a user-defined operator is called with another datatype than the caller's\n", stderr);
    MPI_Abort(MPI_COMM_WORLD, 1);
    return;
  }
  auto* left = static_cast<unsigned char*>(in);
  auto* right = static_cast<unsigned char*>(inout);
  for (int i = 0; i < *count; ++i, left += l->extent, right += l->extent) {
    packed a = gathered(left, *l);
    const packed b = gathered(right, *l);
    fold(a.data(), b.data());  // inout = in op inout
    const unsigned char* from = a.data();
    for (const field& f : l->fields) {
      std::memcpy(right + f.offset, from, f.size);
      from += f.size;
    }
  }
}

void make_matrix(std::uint64_t random, unsigned char* element) {
  matrix m{};
  for (std::size_t i = 0; i < 4; ++i) m.of[i] = static_cast<std::uint32_t>((random >> (16 * i)) % prime);
  std::memcpy(element, &m, sizeof m);
}
void make_residue(std::uint64_t random, unsigned char* element) {
  const auto x = static_cast<std::uint32_t>(1 + random % (prime - 1));
  std::memcpy(element, &x, sizeof x);
}
void make_residue_pair(std::uint64_t random, unsigned char* element) {
  make_residue(random, element);
  make_residue(random >> 20, element + 4);
}

layout derived(const char* name, std::vector<MPI_Aint> positions, MPI_Aint lower_bound, MPI_Aint extent) {
  MPI_Datatype indexed, type;
  std::vector<int> lengths(positions.size(), 1);
  layout l{name, MPI_DATATYPE_NULL, {}, extent};
  for (MPI_Aint p : positions) l.fields.push_back({p, 4});
  MPI_Type_create_hindexed(static_cast<int>(positions.size()), lengths.data(), positions.data(), MPI_UINT32_T,
                           &indexed);
  MPI_Type_create_resized(indexed, lower_bound, extent, &type);
  MPI_Type_free(&indexed);
  MPI_Type_commit(&type);
  l.type = type;
  return l;
}

table all_of_users() {
  MPI_Op matrices, residues, residue_pairs;
  MPI_Op_create(user_function<fold_matrices>, 0, &matrices);
  MPI_Op_create(user_function<fold_residues>, 1, &residues);
  MPI_Op_create(user_function<fold_residue_pairs>, 1, &residue_pairs);
  table t;
  t.push_back({"matrix product", derived("contiguous matrix", {0, 4, 8, 12}, 0, 16), matrices, false,
               make_matrix, fold_matrices});
  t.push_back({"matrix product", derived("matrix with holes", {4, 8, 20, 24}, 0, 32), matrices, false,
               make_matrix, fold_matrices});
  t.push_back({"matrix product", derived("matrix by columns", {0, 8, 4, 12}, 0, 16), matrices, false,
               make_matrix, fold_matrices});
  t.push_back({"matrix product", derived("matrix with a negative lower bound", {-8, -4, 4, 8}, -8, 20),
               matrices, false, make_matrix, fold_matrices});
  t.push_back(
      {"product modulo a prime", derived("residue", {0}, 0, 4), residues, true, make_residue, fold_residues});
  t.push_back({"product modulo a prime", derived("residues with holes", {0, 8}, 0, 16), residue_pairs, true,
               make_residue_pair, fold_residue_pairs});
  return t;
}

std::size_t packed_size(const layout& l) {
  std::size_t bytes = 0;
  for (const field& f : l.fields) bytes += f.size;
  return bytes;
}

}  // namespace

packed contribution(const reduction& how, long elements, std::uint64_t seed, int from) {
  const std::size_t size = packed_size(how.type);
  packed data(size * static_cast<std::size_t>(elements));
  for (long i = 0; i < elements; ++i)
    how.make(mix(seed, static_cast<unsigned>(from), static_cast<std::uint64_t>(i)),
             data.data() + size * static_cast<std::size_t>(i));
  return data;
}

packed reduced(const reduction& how, long elements, std::uint64_t seed, int first, int last, long begin,
               long end) {
  const std::size_t size = packed_size(how.type);
  const auto from = static_cast<std::ptrdiff_t>(size) * begin, to = static_cast<std::ptrdiff_t>(size) * end;
  const auto part = [&](int rank) {
    const packed all = contribution(how, elements, seed, rank);
    return packed(all.begin() + from, all.begin() + to);
  };
  packed result = part(first);
  for (int rank = first + 1; rank <= last; ++rank) {
    const packed right = part(rank);
    for (std::size_t i = 0; i < result.size(); i += size) how.fold(result.data() + i, right.data() + i);
  }
  return result;
}

const std::deque<reduction>& predefined_reductions() {
  static const table all = all_predefined();
  return all;
}

const std::deque<reduction>& user_reductions() {
  static const table all = all_of_users();
  return all;
}

std::deque<const reduction*> core_reductions() {
  std::deque<const reduction*> core;
  for (const char* name : {"SUM of MPI_INT", "MAX of MPI_DOUBLE", "MAXLOC of MPI_DOUBLE_INT"})
    for (const reduction& r : predefined_reductions())
      if (r.name == name) core.push_back(&r);
  for (const reduction& r : user_reductions()) core.push_back(&r);
  return core;
}

}  // namespace oracle
