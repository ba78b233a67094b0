#include "engine/proved_call.hpp"

#include <algorithm>

namespace tutti {
namespace {

constexpr datatype of_extent(std::ptrdiff_t extent, std::ptrdiff_t true_lb) {
  return {.size = term_size, .extent = extent, .true_lb = true_lb, .true_extent = term_size, .dense = false};
}
constexpr datatype plain{.size = term_size, .extent = term_size, .true_extent = term_size};
constexpr datatype pairs{.size = 2 * term_size, .extent = 2 * term_size, .true_extent = 2 * term_size};
constexpr datatype holed = of_extent(24, 8), before_its_address = of_extent(16, -8),
                   backwards = of_extent(-24, -8);
constexpr datatype first_field = of_extent(16, 0), second_field = of_extent(16, 8);

}  // namespace

bool proved_call::even() const {
  return i_.count % 2 == 0 &&
         std::all_of(i_.counts.begin(), i_.counts.end(), [](int n) { return n % 2 == 0; });
}
const datatype& proved_call::type_of(bool sent) const {
  if (bytes_) return byte_type;
  switch (i_.lies) {
    case layout::dense: break;
    case layout::holes: return holed;
    case layout::backwards: return backwards;
    case layout::one_array: return sent || combines(c_) ? first_field : second_field;
    case layout::differing:
      if (combines(c_)) return before_its_address;
      return !sent ? before_its_address : even() ? pairs : holed;
  }
  return plain;
}

void proved_call::arrange(const std::vector<std::size_t>& lengths, bool sent) {
  std::vector<std::size_t> o{0};
  for (const std::size_t n : lengths) o.push_back(o.back() + n);
  const bool equal = i_.counts.empty(),
             typed = c_ == collective::alltoallw || c_ == collective::neighbor_alltoallw;
  const datatype& type = type_of(sent);
  if (equal || bytes_ || i_.of->needs.side_by_side || combines(c_) || i_.lies == layout::dense)
    sides_.emplace_back(std::move(o), type, equal);
  else if (typed && i_.lies != layout::one_array)
    sides_.emplace_back(std::move(o),
                        sent ? std::vector{&holed, &plain, &backwards, &type}
                             : std::vector{&backwards, &before_its_address, &plain},
                        true);
  else
    sides_.emplace_back(std::move(o), std::vector{&type}, typed);
}

proved_call::proved_call(const instance& i, watched_memory& memory, terms& made_of, int number)
    : i_(i),
      c_(i.of->of),
      bytes_(i.of->needs.bytes && !combines(c_)),
      memory_(memory),
      terms_(made_of),
      number_(number) {
  const auto p = static_cast<std::size_t>(i.p);
  const auto lengths = [&](auto index) {
    std::vector<std::size_t> all;
    for (std::size_t k = 0; k < p; ++k)
      all.push_back(i.counts.empty() ? i.count : static_cast<std::size_t>(i.counts[index(k)]));
    return all;
  };
  if (is_neighbourhood(c_)) {
    arrange_neighbours();
  } else if (is_personal(c_)) {
    for (std::size_t r = 0; r < p; ++r) arrange(lengths([&](std::size_t d) { return r * p + d; }), true);
    for (std::size_t r = 0; r < p; ++r) arrange(lengths([&](std::size_t s) { return s * p + r; }), false);
  } else if (c_ != collective::barrier) {
    arrange(lengths([](std::size_t r) { return r; }), sends_blocks(c_));
  }
  if (i_.in_place && is_personal(c_)) sent_in_place_.resize(p);
  holdings_.reserve(p);
  for (int r = 0; r < i.p; ++r) holdings_.push_back(make(r));
  if (!i.nodes.empty()) nodes_.emplace(i.nodes);
}

// What a process sends nobody, or has no sender for, is as long as if somebody were there.
void proved_call::arrange_neighbours() {
  const process_graph& graph = i_.graph->edges();
  const auto p = static_cast<std::size_t>(i_.p);
  const auto length = [&](std::size_t k) {
    return i_.counts.empty() ? i_.count : static_cast<std::size_t>(i_.counts[k]);
  };
  std::vector<std::vector<std::size_t>> in(p);
  origins_.resize(p);
  for (std::size_t r = 0; r < p; ++r) {
    origins_[r].resize(graph.sources[r].size());
    in[r].resize(graph.sources[r].size(), i_.counts.empty() ? i_.count : 2);
  }
  std::size_t edge = 0;
  for (std::size_t r = 0; r < p; ++r) {
    std::vector<std::size_t> out;
    for (std::size_t k = 0; k < graph.destinations[r].size(); ++k, ++edge) {
      const std::size_t n = length(is_personal(c_) ? edge : r);
      if (is_personal(c_)) out.push_back(n);
      const int to = graph.destinations[r][k];
      if (to < 0) continue;
      const auto q = static_cast<std::size_t>(to);
      const auto l = static_cast<std::size_t>(graph.block_at(static_cast<int>(r), static_cast<int>(k)));
      origins_[q].at(l) = {static_cast<int>(r), static_cast<int>(k)};
      in[q].at(l) = n;
    }
    if (!is_personal(c_)) out.push_back(length(r));
    arrange(out, true);
  }
  for (const auto& lengths : in) arrange(lengths, false);
}

task proved_call::run(process& self) { return i_.of->run(self, call_of(self.rank())); }

task proved_call::run_watched(process& self) {
  watched_process seen(self, memory_, lost_);
  try {
    co_await run(seen);
  } catch (const communication_error&) {  // which says it
    throw;
  } catch (const too_large_proof&) {
    throw;
  } catch (const std::exception& error) {
    throw communication_error(seen.sentence(" threw: " + std::string(error.what())));
  } catch (...) {
    throw communication_error(seen.sentence(" threw what is no std::exception"));
  }
}

void proved_call::check(std::vector<std::string>& wrong) {
  differences_ = 0;
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
  const bool gathers = receives_blocks(c_) && !is_rooted(c_) && !own_sides();
  const bool spreads = traits(c_).one_buffer;
  if (!i_.of->traits.bound || i_.of->traits.surplus || !(gathers || spreads)) return;
  if (nodes_ && !nodes_->regular()) return;  // where lanes give way to other algorithms
  for (int r = 0; r < i_.p && wrong.empty(); ++r) {
    const std::size_t terms = gathers      ? blocks_of().offsets().back() - block_length(r)
                              : is_root(r) ? 0
                                           : i_.count;
    const std::size_t received = w.of(r).bytes_received, needed = terms * term_size;
    if (received != needed)
      wrong.push_back("process " + std::to_string(r) + ": receives " + std::to_string(received) +
                      " bytes and needs " + std::to_string(needed));
  }
}

// Whether what this process is to have stays among the blocks that it sends: a scatter's root, in place.
bool proved_call::own_block_stays(int r) const {
  return i_.in_place && is_rooted(c_) && sends_blocks(c_) && is_root(r);
}

holdings proved_call::make(int r) {
  const datatype &sent = type_of(true), &received = type_of(false);
  const collective_traits& t = traits(c_);
  const bool root = is_root(r);
  store mine, result;
  if (has(t.sends, root) && !t.one_buffer)
    mine = t.sends.what == holding::vector      ? store(sent, i_.count)
           : t.sends.what == holding::own_block ? store(sent, block_length(r))
                                                : store(sent_by(r));
  if (has(t.receives, root) && !own_block_stays(r))
    result = t.receives.what == holding::vector      ? store(t.one_buffer && root ? sent : received, i_.count)
             : t.receives.what == holding::own_block ? store(received, block_length(r))
                                                     : store(received_by(r));
  // Of one type, the fields are told apart by their addresses.
  const bool one_array = i_.lies == layout::one_array;
  holdings h(memory_, mine, result, one_array, one_array && combines(c_) ? second_field.true_lb : 0);
  const auto fill_terms = [&](const store& s, std::size_t from, std::size_t n, int of, int for_whom) {
    for (std::size_t j = 0; j < n; ++j) s.set(from + j, contribution(of, for_whom, j));
  };
  if (t.one_buffer) {
    if (root) fill_terms(h.result, 0, i_.count, r, -1);
  } else if (sends_blocks(c_) && !combines(c_)) {
    const std::vector<std::size_t>& o = sent_by(r).offsets();
    for (int d = 0; d + 1 < static_cast<int>(o.size()) && has(t.sends, root); ++d) {
      const auto j = static_cast<std::size_t>(d);
      fill_terms(h.mine, o[j], o[j + 1] - o[j], r, d);
    }
  } else {
    fill_terms(h.mine, 0, h.mine.terms(), r, -1);
  }
  if (i_.in_place) place(r, h);
  // What the root of a broadcast has is sent; the first process of an exscan has no result.
  const bool nothing_comes = (t.one_buffer && root) || (t.op == combining::before && r == 0);
  h.begin(memory_, !nothing_comes);
  return h;
}

// In place the contribution lies where the result will be.
void proved_call::place(int r, const holdings& h) {
  if (is_personal(c_)) {
    const std::vector<std::size_t>&out = sent_by(r).offsets(), &in = received_by(r).offsets();
    for (std::size_t k = 0; k + 1 < out.size(); ++k)
      for (std::size_t j = 0; is_placed(r, static_cast<int>(k)) && j < out[k + 1] - out[k]; ++j)
        h.result.set(in[k] + j, h.mine.get(out[k] + j));
    return;
  }
  if (sends_blocks(c_) || !has(traits(c_).receives, is_root(r))) return;
  const std::size_t begin = of_vectors(c_) ? 0 : block_start(r);
  for (std::size_t j = 0; j < h.mine.terms(); ++j) h.result.set(begin + j, h.mine.get(j));
}

// What is sent from where it is received, and the other blocks where they are.
const_blocks proved_call::sent_in_place(int r, const holdings& h) {
  const auto mine = sent_by(r).at<const_blocks>(h.mine.base());
  const auto result = received_by(r).at<blocks>(h.result.base());
  std::vector<const_buffer>& all = sent_in_place_[static_cast<std::size_t>(r)];
  all.clear();
  for (int i = 0; i < mine.size(); ++i) all.push_back(is_placed(r, i) ? const_buffer(result[i]) : mine[i]);
  return const_blocks::listed(all.data(), mine.size());
}

call proved_call::call_of(int r) {
  const holdings& h = holdings_[static_cast<std::size_t>(r)];
  call c;
  c.root = i_.root;
  c.pieces = i_.pieces;
  c.straight_beyond = i_.straight_beyond;
  c.nodes = nodes_ ? &*nodes_ : nullptr;
  c.by.less = terms::earlier;
  if (i_.graph) c.neighbours = &i_.graph->of(r);
  c.op = {.commutative = i_.commutes || i_.of->needs.commutative || i_.of->needs.exact,
          .exact = i_.of->needs.exact,
          .handle = 0};
  const bool root = is_root(r);
  const auto recv = [&] { return received_by(r).at<blocks>(h.result.base()); };
  fill(
      c, c_, root,
      [&]() -> const_buffer {
        if (!i_.in_place || !has(traits(c_).receives, root)) return h.mine.all();
        return of_vectors(c_) ? h.result.all() : recv()[r];
      },
      [&] { return own_block_stays(r) ? blocks_of().at<blocks>(h.mine.base())[r] : h.result.all(); },
      [&] {
        return i_.in_place && is_personal(c_) ? sent_in_place(r, h)
                                              : sent_by(r).at<const_blocks>(h.mine.base());
      },
      recv);
  return c;
}

template <class Words>
void proved_call::differ(int r, std::size_t at, Words expected, term found, std::vector<std::string>& wrong) {
  if (++differences_ <= shown)
    wrong.push_back("process " + std::to_string(r) + ", element " + std::to_string(at) + ": expected " +
                    expected() + ", found " + terms_.text(found));
}

void proved_call::check_block(int r, const store& s, std::size_t at, std::size_t n, int of, int for_whom,
                              std::vector<std::string>& wrong) {
  for (std::size_t j = 0; j < n; ++j)
    if (const term want = contribution(of, for_whom, j); s.get(at + j) != want)
      differ(
          r, at + j, [&] { return terms_.text(want); }, s.get(at + j), wrong);
}

bool proved_call::check_reduced(int r, const store& s, std::size_t at, std::size_t k, int last,
                                std::vector<std::string>& wrong) {
  const term t = s.get(at);
  if (terms_.is_reduction(t, last, k, in_order(), number_)) return true;
  differ(
      r, at,
      [&] {
        const bool only_order = in_order() && terms_.is_reduction(t, last, k, false, number_);
        return "x0[" + std::to_string(k) + "] .. x" + std::to_string(last) + "[" + std::to_string(k) + "]" +
               (in_order() ? " in rank order" : "") +
               (only_order ? " (or declare .needs = {.commutative = true})" : "");
      },
      t, wrong);
  return false;
}

void proved_call::check_result(int r, const holdings& h, std::vector<std::string>& wrong) {
  const collective_traits& t = traits(c_);
  if (!has(t.receives, is_root(r))) return;
  if (combines(c_)) return check_combined(r, h, wrong);
  if (is_neighbourhood(c_)) {
    const std::vector<std::size_t>& o = received_by(r).offsets();
    for (std::size_t l = 0; l + 1 < o.size(); ++l) {
      const origin& from = origins_[static_cast<std::size_t>(r)][l];
      if (from.rank >= 0) {
        check_block(r, h.result, o[l], o[l + 1] - o[l], from.rank, is_personal(c_) ? from.block : -1, wrong);
        continue;
      }
      for (std::size_t j = o[l]; j < o[l + 1]; ++j)
        if (h.result.get(j) != 0)
          differ(
              r, j, [] { return "what was there, untouched"; }, h.result.get(j), wrong);
    }
  } else if (t.sorts) {  // as terms::earlier says: the first elements of all, then the second ones, ...
    for (std::size_t j = 0; j < h.result.terms(); ++j) {
      const term want = contribution(static_cast<int>(j) % i_.p, -1, j / static_cast<std::size_t>(i_.p));
      if (h.result.get(j) != want)
        differ(
            r, j, [&] { return terms_.text(want); }, h.result.get(j), wrong);
    }
  } else if (receives_blocks(c_)) {
    for (int s = 0; s < i_.p; ++s) {
      const std::vector<std::size_t>& o = received_by(r).offsets();
      const auto j = static_cast<std::size_t>(s);
      check_block(r, h.result, o[j], o[j + 1] - o[j], s, is_personal(c_) ? r : -1, wrong);
    }
  } else if (of_vectors(c_)) {
    check_block(r, h.result, 0, i_.count, t.shifts ? ring(r, -i_.root, i_.p) : i_.root, -1, wrong);
  } else if (own_block_stays(r)) {
    check_block(r, h.mine, block_start(r), block_length(r), r, r, wrong);
  } else {
    check_block(r, h.result, 0, block_length(r), i_.root, r, wrong);
  }
}

void proved_call::check_combined(int r, const holdings& h, std::vector<std::string>& wrong) {
  const combining op = traits(c_).op;
  const std::size_t n = of_vectors(c_) ? i_.count : block_length(r),
                    begin = of_vectors(c_) ? 0 : block_start(r);
  const int last = op == combining::all ? i_.p - 1 : op == combining::up_to ? r : r - 1;
  if (last < 0) {  // there is no result, so that nothing is to be written there
    for (std::size_t j = 0; j < n; ++j)
      if (const term was = i_.in_place ? contribution(r, -1, j) : 0; h.result.get(j) != was)
        differ(
            r, j, [&] { return terms_.text(was) + ", untouched"; }, h.result.get(j), wrong);
    return;
  }
  const bool same = op == combining::all && of_vectors(c_) && !is_rooted(c_) && !i_.of->needs.exact;
  for (std::size_t j = 0; j < n; ++j) {
    if (!check_reduced(r, h.result, j, begin + j, last, wrong) || !same) continue;
    if (const term first = holdings_[0].result.get(j);
        h.result.get(j) != first && terms_.is_reduction(first, last, begin + j, in_order(), number_))
      differ(
          r, j,
          [&] {
            return "the bracketing of process 0, " + terms_.text(first) +
                   " (or declare .needs = {.exact = true}: it then serves only operators that never round)";
          },
          h.result.get(j), wrong);
  }
}

}  // namespace tutti
