#include "core/solver/elastic_net/face_products.hpp"

#include "core/elementary/pack.hpp"

namespace core {
namespace {

using Index = Eigen::Index;

struct Face {
  Index n;
  const double* m;
  const Index* columns;
  Index size;

  MARGINLAB_INLINE const double* operator[](Index k) const { return m + n * columns[k]; }
};

MARGINLAB_INLINE double dot(Index n, const double* x, const double* v) {
  Pack low = all(0), high = all(0);
  Index i = 0;
  for (; i + 2 * lanes_of_pack <= n; i += 2 * lanes_of_pack) {
    low += load(x + i) * load(v + i);
    high += load(x + i + lanes_of_pack) * load(v + i + lanes_of_pack);
  }
  if (i + lanes_of_pack <= n) {
    low += load(x + i) * load(v + i);
    i += lanes_of_pack;
  }
  double sum = folded(low, high);
  for (; i < n; ++i) sum += x[i] * v[i];
  return sum;
}

MARGINLAB_EVERY_LEVEL
void dots(const Face face, const double* v, double* out) {
  for (Index k = 0; k < face.size; ++k) out[k] = dot(face.n, face[k], v);
}

/// out += the four columns from k on, each by its d.
MARGINLAB_INLINE void add_four(const Face& face, Index k, const double* d, double* out) {
  const double *a = face[k], *b = face[k + 1], *c = face[k + 2], *e = face[k + 3];
  const double by_a = d[k], by_b = d[k + 1], by_c = d[k + 2], by_e = d[k + 3];
  Index i = 0;
  for (; i + lanes_of_pack <= face.n; i += lanes_of_pack)
    store(out + i, load(out + i) + ((by_a * load(a + i) + by_b * load(b + i)) +
                                    (by_c * load(c + i) + by_e * load(e + i))));
  for (; i < face.n; ++i) out[i] += (by_a * a[i] + by_b * b[i]) + (by_c * c[i] + by_e * e[i]);
}

MARGINLAB_EVERY_LEVEL
void add(const Face face, const double* d, double* out) {
  Index k = 0;
  for (; k + 4 <= face.size; k += 4) add_four(face, k, d, out);
  for (; k < face.size; ++k)
    for (Index i = 0; i < face.n; ++i) out[i] += d[k] * face[k][i];
}

Face face_of(const Matrix& m, const std::vector<Index>& face) {
  return {m.rows(), m.data(), face.data(), static_cast<Index>(face.size())};
}

} // namespace

Vector times(const Matrix& m, const std::vector<Index>& face, const Vector& d) {
  Vector out = Vector::Zero(m.rows());
  add(face_of(m, face), d.data(), out.data());
  return out;
}

Vector transposed_times(const Matrix& m, const std::vector<Index>& face, const Vector& v) {
  Vector out(static_cast<Index>(face.size()));
  dots(face_of(m, face), v.data(), out.data());
  return out;
}

} // namespace core
