#pragma once

#include <vector>

#include "tutti/machine/network.hpp"

namespace tutti {

struct bisection {
  double width = 0;
  bool is_exact = true;  // false: the width of some cut into halves, a bound on the smallest one
};

/// Up to this number of places, all cuts into halves are compared.
int most_places_with_all_cuts(bool has_switches);

/// The capacity of the links from one side of a cut to the other, in the direction that has more.
double width_of_cut(const std::vector<wire>& wires, const std::vector<bool>& side);

/// The smallest cut that has half of the places on either side, wherever the switches are. All such cuts are
/// compared if there are few places. Otherwise, the result is the better of two cuts: by the numbers of the
/// places, and by Fiedler's vector.
bisection bisection_of(int places, int vertices, const std::vector<wire>& wires);

}  // namespace tutti
