#include "core/loss/margin_losses.hpp"

#include "core/elementary/pack.hpp"

#define MARGINLAB_INLINE [[gnu::always_inline]] inline

namespace core {
namespace {

using Index = std::ptrdiff_t;
constexpr Index lanes = sizeof(Pack) / sizeof(double);

struct Arrays {
  Index n;
  const double *y, *h;
  double shift;
};

Arrays arrays(const Margins& at) {
  return {at.y.size(), at.y.data(), at.h.data(), at.shift};
}

template <class Loss>
MARGINLAB_INLINE void values_of(const Loss& loss, const Arrays& at, double* value) {
  Index i = 0;
  for (; i + lanes <= at.n; i += lanes)
    store(value + i, loss.value_at(load(at.y + i) * (load(at.h + i) + at.shift)));
  for (; i < at.n; ++i) value[i] = loss.value_at(at.y[i] * (at.h[i] + at.shift));
}

template <class Loss>
MARGINLAB_INLINE void slopes_of(const Loss& loss, const Arrays& at, double* slope, double* curvature) {
  Index i = 0;
  for (; i + lanes <= at.n; i += lanes) {
    const SlopesAt<Pack> both = loss.slopes_at(load(at.y + i) * (load(at.h + i) + at.shift));
    store(slope + i, both.slope);
    store(curvature + i, both.curvature);
  }
  for (; i < at.n; ++i) {
    const Slopes both = loss.slopes_at(at.y[i] * (at.h[i] + at.shift));
    slope[i] = both.slope;
    curvature[i] = both.curvature;
  }
}

MARGINLAB_EVERY_LEVEL
void values(const Coherence& loss, const Arrays& at, double* value) {
  values_of(loss, at, value);
}

MARGINLAB_EVERY_LEVEL
void values(const HuberisedHinge& loss, const Arrays& at, double* value) {
  values_of(loss, at, value);
}

MARGINLAB_EVERY_LEVEL
void slopes(const Coherence& loss, const Arrays& at, double* slope, double* curvature) {
  slopes_of(loss, at, slope, curvature);
}

MARGINLAB_EVERY_LEVEL
void slopes(const HuberisedHinge& loss, const Arrays& at, double* slope, double* curvature) {
  slopes_of(loss, at, slope, curvature);
}

void resize(SlopesAt<Vector>& out, Index n) {
  out.slope.resize(n);
  out.curvature.resize(n);
}

} // namespace

void loss_values(const Coherence& loss, const Margins& at, Vector& value) {
  value.resize(at.y.size());
  values(loss, arrays(at), value.data());
}

void loss_values(const HuberisedHinge& loss, const Margins& at, Vector& value) {
  value.resize(at.y.size());
  values(loss, arrays(at), value.data());
}

void loss_slopes(const Coherence& loss, const Margins& at, SlopesAt<Vector>& out) {
  resize(out, at.y.size());
  slopes(loss, arrays(at), out.slope.data(), out.curvature.data());
}

void loss_slopes(const HuberisedHinge& loss, const Margins& at, SlopesAt<Vector>& out) {
  resize(out, at.y.size());
  slopes(loss, arrays(at), out.slope.data(), out.curvature.data());
}

} // namespace core
