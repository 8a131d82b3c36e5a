#include "core/multiclass/logit/independent_columns.hpp"

#include <cmath>
#include <cstdint>
#include <optional>

namespace core {
namespace {

using Eigen::Index;
using Residue = std::uint64_t;
using Residues = std::vector<Residue>;
__extension__ using Wide = unsigned __int128;

constexpr int bits = 61;
constexpr Residue prime = (Residue{1} << bits) - 1;

Residue times(Residue a, Residue b) {
  const Wide product = static_cast<Wide>(a) * b;
  const Residue sum = static_cast<Residue>(product & prime) + static_cast<Residue>(product >> bits);
  return sum >= prime ? sum - prime : sum;
}

Residue minus(Residue a, Residue b) {
  return a >= b ? a - b : a + (prime - b);
}

/// a^(prime - 2), by Fermat.
Residue inverse(Residue a) {
  Residue out = 1;
  for (Residue power = prime - 2; power > 0; power /= 2, a = times(a, a))
    if (power % 2 == 1) out = times(out, a);
  return out;
}

/// The residue of a finite number. 2^61 is 1, so that the exponent counts modulo 61.
Residue residue(double value) {
  int exponent = 0;
  const auto mantissa = static_cast<Residue>(std::ldexp(std::frexp(std::abs(value), &exponent), 53));
  const int turn = ((exponent - 53) % bits + bits) % bits;
  const Residue size = times(mantissa, Residue{1} << turn);
  return value < 0 ? minus(0, size) : size;
}

Residues residues(const Eigen::Ref<const Vector>& column) {
  Residues out;
  out.reserve(static_cast<std::size_t>(column.size()));
  for (const double value : column) out.push_back(residue(value));
  return out;
}

/// What has a one at its pivot and a zero at those before it.
struct Eliminated {
  Residues column;
  std::size_t pivot;
};

void eliminate(const Eliminated& by, Residues& column) {
  const Residue multiple = column[by.pivot];
  if (multiple == 0) return;
  for (std::size_t i = 0; i < column.size(); ++i) column[i] = minus(column[i], times(multiple, by.column[i]));
}

std::optional<Eliminated> scaled(Residues column) {
  std::size_t pivot = 0;
  while (pivot < column.size() && column[pivot] == 0) ++pivot;
  if (pivot == column.size()) return std::nullopt;
  const Residue scale = inverse(column[pivot]);
  for (Residue& value : column) value = times(value, scale);
  return Eliminated{std::move(column), pivot};
}

} // namespace

std::vector<Index> independent_columns(const Matrix& z) {
  std::vector<Eliminated> before;
  std::vector<Index> out;
  for (Index j = 0; j < z.cols() && static_cast<Index>(out.size()) < z.rows(); ++j) {
    Residues column = residues(z.col(j));
    for (const Eliminated& by : before) eliminate(by, column);
    std::optional<Eliminated> next = scaled(std::move(column));
    if (!next) continue;
    before.push_back(std::move(*next));
    out.push_back(j);
  }
  return out;
}

} // namespace core
