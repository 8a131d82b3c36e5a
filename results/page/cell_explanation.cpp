#include "results/page/cell_explanation.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "results/answer/verdict_sentence.hpp"
#include "results/page/marks.hpp"
#include "results/page/page_data.hpp"
#include "results/record/text.hpp"
#include "results/report/grids.hpp"

namespace results {
namespace {

using Json = nlohmann::ordered_json; // of which parameters keep their order

/// Three significant digits, as a person reads a lambda or a gap.
std::string brief(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

/// A value within a list is shown if it is plain: a file may nest lists as deep as it likes.
std::string plain_text(const Json& value) {
  if (value.is_structured()) return "as stored";
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::string value_text(const Json& value) {
  constexpr std::size_t most = 4;
  if (!value.is_array()) return plain_text(value);
  if (value.size() > most)
    return std::to_string(value.size()) + " values from " + plain_text(value.front()) + " to " +
           plain_text(value.back());
  std::vector<std::string> all;
  for (const Json& one : value) all.push_back(plain_text(one));
  return joined(all);
}

/// What a canonical setting says of its data, classifier, method or tuning: "weighted_svm (kernel: linear)".
/// Empty where it says nothing.
std::string choice_text(const Json& setting, const char* part) {
  if (!setting.is_object() || !setting.contains(part) || !setting[part].is_object()) return "";
  const Json& choice = setting[part];
  if (!choice.contains("id") || !choice["id"].is_string()) return "";
  std::vector<std::string> parameters;
  if (choice.contains("parameters") && choice["parameters"].is_object())
    for (const auto& [key, value] : choice["parameters"].items())
      parameters.push_back(key + ": " + value_text(value));
  const auto id = choice["id"].get<std::string>();
  return parameters.empty() ? id : id + " (" + joined(parameters) + ")";
}

class Explanation {
 public:
  Explanation(const Results& results, const CellFacts& cell, const std::string& directory)
      : results_(results), cell_(cell), directory_(directory) {
    if (cell.cell.setting) {
      const auto place = static_cast<std::size_t>(*cell.cell.setting);
      setting_ = Json::parse(results.card.settings[place].canonical, nullptr, false);
    }
  }

  std::vector<std::string> paragraphs() const {
    std::vector<std::string> out{number(), data(), fits(), tuning(), average(), comparison(), again()};
    std::erase(out, "");
    return out;
  }

 private:
  std::string number() const {
    return joined(cell_.labels) + ": " + decimal(cell_.cell.ours.mean, cell_.decimals) + ", a number of " +
           results_.card.study + ".";
  }

  std::string data() const {
    const std::string source = choice_text(setting_, "data");
    if (source.empty()) return "";
    return "Data: each replication takes its own draw or split of " + source +
           ". Every method of the study gets the same ones.";
  }

  std::string fits() const {
    const std::string method = choice_text(setting_, "method"),
                      classifier = choice_text(setting_, "classifier");
    if (method.empty()) return "";
    std::string out = "Fits: the probabilities come from the method " + method;
    if (!classifier.empty()) out += " with the classifier " + classifier;
    if (!cell_.quality) return out + ". No certificate is stored with this method.";
    return out + ". " + decimal(cell_.quality->fits, 0) +
           " fits stand behind the number. The largest relative " + "duality gap of any is " +
           brief(cell_.quality->worst_gap) + ".";
  }

  std::string tuning() const {
    const std::string criterion = choice_text(setting_, "tuning");
    if (criterion.empty()) return "";
    if (criterion == "fixed" || criterion.starts_with("fixed ("))
      return "Tuning: none. What is tuned elsewhere is " + criterion + ".";
    std::string out = "Tuning: lambda is chosen in each replication by " + criterion + ".";
    std::vector<double> chosen;
    for (const Observation& one : series(results_.rows, *cell_.cell.setting, "lambda"))
      if (std::isfinite(one.value)) chosen.push_back(one.value);
    if (chosen.empty()) return out;
    const auto [least, most] = std::minmax_element(chosen.begin(), chosen.end());
    if (*least == *most) return out + " It was " + brief(*least) + " every time.";
    return out + " It came to lie between " + brief(*least) + " and " + brief(*most) + ".";
  }

  std::string meaning() const {
    const Metric* metric = results_.card.metric(cell_.cell.metric);
    return metric == nullptr || metric->meaning.empty() ? ""
                                                        : metric->label + " is the " + metric->meaning + ". ";
  }

  std::string average() const {
    const Summary& ours = cell_.cell.ours;
    std::string out = "Average: " + meaning();
    if (!cell_.cell.computed) return out + "This study does not compute it.";
    if (ours.used == 0) return out + "No replication has given a value yet.";
    out += "The mean of " + counted(static_cast<std::size_t>(ours.used), "replication") + " is " +
           decimal(ours.mean, cell_.decimals);
    if (std::isfinite(ours.se))
      out +=
          ". Its Monte Carlo standard error is " + decimal(ours.se, cell_.decimals + 1) +
          (cell_.cell.parts.empty() ? ", the standard deviation " + decimal(ours.sd(), cell_.decimals + 1) +
                                          " over the root of their number"
                                    : "");
    out += ".";
    if (ours.infinite > 0) out += " Infinite among them: " + std::to_string(ours.infinite) + ".";
    if (ours.failed > 0) out += " Failed and left out: " + std::to_string(ours.failed) + ".";
    return out;
  }

  std::string comparison() const {
    if (std::isnan(cell_.published)) return "Comparison: the paper prints no number here.";
    std::string out = "Comparison: " + source_of(results_.card) + " prints " + cell_.cell.published.value;
    if (!cell_.cell.published.se.empty()) out += " with the standard error " + cell_.cell.published.se;
    const Agreement& agreement = cell_.cell.agreement;
    if (std::isfinite(agreement.z))
      out += ". The difference of " + signed_number(agreement.difference, cell_.decimals + 1) + " is " +
             decimal(std::abs(agreement.z), 2) + " combined standard errors";
    out += ". The verdict is " + cell_.word + ".";
    if (!cell_.because.empty()) out += " Why its block differs: " + one_line(cell_.because);
    return out;
  }

  std::string again() const {
    if (!cell_.key || cell_.draws.empty()) return "";
    return "Again: marginlab replay " + quoted_for_shell(directory_) + " " + cell_.key->substr(0, 12) + "/" +
           std::to_string(cell_.draws.front());
  }

  const Results& results_;
  const CellFacts& cell_;
  const std::string& directory_;
  Json setting_;
};

} // namespace

std::vector<std::string> explanation_of(const Results& results, const CellFacts& cell,
                                        const std::string& directory) {
  return Explanation(results, cell, directory).paragraphs();
}

} // namespace results
