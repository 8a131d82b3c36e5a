#include "experiments/plan_text.hpp"

#include <fmt/format.h>

namespace experiments {
namespace {

std::string counted(std::size_t n, std::string_view one) {
  return fmt::format("{} {}{}", n, one, n == 1 ? "" : "s");
}

} // namespace

std::string thousands(std::int64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3 && digits[at - 4] != '-'; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

std::string arithmetic(const Study& study, const Plan& plan) {
  std::string text =
      fmt::format("{} x {} x {} x {} = {} cells", counted(study.data.size(), "data set"),
                  counted(study.classifiers.size(), "classifier"), counted(study.methods.size(), "method"),
                  counted(static_cast<std::size_t>(plan.replications), "replication"),
                  thousands(static_cast<std::int64_t>(plan.cells())));
  const std::size_t merged = plan.points.size() - plan.settings.size();
  if (merged > 0) {
    text += fmt::format(" ({} of the {} points of the design resolve to a setting that another one has)",
                        merged, plan.points.size());
  }
  return text;
}

std::string arithmetic(const Plan& plan) {
  return fmt::format("{} x {} = {} cells", counted(plan.settings.size(), "setting"),
                     counted(static_cast<std::size_t>(plan.replications), "replication"),
                     thousands(static_cast<std::int64_t>(plan.cells())));
}

std::string listing(const Plan& plan) {
  std::string text;
  for (const results::Point& point : plan.points) {
    text += plan.keys[static_cast<std::size_t>(point.setting)];
    for (const auto& [axis, value] : point.at) text += fmt::format("  {}={}", axis, value);
    text += '\n';
  }
  return text;
}

} // namespace experiments
