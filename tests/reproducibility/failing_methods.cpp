#include <omp.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <ctime>
#include <stdexcept>
#include <vector>

#include "core/settings/parameter.hpp"
#include "experiments/catalog/methods.hpp"

// Methods that fail in one replicate or all, each in a way of its own: what a run has to survive.
namespace experiments {
namespace {

enum class How { throws, crash, hang, eat, term, interrupt, user, leave };

struct Failing final : core::ProbabilityEstimator {
  How how = How::throws;
  std::int64_t at = 0;

  core::Estimate estimate(core::DrawCache& cache) const override {
    if (at < 0 || cache.axes().replicate == at) fail();
    core::Estimate out;
    out.probability = core::Vector::Constant(cache.draw().test.y.size(), 0.25);
    return out;
  }

  void fail() const {
    std::fputs("the last words of a cell\n", stderr);
    if (how == How::crash) {
      std::signal(SIGSEGV, SIG_DFL); // sanitizers have a handler of their own
      std::raise(SIGSEGV);
    }
    if (how == How::term) std::raise(SIGTERM); // as if somebody ended the process of the cell: it goes on
    if (how == How::interrupt) std::raise(SIGINT);
    if (how == How::user) std::raise(SIGUSR1);
    if (how == How::leave) _exit(7);
    if (how == How::throws) throw std::runtime_error("cannot estimate with 17 points");
    if (how == How::eat) throw_when_full();
    while (how == How::hang) nap();
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

const auto how = core::word<How>("how", "how it fails",
                                 {{"throw", How::throws},
                                  {"crash", How::crash},
                                  {"hang", How::hang},
                                  {"eat", How::eat},
                                  {"term", How::term},
                                  {"interrupt", How::interrupt},
                                  {"user", How::user},
                                  {"leave", How::leave}})
                     .or_else(How::throws);
const auto at = core::integer("at", "the replicate in which it fails, -1 = every one").in(-1, 1e6).or_else(0);

core::Entry entry() {
  return {"failing", "Failing", "tests", "1/4 everywhere, and a failure in one replicate or all",
          1,         {how, at}, false,   false};
}

std::unique_ptr<core::ProbabilityEstimator> build(const core::Parameters& p, Ingredients) {
  auto out = std::make_unique<Failing>();
  out->how = how.of(p);
  out->at = at.of(p);
  return out;
}

/// An estimator that says what no listed method may say: that it did not converge, or that one observation is
/// certain, or how many threads there are; or that says nothing for a fifth of a second.
enum class Says { unconverged, certain, threads, late };

struct Saying final : core::ProbabilityEstimator {
  Says what = Says::unconverged;

  core::Estimate estimate(core::DrawCache& cache) const override {
    const core::Sample& test = cache.draw().test;
    core::Estimate out;
    core::Matrix p = core::Matrix::Constant(test.size(), test.classes, 1.0 / test.classes);
    if (what == Says::certain) { // of one class, and of the others more than nothing where there are several
      p.row(0).setConstant(test.classes == 2 ? 0 : 1e-30);
      p(0, 0) = 1;
    }
    if (what == Says::threads)
      p.row(0) << 1.0 / (1 + omp_get_num_threads()), 1 - 1.0 / (1 + omp_get_num_threads());
    for (int tenths = 0; what == Says::late && tenths < 2; ++tenths) Failing::nap();
    if (what == Says::unconverged) out.summary.status = core::Status::not_converged;
    out.probability = core::Probabilities::of_classes(p, {});
    return out;
  }
};

const auto what = core::word<Says>("what", "what it says",
                                   {{"unconverged", Says::unconverged},
                                    {"certain", Says::certain},
                                    {"threads", Says::threads},
                                    {"late", Says::late}})
                      .or_else(Says::unconverged);

core::Entry saying_entry() {
  core::Entry out{"saying", "Saying", "tests", "even almost everywhere", 1, {what}, false, false};
  out.most_classes = core::any_classes;
  return out;
}

std::unique_ptr<core::ProbabilityEstimator> build_saying(const core::Parameters& p, Ingredients) {
  auto out = std::make_unique<Saying>();
  out->what = what.of(p);
  return out;
}

Work looked_up(const Training& training) {
  return Work{}.with(steps::lookup, training.size.points);
}

} // namespace

std::vector<MethodRow> further_methods() {
  return {{entry(), build, looked_up}, {saying_entry(), build_saying, looked_up}};
}

std::vector<datasets::CatalogRow> further_data_sets() {
  return {};
}

} // namespace experiments
