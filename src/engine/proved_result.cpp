#include <algorithm>

#include "engine/proved_call.hpp"
#include "machine/splitmix.hpp"
#include "tutti/bracketing.hpp"

// Compares what processes hold after a proved call with the definition of the collective.
namespace tutti {

void proved_call::check(std::vector<std::string>& wrong) {
  differences_ = 0;
  seen_ = {};
  first_ = 0;
  for (int r = 0; r < i_.p; ++r) {
    holdings& h = holdings_[static_cast<std::size_t>(r)];
    const auto say = [&](const char* what) {
      if (++differences_ <= shown) wrong.push_back("process " + std::to_string(r) + ": " + what);
    };
    switch (h.after()) {
      case holdings::written::only_the_result: break;
      case holdings::written::what_is_sent: say("the send buffer was written"); break;
      case holdings::written::beside: say("memory was written that belongs to no element of the result");
    }
    check_result(r, h, wrong);
  }
  if (differences_ > shown)
    wrong.push_back("and " + std::to_string(differences_ - shown) + " more like these");
  if (wrong.empty() && !lost_.empty() && !i_.of->traits.surplus) wrong.push_back(lost_);
}

void proved_call::check_traffic(const world& w, std::vector<std::string>& wrong) const {
  const bool gathers = receives_blocks(c_) && !is_rooted(c_) && !blocks_.own_sides();
  const bool spreads = traits(c_).one_buffer;
  if (!i_.of->traits.bound || i_.of->traits.surplus || !(gathers || spreads)) return;
  if (nodes_ && !nodes_->regular()) return;  // lanes are replaced by other algorithms
  for (int r = 0; r < i_.p && wrong.empty(); ++r) {
    const std::size_t terms = gathers      ? blocks_.of_all().offsets().back() - blocks_.block_length(r)
                              : is_root(r) ? 0
                                           : i_.count;
    const std::size_t received = w.of(r).bytes_received, needed = terms * term_size;
    if (received != needed)
      wrong.push_back("process " + std::to_string(r) + ": receives " + std::to_string(received) +
                      " bytes and needs " + std::to_string(needed));
  }
}

void proved_call::check_neighbours(const trace& sent, std::vector<std::string>& wrong) const {
  const numbering order(i_.of->traits.in_node_order && nodes_ ? &*nodes_ : nullptr);
  const auto apart = [&](const message& m) {
    const int from = order.number_of(m.from), to = order.number_of(m.to);
    return to != ring(from, 1, i_.p) && to != ring(from, -1, i_.p);
  };
  const auto far = std::ranges::find_if(sent.messages, apart);
  if (far == sent.messages.end()) return;
  wrong.push_back("process " + std::to_string(far->from) + " sends to process " + std::to_string(far->to) +
                  ", which is not next to it in " + (order.is_by_rank() ? "rank" : "node") + " order");
}

template <class Words>
void proved_call::differ(int r, std::size_t at, term found, std::vector<std::string>& wrong, Words expected) {
  if (++differences_ <= shown)
    wrong.push_back("process " + std::to_string(r) + ", element " + std::to_string(at) + ": expected " +
                    expected() + ", found " + terms_.text(found));
}

void proved_call::check_block(int r, const store& s, std::size_t at, std::size_t n, int of, int for_whom,
                              std::vector<std::string>& wrong) {
  for (std::size_t j = 0; j < n; ++j)
    if (const term want = contribution(of, for_whom, j); s.get(at + j) != want)
      differ(r, at + j, s.get(at + j), wrong, [&] { return terms_.text(want); });
}

bool proved_call::check_reduced(int r, const store& s, std::size_t at, std::size_t k, int last,
                                std::vector<std::string>& wrong) {
  const term t = s.get(at);
  if (terms_.is_reduction(t, last, k, in_order(), number_)) return true;
  differ(r, at, t, wrong, [&] {
    const bool only_order = in_order() && terms_.is_reduction(t, last, k, false, number_);
    return "x0[" + std::to_string(k) + "] .. x" + std::to_string(last) + "[" + std::to_string(k) + "]" +
           (in_order() ? " in rank order" : "") +
           (only_order ? " (or declare .needs = {.commutative = true})" : "");
  });
  return false;
}

void proved_call::check_result(int r, const holdings& h, std::vector<std::string>& wrong) {
  const collective_traits& t = traits(c_);
  if (!has(t.receives, is_root(r))) return;
  if (combines(c_)) return check_combined(r, h, wrong);
  if (is_neighbourhood(c_)) {
    const std::vector<std::size_t>& o = blocks_.received_by(r).offsets();
    for (std::size_t l = 0; l + 1 < o.size(); ++l) {
      const proved_blocks::origin& from = blocks_.origin_of(r, l);
      if (from.rank >= 0) {
        check_block(r, h.result, o[l], o[l + 1] - o[l], from.rank, is_personal(c_) ? from.block : -1, wrong);
        continue;
      }
      for (std::size_t j = o[l]; j < o[l + 1]; ++j)
        if (h.result.get(j) != 0)
          differ(r, j, h.result.get(j), wrong, [] { return "what was there, untouched"; });
    }
    // sorted by terms::earlier(): the first elements of all processes, then their second ones, ...
  } else if (t.sorts) {
    for (std::size_t j = 0; j < h.result.terms(); ++j) {
      const term want = contribution(static_cast<int>(j) % i_.p, -1, j / static_cast<std::size_t>(i_.p));
      if (h.result.get(j) != want) differ(r, j, h.result.get(j), wrong, [&] { return terms_.text(want); });
    }
  } else if (receives_blocks(c_)) {
    for (int s = 0; s < i_.p; ++s) {
      const std::vector<std::size_t>& o = blocks_.received_by(r).offsets();
      const auto j = static_cast<std::size_t>(s);
      check_block(r, h.result, o[j], o[j + 1] - o[j], s, is_personal(c_) ? r : -1, wrong);
    }
  } else if (of_vectors(c_)) {
    check_block(r, h.result, 0, i_.count, t.shifts ? ring(r, -i_.root, i_.p) : i_.root, -1, wrong);
  } else if (own_block_stays(r)) {
    check_block(r, h.mine, blocks_.block_start(r), blocks_.block_length(r), r, r, wrong);
  } else {
    check_block(r, h.result, 0, blocks_.block_length(r), i_.root, r, wrong);
  }
}

// Compares the bracketing of an element with that of the first element of the same vector. Each process has a
// vector of its own, but the blocks that a reduce-scatter leaves on the processes are parts of one vector.
void proved_call::check_bracketing(int r, std::size_t at, term t, std::vector<std::string>& wrong) {
  if (at == 0 && of_vectors(c_)) first_ = 0;
  const std::uint64_t b = terms_.bracketing(t);
  seen_.ranks &= terms_.in_rank_order(t);
  seen_.of_all = splitmix64(seen_.of_all + b);
  if (first_ == 0) {
    first_ = t;
    seen_.of_first = splitmix64(seen_.of_first + b);
  } else if (terms_.bracketing(first_) != b) {
    seen_.elements = false;
    if (properties_of(*i_.of).elements)
      differ(r, at, t, wrong, [&] {
        return "the bracketing of the first element, " + terms_.text(first_) +
               " (declared by .traits = {.same_for_elements = true})";
      });
  }
}

void proved_call::check_combined(int r, const holdings& h, std::vector<std::string>& wrong) {
  const combining op = traits(c_).op;
  const std::size_t n = of_vectors(c_) ? i_.count : blocks_.block_length(r),
                    begin = of_vectors(c_) ? 0 : blocks_.block_start(r);
  const int last = op == combining::all ? i_.p - 1 : op == combining::up_to ? r : r - 1;
  if (last < 0) {  // no result: nothing may be written
    for (std::size_t j = 0; j < n; ++j)
      if (const term was = i_.in_place ? contribution(r, -1, j) : 0; h.result.get(j) != was)
        differ(r, j, h.result.get(j), wrong, [&] { return terms_.text(was) + ", untouched"; });
    return;
  }
  const bool to_all = op == combining::all && of_vectors(c_) && !is_rooted(c_);
  for (std::size_t j = 0; j < n; ++j) {
    if (!check_reduced(r, h.result, j, begin + j, last, wrong)) continue;
    check_bracketing(r, j, h.result.get(j), wrong);
    const term first = to_all ? holdings_[0].result.get(j) : 0;
    if (!to_all || h.result.get(j) == first) continue;
    seen_.processes = false;
    if (!i_.of->needs.exact && terms_.is_reduction(first, last, begin + j, in_order(), number_))
      differ(r, j, h.result.get(j), wrong, [&] {
        return "the bracketing of process 0, " + terms_.text(first) +
               " (or declare .needs = {.exact = true}: it then serves only operators that never round)";
      });
  }
}

}  // namespace tutti
