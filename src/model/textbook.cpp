#include "tutti/model/textbook.hpp"

#include <cmath>

namespace tutti::textbook {

double broadcast(int p, double m, const machine& on) { return (on.alpha + on.beta * m) * std::log2(p); }
double all_to_all_broadcast_ring(int p, double m, const machine& on) {
  return (on.alpha + on.beta * m) * (p - 1);
}
double all_to_all_broadcast_mesh(int p, double m, const machine& on) {
  return 2 * on.alpha * (std::sqrt(p) - 1) + on.beta * m * (p - 1);
}
double all_to_all_broadcast_hypercube(int p, double m, const machine& on) {
  return on.alpha * std::log2(p) + on.beta * m * (p - 1);
}
double scatter(int p, double m, const machine& on) { return on.alpha * std::log2(p) + on.beta * m * (p - 1); }
double total_exchange_ring(int p, double m, const machine& on) {
  return (on.alpha + on.beta * m * p / 2) * (p - 1);
}
double total_exchange_mesh(int p, double m, const machine& on) {
  return (2 * on.alpha + on.beta * m * p) * (std::sqrt(p) - 1);
}
double total_exchange_hypercube(int p, double m, const machine& on) {
  return (on.alpha + on.beta * m * p / 2) * std::log2(p);
}
double total_exchange_pairwise(int p, double m, const machine& on) {
  return (on.alpha + on.beta * m) * (p - 1);
}
double shift_mesh(int p, double m, const machine& on) {
  return (on.alpha + on.beta * m) * (std::sqrt(p) + 1);
}
double shift_hypercube(int p, double m, const machine& on) {
  return (on.alpha + on.beta * m) * (2 * std::log2(p) - 1);
}
double shift_routed(double m, const machine& on) { return on.alpha + on.beta * m; }
double broadcast_split(int p, double m, const machine& on) {
  return 2 * (on.alpha * std::log2(p) + on.beta * (p - 1) * m / p);
}

}  // namespace tutti::textbook
