#include "layouts.hpp"

#include <array>
#include <map>

namespace oracle {
namespace {

constexpr std::ptrdiff_t int_bytes = sizeof(int);
constexpr std::ptrdiff_t columns = 1024;

layout made(std::string name, MPI_Datatype type, std::vector<field> fields, std::ptrdiff_t extent) {
  MPI_Type_commit(&type);
  return {std::move(name), type, std::move(fields), extent};
}

std::vector<field> ints_at(std::initializer_list<std::ptrdiff_t> positions) {
  std::vector<field> fields;
  for (std::ptrdiff_t p : positions) fields.push_back({p * int_bytes, sizeof(int)});
  return fields;
}

MPI_Datatype indexed(std::vector<int> lengths, std::vector<MPI_Aint> displacements) {
  MPI_Datatype t;
  MPI_Type_create_hindexed(static_cast<int>(lengths.size()), lengths.data(), displacements.data(), MPI_INT,
                           &t);
  return t;
}

MPI_Datatype resized(MPI_Datatype of, MPI_Aint lower_bound, MPI_Aint extent) {
  MPI_Datatype t;
  MPI_Type_create_resized(of, lower_bound, extent, &t);
  MPI_Type_free(&of);
  return t;
}

layout single() { return {"int", MPI_INT, ints_at({0}), int_bytes}; }

layout ten() {
  MPI_Datatype t;
  MPI_Type_contiguous(10, MPI_INT, &t);
  return made("contiguous(10)", t, ints_at({0, 1, 2, 3, 4, 5, 6, 7, 8, 9}), 10 * int_bytes);
}

// xx..xx..xx
layout vector_with_holes() {
  MPI_Datatype t;
  MPI_Type_vector(3, 2, 4, MPI_INT, &t);
  return made("vector(3,2,4)", t, ints_at({0, 1, 4, 5, 8, 9}), 10 * int_bytes);
}

// x..  one int in three
layout spread() {
  MPI_Datatype t;
  MPI_Type_create_resized(MPI_INT, 0, 3 * int_bytes, &t);
  return made("resized(int)", t, ints_at({0}), 3 * int_bytes);
}

// .xx.x  as a struct that ends with a hole
layout structure() {
  MPI_Datatype t;
  std::array<int, 2> lengths{2, 1};
  std::array<MPI_Aint, 2> displacements{1 * int_bytes, 4 * int_bytes};
  std::array<MPI_Datatype, 2> types{MPI_INT, MPI_INT};
  MPI_Type_create_struct(2, lengths.data(), displacements.data(), types.data(), &t);
  return made("struct", resized(t, 0, 6 * int_bytes), ints_at({1, 2, 4}), 6 * int_bytes);
}

// xx.|x  two ints before the address and one after it
layout negative() {
  return made("negative lower bound", indexed({2, 1}, {-3 * int_bytes, int_bytes}), ints_at({-3, -2, 1}),
              5 * int_bytes);
}

// size == extent and no hole, but not in the order of memory: 2 0 1
layout permuted() {
  return made("permuted", indexed({1, 1, 1}, {2 * int_bytes, 0, int_bytes}), ints_at({2, 0, 1}),
              3 * int_bytes);
}

// The column of a matrix with 1024 columns and 2 rows: the next element starts one int further, inside this
// one.
layout column() {
  return made("column", resized(indexed({1, 1}, {0, columns * int_bytes}), 0, int_bytes),
              ints_at({0, columns}), int_bytes);
}

layout mixed(std::string name, MPI_Aint at_double, MPI_Aint at_int, MPI_Aint at_char, MPI_Aint extent) {
  MPI_Datatype t;
  std::array<int, 3> lengths{1, 1, 1};
  std::array<MPI_Aint, 3> displacements{at_double, at_int, at_char};
  std::array<MPI_Datatype, 3> types{MPI_DOUBLE, MPI_INT, MPI_CHAR};
  MPI_Type_create_struct(3, lengths.data(), displacements.data(), types.data(), &t);
  return made(std::move(name), resized(t, 0, extent), {{at_double, 8}, {at_int, 4}, {at_char, 1}}, extent);
}

}  // namespace

const std::deque<layout>& int_layouts() {
  static const std::deque<layout> all{single(),    ten(),      vector_with_holes(), spread(),
                                      structure(), negative(), permuted()};
  return all;
}

const std::deque<layout>& mixed_layouts() {
  static const std::deque<layout> all{mixed("struct(double,int,char)", 0, 8, 12, 16),
                                      mixed("packed struct(double,int,char)", 0, 8, 12, 13),
                                      mixed("shuffled struct(double,int,char)", 8, 4, 0, 24)};
  return all;
}

const layout& column_layout() {
  static const layout l = column();
  return l;
}

const layout& contiguous_ints(int ints) {
  static std::map<int, layout> all;
  auto& l = all[ints];
  if (l.fields.empty()) {
    MPI_Datatype t;
    MPI_Type_contiguous(ints, MPI_INT, &t);
    std::vector<field> fields;
    for (int i = 0; i < ints; ++i) fields.push_back({i * int_bytes, sizeof(int)});
    l = made("contiguous(" + std::to_string(ints) + ")", t, fields, ints * int_bytes);
  }
  return l;
}

}  // namespace oracle
