// Prints a line `collective algorithm` for every algorithm of the catalogue.

#include <cstdio>

#include "tutti/algorithm.hpp"

int main() {
  for (const tutti::algorithm* a : tutti::catalogue()) {
    if (tutti::is_neighbourhood(a->of)) continue;  // neighbours_test has graphs for these
    const auto collective = tutti::name_of(a->of);
    std::printf("%.*s %.*s\n", static_cast<int>(collective.size()), collective.data(),
                static_cast<int>(a->name.size()), a->name.data());
  }
}
