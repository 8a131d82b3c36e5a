// Included once a file behind the loops of one level: defines `run`, which calls them through the name
// `loops`.
#include <cmath>
#include <random>
#include <vector>

#include "core/solver/loops/product_loops.hpp"
#include "core/solver/loops/triangle_loops.hpp"
#include "core/solver/loops/vector_loops.hpp"

namespace {

namespace loops = core::loops;

class Written {
 public:
  Written(int n, int seed) : n_(n), bits_(static_cast<unsigned>(1000 * n + seed)) {}

  std::vector<double> numbers() {
    std::vector<double> x(static_cast<std::size_t>(loops::padded(n_ + 1)));
    for (int i = 0; i < n_; ++i) {
      const double size = std::ldexp(1.0, static_cast<int>(bits_() % 40) - 20);
      x[static_cast<std::size_t>(i)] = size * (static_cast<double>(bits_()) / 0x1p31 - 1);
    }
    return x;
  }
  std::vector<double> sides() {
    std::vector<double> x = numbers();
    for (int i = 0; i < n_; ++i) x[static_cast<std::size_t>(i)] = static_cast<double>(bits_() % 3) - 1;
    return x;
  }
  void keep(std::initializer_list<double> values) { out_.insert(out_.end(), values); }
  void keep(const std::vector<double>& values) { out_.insert(out_.end(), values.begin(), values.end()); }
  void keep(const loops::First& first) { keep({first.step, static_cast<double>(first.where)}); }

  std::vector<double> out_;

 private:
  int n_;
  std::mt19937 bits_;
};

void along_triangles(int n, Written& w) {
  const std::ptrdiff_t ld = loops::padded(n + 4);
  std::vector<double> rows(static_cast<std::size_t>(ld * ld)), inverse(static_cast<std::size_t>(ld));
  for (std::ptrdiff_t k = 0; k < n; ++k) {
    const std::vector<double> x = w.numbers();
    for (std::ptrdiff_t j = k; j < n; ++j)
      rows[static_cast<std::size_t>(k * ld + j)] = x[static_cast<std::size_t>(j)];
    inverse[static_cast<std::size_t>(k)] = 0.5;
  }
  const loops::Triangle triangle{n, ld, rows.data(), inverse.data()};
  std::vector<double> x = w.numbers(), z = w.numbers();
  x.resize(static_cast<std::size_t>(ld));
  z.resize(static_cast<std::size_t>(ld));
  loops::solve_transposed(triangle, x.data());
  w.keep(x);
  std::vector<std::vector<double>> several(4, z);
  double* const sides[] = {several[0].data(), several[1].data(), several[2].data(), several[3].data()};
  for (const std::ptrdiff_t count : {4, 3, 2}) loops::solve_transposed(triangle, count, sides);
  for (const std::vector<double>& side : several) w.keep(side);
  loops::solve_upright(triangle, z.data());
  w.keep(z);
  loops::rotate_to_the_left({1, n + 1, x.data(), z.data()}, {0.6, 0.8});
  w.keep(x);
  w.keep(z);
  const std::vector<double> a = w.numbers(), g = w.numbers(), lower = w.numbers(), upper = w.numbers();
  std::vector<double> terms = w.numbers();
  const loops::GapSums sums = loops::gap_terms(
      n, {a.data(), g.data(), lower.data(), upper.data(), w.sides().data()}, 0.1, terms.data());
  w.keep({sums.terms, sums.y_a, sums.a_g, sums.greatest});
  w.keep(terms);
}

void along_vectors(int n, Written& w) {
  const std::vector<double> x = w.numbers(), z = w.numbers(), side = w.sides();
  std::vector<double> y = w.numbers();
  w.keep({loops::sum(n, x.data()), loops::dot(n, x.data(), z.data()), loops::largest(n, x.data())});
  loops::affine(n, {0.3, x.data(), 0.7, z.data()}, y.data());
  w.keep(y);
  std::vector<std::vector<double>> columns;
  std::vector<const double*> addresses;
  for (int j = 0; j < 5; ++j) columns.push_back(w.numbers());
  for (const std::vector<double>& column : columns) addresses.push_back(column.data());
  loops::add_columns(n, {5, addresses.data(), z.data()}, y.data());
  w.keep(y);
  loops::affine_and_columns(n, {-0.3, x.data(), 0.1, z.data()}, {5, addresses.data(), x.data()}, y.data());
  w.keep(y);
  w.keep(loops::first_sign_change(n, {side.data(), x.data(), z.data()}, 1e-3));
  std::vector<std::ptrdiff_t> found(static_cast<std::size_t>(n));
  found.resize(static_cast<std::size_t>(
      loops::wrong_signs(n, {side.data(), x.data(), z.data()}, {0.3, 1e-3}, found.data())));
  for (const std::ptrdiff_t i : found) w.keep({static_cast<double>(i)});
  const std::vector<double> width = w.numbers(), a = w.numbers(), label = w.sides();
  const loops::NodeSums sums = loops::read(
      n, {x.data(), z.data(), label.data(), side.data(), width.data(), a.data()}, {0.2, 3.0}, y.data());
  w.keep(y);
  w.keep({sums.violation, sums.a_r, sums.y_a, sums.a, sums.width});
  const double violation = loops::read_violation(
      n, {x.data(), z.data(), label.data(), side.data(), width.data(), nullptr}, {0.1, 2.0}, y.data());
  w.keep(y);
  w.keep({violation});
  const std::vector<double> lower = w.numbers(), upper = w.numbers();
  w.keep(loops::first_exit(n, {x.data(), z.data(), lower.data(), lower.data(), upper.data(), upper.data()},
                           1e-3));
}

void along_products(int n, Written& w) {
  constexpr std::ptrdiff_t c = 9;
  std::vector<double> columns, out(c * c, 0.5);
  for (int j = 0; j < c; ++j) {
    const std::vector<double> x = w.numbers();
    columns.insert(columns.end(), x.begin(), x.begin() + n);
  }
  loops::add_lower_products({n, c, n, columns.data()}, out.data());
  w.keep(out);
  const std::vector<double> first = w.numbers(), second = w.numbers();
  std::vector<double> of_first(c, 0.5), of_second(c, 0.25);
  loops::add_two_products({n, c, n, columns.data()}, {first.data(), second.data()},
                          {of_first.data(), of_second.data()});
  w.keep(of_first);
  w.keep(of_second);
}

std::vector<double> run(int n, int seed) {
  Written w(n, seed);
  along_vectors(n, w);
  along_triangles(n, w);
  along_products(n, w);
  return w.out_;
}

} // namespace
