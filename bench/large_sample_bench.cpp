#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>
#include <vector>

#include "bench/support/drawn_data.hpp"
#include "bench/support/libsvm_rows.hpp"
#include "core/solver/large/chunking.hpp"
#include "core/solver/path/exact_lambda_path.hpp"

// Seconds of one thread's CPU for one support vector machine at pi = 1/2 on the training part of fold 0 of a
// data set of a study: in chunks, by following the exact path down to lambda, and by LIBSVM at its default
// tolerance on the precomputed Gram matrix. The Gram matrix is given to all three.
//
//   large_sample_bench CONFIG [DATA SIGMA (0 = linear) LAMBDA [path = 1]]
//
// Without a data set the rows of the page, those of ruping2004/means with thousands of rows.
namespace {

struct Case {
  std::string data;
  double sigma = 0, lambda = 1;
  bool follows_path = true;
};

const Case table[] = {{"mushroom", 0, 0.01, true},
                      {"mushroom", 10, 0.1, false}, // its path takes minutes
                      {"covtype", 0, 0.01, true},
                      {"covtype", 31.622776601683793, 0.01, true}};

void measure(const std::string& config, const Case& one) {
  const core::Draw draw = bench::first_draw(config, one.data);
  const core::Kernel kernel{one.sigma > 0 ? core::Kernel::Shape::gaussian : core::Kernel::Shape::linear,
                            one.sigma > 0 ? one.sigma : 1};
  bench::Problem problem{draw.train, kernel.gram(draw.train.x), draw.train.y, {}, {}};
  problem.count = core::Vector::Ones(problem.y.size());
  const double begin = bench::cpu_seconds();
  const core::DualSolution chunks =
      core::solve_in_chunks(core::weighted_dual(problem.counted(), 0.5, one.lambda));
  const double between = bench::cpu_seconds();
  std::printf("%-8s  %5ld  %5.1f  %6g  %6ld  %8.2f  %7.1e", one.data.c_str(),
              static_cast<long>(problem.y.size()), one.sigma, one.lambda,
              static_cast<long>((chunks.a.array() != 0).count()), between - begin,
              chunks.certificate.relative_gap());
  if (one.follows_path) {
    core::ExactLambdaPath path(problem.counted(), 0.5);
    const double gap = path.at(one.lambda).certificate.relative_gap();
    std::printf("  %8.2f  %7.1e  %-7s", bench::cpu_seconds() - between, gap,
                path.fallbacks() > 0 ? "gave up" : "");
  } else {
    std::printf("         -        -         ");
  }
  std::printf("  %8.2f\n", bench::LibsvmRows(problem).seconds(one.lambda, 0.5));
  std::fflush(stdout);
}

} // namespace

int main(int count, char** arguments) {
  if (count < 2 || count == 3 || count == 4) {
    std::printf("large_sample_bench CONFIG [DATA SIGMA (0 = linear) LAMBDA [path = 1]]\n");
    return 2;
  }
  std::vector<Case> cases(std::begin(table), std::end(table));
  if (count > 4)
    cases = {{arguments[2], std::atof(arguments[3]), std::atof(arguments[4]),
              count <= 5 || std::atoi(arguments[5]) != 0}};
  std::printf(
      "data          n  sigma  lambda     SVs    chunks      gap      path      gap             LIBSVM\n");
  for (const Case& one : cases) measure(arguments[1], one);
}
