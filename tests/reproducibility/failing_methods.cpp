#include <csignal>
#include <cstdio>
#include <ctime>
#include <stdexcept>
#include <vector>

#include "experiments/catalog/groups.hpp"

// Methods that fail in one replicate, each in a way of its own: what a run has to survive.
namespace experiments {
namespace {

struct Failing final : core::ProbabilityEstimator {
  std::string how;
  std::int64_t at = 0;

  core::Estimate estimate(core::DrawCache& cache) const override {
    if (cache.axes().replicate == at) fail();
    core::Estimate out;
    out.probability = core::Vector::Constant(cache.draw().test.y.size(), 0.25);
    return out;
  }

  void fail() const {
    std::fputs("the last words of a cell\n", stderr);
    if (how == "crash") {
      std::signal(SIGSEGV, SIG_DFL); // sanitizers have a handler of their own
      std::raise(SIGSEGV);
    }
    if (how == "throw") throw std::runtime_error("cannot estimate with 17 points");
    if (how == "eat") throw_when_full();
    while (how == "hang") nap();
  }

  static void nap() {
    const timespec tenth{0, 100000000};
    nanosleep(&tenth, nullptr);
  }

  static void throw_when_full() {
    std::vector<std::vector<char>> eaten;
    for (int i = 0; i < 100000; ++i) eaten.emplace_back(std::size_t{1} << 26U, 'x');
  }
};

core::Entry entry() {
  return {"failing",
          "Failing",
          "tests",
          "1/4 everywhere, and a failure in one replicate",
          1,
          {{.key = "how",
            .kind = core::Kind::text,
            .fallback = std::string("throw"),
            .meaning = "how it fails",
            .good = std::string("crash"),
            .bad = std::string("smile"),
            .words = {"throw", "crash", "hang", "eat"}},
           {.key = "at",
            .kind = core::Kind::integer,
            .fallback = std::int64_t{0},
            .meaning = "the replicate in which it fails",
            .good = std::int64_t{3},
            .bad = std::int64_t{-1},
            .least = 0,
            .most = 1e6}},
          false,
          false};
}

std::unique_ptr<core::ProbabilityEstimator> build(const core::Parameters& p, Ingredients) {
  auto out = std::make_unique<Failing>();
  out->how = p.text("how");
  out->at = p.integer("at");
  return out;
}

} // namespace

std::vector<MethodRow> further_methods() {
  return {{entry(), build}};
}

} // namespace experiments
