#include "results/report/verdicts/claims.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/contract.hpp"
#include "core/settings/parsed.hpp"
#include "results/record/study_card.hpp"
#include "results/report/table/design.hpp"
#include "results/statistics/student.hpp"
#include "results/statistics/summary.hpp"

namespace results {
namespace {

constexpr double holds_from = 2;   // standard errors of the margin
constexpr std::int32_t fewest = 2; // replicates behind an error

std::optional<double> number_of(std::string text) {
  if (text.starts_with('+')) text.erase(0, 1);
  return core::parsed<double>(text);
}

struct Margin {
  double mean = std::numeric_limits<double>::quiet_NaN(), se = mean, df = exact;

  /// In standard errors, of a normal variable; 0 where there is no margin.
  double z() const { return mean == 0 ? 0 : normal_equivalent(mean / se, df); }
};

Verdict verdict_of(const Margin& margin) {
  if (margin.mean > 0 && margin.z() >= holds_from) return Verdict::match;
  if (margin.mean < 0 && margin.z() < -off_beyond) return Verdict::off;
  return Verdict::cannot_tell;
}

/// The verdict of verdicts that must all hold.
Verdict all_of(const std::vector<Verdict>& verdicts) {
  const auto has = [&](Verdict one) {
    return std::find(verdicts.begin(), verdicts.end(), one) != verdicts.end();
  };
  if (has(Verdict::off)) return Verdict::off;
  return has(Verdict::cannot_tell) || verdicts.empty() ? Verdict::cannot_tell : Verdict::match;
}

class Judge {
 public:
  explicit Judge(const Results& results) : card_(results.card), design_(card_), averages_(results) {}

  JudgedRow judged(const ClaimRow& row) const {
    JudgedRow out{.row = &row};
    const std::int32_t left = setting(row, row.left);
    out.left = averages_.of(left, row.metric).mean;
    if (row.relation == Relation::infinite) {
      out.verdict = infinite(averages_.of(left, row.metric));
      return out;
    }
    const Sides sides{row, left, design_.axis(row.axis)};
    out.right = sides.number ? *sides.number : averages_.of(setting(row, row.right), row.metric).mean;
    if (row.relation == Relation::equals) {
      equal(sides, out);
    } else if (row.relation == Relation::less) {
      const Margin margin = below(sides, 1, 0);
      set(out, {margin}, {verdict_of(margin)});
    } else {
      within(sides, out);
    }
    return out;
  }

 private:
  struct Sides {
    Sides(const ClaimRow& claim, std::int32_t left_setting, const Axis& axis)
        : row(claim), left(left_setting) {
      if (axis.value(claim.right) == nullptr) number = number_of(claim.right);
    }

    const ClaimRow& row;
    std::int32_t left;
    std::optional<double> number; ///< right, where it is no value of the axis
  };

  std::int32_t setting(const ClaimRow& row, const std::string& value) const {
    Coordinates at = row.at;
    at[row.axis] = value;
    const auto found = design_.setting_at(at);
    core::require(found.has_value(), "claim " + row.claim + " of " + card_.study + " compares '" + value +
                                         "' of " + row.axis +
                                         " (the study has no such computation there) correct the claims and "
                                         "run it again");
    return *found;
  }

  /// factor x right + shift - left, over common replicates; as the means stand where one is infinite.
  Margin below(const Sides& sides, double factor, double shift) const {
    const std::string& metric = sides.row.metric;
    const Summary left = averages_.of(sides.left, metric);
    if (sides.number) {
      const double margin = factor * *sides.number + shift - left.mean;
      return std::isinf(margin) ? Margin{margin, 0} : Margin{margin, left.se, left.finite() - 1.0};
    }
    const std::int32_t right = setting(sides.row, sides.row.right);
    const Summary paired = averages_.difference(sides.left, right, metric, factor);
    if (std::isfinite(paired.mean)) return {shift - paired.mean, paired.se, paired.finite() - 1.0};
    const double margin = factor * averages_.of(right, metric).mean - left.mean;
    return std::isinf(margin) ? Margin{margin, 0} : Margin{};
  }

  static void set(JudgedRow& out, const std::vector<Margin>& margins, const std::vector<Verdict>& verdicts) {
    const auto least = std::min_element(margins.begin(), margins.end(),
                                        [](const Margin& a, const Margin& b) { return a.mean < b.mean; });
    out.margin = least->mean;
    out.se = least->se;
    out.verdict = all_of(verdicts);
  }

  void within(const Sides& sides, JudgedRow& out) const {
    const ClaimRow& row = sides.row;
    const bool relative = row.tolerance.ends_with('%');
    const auto t = number_of(relative ? row.tolerance.substr(0, row.tolerance.size() - 1) : row.tolerance);
    core::require(t.has_value(), "claim " + row.claim + " of " + card_.study + " has the tolerance '" +
                                     row.tolerance + "' (the card is damaged) run the study again");
    const double share = relative ? *t / 100 : 0, shift = relative ? 0 : *t;
    const Margin below_top = below(sides, 1 + share, shift);
    Margin above_bottom = below(sides, 1 - share, -shift);
    above_bottom.mean = -above_bottom.mean;
    set(out, {below_top, above_bottom}, {verdict_of(below_top), verdict_of(above_bottom)});
  }

  void equal(const Sides& sides, JudgedRow& out) const {
    const Margin difference = below(sides, 1, 0);
    out.margin = -std::abs(difference.mean);
    out.se = difference.se;
    if (difference.mean == 0 && difference.se == 0) out.verdict = Verdict::match;
    if (std::abs(difference.z()) > off_beyond) out.verdict = Verdict::off;
  }

  Verdict infinite(const Summary& left) const {
    if (std::isinf(left.mean)) return Verdict::match;
    const std::int32_t enough = std::max(fewest, card_.published_replications);
    return std::isfinite(left.mean) && left.used >= enough ? Verdict::off : Verdict::cannot_tell;
  }

  const StudyCard& card_;
  Design design_;
  Averages averages_;
};

/// The row with `value` in place of what it stands for; nothing where the row does not name that, or would
/// compare the value with itself.
std::optional<ClaimRow> row_of_reading(const ClaimRow& row, const std::string& axis, const AxisValue& value) {
  ClaimRow out = row;
  std::vector<std::string*> named;
  if (row.axis == axis)
    named = {&out.left, &out.right};
  else if (const auto at = out.at.find(axis); at != out.at.end())
    named = {&at->second};
  bool any = false;
  for (std::string* name : named) {
    if (*name != value.stands_for) continue;
    *name = value.name;
    any = true;
  }
  if (!any || (row.axis == axis && out.left == out.right)) return std::nullopt;
  return out;
}

/// No verdict where no row of the claim names what the value stands for.
std::optional<Verdict> verdict_of_reading(const Judge& judge, const Claim& claim, const std::string& axis,
                                          const AxisValue& value) {
  bool any = false;
  std::vector<Verdict> verdicts;
  for (const ClaimRow& row : claim.rows) {
    const std::optional<ClaimRow> other = row_of_reading(row, axis, value);
    any = any || other.has_value();
    verdicts.push_back(judge.judged(other ? *other : row).verdict);
  }
  return any ? std::optional(all_of(verdicts)) : std::nullopt;
}

} // namespace

std::vector<JudgedClaim> judged_claims(const Results& results) {
  const Judge judge(results);
  std::vector<JudgedClaim> out;
  for (const Claim& claim : results.card.claims) {
    JudgedClaim& one = out.emplace_back(JudgedClaim{.claim = &claim});
    std::vector<Verdict> verdicts;
    for (const ClaimRow& row : claim.rows) {
      one.rows.push_back(judge.judged(row));
      verdicts.push_back(one.rows.back().verdict);
    }
    one.verdict = all_of(verdicts);
  }
  return out;
}

std::vector<ClaimReading> claim_readings(const Results& results) {
  const Judge judge(results);
  std::vector<ClaimReading> out;
  for (const Axis& axis : results.card.axes)
    for (const AxisValue& value : axis.values) {
      if (value.stands_for.empty()) continue;
      ClaimReading reading{value.label, {}};
      for (const Claim& claim : results.card.claims)
        reading.verdicts.push_back(verdict_of_reading(judge, claim, axis.name, value));
      out.push_back(std::move(reading));
    }
  return out;
}

std::string claim_word(Verdict verdict) {
  return verdict == Verdict::match ? "holds" : verdict == Verdict::off ? "fails" : "cannot tell";
}

} // namespace results
