#include "core/loss/margin_losses.hpp"

#include "core/elementary/pack.hpp"

namespace core {
namespace {

using Index = std::ptrdiff_t;

struct Arrays {
  Index n;
  const double *y, *h;
  double shift;
};

Arrays arrays(const Margins& at) {
  return {at.y.size(), at.y.data(), at.h.data(), at.shift};
}

/// The margins from i on, as many as there are up to a pack.
MARGINLAB_INLINE Pack last_margins(const Arrays& at, Index i) {
  Pack z{};
  for (Index k = 0; i + k < at.n; ++k) z[k] = at.y[i + k] * (at.h[i + k] + at.shift);
  return z;
}

MARGINLAB_INLINE void store_last(double* to, Index count, const Pack& values) {
  for (Index k = 0; k < count; ++k) to[k] = values[k];
}

template <class Loss>
MARGINLAB_INLINE void values_of(const Loss& loss, const Arrays& at, double* value) {
  Index i = 0;
  for (; i + lanes_of_pack <= at.n; i += lanes_of_pack)
    store(value + i, loss.value_at(load(at.y + i) * (load(at.h + i) + at.shift)));
  if (i < at.n) store_last(value + i, at.n - i, loss.value_at(last_margins(at, i)));
}

template <class Loss>
MARGINLAB_INLINE void slopes_of(const Loss& loss, const Arrays& at, double* slope, double* curvature) {
  Index i = 0;
  for (; i + lanes_of_pack <= at.n; i += lanes_of_pack) {
    const SlopesAt<Pack> both = loss.slopes_at(load(at.y + i) * (load(at.h + i) + at.shift));
    store(slope + i, both.slope);
    store(curvature + i, both.curvature);
  }
  if (i == at.n) return;
  const SlopesAt<Pack> last = loss.slopes_at(last_margins(at, i));
  store_last(slope + i, at.n - i, last.slope);
  store_last(curvature + i, at.n - i, last.curvature);
}

struct LossTerms {
  double *value, *slope, *curvature;
};

MARGINLAB_EVERY_LEVEL
void losses_and_slopes(const Coherence& loss, const Arrays& at, const LossTerms& to) {
  Index i = 0;
  for (; i + lanes_of_pack <= at.n; i += lanes_of_pack) {
    const Pack z = load(at.y + i) * (load(at.h + i) + at.shift);
    const SlopesAt<Pack> both = loss.slopes_at(z);
    store(to.value + i, loss.value_at(z));
    store(to.slope + i, both.slope);
    store(to.curvature + i, both.curvature);
  }
  if (i == at.n) return;
  const Pack z = last_margins(at, i);
  const SlopesAt<Pack> last = loss.slopes_at(z);
  store_last(to.value + i, at.n - i, loss.value_at(z));
  store_last(to.slope + i, at.n - i, last.slope);
  store_last(to.curvature + i, at.n - i, last.curvature);
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

void loss_terms(const Coherence& loss, const Margins& at, Vector& value, SlopesAt<Vector>& out) {
  value.resize(at.y.size());
  resize(out, at.y.size());
  losses_and_slopes(loss, arrays(at), {value.data(), out.slope.data(), out.curvature.data()});
}

} // namespace core
