// Networks whose places are words of digits, or bits: de Bruijn, Kautz, shuffle-exchange, cube-connected
// cycles; and the ring in one direction. Sources: Traeff, HPC lecture, "Communication algorithms in
// networks"; Fraigniaud, Lazard, Methods and problems of communication in usual networks, Discrete Applied
// Mathematics 53, 1994; the ring, "Algorithms for Collective Operations", section 5.

#include <array>
#include <stdexcept>

#include "machine/wired.hpp"
#include "text/counted.hpp"
#include "tutti/ranks.hpp"

namespace tutti {
namespace {

void require(int value, int least, int most, const std::string& what) {
  if (value < least || value > most)
    throw std::invalid_argument(what + " from " + std::to_string(least) + " to " + std::to_string(most) +
                                ", not " + std::to_string(value));
}

constexpr const char* by_overlap =
    "the digits of the destination that are missing are shifted in, which is shortest";

// The length of the longest word that `from` ends with and `to` begins with.
template <class Word>
int overlap(const Word& from, const Word& to, int length) {
  for (int n = length; n > 0; --n) {
    int k = 0;
    while (k < n && from[static_cast<std::size_t>(length - n + k)] == to[static_cast<std::size_t>(k)]) ++k;
    if (k == n) return n;
  }
  return 0;
}

// The words of a fixed length over some digits, in the order of their numbers, the first digit having the
// greatest weight. If adjacent digits differ, each digit after the first is one of the others, numbered
// without it.
class words_of_digits {
 public:
  static constexpr int longest = 24;
  using word = std::array<int, longest>;
  words_of_digits(int length, int digits, bool adjacent_differ)
      : length_(length), choices_(adjacent_differ ? digits - 1 : digits), differ_(adjacent_differ) {}

  [[nodiscard]] word of(int number) const {
    word w{};
    for (int k = length_; k-- > 1; number /= choices_) w[static_cast<std::size_t>(k)] = number % choices_;
    w[0] = number;
    for (std::size_t k = 1; differ_ && k < static_cast<std::size_t>(length_); ++k) w[k] += w[k] >= w[k - 1];
    return w;
  }
  [[nodiscard]] int number_of(const word& w) const {
    int number = w[0];
    for (std::size_t k = 1; k < static_cast<std::size_t>(length_); ++k)
      number = number * choices_ + w[k] - (differ_ && w[k] > w[k - 1]);
    return number;
  }
  /// The word without its first digit, and with a last one.
  [[nodiscard]] int shifted(int number, int last) const {
    word w = of(number);
    for (std::size_t k = 1; k < static_cast<std::size_t>(length_); ++k) w[k - 1] = w[k];
    w[static_cast<std::size_t>(length_) - 1] = last;
    return number_of(w);
  }
  [[nodiscard]] int last_of(int number) const { return of(number)[static_cast<std::size_t>(length_) - 1]; }
  [[nodiscard]] int nearer(int at, int to) const {
    const word there = of(to);
    return shifted(at, there[static_cast<std::size_t>(overlap(of(at), there, length_))]);
  }

 private:
  int length_, choices_;
  bool differ_;
};

topology_ptr network_of_words(std::string name, int places, int length, int digits, bool adjacent_differ) {
  const words_of_digits all(length, digits, adjacent_differ);
  wiring network{.name = std::move(name),
                 .places = places,
                 .vertices = places,
                 .next = [all](int at, int to) { return all.nearer(at, to); },
                 .routing = by_overlap,
                 .diameter = length};
  for (int v = 0; v < places; ++v)
    for (int digit = 0; digit < digits; ++digit) {
      if (adjacent_differ && digit == all.last_of(v)) continue;
      if (const int to = all.shifted(v, digit); to != v) network.wires.push_back({.from = v, .to = to});
    }
  return wired(std::move(network));
}

}  // namespace

topology_ptr unidirectional_ring(int p) {
  require(p, 1, 1 << 24, "a ring in one direction needs a number of places");
  wiring ring{.name = "unidirectional ring " + std::to_string(p),
              .places = p,
              .vertices = p,
              .next = [p](int at, int) { return tutti::ring(at, 1, p); },
              .routing = "the only ones",
              .diameter = p - 1,
              .cut = bisection{p > 1 ? 1.0 : 0.0, true}};
  for (int v = 0; v < p && p > 1; ++v) ring.wires.push_back({.from = v, .to = tutti::ring(v, 1, p)});
  return wired(std::move(ring));
}

topology_ptr de_bruijn(int symbols, int digits) {
  require(symbols, 2, 4096, "a de Bruijn network needs a number of symbols");
  require(digits, 1, words_of_digits::longest, "a de Bruijn network needs a number of digits");
  return network_of_words(
      "de Bruijn network of " + counted(digits, "digit") + " below " + std::to_string(symbols),
      power(symbols, digits, "a de Bruijn network of this size"), digits, symbols, false);
}

topology_ptr kautz(int degree, int diameter) {
  require(degree, 2, 4095, "a Kautz network needs a degree");
  require(diameter, 1, words_of_digits::longest, "a Kautz network needs a diameter");
  const std::string what = "a Kautz network of this size";
  const int all = power(degree, diameter, what) + power(degree, diameter - 1, what);
  return network_of_words(
      "Kautz network of degree " + std::to_string(degree) + " and diameter " + std::to_string(diameter), all,
      diameter, degree + 1, true);
}

topology_ptr shuffle_exchange(int bits) {
  require(bits, 1, 12, "a shuffle-exchange network needs a number of bits");
  const int places = 1 << bits;
  std::vector<wire> wires;
  for (int v = 0; v < places; ++v) {
    if (const int to = (2 * v) % places + 2 * v / places; to != v) wires.push_back({.from = v, .to = to});
    wires.push_back({.from = v, .to = v ^ 1});
  }
  return network_of_wires("shuffle-exchange network of " + counted(bits, "bit"), places, places,
                          std::move(wires));
}

// Source of the bisection width: Manabe, Hagihara, Tokura, The minimum bisection widths of the
// cube-connected-cycles graph and cube graph, 1984.
topology_ptr cube_connected_cycles(int dimension) {
  require(dimension, 1, 8, "cube-connected cycles need a dimension");
  const int n = dimension, places = n << n;
  wiring cycles{.name = "cube-connected cycles of dimension " + std::to_string(n),
                .places = places,
                .vertices = places,
                .cut = bisection{static_cast<double>(1 << (n - 1)), true}};
  for (int x = 0; x < 1 << n; ++x)
    for (int k = 0; k < n; ++k) {
      const int v = x * n + k, up = x * n + ring(k, 1, n), down = x * n + ring(k, -1, n);
      if (up != v) cycles.wires.push_back({.from = v, .to = up});
      if (down != up) cycles.wires.push_back({.from = v, .to = down});
      cycles.wires.push_back({.from = v, .to = (x ^ 1 << k) * n + k});
    }
  return wired(std::move(cycles));
}

}  // namespace tutti
