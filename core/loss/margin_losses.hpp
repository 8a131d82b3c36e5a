#pragma once
#include "core/loss/coherence.hpp"
#include "core/loss/huberised_hinge.hpp"

// Smooth losses of all observations at once: a pack of margins at a time, compiled for every x86-64 level.
// Each is what the loss says of that margin alone, to the last bit.
namespace core {

/// z_i = y_i (h_i + shift); y [n], h [n].
struct Margins {
  const Labels& y;
  const Vector& h;
  double shift = 0;
};

/// L(z_i) [n].
void loss_values(const Coherence& loss, const Margins& at, Vector& value);
void loss_values(const HuberisedHinge& loss, const Margins& at, Vector& value);

/// L'(z_i) and L''(z_i) [n].
void loss_slopes(const Coherence& loss, const Margins& at, SlopesAt<Vector>& out);
void loss_slopes(const HuberisedHinge& loss, const Margins& at, SlopesAt<Vector>& out);

/// Both by one exponential, with the bits of either alone.
void loss_terms(const Coherence& loss, const Margins& at, Vector& value, SlopesAt<Vector>& out);

} // namespace core
