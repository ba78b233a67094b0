#include "cli/picture/goal.hpp"

#include "machine/goal_text.hpp"

namespace tutti::cli {

void write_goal(std::ostream& into, const std::vector<program>& programs, const arrival& skews,
                const std::string& title) {
  goal_text text(into, static_cast<int>(programs.size()), {title, "written by tutti show; calc in ns"});
  for (std::size_t r = 0; r < programs.size(); ++r) {
    text.begin(static_cast<int>(r));
    if (!skews.empty()) text.compute(skews[r]);
    text.run(programs[r], {}, 0);
    text.end();
  }
}

}  // namespace tutti::cli
