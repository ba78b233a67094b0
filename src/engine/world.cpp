#include <algorithm>
#include <limits>

#include "engine/engine.hpp"

namespace tutti {

world::world(int p, const machine& on) : world(p, network(on)) {}
world::world(int p, const network& on, int operations)
    : engine_(std::make_unique<engine>(p, on, operations)) {}
world::~world() = default;

void world::combine_with(combine f) { engine_->combine = std::move(f); }
void world::poison_with(unsigned char byte) { engine_->poison = byte; }
void world::without_data() { engine_->data = false; }
void world::begin_at(const arrival& times) { engine_->skews = times; }
void world::interrupt_by(const interruptions& noise) { engine_->noise = noise; }
void world::give_up_after(double seconds, std::size_t work) {
  engine_->give_up_after = seconds;
  engine_->most_work = work;
}
void world::record(trace& into) { engine_->record = &into; }
void world::run(const std::function<task(process&)>& program) { engine_->run(program); }

process& world::operation(int rank, int k) { return engine_->operation(rank, k); }
void world::begin(int rank, int k, task run) { engine_->begin(rank, k, std::move(run)); }
world::end_of_operation world::ended(int rank, int k) { return {*engine_, rank, k}; }
bool world::end_of_operation::await_ready() const { return engine_.ended(rank_, k_); }
void world::end_of_operation::await_suspend(std::coroutine_handle<> waiting) const {
  engine_.wait_for(rank_, k_, waiting);
}
void world::end_of_operation::await_resume() const { engine_.rethrow(rank_, k_); }

int world::size() const noexcept { return engine_->size(); }
std::size_t world::work() const noexcept { return engine_->work(); }
std::size_t world::copied() const noexcept { return engine_->copied(); }
embedding world::on_links() const noexcept { return engine_->on_links(); }
const world::account& world::of(int rank) const noexcept { return engine_->of(rank); }

double world::time() const noexcept {
  double last = 0;
  for (int r = 0; r < size(); ++r) last = std::max(last, of(r).clock);
  const bool late = engine_->gave_up() || last > engine_->give_up_after;
  return late ? std::numeric_limits<double>::infinity() : last;
}

}  // namespace tutti
