#pragma once
#include <cstddef>

// The loops of the elbow's factor (core/solver/margin/elbow_factor.hpp): an upper triangle R [m x m] with
// each row contiguous, ld numbers from row to row, zero below the diagonal. Compiled for several x86-64
// levels with the same bits on each, as those of core/solver/loops/vector_loops.hpp are.
namespace core::loops {

/// R with 1 / R_kk. ld is a multiple of eight and at least m + 4; rows, columns and inverses beyond m are
/// zero up to the next multiple of four.
struct Triangle {
  std::ptrdiff_t m, ld;
  const double* row;
  const double* inverse;
};

/// w <- R'^-1 w; w has room for m rounded up to four and is zero beyond m afterwards.
void solve_transposed(const Triangle& R, double* w);

/// The same of up to four right sides at once, each with the bits that it has alone.
void solve_transposed(const Triangle& R, std::ptrdiff_t count, double* const* w);

/// w <- R^-1 w, with the same room.
void solve_upright(const Triangle& R, double* w);

struct Rotation {
  double c, s;
};

/// (upper, lower) <- (c upper + s lower, c lower - s upper), the former stored one place to the left: from
/// `begin` to `end` of each, in fours, so that up to three numbers beyond `end` are rotated with them.
struct Rows {
  std::ptrdiff_t begin, end;
  double *upper, *lower;
};
void rotate_to_the_left(const Rows& rows, const Rotation& by);

/// max((a_i - lower_i)(g_i - nu), (a_i - upper_i)(g_i - nu)) of core/solver/margin/gap_terms.hpp to `terms`
/// [n], and sums over i. No array needs padding.
struct GapAt {
  const double *a, *g, *lower, *upper, *y;
};
struct GapSums {
  double terms = 0, y_a = 0, a_g = 0;
  double greatest = 0;
};
GapSums gap_terms(std::ptrdiff_t n, const GapAt& at, double nu, double* terms);

} // namespace core::loops
