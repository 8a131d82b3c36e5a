#include "core/probability/scaling/bins.hpp"

#include <algorithm>
#include <cmath>

#include "core/probability/scaling/counted_share.hpp"

namespace core {
namespace {

class Bins {
 public:
  Bins(const Vector& decision, const Labels& y, std::int64_t count)
      : low_(decision.minCoeff()), width_((decision.maxCoeff() - low_) / static_cast<double>(count)) {
    shares_.resize(width_ > 0 ? static_cast<std::size_t>(count) : 1);
    for (Eigen::Index i = 0; i < y.size(); ++i) shares_[place(decision(i))].see(y(i));
  }

  double share(double f) const { return shares_[place(f)].value(); }

  double empty() const {
    const auto no_points = [](const CountedShare& bin) { return bin.points == 0; };
    return static_cast<double>(std::count_if(shares_.begin(), shares_.end(), no_points));
  }

 private:
  std::size_t place(double f) const {
    if (shares_.size() == 1) return 0;
    const double last = static_cast<double>(shares_.size() - 1);
    return static_cast<std::size_t>(std::clamp(std::floor((f - low_) / width_), 0.0, last));
  }

  double low_, width_;
  std::vector<CountedShare> shares_;
};

} // namespace

Estimate BinnedScaling::probability(const Matrix& at_points, const Matrix& on_sample, const Labels& y) const {
  const Bins cut(on_sample.col(0), y, bins);
  return {
      at_points.col(0).unaryExpr([&](double f) { return cut.share(f); }), {}, {{"empty_bins", cut.empty()}}};
}

} // namespace core
