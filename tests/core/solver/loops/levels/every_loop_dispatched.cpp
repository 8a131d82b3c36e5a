#include "tests/core/solver/loops/levels/every_loop.hpp"
#include "tests/core/solver/loops/levels/every_loop_body.hpp"

std::vector<double> tests::every_loop_dispatched(int n, int seed) {
  return run(n, seed);
}
