#include "text/options.hpp"
#include "tutti/model/closed_forms.hpp"

namespace tutti {

lecture::bsp lecture::make_bsp(std::string_view text) {
  options o(split_description("bsp:" + std::string(text)), "bsp");
  const double g = o.time("g", 0), l = o.time("l", 0), L = o.time("L", 0);
  o.done();
  return {.g = g, .l = l, .L = L};
}

}  // namespace tutti
