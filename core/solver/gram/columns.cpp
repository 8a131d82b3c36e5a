#include "core/solver/gram/columns.hpp"

#include <algorithm>
#include <array>

#include "core/elementary/extended.hpp"
#include "core/solver/loops/product_loops.hpp"
#include "core/solver/loops/vector_loops.hpp"

namespace core {

using Eigen::Index;

namespace {

// Columns are combined a few at a time: their addresses stay on the stack.
constexpr std::size_t at_a_time = 64;

// Rows of a product are taken a few at a time: what they have in the columns stays in the cache for all that
// they are multiplied with.
constexpr Index rows_at_a_time = 512;

// What computing a kernel costs an entry of its matrix, in units of sqrt(K_ii K_jj), with the rounding of a
// result.
constexpr double entry_units = 16;

void add_columns(const Matrix& gram, std::span<const Index> index, std::span<const double> step,
                 Vector& sum) {
  std::array<const double*, at_a_time> columns;
  for (std::size_t begin = 0; begin < index.size(); begin += at_a_time) {
    const std::size_t count = std::min(at_a_time, index.size() - begin);
    for (std::size_t k = 0; k < count; ++k) columns[k] = gram.data() + index[begin + k] * gram.rows();
    loops::add_columns(gram.rows(), {static_cast<Index>(count), columns.data(), step.data() + begin},
                       sum.data());
  }
}

void add_columns(const KernelColumns& gram, std::span<const Index> index, std::span<const double> step,
                 Vector& sum) {
  std::array<const double*, at_a_time> columns;
  for (std::size_t begin = 0; begin < index.size(); begin += at_a_time) {
    const std::size_t count = std::min(at_a_time, index.size() - begin);
    for (std::size_t k = 0; k < count; ++k) columns[k] = gram.column(index[begin + k]);
    loops::add_columns(gram.size(), {static_cast<Index>(count), columns.data(), step.data() + begin},
                       sum.data());
  }
}

/// y += x w.
void add_inputs(const Features& features, const Vector& w, Vector& y) {
  loops::add_columns(features.x.rows(), {w.size(), features.columns.data(), w.data()}, y.data());
}

std::vector<Index> nonzero(const Vector& a) {
  std::vector<Index> index;
  index.reserve(static_cast<std::size_t>(a.size()));
  for (Index i = 0; i < a.size(); ++i)
    if (a(i) != 0) index.push_back(i);
  return index;
}

std::vector<double> values(const Vector& a, const std::vector<Index>& index) {
  std::vector<double> out;
  out.reserve(index.size());
  for (const Index i : index) out.push_back(a(i));
  return out;
}

/// sum += sum_k step[k] columns[k], block by block, so that an entry is a sum of few sums of few terms.
void add_in_blocks(std::span<const double* const> columns, std::span<const double> step,
                   Eigen::Ref<Vector> sum, Vector& block) {
  for (std::size_t begin = 0; begin < columns.size(); begin += at_a_time) {
    const auto count = static_cast<Index>(std::min(at_a_time, columns.size() - begin));
    block.setZero(sum.size());
    loops::add_columns(sum.size(), {count, columns.data() + begin, step.data() + begin}, block.data());
    sum += block;
  }
}

/// sum += sum_k step[k] K[:, index[k]], tile by tile: no column is written down. Sums of at_a_time terms are
/// added up, so that an entry is a sum of few sums of few terms.
void add_tiles(const KernelColumns& gram, std::span<const Index> index, std::span<const double> step,
               Vector& sum) {
  constexpr Index height = KernelTiles::height;
  const KernelTiles& tiles = gram.tiles();
  const Matrix points = gram.inputs_of(index);
  const auto count = static_cast<Index>(index.size());
  std::array<double, height> part;
  std::array<const double*, KernelTiles::width> columns;
  for (Index t = 0; t < tiles.tiles(); ++t) {
    for (Index begin = 0; begin < count; begin += static_cast<Index>(at_a_time)) {
      part.fill(0);
      const Index end = std::min(count, begin + static_cast<Index>(at_a_time));
      tiles.meet(t, {points, begin, end}, [&](const KernelTiles::Entries& entries) {
        for (Index j = 0; j < entries.points; ++j)
          columns[static_cast<std::size_t>(j)] = entries.at + j * height;
        loops::add_columns(height, {entries.points, columns.data(), step.data() + entries.point},
                           part.data());
      });
      const Index rows = std::min(height, sum.size() - t * height);
      for (Index i = 0; i < rows; ++i) sum(t * height + i) += part[static_cast<std::size_t>(i)];
    }
  }
}

Vector times(const KernelColumns& gram, const Vector& a) {
  const std::vector<Index> index = nonzero(a);
  Vector product = Vector::Zero(gram.size());
  add_tiles(gram, index, values(a, index), product);
  return product;
}

/// product += K a for K of the rows in tiles and the points z [p x m], one term after the other.
void add_tiles_of(const KernelTiles& tiles, const Matrix& z, const Matrix& a, Matrix& product) {
  constexpr Index height = KernelTiles::height;
  std::array<const double*, KernelTiles::width> columns;
  std::array<double, height> sum{};
  for (Index t = 0; t < tiles.tiles(); ++t)
    tiles.meet(t, {z, 0, z.cols()}, [&](const KernelTiles::Entries& entries) {
      for (Index j = 0; j < entries.points; ++j)
        columns[static_cast<std::size_t>(j)] = entries.at + j * height;
      for (Index c = 0; c < a.cols(); ++c) {
        double* const out = product.col(c).data() + entries.row;
        std::copy_n(out, entries.rows, sum.data());
        loops::add_columns(height, {entries.points, columns.data(), a.col(c).data() + entries.point},
                           sum.data());
        std::copy_n(sum.data(), entries.rows, out);
      }
    });
}

/// factor x for a matrix of any shape, each entry right to its last digit or so.
template <class Factor>
Vector times_extended(const Factor& factor, const Vector& x) {
  Vector product(factor.rows());
  for (Index i = 0; i < factor.rows(); ++i) {
    Extended sum = 0;
    for (Index j = 0; j < x.size(); ++j) sum += Extended(factor.coeff(i, j)) * Extended(x(j));
    product(i) = static_cast<double>(sum);
  }
  return product;
}

} // namespace

void add_columns(const Gram& gram, std::span<const Index> index, std::span<const double> step, Vector& sum) {
  if (gram.dense()) return add_columns(*gram.dense(), index, step, sum);
  if (gram.computed()) return add_columns(*gram.computed(), index, step, sum);
  const Features& features = *gram.features();
  Vector w = Vector::Zero(features.x.cols());
  for (std::size_t k = 0; k < index.size(); ++k) w += step[k] * features.rows.col(index[k]);
  add_inputs(features, w, sum);
}

void add_many_columns(const Gram& gram, std::span<const Index> index, std::span<const double> step,
                      Vector& sum) {
  if (gram.computed()) return add_tiles(*gram.computed(), index, step, sum);
  add_columns(gram, index, step, sum);
}

void add_in_blocks(std::span<const double* const> columns, std::span<const double> step, Vector& sum) {
  Vector block;
  add_in_blocks(columns, step, sum, block);
}

ColumnSums::ColumnSums(const Vector& a) : index_(nonzero(a)), step_(values(a, index_)) {}

void ColumnSums::operator()(const Matrix& gram, double* product) {
  columns_.clear();
  for (const Index i : index_) columns_.push_back(gram.col(i).data());
  Eigen::Map<Vector> sum(product, gram.rows());
  sum.setZero();
  add_in_blocks(columns_, step_, sum, block_);
}

Vector gram_times(const Matrix& gram, const Vector& a) {
  Vector product(gram.rows());
  ColumnSums sums(a);
  sums(gram, product.data());
  return product;
}

Matrix row_products(const Matrix& x, const Matrix& w) {
  Matrix product = Matrix::Zero(x.rows(), w.cols());
  std::vector<const double*> columns(static_cast<std::size_t>(x.cols()));
  for (Index begin = 0; begin < x.rows(); begin += rows_at_a_time) {
    const Index count = std::min(rows_at_a_time, x.rows() - begin);
    for (Index k = 0; k < x.cols(); ++k) columns[static_cast<std::size_t>(k)] = x.col(k).data() + begin;
    for (Index c = 0; c < w.cols(); ++c)
      loops::add_columns(count, {x.cols(), columns.data(), w.col(c).data()}, product.col(c).data() + begin);
  }
  return product;
}

void add_lower_products(const Matrix& x, const Matrix& y, Eigen::Ref<Matrix> out) {
  const Index n = x.rows();
  for (Index i = 0; i < n; i += rows_at_a_time)
    loops::add_lower_products({std::min(rows_at_a_time, n - i), x.cols(), n, x.data() + i}, y.data() + i,
                              {out.outerStride(), out.data()});
}

Vector row_sums(const Matrix& x) {
  Vector sum = x.col(0);
  Index k = 1;
  for (; k + 4 <= x.cols(); k += 4) sum += (x.col(k) + x.col(k + 1)) + (x.col(k + 2) + x.col(k + 3));
  for (; k < x.cols(); ++k) sum += x.col(k);
  return sum;
}

Vector full_product(const Gram& gram, const Vector& a) {
  return gram.dense() ? Vector(*gram.dense() * a) : gram_times(gram, a);
}

Vector gram_times(const Gram& gram, const Vector& a) {
  if (gram.dense()) return gram_times(*gram.dense(), a);
  if (gram.computed()) return times(*gram.computed(), a);
  Vector product = Vector::Zero(gram.rows());
  add_inputs(*gram.features(), times_extended(gram.features()->x.transpose(), a), product);
  return product;
}

namespace {

/// With w = x'a, whose sums have 64 bits and are rounded once, and x w added up in doubles: (n + 8) 2^-64 of
/// what is added up in w, and (p + 8) 2^-53 |x_i| |w|. What cancels in w does not come back.
double units_of_inputs(const Features& features, const Gram& gram, const Vector& a) {
  const double spread = gram.diagonal().cwiseSqrt().dot(a.cwiseAbs());
  if (spread == 0) return 0;
  const auto n = static_cast<double>(a.size()), p = static_cast<double>(features.x.cols());
  Vector w = Vector::Zero(features.x.cols());
  for (Index i = 0; i < a.size(); ++i) w += a(i) * features.rows.col(i);
  const double length = w.norm() + (n + 8) * unit_roundoff * spread;
  constexpr double beside = 0x1p-11; // the last bit of 64 in units of that of 53
  return (p + 8) * length / spread + (n + 8) * beside;
}

} // namespace

double rounding_units(const Gram& gram, const Vector& a) {
  if (gram.features()) return units_of_inputs(*gram.features(), gram, a);
  const auto terms = static_cast<double>((a.array() != 0).count());
  constexpr auto block = static_cast<double>(at_a_time);
  return entry_units + std::min(terms, block) + terms / block;
}

Vector rounding_of_product(const Gram& gram, const Vector& a) {
  const Vector size = gram.diagonal().cwiseSqrt();
  return unit_roundoff * rounding_units(gram, a) * size.dot(a.cwiseAbs()) * size;
}

double extended_rounding_units(const Gram& gram, const Vector& a) {
  return gram.features() ? units_of_inputs(*gram.features(), gram, a) : entry_units;
}

Vector summed_by_row(const Vector& a, const std::vector<Index>& rows, Index n) {
  Vector out = Vector::Zero(n);
  for (Index i = 0; i < a.size(); ++i) out(rows[static_cast<std::size_t>(i)]) += a(i);
  return out;
}

Vector gram_times_extended(const Gram& gram, const Vector& a) {
  if (gram.features())
    return times_extended(gram.features()->x, times_extended(gram.features()->x.transpose(), a));
  Vector product(gram.rows()), room;
  for (Index i = 0; i < gram.rows(); ++i) {
    const double* const k_i = gram.column(i, room);
    Extended sum = 0;
    for (Index j = 0; j < a.size(); ++j) sum += Extended(k_i[j]) * Extended(a(j));
    product(i) = static_cast<double>(sum);
  }
  return product;
}

Matrix CrossGram::times(const Matrix& a) const {
  Matrix product = Matrix::Zero(rows(), a.cols());
  if (dense_) {
    for (Index c = 0; c < a.cols(); ++c) product.col(c) = gram_times(*dense_, a.col(c));
    return product;
  }
  if (kernel_->shape == Kernel::Shape::linear) {
    std::vector<const double*> columns;
    for (Index k = 0; k < points_->cols(); ++k) columns.push_back(points_->col(k).data());
    for (Index c = 0; c < a.cols(); ++c) {
      const Vector w = (a.col(c).transpose() * *train_).transpose();
      loops::add_columns(rows(), {w.size(), columns.data(), w.data()}, product.col(c).data());
    }
    return product;
  }
  std::vector<Index> used;
  for (Index j = 0; j < a.rows(); ++j)
    if ((a.row(j).array() != 0).any()) used.push_back(j);
  add_tiles_of(KernelTiles(kernel_->entry(), *points_), (*train_)(used, Eigen::all).transpose(),
               a(used, Eigen::all), product);
  return product;
}

} // namespace core
