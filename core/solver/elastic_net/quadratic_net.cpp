#include "core/solver/elastic_net/quadratic_net.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/solver/elastic_net/quadratic_model.hpp"

namespace core {
namespace {

using Eigen::Index;

constexpr int most_faces = 1000;
constexpr double slack = 1e-12; // of what pulls, beyond which a coefficient at zero wants in

class Faces {
 public:
  Faces(const QuadraticNet& net, Vector x) : net_(net), x_(std::move(x)) { take_pull(); }

  Vector run() {
    if (x_.size() == 0) return std::move(x_);
    for (int face = 0; face < most_faces; ++face) {
      if (!to_minimum_of_face()) continue;
      if (!wants_in()) break;
      sweep();
    }
    return std::move(x_);
  }

 private:
  /// c - Q x.
  void take_pull() {
    pull_ = net_.c;
    for (Index j = 0; j < x_.size(); ++j)
      if (x_(j) != 0) pull_ -= x_(j) * net_.q.col(j);
  }

  bool wants_in() const {
    const double most = net_.one + slack * std::max(net_.one, net_.c.lpNorm<Eigen::Infinity>());
    for (Index j = 0; j < x_.size(); ++j)
      if (x_(j) == 0 && std::abs(pull_(j)) > most) return true;
    return false;
  }

  /// Whether the minimum is on the face.
  bool to_minimum_of_face() {
    std::vector<Index> face;
    for (Index j = 0; j < x_.size(); ++j)
      if (x_(j) != 0) face.push_back(j);
    if (face.empty()) return true;
    Vector side = pull_(face);
    for (std::size_t k = 0; k < face.size(); ++k)
      side(static_cast<Index>(k)) -= std::copysign(net_.one, x_(face[k]));
    const Matrix block = net_.q(face, face);
    const Eigen::LLT<Matrix> factor(block);
    if (factor.info() != Eigen::Success) return true; // sweeps go on
    return go(face, factor.solve(side));
  }

  /// Along a direction, to the first change of sign at most.
  bool go(const std::vector<Index>& face, const Vector& direction) {
    double reach = 1;
    for (std::size_t k = 0; k < face.size(); ++k) {
      const double x = x_(face[k]), by = direction(static_cast<Index>(k));
      if (x * (x + by) <= 0) reach = std::min(reach, -x / by);
    }
    for (std::size_t k = 0; k < face.size(); ++k) {
      double& x = x_(face[k]);
      const double by = direction(static_cast<Index>(k));
      const bool leaves = x * (x + by) <= 0 && -x / by <= reach;
      x = leaves ? 0 : x + reach * by;
    }
    take_pull();
    return reach == 1 && (x_(face).array() != 0).all();
  }

  void sweep() {
    for (Index j = 0; j < x_.size(); ++j) {
      const double before = x_(j), own = net_.q(j, j);
      if (!(own > 0)) continue;
      const double after = soft_threshold(pull_(j) + own * before, net_.one) / own;
      if (after == before) continue;
      x_(j) = after;
      pull_ -= (after - before) * net_.q.col(j);
    }
  }

  const QuadraticNet& net_;
  Vector x_, pull_;
};

} // namespace

Vector minimum_of(const QuadraticNet& net, Vector x) {
  return Faces(net, std::move(x)).run();
}

} // namespace core
