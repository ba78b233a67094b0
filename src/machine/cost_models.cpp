#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "text/quantity.hpp"
#include "tutti/machine/network.hpp"

namespace tutti {
namespace {

void require_time(double value, const char* name) {
  if (!(value >= 0) || !std::isfinite(value))
    throw std::invalid_argument(std::string(name) + " must be a number that is not negative, not " +
                                std::to_string(value));
  if (value > longest_time) throw std::invalid_argument(std::string(name) + " must be at most 1e12 s");
}

cost_model::duration of_pieces(const std::vector<piece>& pieces, std::size_t bytes) {
  std::size_t k = pieces.size() - 1;
  while (pieces[k].from > bytes) --k;
  return {pieces[k].alpha, pieces[k].beta * static_cast<double>(bytes)};
}

void check_pieces(const std::vector<piece>& pieces) {
  if (pieces.empty() || pieces.front().from != 0)
    throw std::invalid_argument("a piecewise linear model needs a first piece that starts at 0 bytes");
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    require_time(pieces[k].alpha, "alpha of a piece");
    require_time(pieces[k].beta, "beta of a piece");
    if (k > 0 && pieces[k].from <= pieces[k - 1].from)
      throw std::invalid_argument(
          "the pieces of a piecewise linear model must start at increasing sizes, but " +
          std::to_string(pieces[k].from) + " follows " + std::to_string(pieces[k - 1].from));
  }
}

class linear final : public cost_model {
 public:
  linear(double alpha, double beta, double hop) : on_{alpha, beta, 0}, hop_(hop) {}
  duration of(int, int, std::size_t bytes, int hops) const override {
    const double further = hops > 1 ? hop_ * (hops - 1) : 0;
    return {on_.alpha + further, on_.beta * static_cast<double>(bytes)};
  }
  const machine* uniform() const override { return hop_ == 0 ? &on_ : nullptr; }

 private:
  machine on_;
  double hop_;
};

class piecewise final : public cost_model {
 public:
  explicit piecewise(std::vector<piece> pieces) : pieces_(std::move(pieces)) {}
  duration of(int, int, std::size_t bytes, int) const override { return of_pieces(pieces_, bytes); }

 private:
  std::vector<piece> pieces_;
};

class pairwise final : public cost_model {
 public:
  pairwise(int p, std::vector<double> alpha, std::vector<double> beta)
      : p_(static_cast<std::size_t>(p)), alpha_(std::move(alpha)), beta_(std::move(beta)) {}
  duration of(int from, int to, std::size_t bytes, int) const override {
    const auto at = static_cast<std::size_t>(from) * p_ + static_cast<std::size_t>(to);
    return {alpha_[at], beta_[at] * static_cast<double>(bytes)};
  }
  long long places() const override { return static_cast<long long>(p_); }

 private:
  std::size_t p_;
  std::vector<double> alpha_, beta_;
};

class hierarchical final : public cost_model {
 public:
  explicit hierarchical(std::vector<level> levels) : levels_(std::move(levels)) {}
  duration of(int from, int to, std::size_t bytes, int) const override {
    std::size_t k = 0;
    for (; k + 1 < levels_.size(); ++k) {
      from /= levels_[k].size;
      to /= levels_[k].size;
      if (from == to) break;
    }
    if (!levels_[k].pieces.empty()) return of_pieces(levels_[k].pieces, bytes);
    return {levels_[k].alpha, levels_[k].beta * static_cast<double>(bytes)};
  }
  int places_per_node() const override { return levels_.size() > 1 ? levels_.front().size : 0; }
  long long places() const override {
    long long all = 1;
    for (const level& l : levels_) all = std::min(all * l.size, 1LL << 31);
    return all;
  }

 private:
  std::vector<level> levels_;
};

class log_gp final : public cost_model {
 public:
  explicit log_gp(const loggp& parameters) : parameters_(parameters) {}
  duration of(int, int, std::size_t bytes, int) const override {
    return {2 * parameters_.o + parameters_.L,
            bytes > 1 ? parameters_.G * static_cast<double>(bytes - 1) : 0};
  }
  const loggp* overheads() const override { return &parameters_; }

 private:
  loggp parameters_;
};

class store_and_forward final : public cost_model {
 public:
  store_and_forward(double latency, double bandwidth) : latency_(latency), bandwidth_(bandwidth) {}
  duration of(int, int, std::size_t bytes, int hops) const override {
    return {hops * latency_, hops * (static_cast<double>(bytes) / bandwidth_)};
  }
  bool stores_and_forwards() const override { return true; }

 private:
  double latency_, bandwidth_;
};

}  // namespace

cost_model_ptr linear_model(double alpha, double beta, double hop) {
  require_time(alpha, "alpha");
  require_time(beta, "beta");
  require_time(hop, "hop");
  return std::make_shared<linear>(alpha, beta, hop);
}

cost_model_ptr piecewise_model(std::vector<piece> pieces) {
  check_pieces(pieces);
  return std::make_shared<piecewise>(std::move(pieces));
}

cost_model_ptr pairwise_model(int p, std::vector<double> alpha, std::vector<double> beta) {
  const auto n = static_cast<std::size_t>(p) * static_cast<std::size_t>(p);
  if (p < 1 || alpha.size() != n || beta.size() != n)
    throw std::invalid_argument("a model for pairs of " + std::to_string(p) + " places needs " +
                                std::to_string(n) + " values of alpha and of beta, not " +
                                std::to_string(alpha.size()) + " and " + std::to_string(beta.size()));
  for (std::size_t k = 0; k < n; ++k) {
    require_time(alpha[k], "alpha of a pair");
    require_time(beta[k], "beta of a pair");
  }
  return std::make_shared<pairwise>(p, std::move(alpha), std::move(beta));
}

cost_model_ptr hierarchical_model(std::vector<level> levels) {
  if (levels.empty()) throw std::invalid_argument("a hierarchical model needs at least one level");
  for (const level& l : levels) {
    if (l.size < 1)
      throw std::invalid_argument("a level needs a size of at least 1, not " + std::to_string(l.size));
    require_time(l.alpha, "alpha of a level");
    require_time(l.beta, "beta of a level");
    if (!l.pieces.empty()) check_pieces(l.pieces);
  }
  return std::make_shared<hierarchical>(std::move(levels));
}

cost_model_ptr loggp_model(const loggp& parameters) {
  require_time(parameters.L, "L");
  require_time(parameters.o, "o");
  require_time(parameters.g, "g");
  require_time(parameters.G, "G");
  return std::make_shared<log_gp>(parameters);
}

cost_model_ptr store_and_forward_model(double latency, double bandwidth) {
  require_time(latency, "latency");
  if (!(bandwidth > 0) || !std::isfinite(bandwidth))
    throw std::invalid_argument("bandwidth must be positive, not " + std::to_string(bandwidth));
  if (bandwidth * longest_time < 1)
    throw std::invalid_argument("bandwidth must be at least 1e-12 bytes a second");
  return std::make_shared<store_and_forward>(latency, bandwidth);
}

}  // namespace tutti
