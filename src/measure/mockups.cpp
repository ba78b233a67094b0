#include "measure/mockups.hpp"

#include <algorithm>
#include <vector>

#include "measure/stretches.hpp"

namespace tutti::measure {

std::span<const mockup> mockups() noexcept {
  static const std::vector<mockup> all = [] {
    std::vector<mockup> together;
    for (const auto& some : {irregular_mockups(), composed_mockups(), resized_mockups()})
      together.insert(together.end(), some.begin(), some.end());
    std::ranges::stable_sort(together, {}, &mockup::of);
    return together;
  }();
  return all;
}

const mockup* mockup_named(collective of, std::string_view name) noexcept {
  for (const mockup& m : mockups())
    if (m.of == of && m.name == name) return &m;
  return nullptr;
}

void clear(process& self, buffer what) {
  static constexpr std::byte zeros[16384]{};
  const std::size_t size = what.type->size, most = std::max<std::size_t>(1, sizeof zeros / size);
  for (std::size_t first = 0; first < what.count; first += most) {
    const std::size_t n = std::min(most, what.count - first);
    self.copy(const_buffer(zeros, n * size, byte_type), what.slice(first, n));
  }
}

}  // namespace tutti::measure
