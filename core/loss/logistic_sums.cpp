#include "core/loss/logistic_sums.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "core/elementary/pack.hpp"
#include "core/loss/logistic.hpp"

namespace core {
namespace {

constexpr std::ptrdiff_t most_factors = 800; // each at most 2: their product stays finite

/// What a point adds to the sums; `whole` is a factor of the one whose logarithm is a part of the value.
template <class Real>
struct Terms {
  Real line, whole, slope, offset, slope_slope, slope_offset, offset_offset;
};

template <class Real>
MARGINLAB_INLINE Terms<Real> terms_at(const Real& x, const Real& t, double a, double b) {
  const Real f = a * x + b, zero{};
  const Real e = elementary::exp(f < zero ? f : -f), whole = 1.0 + e, inverse = 1.0 / whole;
  const Real p = f < zero ? e * inverse : inverse;
  const Real residual = p - t, curvature = p * (1.0 - p), bent = x * curvature;
  return {f > zero ? (1.0 - t) * f : -t * f, whole, x * residual, residual, x * bent, bent, curvature};
}

template <class Real>
struct Sums {
  Real value{}, product = Real{} + 1.0, slope{}, offset{}, slope_slope{}, slope_offset{}, offset_offset{};

  MARGINLAB_INLINE void add(const Terms<Real>& point) {
    value += point.line;
    product *= point.whole;
    slope += point.slope;
    offset += point.offset;
    slope_slope += point.slope_slope;
    slope_offset += point.slope_offset;
    offset_offset += point.offset_offset;
  }
};

/// log(1 + e) summed over the points since it was last asked for: one logarithm, of a product.
MARGINLAB_INLINE double logarithms(Sums<Pack>& low, Sums<Pack>& high) {
  const Pack four = low.product * high.product;
  low.product = high.product = all(1);
  return elementary::log((four[0] * four[2]) * (four[1] * four[3]));
}

MARGINLAB_INLINE void add_lane(const Terms<Pack>& of, std::ptrdiff_t l, Sums<double>& to) {
  to.add({of.line[l], of.whole[l], of.slope[l], of.offset[l], of.slope_slope[l], of.slope_offset[l],
          of.offset_offset[l]});
}

struct Points {
  std::ptrdiff_t n;
  const double *x, *t;
};

/// Points from i on, one after another, though their terms are computed in packs.
MARGINLAB_INLINE void add_rest(const Points& points, std::ptrdiff_t i, const double* at, Sums<double>& to) {
  for (; i < points.n; i += lanes_of_pack) {
    const std::ptrdiff_t count = std::min(lanes_of_pack, points.n - i);
    Pack x = all(0), t = all(0);
    for (std::ptrdiff_t l = 0; l < count; ++l) x[l] = points.x[i + l], t[l] = points.t[i + l];
    const Terms<Pack> terms = terms_at(x, t, at[0], at[1]);
    for (std::ptrdiff_t l = 0; l < count; ++l) add_lane(terms, l, to);
  }
}

MARGINLAB_EVERY_LEVEL
void add_all(const Points& points, const double* at, double* out) {
  const auto [n, x, t] = points;
  Sums<Pack> low, high;
  Sums<double> rest;
  const double a = at[0], b = at[1];
  double bends = 0; // what the value has above its lines
  std::ptrdiff_t i = 0;
  while (i + 2 * lanes_of_pack <= n) {
    const std::ptrdiff_t end = std::min(n, i + most_factors);
    for (; i + 2 * lanes_of_pack <= end; i += 2 * lanes_of_pack) {
      low.add(terms_at<Pack>(load(x + i), load(t + i), a, b));
      high.add(terms_at<Pack>(load(x + i + lanes_of_pack), load(t + i + lanes_of_pack), a, b));
    }
    bends += logarithms(low, high);
  }
  add_rest(points, i, at, rest);
  bends += elementary::log(rest.product);
  out[0] = folded(low.value, high.value) + rest.value + bends;
  out[1] = folded(low.slope, high.slope) + rest.slope;
  out[2] = folded(low.offset, high.offset) + rest.offset;
  out[3] = folded(low.slope_slope, high.slope_slope) + rest.slope_slope;
  out[4] = folded(low.slope_offset, high.slope_offset) + rest.slope_offset;
  out[5] = folded(low.offset_offset, high.offset_offset) + rest.offset_offset;
}

MARGINLAB_INLINE Pack sigmoid(const Pack& z) {
  const Pack e = elementary::exp(z < all(0) ? z : -z), whole = 1.0 + e;
  return (z >= all(0) ? all(1) : e) / whole;
}

MARGINLAB_EVERY_LEVEL
void take_sigmoids(std::ptrdiff_t n, const double* z, double* out) {
  std::ptrdiff_t i = 0;
  for (; i + lanes_of_pack <= n; i += lanes_of_pack) store(out + i, sigmoid(load(z + i)));
  for (; i < n; ++i) out[i] = core::sigmoid(z[i]);
}

/// L(z) and L'(z).
template <class Real>
MARGINLAB_INLINE void put_terms(const Real& z, Real& loss, Real& slope) {
  const Real zero{}, e = elementary::exp(z < zero ? z : -z);
  loss = (z < zero ? -z : zero) + elementary::log1p_of_share(e);
  slope = -(z > zero ? e : zero + 1.0) / (1.0 + e);
}

MARGINLAB_EVERY_LEVEL
void take_terms(std::ptrdiff_t n, const double* z, double* losses, double* slopes) {
  std::ptrdiff_t i = 0;
  for (; i + lanes_of_pack <= n; i += lanes_of_pack) {
    Pack loss, slope;
    put_terms(load(z + i), loss, slope);
    store(losses + i, loss);
    store(slopes + i, slope);
  }
  for (; i < n; ++i) losses[i] = Logistic::value(z[i]), slopes[i] = Logistic::slope(z[i]);
}

} // namespace

LogisticSums logistic_sums(const Vector& x, const Vector& t, double slope, double offset) {
  expect(x.size() == t.size(), "a target an observation");
  const double at[] = {slope, offset};
  double sum[6];
  add_all({x.size(), x.data(), t.data()}, at, sum);
  return {sum[0], sum[1], sum[2], sum[3], sum[4], sum[5]};
}

LogisticTerms logistic_terms(const Vector& z) {
  LogisticTerms out{Vector(z.size()), Vector(z.size())};
  take_terms(z.size(), z.data(), out.losses.data(), out.slopes.data());
  return out;
}

Vector sigmoids(const Vector& z) {
  Vector out(z.size());
  take_sigmoids(z.size(), z.data(), out.data());
  return out;
}

} // namespace core
