#include "results/statistics/pair_order.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/random/stream.hpp"
#include "results/record/text.hpp"

namespace results {
namespace {

constexpr int shuffles = 10000;

std::size_t pairs_that_stand(const Ranking& ranking, Standing how) {
  std::size_t out = 0;
  for (std::size_t i = 0; i < ranking.ours.size(); ++i)
    for (std::size_t j = i + 1; j < ranking.ours.size(); ++j)
      out += standing(ranking.published[i] - ranking.published[j], ranking.ours[i] - ranking.ours[j]) == how;
  return out;
}

bool have_an_order(const std::vector<Ranking>& rankings) {
  return std::any_of(rankings.begin(), rankings.end(), [](const Ranking& ranking) {
    return std::any_of(ranking.published.begin(), ranking.published.end(),
                       [&](double one) { return one != ranking.published.front(); });
  });
}

} // namespace

Standing standing(double published, double ours) {
  if (!(std::abs(published) > 0) || !(std::abs(ours) > 0)) return Standing::level; // NaN is level, too
  return (published > 0) == (ours > 0) ? Standing::same : Standing::opposite;
}

void PairCounts::add(Standing standing, bool is_beyond) {
  same += standing == Standing::same;
  opposite += standing == Standing::opposite;
  level += standing == Standing::level;
  beyond += standing == Standing::opposite && is_beyond;
}

PairCounts& PairCounts::operator+=(const PairCounts& other) {
  same += other.same;
  opposite += other.opposite;
  level += other.level;
  beyond += other.beyond;
  return *this;
}

std::string text_of(const PairCounts& pairs) {
  return std::to_string(pairs.same) + "/" + std::to_string(pairs.opposite) + "/" +
         std::to_string(pairs.level);
}

std::string sentence_of(const PairCounts& pairs) {
  std::string out = counted(pairs.same, "pair") + " of methods " + (pairs.same == 1 ? "stands" : "stand") +
                    " as published, " + std::to_string(pairs.opposite) + " the other way round";
  if (pairs.opposite > 0)
    out += " (" + std::to_string(pairs.beyond) + " by more than 3 errors of the difference)";
  return out + ", " + std::to_string(pairs.level) + (pairs.level == 1 ? " is level." : " are level.");
}

double by_chance(std::vector<Ranking> rankings) {
  if (!have_an_order(rankings)) return std::numeric_limits<double>::quiet_NaN();
  std::size_t as_found = 0;
  for (const Ranking& ranking : rankings) as_found += pairs_that_stand(ranking, Standing::same);
  core::Stream stream = core::StreamAxes{1, "order of methods", 0}.stream("shuffle");
  int as_many = 0;
  for (int i = 0; i < shuffles; ++i) {
    std::size_t found = 0;
    for (Ranking& ranking : rankings) {
      auto& ours = ranking.ours;
      for (std::size_t last = ours.size(); last > 1; --last) {
        const auto pick = static_cast<std::size_t>(stream.uniform() * static_cast<double>(last));
        std::swap(ours[last - 1], ours[std::min(pick, last - 1)]);
      }
      found += pairs_that_stand(ranking, Standing::same);
    }
    as_many += found >= as_found;
  }
  return (as_many + 1.0) / (shuffles + 1.0);
}

} // namespace results
