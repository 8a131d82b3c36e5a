#include "experiments/plan/until.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/settings/parameters.hpp"
#include "results/statistics/summary.hpp"

namespace experiments {
namespace {

/// Welford's moments of one setting's values, replicate by replicate.
class Running {
 public:
  void add(double value) {
    ++count_;
    const double before = value - mean_;
    mean_ += before / static_cast<double>(count_);
    squares_ += before * (value - mean_);
  }
  /// NaN for fewer than two values and once one is infinite.
  double standard_error() const {
    if (count_ < 2) return std::numeric_limits<double>::quiet_NaN();
    const auto n = static_cast<double>(count_);
    return std::sqrt(squares_ / (n - 1) / n);
  }

 private:
  std::int64_t count_ = 0;
  double mean_ = 0, squares_ = 0;
};

/// The values of every setting by replicate: NaN where there is none. [settings x replications]
std::vector<std::vector<double>> values(const results::Results& all, const std::string& metric) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  std::vector<std::vector<double>> out;
  for (std::size_t s = 0; s < all.card.settings.size(); ++s) {
    auto& row = out.emplace_back(static_cast<std::size_t>(all.card.replications), none);
    for (const results::Observation& seen : results::series(all.rows, static_cast<std::int32_t>(s), metric))
      row.at(static_cast<std::size_t>(seen.replicate)) = seen.value;
  }
  return out;
}

} // namespace

std::optional<std::int32_t> enough(const Until& until, const results::Results& all, std::int32_t least) {
  const auto by_setting = values(all, until.of);
  std::vector<Running> moments(by_setting.size());
  for (std::int32_t r = 0; r < all.card.replications; ++r) {
    for (std::size_t s = 0; s < by_setting.size(); ++s) {
      const double value = by_setting[s][static_cast<std::size_t>(r)];
      if (!std::isnan(value)) moments[s].add(value);
    }
    const bool precise = std::all_of(moments.begin(), moments.end(),
                                     [&](const Running& m) { return m.standard_error() <= until.mcse; });
    if (r + 1 >= least && precise) return r + 1;
  }
  return std::nullopt;
}

std::int32_t next_try(const Until& until, const results::Results& all, std::int32_t replications) {
  double worst = 0;
  for (const auto& row : values(all, until.of)) {
    Running moments;
    for (const double value : row)
      if (!std::isnan(value)) moments.add(value);
    const double ratio = moments.standard_error() / until.mcse;
    worst = std::isnan(ratio) ? std::numeric_limits<double>::infinity() : std::max(worst, ratio);
  }
  const auto now = static_cast<double>(replications);
  const double wanted = std::clamp(now * worst * worst, std::ceil(1.25 * now), 3 * now);
  return static_cast<std::int32_t>(std::min(std::ceil(wanted), static_cast<double>(until.most)));
}

std::string text(const Until& until, std::optional<std::int32_t> stopped) {
  if (stopped)
    return fmt::format(
        "the Monte Carlo standard error of {} is at most {} in every setting after {} replications", until.of,
        core::shortest(until.mcse), *stopped);
  return fmt::format(
      "the Monte Carlo standard error of {} is still above {} in some setting after {} replications",
      until.of, core::shortest(until.mcse), until.most);
}

} // namespace experiments
