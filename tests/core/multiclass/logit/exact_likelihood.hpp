#pragma once
#include <functional>
#include <vector>

#include "core/sample/class_numbers.hpp"
#include "tests/support/exact_numbers.hpp"

// The likelihoods of the models of K classes and their least values, in 113 bits: what a certificate says is
// compared with them.
namespace tests {

using Numbers = std::vector<Exact>;

/// [rows x columns] by rows.
struct ExactMatrix {
  std::size_t rows = 0, columns = 0;
  Numbers entries = Numbers(rows * columns, Exact(0));

  Exact& operator()(std::size_t i, std::size_t j) { return entries[i * columns + j]; }
  const Exact& operator()(std::size_t i, std::size_t j) const { return entries[i * columns + j]; }
};

struct ExactExpansion {
  Exact value = 0;
  Numbers gradient{};
  ExactMatrix hessian{};
};

using ExactFunction = std::function<ExactExpansion(const Numbers&)>;

/// log of a number of at least 1.
inline Exact logarithm_above(Exact z) {
  return -logarithm(1 / z);
}

/// x with h x = b by a Cholesky factor, a direction of h without curvature kept by a trifle on the diagonal.
inline Numbers solved(ExactMatrix h, Numbers b) {
  const std::size_t m = b.size();
  for (std::size_t j = 0; j < m; ++j) {
    h(j, j) += Exact(1e-26) * h(j, j) + Exact(1e-290);
    const Exact before = h(j, j);
    for (std::size_t k = 0; k < j; ++k) h(j, j) -= h(j, k) * h(j, k);
    if (h(j, j) < Exact(1e-28) * before) h(j, j) = before;
    Exact root = std::sqrt(static_cast<double>(h(j, j)));
    for (int k = 0; k < 3; ++k) root = (root + h(j, j) / root) / 2;
    h(j, j) = root;
    for (std::size_t i = j + 1; i < m; ++i) {
      for (std::size_t k = 0; k < j; ++k) h(i, j) -= h(i, k) * h(j, k);
      h(i, j) /= root;
    }
  }
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t k = 0; k < i; ++k) b[i] -= h(i, k) * b[k];
    b[i] /= h(i, i);
  }
  for (std::size_t i = m; i-- > 0;) {
    for (std::size_t k = i + 1; k < m; ++k) b[i] -= h(k, i) * b[k];
    b[i] /= h(i, i);
  }
  return b;
}

/// The least value that Newton's method finds from `at`.
inline Exact least(const ExactFunction& f, Numbers at) {
  ExactExpansion here = f(at);
  for (int step = 0; step < 60; ++step) {
    Numbers down;
    for (const Exact g : here.gradient) down.push_back(-g);
    const Numbers direction = solved(here.hessian, down);
    Exact promise = 0;
    for (std::size_t j = 0; j < at.size(); ++j) promise += direction[j] * down[j];
    if (!(promise > Exact(1e-22) * here.value)) break;
    bool lower = false;
    for (Exact length = 1; length > Exact(1e-9) && !lower; length /= 2) {
      Numbers next = at;
      for (std::size_t j = 0; j < at.size(); ++j) next[j] += length * direction[j];
      ExactExpansion there = f(next);
      lower = there.value < here.value;
      if (lower) at = std::move(next), here = std::move(there);
    }
    if (!lower) break;
  }
  return here.value;
}

/// sum_i log sum_k exp(f_k) - f_y + rho/2 |the rows of G from the second|^2 for f = z G; theta is G
/// [columns of z x K] by rows.
struct ExactMultinomial {
  const ExactMatrix& z;
  const core::ClassNumbers& y;
  Exact rho;

  ExactExpansion operator()(const Numbers& theta) const {
    const auto classes = static_cast<std::size_t>(y.classes), width = z.columns * classes;
    ExactExpansion out{0, Numbers(width, Exact(0)), {width, width}};
    for (std::size_t i = 0; i < z.rows; ++i) add(i, theta, out);
    for (std::size_t a = classes; a < width; ++a) {
      out.value += rho / 2 * theta[a] * theta[a];
      out.gradient[a] += rho * theta[a];
      out.hessian(a, a) += rho;
    }
    return out;
  }

 private:
  void add(std::size_t i, const Numbers& theta, ExactExpansion& out) const {
    const auto classes = static_cast<std::size_t>(y.classes), own = static_cast<std::size_t>(y.of[i]);
    Numbers f(classes, Exact(0)), p;
    for (std::size_t j = 0; j < z.columns; ++j)
      for (std::size_t k = 0; k < classes; ++k) f[k] += z(i, j) * theta[j * classes + k];
    const Exact most = *std::max_element(f.begin(), f.end());
    Exact sum = 0;
    for (const Exact v : f) p.push_back(falling_exponential(most - v)), sum += p.back();
    out.value += most - f[own] + logarithm_above(sum);
    for (Exact& share : p) share /= sum;
    for (std::size_t j = 0; j < z.columns; ++j) {
      for (std::size_t k = 0; k < classes; ++k) {
        out.gradient[j * classes + k] += z(i, j) * (p[k] - (k == own ? 1 : 0));
        for (std::size_t b = 0; b <= j; ++b)
          for (std::size_t l = 0; l < classes; ++l)
            out.hessian(j * classes + k, b * classes + l) +=
                z(i, j) * z(i, b) * p[k] * ((k == l ? 1 : 0) - p[l]);
      }
    }
  }
};

/// -sum_i log P(Y = y_i | x_i) + lambda |beta|^2 of proportional odds; theta is the thresholds, then beta. An
/// enormous number where the thresholds are out of order.
struct ExactOdds {
  const ExactMatrix& x;
  const core::ClassNumbers& y;
  Exact lambda;

  ExactExpansion operator()(const Numbers& theta) const {
    const std::size_t thresholds = static_cast<std::size_t>(y.classes) - 1, width = theta.size();
    ExactExpansion out{0, Numbers(width, Exact(0)), {width, width}};
    for (std::size_t k = 1; k < thresholds; ++k)
      if (!(theta[k] > theta[k - 1])) return {Exact(1e300), out.gradient, out.hessian};
    for (std::size_t i = 0; i < x.rows; ++i) {
      const auto own = static_cast<std::size_t>(y.of[i]);
      if (own < thresholds) add_side(i, own, 1, theta, out);
      if (own > 0) add_side(i, own - 1, -1, theta, out);
      if (own > 0 && own < thresholds) add_spacing(own, theta, out);
    }
    for (std::size_t a = thresholds; a < width; ++a) {
      out.value += lambda * theta[a] * theta[a];
      out.gradient[a] += 2 * lambda * theta[a];
      out.hessian(a, a) += 2 * lambda;
    }
    return out;
  }

 private:
  void add_side(std::size_t i, std::size_t k, int sign, const Numbers& theta, ExactExpansion& out) const {
    Numbers form(theta.size(), Exact(0));
    form[k] = sign;
    for (std::size_t j = 0; j < x.columns; ++j) form[form.size() - x.columns + j] = sign * x(i, j);
    Exact f = 0;
    for (std::size_t j = 0; j < theta.size(); ++j) f += form[j] * theta[j];
    const Exact e = falling_exponential(f < 0 ? -f : f), share = f < 0 ? 1 / (1 + e) : e / (1 + e);
    out.value += (f < 0 ? -f : Exact(0)) + logarithm_above(1 + e);
    add_form(form, -share, share * (1 - share), out);
  }

  static void add_spacing(std::size_t k, const Numbers& theta, ExactExpansion& out) {
    Numbers form(theta.size(), Exact(0));
    form[k] = 1;
    form[k - 1] = -1;
    const Exact e = falling_exponential(theta[k] - theta[k - 1]);
    out.value -= logarithm(1 - e);
    add_form(form, -e / (1 - e), e / ((1 - e) * (1 - e)), out);
  }

  static void add_form(const Numbers& form, Exact slope, Exact curvature, ExactExpansion& out) {
    for (std::size_t j = 0; j < form.size(); ++j) {
      if (form[j] == 0) continue;
      out.gradient[j] += slope * form[j];
      for (std::size_t b = 0; b <= j; ++b) out.hessian(j, b) += curvature * form[j] * form[b];
    }
  }
};

} // namespace tests
