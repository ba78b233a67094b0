#include "engine/proved_call.hpp"

namespace tutti {

proved_call::proved_call(const instance& i, watched_memory& memory, terms& made_of, int number)
    : i_(i),
      machine_(machine_of(i)),
      c_(i.of->of),
      blocks_(i),
      memory_(memory),
      terms_(made_of),
      number_(number) {
  if (i_.in_place && is_personal(c_)) sent_in_place_.resize(static_cast<std::size_t>(i.p));
  holdings_.reserve(static_cast<std::size_t>(i.p));
  std::size_t contributions = 0;
  for (int r = 0; r < i.p; ++r) contributions += holdings_.emplace_back(make(r)).mine.terms();
  if (combines(c_)) terms_.expect(contributions);
  if (!i.nodes.empty()) nodes_.emplace(i.nodes);
}

task proved_call::run(process& self) { return i_.of->run(self, call_of(self.rank())); }

task proved_call::run_watched(process& self) {
  watched_process seen(self, memory_, lost_);
  try {
    co_await run(seen);
  } catch (const communication_error&) {  // already names the process and the place
    throw;
  } catch (const too_large_proof&) {
    throw;
  } catch (const std::exception& error) {
    throw communication_error(seen.sentence(" threw: " + std::string(error.what())));
  } catch (...) {
    throw communication_error(seen.sentence(" threw what is no std::exception"));
  }
}

// True if the process's own block stays among those that it sends: the root of a scatter, in place.
bool proved_call::own_block_stays(int r) const {
  return i_.in_place && is_rooted(c_) && sends_blocks(c_) && is_root(r);
}

holdings proved_call::make(int r) {
  const datatype &sent = blocks_.type_of(true), &received = blocks_.type_of(false);
  const collective_traits& t = traits(c_);
  const bool root = is_root(r);
  store mine, result;
  if (has(t.sends, root) && !t.one_buffer)
    mine = t.sends.what == holding::vector      ? store(sent, i_.count)
           : t.sends.what == holding::own_block ? store(sent, blocks_.block_length(r))
                                                : store(blocks_.sent_by(r));
  if (has(t.receives, root) && !own_block_stays(r))
    result = t.receives.what == holding::vector      ? store(t.one_buffer && root ? sent : received, i_.count)
             : t.receives.what == holding::own_block ? store(received, blocks_.block_length(r))
                                                     : store(blocks_.received_by(r));
  // Two fields of the same type differ in their addresses.
  const bool one_array = i_.lies == layout::one_array;
  holdings h(memory_, mine, result, one_array, one_array ? blocks_.apart() : 0);
  const auto fill_terms = [&](const store& s, std::size_t from, std::size_t n, int of, int for_whom) {
    for (std::size_t j = 0; j < n; ++j) s.set(from + j, contribution(of, for_whom, j));
  };
  if (t.one_buffer) {
    if (root) fill_terms(h.result, 0, i_.count, r, -1);
  } else if (sends_blocks(c_) && !combines(c_)) {
    const std::vector<std::size_t>& o = blocks_.sent_by(r).offsets();
    for (int d = 0; d + 1 < static_cast<int>(o.size()) && has(t.sends, root); ++d) {
      const auto j = static_cast<std::size_t>(d);
      fill_terms(h.mine, o[j], o[j + 1] - o[j], r, d);
    }
  } else {
    fill_terms(h.mine, 0, h.mine.terms(), r, -1);
  }
  if (i_.in_place) place(r, h);
  // The root of a broadcast and the first process of an exscan receive nothing.
  const bool nothing_comes = (t.one_buffer && root) || (t.op == combining::before && r == 0);
  h.begin(memory_, !nothing_comes);
  return h;
}

// In place, the contribution is in the memory of the result.
void proved_call::place(int r, const holdings& h) {
  if (is_personal(c_)) {
    const std::vector<std::size_t>&out = blocks_.sent_by(r).offsets(), &in = blocks_.received_by(r).offsets();
    for (std::size_t k = 0; k + 1 < out.size(); ++k)
      for (std::size_t j = 0; is_placed(r, static_cast<int>(k)) && j < out[k + 1] - out[k]; ++j)
        h.result.set(in[k] + j, h.mine.get(out[k] + j));
    return;
  }
  if (sends_blocks(c_) || !has(traits(c_).receives, is_root(r))) return;
  const std::size_t begin = of_vectors(c_) ? 0 : blocks_.block_start(r);
  for (std::size_t j = 0; j < h.mine.terms(); ++j) h.result.set(begin + j, h.mine.get(j));
}

// The blocks to send: those that are sent in place are in the receive buffer, the others in the send buffer.
const_blocks proved_call::sent_in_place(int r, const holdings& h) {
  const auto mine = blocks_.sent_by(r).at<const_blocks>(h.mine.base());
  const auto result = blocks_.received_by(r).at<blocks>(h.result.base());
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
  if (i_.machine || i_.of->needs.ports) c.logp = &machine_;
  c.nodes = nodes_ ? &*nodes_ : nullptr;
  c.by.less = terms::earlier;
  if (i_.graph) c.neighbours = &i_.graph->of(r);
  c.op = {.commutative = i_.commutes || i_.of->needs.commutative || i_.of->needs.exact,
          .exact = i_.of->needs.exact,
          .handle = 0};
  const bool root = is_root(r);
  const auto recv = [&] { return blocks_.received_by(r).at<blocks>(h.result.base()); };
  fill(
      c, c_, root,
      [&]() -> const_buffer {
        if (!i_.in_place || !has(traits(c_).receives, root)) return h.mine.all();
        return of_vectors(c_) ? h.result.all() : recv()[r];
      },
      [&] { return own_block_stays(r) ? blocks_.of_all().at<blocks>(h.mine.base())[r] : h.result.all(); },
      [&] {
        return i_.in_place && is_personal(c_) ? sent_in_place(r, h)
                                              : blocks_.sent_by(r).at<const_blocks>(h.mine.base());
      },
      recv);
  return c;
}

}  // namespace tutti
