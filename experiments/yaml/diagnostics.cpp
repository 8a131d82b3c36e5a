#include "experiments/yaml/diagnostics.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <tuple>

namespace experiments {
namespace {

constexpr std::size_t most_bytes = 1 << 20;
constexpr const char* byte_order_mark = "\xEF\xBB\xBF";

bool from_command_line(const SourceText& source) {
  return source.origin != SourceText::Origin::file;
}

std::string name_of(const SourceText& source) {
  switch (source.origin) {
    case SourceText::Origin::file:
      return source.name;
    case SourceText::Origin::command_line:
      return "override '" + shortened(source.name) + "'";
    case SourceText::Origin::argument:
      return "'" + shortened(source.name) + "'";
  }
  throw std::logic_error("an origin of a text");
}

constexpr int widest = 100;                    // characters of a line that are shown
constexpr std::size_t longest_prepared = 4096; // bytes

std::string gutter(const std::string& number) {
  return std::string(number.size() < 5 ? 5 - number.size() : 0, ' ') + number + " | ";
}

constexpr std::size_t longest_list = 40;

std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

/// Distance where it is small for words of this length, nothing otherwise.
std::optional<std::size_t> small_distance(const std::string& word, const std::string& candidate) {
  const auto [shorter, longer] = std::minmax({word.size(), candidate.size()});
  if (longer - shorter > (longer + 2) / 3) return std::nullopt; // so many letters are missing at least
  const std::size_t distance = edit_distance(lower_case(word), lower_case(candidate));
  const bool close = distance <= (longer + 2) / 3 && distance < std::min(word.size(), candidate.size());
  return close ? std::optional(distance) : std::nullopt;
}

} // namespace

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const bool carriage_return = end > begin && text[end - 1] == '\r';
    lines.push_back(text.substr(begin, end - begin - (carriage_return ? 1 : 0)));
    begin = end + 1;
  }
  return lines;
}

FileText read_file(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return {{}, "it is a directory"};
  if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored))
    return {{}, "it is a pipe or a device"};
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) return {{}, std::strerror(errno)};
  std::string text(most_bytes + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (in.bad()) return {{}, "reading it failed"};
  text.resize(static_cast<std::size_t>(in.gcount()));
  if (text.size() > most_bytes) return {{}, "it is larger than 1 MiB"};
  if (text.starts_with(byte_order_mark)) text.erase(0, 3);
  return {std::move(text), {}};
}

int Problems::add_source(SourceText source) {
  sources_.push_back(std::move(source));
  return static_cast<int>(sources_.size()) - 1;
}

void Problems::add(const Place& place, std::string message) {
  // An aliased block is read once for each use; its mistakes are reported once.
  const Found found{place, std::move(message)};
  if (!known_.insert(found).second) return;
  if (found_.size() == most_problems) throw_if_any();
  found_.push_back(found);
}

bool Problems::earlier(const Found& a, const Found& b) const {
  return std::tuple(from_command_line(source(a.place.source)), a.place) <
         std::tuple(from_command_line(source(b.place.source)), b.place);
}

std::string Problems::position(const Place& place) const {
  const SourceText& text = source(place.source);
  if (from_command_line(text) || place.line == 0) return name_of(text);
  return text.name + ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
}

std::string Problems::paragraph(const Found& found) const {
  const SourceText& text = source(found.place.source);
  return position(found.place) + ": " + found.message + "\n" +
         (from_command_line(text) ? "" : excerpt(text, found.place));
}

void Problems::throw_if_any() const {
  if (found_.empty()) return;
  std::vector<Found> sorted = found_;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [this](const Found& a, const Found& b) { return earlier(a, b); });
  std::string report;
  std::vector<Mistake> mistakes;
  for (const Found& found : sorted) {
    const SourceText& text = source(found.place.source);
    report += paragraph(found);
    const bool located = !from_command_line(text);
    mistakes.push_back(
        {name_of(text), located ? found.place.line : 0, located ? found.place.column : 0, found.message});
  }
  const bool more = known_.size() > found_.size();
  report += std::to_string(sorted.size()) + (sorted.size() == 1 ? " mistake"
                                             : more             ? " mistakes, and more"
                                                                : " mistakes");
  throw SpecErrors(report, std::move(mistakes));
}

std::string excerpt(const SourceText& source, const Place& place) {
  if (place.line < 1 || place.line > static_cast<int>(source.lines.size())) return "";
  const std::string& whole = source.lines[static_cast<std::size_t>(place.line) - 1];
  int before = std::max(place.column - 1, 0); // characters before the caret
  // Only what may be shown of a line of a megabyte is made printable.
  const int skipped = whole.size() < longest_prepared ? 0 : std::max(0, before - 2 * widest);
  std::string line = printable(whole.substr(offset_of_character(whole, skipped), longest_prepared));
  before -= skipped;
  if (characters(line) > widest) {
    const int first = std::max(0, before - widest / 2);
    const std::size_t begin = offset_of_character(line, first),
                      end = offset_of_character(line, first + widest);
    line = (begin > 0 ? "..." : "") + line.substr(begin, end - begin) + (end < line.size() ? "..." : "");
    before += (begin > 0 ? 3 : 0) - first;
  }
  return gutter(std::to_string(place.line)) + line + "\n" + gutter("") +
         std::string(static_cast<std::size_t>(before), ' ') + "^\n";
}

namespace {

/// A word of other programs, and what it is here.
struct Elsewhere {
  const char *theirs, *ours, *sentence;
};

constexpr std::array elsewhere{
    Elsewhere{"brier", "mse", "The Brier score is 'mse' here"},
    Elsewhere{"brier_score", "mse", "The Brier score is 'mse' here"},
    Elsewhere{"log_loss", "cre", "The log loss is 'cre' here"},
    Elsewhere{"accuracy", "test_error", "'test_error' is 1 - accuracy"},
    Elsewhere{"C", "lambda",
              "Write lambda instead: 1 / C, or 1 / (2 C) of penalised_logistic; at the shell "
              "tuning.criterion=fixed tuning.lambda=NUMBER"},
    Elsewhere{"cost", "lambda",
              "Write lambda instead: 1 / cost, or 1 / (2 cost) of penalised_logistic; at the shell "
              "tuning.criterion=fixed tuning.lambda=NUMBER"},
    Elsewhere{"gamma", "sigma",
              "Write sigma instead: 1 / sqrt(gamma), with kernel=gaussian and sigma_unit=absolute"},
    Elsewhere{"rbf", "gaussian", "It is called 'gaussian' here"},
    Elsewhere{"radial", "gaussian", "It is called 'gaussian' here"},
    Elsewhere{"cv", "cross_validation", "It is called 'cross_validation' here"},
    Elsewhere{"cv", "folds", "Write folds instead"},
    Elsewhere{"n_folds", "folds", "Write folds instead"},
    Elsewhere{"k", "neighbours", "Write neighbours instead"},
    Elsewhere{"n_neighbors", "neighbours", "Write neighbours instead"},
    Elsewhere{"n_estimators", "trees", "Write trees instead"},
    Elsewhere{"ntree", "trees", "Write trees instead"},
    Elsewhere{"logistic", "penalised_logistic", "Write penalised_logistic, or kernel_logistic"},
    Elsewhere{"logistic_regression", "penalised_logistic", "Write penalised_logistic, or kernel_logistic"},
    Elsewhere{"logreg", "penalised_logistic", "Write penalised_logistic, or kernel_logistic"},
    Elsewhere{"glm", "penalised_logistic", "Write penalised_logistic, or elastic_net_logistic"},
    Elsewhere{"glmnet", "elastic_net_logistic", "Write elastic_net_logistic"},
    Elsewhere{"lasso", "elastic_net_logistic", "Write elastic_net_logistic with method.omega=1"},
    Elsewhere{"svm", "platt", "Write platt or bracket, which make probabilities of support vector machines"},
    Elsewhere{"svc", "platt", "Write platt or bracket, which make probabilities of support vector machines"},
    Elsewhere{"knn", "nearest_neighbours", "Write nearest_neighbours"},
    Elsewhere{"rf", "random_forest", "Write random_forest"},
    Elsewhere{"tree", "classification_tree", "Write classification_tree"},
    Elsewhere{"rpart", "classification_tree", "Write classification_tree"},
    Elsewhere{"multinom", "baseline_logit", "Write baseline_logit, or kernel_multicategory_logistic"},
    Elsewhere{"polr", "cumulative_logit", "Write cumulative_logit"},
};

} // namespace

std::string said_elsewhere(const std::string& word, const std::vector<std::string>& accepted) {
  for (const Elsewhere& each : elsewhere)
    if (word == each.theirs && std::find(accepted.begin(), accepted.end(), each.ours) != accepted.end())
      return each.sentence;
  return "";
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = last;
    last = row;
  }
  return last[b.size()];
}

std::optional<std::string> closest(const std::string& word, const std::vector<std::string>& accepted) {
  std::optional<std::string> best;
  std::size_t least = word.size() + 1;
  for (const std::string& candidate : accepted)
    for (const std::string& spelling : {candidate, last_part(candidate)}) {
      const auto distance = small_distance(word, spelling);
      if (distance && *distance < least) {
        least = *distance;
        best = candidate;
      }
    }
  return best;
}

std::string listed(const std::vector<std::string>& words) {
  std::string out;
  for (std::size_t i = 0; i < std::min(words.size(), longest_list); ++i)
    out += (i == 0 ? "" : ", ") + words[i];
  return words.size() <= longest_list ? out : out + ", ... (" + std::to_string(words.size()) + " in all)";
}

std::string accepted_and_closest(const std::string& word, const std::vector<std::string>& accepted) {
  if (const std::string ours = said_elsewhere(word, accepted); !ours.empty()) return ". " + ours;
  const auto meant = closest(word, accepted);
  return " (accepted: " + (accepted.empty() ? "none" : listed(accepted)) + ")" +
         (meant ? ". Did you mean '" + *meant + "'?" : "");
}

} // namespace experiments
