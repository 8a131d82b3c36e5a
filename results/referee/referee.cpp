#include "results/referee/referee.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "results/record/text.hpp"
#include "results/referee/place_index.hpp"
#include "results/statistics/attainable.hpp"

namespace results {
namespace {

constexpr double slack = 1e-9;

/// A number that a sentence quotes: the fewest of so many decimals that it needs.
std::string quoted(double value, int decimals) {
  std::string text = decimal(value, decimals);
  while (text.find('.') != std::string::npos && (text.back() == '0' || text.back() == '.')) {
    const bool was_point = text.back() == '.';
    text.pop_back();
    if (was_point) break;
  }
  return text;
}

/// Remarks of one check, its account first.
class Report {
 public:
  explicit Report(std::string check) : check_(std::move(check)) {}

  void add(Gravity gravity, const std::string& sentence, std::optional<std::size_t> number = {}) {
    remarks_.push_back({gravity, check_, sentence, number});
  }

  void append_to(std::vector<Remark>& out, const std::string& account) const {
    out.push_back({Gravity::account, check_, account, {}});
    out.insert(out.end(), remarks_.begin(), remarks_.end());
  }

 private:
  std::string check_;
  std::vector<Remark> remarks_;
};

/// What a printed text may have been before it was rounded.
struct Interval {
  double least, most;

  bool meets(const Interval& other) const {
    const double room = slack * (1 + std::abs(least) + std::abs(most));
    return least <= other.most + room && other.least <= most + room;
  }
};

Interval interval_of(const std::string& text) {
  const PrintedNumber printed = read_printed(text);
  return {printed.value - printed.ulp / 2, printed.value + printed.ulp / 2};
}

/// The numbers of a table with the checks that go over them one by one.
class Referee {
 public:
  Referee(const std::vector<Published>& numbers, const PaperDesign& design)
      : numbers_(numbers), design_(design) {
    for (const Published& number : numbers) by_place_.add(number);
  }

  void rates(std::vector<Remark>& out) const {
    Report report("attainable means");
    std::size_t asked = 0, telling = 0, impossible = 0, halves = 0, unknown = 0;
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      const auto whole = design_.rates.find(numbers_[i].metric);
      if (whole == design_.rates.end() || numbers_[i].value.empty()) continue;
      const double points = data_of(numbers_[i]).test_points;
      if (points <= 0 || design_.replications <= 0) {
        ++unknown;
        continue;
      }
      const PrintedNumber printed = read_printed(numbers_[i].value);
      const RateDesign rate{design_.replications, points, whole->second};
      const Attainable found = attainable(printed, rate);
      ++asked;
      telling += is_telling(printed, rate);
      impossible += found == Attainable::no;
      halves += found == Attainable::by_halves;
      if (found != Attainable::yes) rate_remark(report, i, rate);
    }
    if (asked + unknown == 0) return;
    std::string account = counted(asked, "mean error rate") + " asked, " + std::to_string(telling) +
                          " printed finely enough to tell; " + std::to_string(impossible) + " impossible, " +
                          std::to_string(halves) + " only if ties count half";
    if (unknown > 0)
      account += "; " + std::to_string(unknown) + " not asked (replications or test points unknown)";
    report.append_to(out, account + ".");
  }

  void improvements(std::vector<Remark>& out) const {
    if (!design_.improvement) return;
    const PrintedImprovement& design = *design_.improvement;
    Report report("improvements");
    std::map<std::string, std::pair<std::size_t, std::size_t>> follows; // metric -> followed, asked
    std::size_t asked = 0, impossible = 0;
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      if (numbers_[i].metric != design.metric || numbers_[i].value.empty()) continue;
      bool any = false, has_means = false;
      for (const std::string& of : design.of) {
        const auto possible = improvement_of(numbers_[i].at, of);
        if (!possible) continue;
        has_means = true;
        const bool meets = interval_of(numbers_[i].value).meets(*possible);
        ++follows[of].second;
        follows[of].first += meets;
        any = any || meets;
      }
      asked += has_means;
      if (!has_means || any) continue;
      ++impossible;
      report.add(Gravity::impossible,
                 place_text(numbers_[i].at) + ": an improvement of " + numbers_[i].value +
                     " follows from no pair of printed means.",
                 i);
    }
    if (asked == 0) return;
    for (const auto& [of, count] : follows)
      report.add(Gravity::telling, "they follow " + of + " in " + std::to_string(count.first) + " of " +
                                       std::to_string(count.second) + " cells.");
    report.append_to(out, counted(asked, "improvement") + " held against their printed means; " +
                              std::to_string(impossible) + " impossible.");
  }

  void ranks(std::vector<Remark>& out) const {
    for (const PrintedRanks& design : design_.ranks) {
      Report report("ranks");
      std::map<Coordinates, std::vector<std::size_t>> groups; // by the place without `among`
      std::size_t asked = 0;
      for (std::size_t i = 0; i < numbers_.size(); ++i) {
        if (numbers_[i].metric != design.metric || numbers_[i].value.empty()) continue;
        Coordinates at = numbers_[i].at;
        at.erase(design.among);
        groups[at].push_back(i);
        ++asked;
        if (design.over > 0) rank_remark(report, i, design);
      }
      for (const auto& [at, group] : groups) sum_remark(report, at, group, design);
      if (asked > 0)
        report.append_to(out, counted(asked, "average rank") + " of " + design.metric + " in " +
                                  counted(groups.size(), "group") + ".");
    }
  }

  void constant_rules(std::vector<Remark>& out) const {
    Report report("standard errors");
    std::size_t asked = 0;
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      const auto whole = design_.rates.find(numbers_[i].metric);
      const double se = printed_se(numbers_[i]);
      const PrintedData data = data_of(numbers_[i]);
      if (whole == design_.rates.end() || numbers_[i].value.empty() || !(se >= 0) || data.test_points <= 0 ||
          !data.is_random || design_.replications < 2)
        continue;
      ++asked;
      constant_remark(report, i, {whole->second, se, data});
    }
    if (asked > 0)
      report.append_to(out,
                       counted(asked, "standard error") + " of error rates held against a constant rule's.");
  }

  /// GKL is EGKL and the mean entropy of the true probabilities, which is never negative.
  void losses(std::vector<Remark>& out) const {
    Report report("losses");
    std::size_t asked = 0, impossible = 0;
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      if (numbers_[i].metric != "egkl") continue;
      const Published* const gkl = by_place_.at(numbers_[i].at, "gkl");
      if (gkl == nullptr || numbers_[i].value.empty()) continue;
      ++asked;
      if (interval_of(numbers_[i].value).least <= interval_of(gkl->value).most + slack) continue;
      ++impossible;
      report.add(
          Gravity::impossible,
          place_text(numbers_[i].at) + ": EGKL " + numbers_[i].value + " is above GKL " + gkl->value +
              ". GKL is EGKL and the entropy of the true probabilities, so one of the two was computed "
              "by another formula.",
          i);
    }
    if (asked > 0)
      report.append_to(out, counted(asked, "pair") + " of EGKL and GKL asked, " + std::to_string(impossible) +
                                " impossible.");
  }

  /// A fresh test sample adds the noise of its labels to CRE and not to GKL.
  void errors_of_losses(std::vector<Remark>& out) const {
    std::map<std::string, std::vector<std::pair<double, double>>> pairs; // by data set: of CRE, of GKL
    for (const Published& number : numbers_) {
      const Published* const gkl = number.metric == "cre" ? by_place_.at(number.at, "gkl") : nullptr;
      if (gkl == nullptr || gkl->se.empty() || number.se.empty()) continue;
      pairs[value_on("data", number.at)].emplace_back(read_printed(number.se).value,
                                                      read_printed(gkl->se).value);
    }
    Report report("standard errors");
    std::size_t asked = 0;
    for (const auto& [data, both] : pairs) {
      asked += both.size();
      if (both.size() < rows_that_speak) continue;
      double excess = 0;
      std::size_t larger = 0;
      for (const auto& [cre, gkl] : both) {
        excess += cre * cre - gkl * gkl;
        larger += cre > gkl;
      }
      if (excess > 0) continue;
      report.add(Gravity::telling,
                 (data.empty() ? "" : "data " + data + ": ") +
                     std::string("the error of CRE is above that of GKL "
                                 "in ") +
                     std::to_string(larger) + " of " + counted(both.size(), "row") +
                     ", and its mean square is not. Fresh test samples would make it larger. One pool of "
                     "observations, divided again and again, would not.");
    }
    if (asked > 0) report.append_to(out, counted(asked, "pair") + " of errors of CRE and GKL asked.");
  }

 private:
  static constexpr std::size_t rows_that_speak = 6; // of a data set: in fewer chance decides

  PrintedData data_of(const Published& number) const {
    auto found = design_.data.find(value_on("data", number.at));
    if (found == design_.data.end()) found = design_.data.find("");
    return found == design_.data.end() ? PrintedData{} : found->second;
  }

  double printed_se(const Published& number) const {
    if (!number.se.empty()) return read_printed(number.se).value;
    if (number.sd.empty() || design_.replications <= 0) return std::nan("");
    return read_printed(number.sd).value / std::sqrt(design_.replications);
  }

  void rate_remark(Report& report, std::size_t i, const RateDesign& rate) const {
    const PrintedNumber printed = read_printed(numbers_[i].value);
    const bool halves = attainable(printed, rate) == Attainable::by_halves;
    report.add(halves ? Gravity::telling : Gravity::impossible,
               place_text(numbers_[i].at) + ": " + numbers_[i].value + (halves ? " is" : " is not") +
                   " a mean of " + quoted(rate.rates, 0) + " rates on " + quoted(rate.points, 0) + " points" +
                   (halves ? " only if ties count half."
                           : " (the nearest is " + quoted(nearest_attainable(printed, rate), 6) + ")."),
               i);
  }

  /// What the improvement can be, given the printed means; nothing where one is missing or not positive.
  std::optional<Interval> improvement_of(const Coordinates& at, const std::string& metric) const {
    Coordinates reference = at;
    reference[design_.improvement->axis] = design_.improvement->over;
    const Published *of = by_place_.at(at, metric), *over = by_place_.at(reference, metric);
    if (of == nullptr || over == nullptr) return std::nullopt;
    const Interval a = interval_of(of->value), b = interval_of(over->value);
    if (!std::isfinite(a.most) || !std::isfinite(b.most) || a.least < 0 || b.least <= 0) return std::nullopt;
    return Interval{100 * (1 - a.most / b.least), 100 * (1 - a.least / b.most)};
  }

  void rank_remark(Report& report, std::size_t i, const PrintedRanks& design) const {
    const PrintedNumber printed = read_printed(numbers_[i].value);
    const Attainable found =
        attainable(printed, {1, design.over, 1, false}); // k / N, or an odd half of 1 / N
    if (found == Attainable::yes) return;
    const bool impossible = found == Attainable::no || design.ties == Ties::smallest;
    report.add(impossible ? Gravity::impossible : Gravity::telling,
               place_text(numbers_[i].at) + ": " + numbers_[i].value +
                   (impossible ? " is no average of " + quoted(design.over, 0) + " ranks."
                               : " is an average of " + quoted(design.over, 0) +
                                     " ranks only if ties share a mean."),
               i);
  }

  /// Ranks 1 ... n sum to n (n + 1) / 2 in every place without ties, and with ties that share their mean.
  void sum_remark(Report& report, const Coordinates& at, const std::vector<std::size_t>& group,
                  const PrintedRanks& design) const {
    double sum = 0, rounding = 0;
    for (const std::size_t i : group) {
      const PrintedNumber printed = read_printed(numbers_[i].value);
      sum += printed.value;
      rounding += printed.ulp / 2;
    }
    const auto n = static_cast<double>(group.size());
    const double whole = n * (n + 1) / 2, off = sum - whole;
    const std::string head = place_text(at) + (at.empty() ? "" : ": ") + "the ranks sum to " +
                             quoted(sum, 4) + ", and " + quoted(n, 0) + " without ties to " +
                             quoted(whole, 0);
    if (sum < n - rounding - slack || sum > n * n + rounding + slack) {
      report.add(Gravity::impossible, head + ": no rule of ties gives that.");
    } else if (std::abs(off) <= rounding * (1 + slack) + slack) {
      report.add(Gravity::telling, head + ": the same within rounding.");
    } else {
      const bool contradicts = design.ties == Ties::average || (design.ties == Ties::smallest && off > 0);
      report.add(contradicts ? Gravity::impossible : Gravity::telling,
                 head + (contradicts ? ": not with the rule of ties that the design names."
                                     : std::string(": ties share the ") + (off < 0 ? "smallest" : "largest") +
                                           " rank."));
    }
  }

  struct Error {
    double whole, se;
    PrintedData data;
  };

  /// A rule that always says the same is wrong at a share e of the points. Its rate on m of them has the
  /// variance e (1 - e) / m, times (N - m) / (N - 1) where they are drawn from N rows. On fresh points no
  /// rule varies less. A standard error from R rates scatters about its own: 4.75 standard deviations of that
  /// (Wilson & Hilferty 1931) are allowed, one case in a million.
  void constant_remark(Report& report, std::size_t i, const Error& error) const {
    const double e = read_printed(numbers_[i].value).value / error.whole, m = error.data.test_points;
    if (!(e > 0 && e < 1)) return;
    const double rows = error.data.rows;
    const double drawn = rows > m ? (rows - m) / (rows - 1) : 1;
    const double constant = error.whole * std::sqrt(e * (1 - e) / m * drawn / design_.replications);
    const double df = design_.replications - 1, by = std::sqrt(2 / (9 * df));
    const double least = constant * std::pow(std::max(0.0, 1 - 2 / (9 * df) - 4.75 * by), 1.5);
    const double rounding = rounding_of_se(numbers_[i]);
    const std::string text = place_text(numbers_[i].at) + ": the standard error of " + numbers_[i].value +
                             ", " + quoted(error.se, 6);
    if (error.se + rounding < least)
      report.add(rows > 0 ? Gravity::telling : Gravity::impossible,
                 text + ", is below what a constant rule would have, " + quoted(constant, 6) + ".", i);
    const bool like_constant = std::abs(error.se - constant) <= rounding + 2 * constant / std::sqrt(2 * df);
    if (is_share(error, e, constant / error.whole) && like_constant)
      report.add(Gravity::telling,
                 place_text(numbers_[i].at) + ": " + numbers_[i].value +
                     " is the share of one class, with the standard error of a constant rule (" +
                     quoted(constant, 6) + ").",
                 i);
  }

  double rounding_of_se(const Published& number) const {
    if (!number.se.empty()) return read_printed(number.se).ulp / 2;
    return read_printed(number.sd).ulp / 2 / std::sqrt(design_.replications);
  }

  /// Whether the rate is that of one class among all rows, within two standard errors.
  static bool is_share(const Error& error, double e, double se) {
    if (error.data.rows <= 0 || error.data.positives <= 0) return false;
    const double share = error.data.positives / error.data.rows;
    return std::min(std::abs(e - share), std::abs(e - 1 + share)) <= 2 * se;
  }

  const std::vector<Published>& numbers_;
  const PaperDesign& design_;
  PlaceIndex<> by_place_;
};

/// Counts of tests: whole, none above their number, and a row against a column and the reverse never both.
void tests(const std::vector<PublishedCount>& counts, const PaperDesign& design, std::vector<Remark>& out) {
  if (counts.empty()) return;
  Report report("tests");
  using Place = std::tuple<Coordinates, std::string, std::string>; // row, column
  std::map<Place, std::vector<const PublishedCount*>> by_place;
  for (const PublishedCount& one : counts) by_place[{one.at, one.row, one.column}].push_back(&one);
  for (const PublishedCount& one : counts) {
    if (one.count.empty()) continue;
    const double count = read_printed(one.count).value;
    const std::string where =
        place_text(one.at) + (one.at.empty() ? "" : ": ") + one.row + " against " + one.column;
    const bool whole = count >= 0 && count == std::floor(count);
    if (!whole || (design.tests_over > 0 && count > design.tests_over))
      report.add(Gravity::impossible,
                 where + ": " + one.count + " is no count out of " + quoted(design.tests_over, 0) + ".");
    if (one.row == one.column && count > 0)
      report.add(Gravity::impossible, where + ": " + one.count + ", and nothing is larger than itself.");
    const auto reverse = by_place.find({one.at, one.column, one.row});
    if (reverse == by_place.end() || one.row >= one.column || design.tests_over <= 0) continue;
    for (const PublishedCount* other : reverse->second)
      if (!other->count.empty() && count + read_printed(other->count).value > design.tests_over)
        report.add(Gravity::impossible, where + ": " + one.count + " and the reverse " + other->count +
                                            " are more than " + quoted(design.tests_over, 0) + ".");
  }
  report.append_to(out, counted(counts.size(), "count") + " of tests.");
}

} // namespace

std::vector<Remark> referee(const std::vector<Published>& numbers, const std::vector<PublishedCount>& counts,
                            const PaperDesign& design) {
  std::vector<Remark> out;
  const Referee one(numbers, design);
  one.rates(out);
  one.constant_rules(out);
  one.improvements(out);
  one.ranks(out);
  one.losses(out);
  one.errors_of_losses(out);
  tests(counts, design, out);
  return out;
}

std::string place_text(const Coordinates& at) {
  std::string out;
  for (const auto& [axis, value] : at) out += (out.empty() ? "" : ", ") + axis + " " + value;
  return out;
}

} // namespace results
