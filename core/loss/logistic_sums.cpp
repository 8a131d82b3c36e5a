#include "core/loss/logistic_sums.hpp"

#include "core/contract.hpp"
#include "core/elementary/pack.hpp"

namespace core {
namespace {

template <class Real>
struct Sums {
  Real value{}, slope{}, offset{}, slope_slope{}, slope_offset{}, offset_offset{};

  MARGINLAB_INLINE void add(const Real& x, const Real& t, double a, double b) {
    const Real f = a * x + b, zero{};
    const Real e = elementary::exp(f < zero ? f : -f), inverse = 1.0 / (1.0 + e);
    const Real p = f < zero ? e * inverse : inverse;
    value += (f > zero ? (1.0 - t) * f : -t * f) + elementary::log1p_of_share(e);
    const Real residual = p - t, curvature = p * (1.0 - p), bent = x * curvature;
    slope += x * residual;
    offset += residual;
    slope_slope += x * bent;
    slope_offset += bent;
    offset_offset += curvature;
  }
};

struct Points {
  std::ptrdiff_t n;
  const double *x, *t;
};

MARGINLAB_EVERY_LEVEL
void add_all(const Points& points, const double* at, double* out) {
  const auto [n, x, t] = points;
  Sums<Pack> low, high;
  Sums<double> rest;
  const double a = at[0], b = at[1];
  constexpr std::ptrdiff_t lanes = sizeof(Pack) / sizeof(double);
  std::ptrdiff_t i = 0;
  for (; i + 2 * lanes <= n; i += 2 * lanes) {
    low.add(load(x + i), load(t + i), a, b);
    high.add(load(x + i + lanes), load(t + i + lanes), a, b);
  }
  for (; i < n; ++i) rest.add(x[i], t[i], a, b);
  out[0] = folded(low.value, high.value) + rest.value;
  out[1] = folded(low.slope, high.slope) + rest.slope;
  out[2] = folded(low.offset, high.offset) + rest.offset;
  out[3] = folded(low.slope_slope, high.slope_slope) + rest.slope_slope;
  out[4] = folded(low.slope_offset, high.slope_offset) + rest.slope_offset;
  out[5] = folded(low.offset_offset, high.offset_offset) + rest.offset_offset;
}

} // namespace

LogisticSums logistic_sums(const Vector& x, const Vector& t, double slope, double offset) {
  expect(x.size() == t.size(), "a target an observation");
  const double at[] = {slope, offset};
  double sum[6];
  add_all({x.size(), x.data(), t.data()}, at, sum);
  return {sum[0], sum[1], sum[2], sum[3], sum[4], sum[5]};
}

} // namespace core
