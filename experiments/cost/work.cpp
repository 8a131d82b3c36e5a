#include "experiments/cost/work.hpp"

#include <algorithm>

namespace experiments {

Work Work::with(const Step& step, double units) const {
  Work out = *this;
  out.done.emplace_back(&step, units);
  return out;
}

Work Work::times(double count) const {
  Work out = lasting(count);
  out.fits *= count;
  return out;
}

Work Work::lasting(double factor) const {
  Work out = *this;
  for (auto& [step, units] : out.done) units *= factor;
  return out;
}

double Work::units(const Step& step) const {
  double out = 0;
  for (const auto& [each, units] : done) out += each == &step ? units : 0;
  return out;
}

double Work::seconds() const {
  double out = 0;
  for (const auto& [step, units] : done) out += step->seconds * units;
  return out;
}

Work operator+(const Work& one, const Work& other) {
  Work out = one;
  out.fits += other.fits;
  out.kept = std::max(one.kept, other.kept);
  out.bytes = std::max(one.bytes, other.bytes);
  out.whole_matrix = one.whole_matrix || other.whole_matrix;
  out.done.insert(out.done.end(), other.done.begin(), other.done.end());
  return out;
}

} // namespace experiments
