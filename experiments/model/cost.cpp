#include "experiments/model/cost.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"
#include "experiments/plan/cost.hpp"
#include "experiments/plan/plan.hpp"
#include "experiments/terminal/durations.hpp"

namespace experiments::own_data {
std::string Cost::text() const {
  const double megabytes = bytes / 1e6;
  const std::string size = megabytes < 1000 ? fmt::format("{:.0f} MB", std::max(1.0, megabytes))
                                            : fmt::format("{:.1f} GB", megabytes / 1e3);
  return fmt::format("about {} and {}", seconds < 1 ? "1s" : duration_text(seconds), size);
}

Cost cost_of(const Setting& setting, const Size& size) {
  const Work work = work_of(setting, size);
  const auto [n, m, p, classes] = size;
  const double inputs = 6 * n * p + 2 * m * p, decisions = 3 * n * work.kept;
  return {.fits = work.fits,
          .seconds = work.seconds(),
          .bytes = 8 * (inputs + decisions) + work.bytes + 4e7,
          .whole_matrix = work.whole_matrix};
}

double Cost::share_of(std::int64_t fits) const {
  const std::vector<Part> all = parts.empty() ? std::vector{Part{this->fits, seconds}} : parts;
  double left = static_cast<double>(fits), passed = 0, total = 0;
  for (const Part& part : all) {
    passed += part.seconds * std::min(1.0, left / std::max(1.0, part.fits));
    left = std::max(0.0, left - part.fits);
    total += part.seconds;
  }
  return total > 0 ? passed / total : 0;
}

Cost cost_of_all(const std::vector<Setting>& settings, const Size& size) {
  Cost all = cost_of(settings.front(), size);
  all.parts = {{all.fits, all.seconds}};
  for (std::size_t k = 1; k < settings.size(); ++k) {
    const Cost one = cost_of(settings[k], size);
    all.parts.push_back({one.fits, one.seconds});
    all.fits += one.fits;
    all.seconds += one.seconds;
    all.bytes = std::max(all.bytes, one.bytes);
    all.whole_matrix = all.whole_matrix || one.whole_matrix;
  }
  return all;
}

std::string advance_text(const Cost& guess, std::int64_t fits, double seconds) {
  const std::string passed = duration_text(seconds), expected = thousands(std::llround(guess.fits));
  if (fits == 0 && seconds < guess.seconds)
    return fmt::format("No fit is done, {} passed, about {} left by the guess.", passed,
                       duration_text(guess.seconds - seconds));
  if (fits == 0)
    return fmt::format("No fit is done, {} passed, longer than the guess of {}.", passed,
                       duration_text(guess.seconds));
  const double share = guess.share_of(fits);
  if (share >= 1)
    return fmt::format("{} fits are done, {} passed, more than the {} that were guessed.", thousands(fits),
                       passed, expected);
  return fmt::format("{} of about {} fits, {} passed, about {} left.", thousands(fits), expected, passed,
                     duration_text(seconds * (1 - share) / share));
}

void require_time(const Cost& cost) {
  constexpr double day = 24 * 60 * 60;
  core::require(
      cost.seconds <= day,
      fmt::format("The fit is guessed to take {} of a processor, and nothing of it is stored before "
                  "its end. Choose a coarser grid, or fewer rows or values of lambda. Or begin all "
                  "the same with --force.",
                  duration_text(cost.seconds)));
}

void require_memory(const Cost& cost, const Size& size, double available) {
  core::require(
      cost.bytes <= available,
      fmt::format("{} training rows take {:.1f} GB, and {:.1f} GB are free. Most is {}. {}.",
                  thousands(std::llround(size.rows)), cost.bytes / 1e9, available / 1e9,
                  cost.whole_matrix ? "for a matrix of rows x rows"
                                    : "for the inputs and the decision values of every fit",
                  cost.whole_matrix
                      ? "Choose the classifier weighted_svm with another method, or hold out more rows"
                      : "Give fewer values of lambda, or hold out more rows"));
}

} // namespace experiments::own_data
