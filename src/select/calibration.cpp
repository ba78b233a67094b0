#include "select/calibration.hpp"

#include "machine/two_levels.hpp"

namespace tutti {

calibration read_calibration(std::string_view json, std::string_view file) {
  return calibration_of(parse_network(json, file));
}

calibration calibration_of(const network& on) {
  const two_levels costs(on);
  calibration c;
  for (std::size_t k = 0; k < c.by_size_.size(); ++k) {
    const std::size_t bytes = std::size_t{1} << k;
    const auto seen = [&](const cost_model::duration& d) {
      return machine{.alpha = d.startup, .beta = d.data / static_cast<double>(bytes), .gamma = on.gamma};
    };
    c.by_size_[k] = {.within = seen(costs.within(bytes)), .between = seen(costs.between(bytes))};
  }
  return c;
}

}  // namespace tutti
