#include "datasets/encoding/labels.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/contract.hpp"
#include "core/settings/parameters.hpp"
#include "datasets/readers/arff_tokens.hpp"

namespace datasets::encoding {
namespace {

using Counts = std::map<std::string, std::int64_t>;

constexpr std::size_t most_shown = 5; ///< classes in a message

std::string listed(const Counts& counts) {
  std::string all;
  std::size_t shown = 0;
  for (const auto& [name, count] : counts) {
    if (++shown > most_shown) return all + " and " + std::to_string(counts.size() - most_shown) + " more";
    all +=
        (all.empty() ? "" : ", ") + name + " (" + std::to_string(count) + (count == 1 ? " row)" : " rows)");
  }
  return all;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Without what people write differently and mean the same: capitals, and blanks around.
std::string plain(const std::string& name) {
  return readers::lower_case(readers::without_blanks(name));
}

/// A class written 1.0 or +1 where the file's classes are numbers means 1. Names that were divided at commas
/// are put together again where the file has a class of that name.
std::vector<std::string> as_in_file(const std::vector<std::string>& wanted, const Counts& counts) {
  std::vector<std::string> out;
  for (const std::string& name : wanted) {
    const auto number = readers::decimal(name);
    const std::string shortest = number ? core::shortest(*number + 0.0) : name;
    out.push_back(!counts.contains(name) && counts.contains(shortest) ? shortest : name);
  }
  return out;
}

/// The names of a side: its text as a whole where that is a class, else those that it lists.
std::vector<std::string> side_of(const std::vector<std::string>& written, const Counts& counts) {
  if (written.size() == 1 && !counts.contains(written.front()))
    return as_in_file(readers::names_in_list(written.front()), counts);
  return as_in_file(written, counts);
}

/// `key` says which side it is.
void require_known(const std::vector<std::string>& side, const char* key, const Counts& counts,
                   const std::string& file) {
  for (const std::string& name : side) {
    if (counts.contains(name)) continue;
    std::string meant;
    for (const auto& [known, count] : counts)
      if (plain(known) == plain(name)) meant = " Did you mean " + readers::shown(known) + "?";
    throw core::UserError(file + ": no class " + readers::shown(name) + ". There are " + listed(counts) +
                              ". Name one of these, or another column of classes with target=COLUMN." + meant,
                          {key});
  }
}

/// Two spellings of a class on different sides are one class that somebody typed twice.
void require_one_spelling(const std::vector<std::string>& positive, const std::vector<std::string>& negative,
                          const Counts& counts, const std::string& file) {
  for (const std::string& name : positive)
    for (const auto& [other, count] : counts) {
      const bool is_opposed = !contains(positive, other) && (negative.empty() || contains(negative, other));
      if (other == name || plain(other) != plain(name) || !is_opposed) continue;
      throw core::UserError(
          file + ": classes " + readers::shown(name) + " and " + readers::shown(other) +
              " differ in capitals or blanks alone, and one of them would be negative. Write them alike in "
              "the file, or name both: --positive " +
              readers::shown(readers::list_of_names({name, other})) + ".",
          {"positive"});
    }
}

bool is_earlier(const std::string& one, const std::string& other) {
  const auto a = readers::decimal(one), b = readers::decimal(other);
  return a && b ? *a < *b : one < other;
}

CodedRows each_coded(const std::vector<std::string>& classes, const std::string& file) {
  CodedRows out;
  out.names = distinct(classes);
  core::require(out.names.size() > 2,
                file + ": classes=each, but there are " + std::to_string(out.names.size()) +
                    " classes. Two have a positive and a negative one. Leave it out.",
                {"classes"});
  std::map<std::string, double> numbers;
  for (const std::string& name : out.names) numbers.emplace(name, static_cast<double>(numbers.size() + 1));
  out.y.resize(static_cast<Eigen::Index>(classes.size()));
  for (std::size_t i = 0; i < classes.size(); ++i) {
    out.rows.push_back(static_cast<std::int64_t>(i));
    out.y(static_cast<Eigen::Index>(i)) = numbers.at(classes[i]);
  }
  return out;
}

} // namespace

std::vector<std::string> distinct(std::vector<std::string> classes) {
  std::sort(classes.begin(), classes.end());
  classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
  std::stable_sort(classes.begin(), classes.end(), is_earlier);
  return classes;
}

ClassCoding class_coding(const std::string& positive, const std::string& negative) {
  return {{positive}, negative == "rest" ? std::vector<std::string>{} : std::vector{negative}, false};
}

std::string class_of(const readers::Column& label, std::size_t row) {
  if (!label.is_numeric()) {
    const std::string& word = label.words[row];
    if (word == "nan" || word == "NaN" || word == "NA") return "";
    const auto number = readers::decimal(word);
    return number ? core::shortest(*number + 0.0) : word; // -0 + 0 is 0
  }
  return std::isnan(label.numbers[row]) ? "" : core::shortest(label.numbers[row] + 0.0);
}

std::vector<std::string> classes_of(const readers::RawTable& table, std::size_t column) {
  std::vector<std::string> classes;
  for (std::size_t i = 0; i < table.rows(); ++i) classes.push_back(class_of(table.columns[column], i));
  for (std::size_t i = 0; i < classes.size(); ++i)
    core::require(!classes[i].empty(), [&] {
      return table.place(i, column) +
             " is missing. A row without its class teaches nothing. Remove the row, or say if_missing=omit.";
    });
  return classes;
}

CodedRows coded(const std::vector<std::string>& classes, const ClassCoding& coding, const std::string& file) {
  if (coding.each) return each_coded(classes, file);
  Counts counts;
  for (const std::string& name : classes) ++counts[name];
  const auto positive = side_of(coding.positive, counts), negative = side_of(coding.negative, counts);
  require_known(positive, "positive", counts, file);
  require_known(negative, "negative", counts, file);
  for (const std::string& name : positive)
    core::require(!contains(negative, name),
                  file + ": class " + readers::shown(name) +
                      " is positive and negative. A class has one sign. Keep one.",
                  {"negative", "positive"});
  require_one_spelling(positive, negative, counts, file);
  CodedRows out;
  std::vector<double> y;
  const std::set<std::string> pluses(positive.begin(), positive.end());
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const bool is_positive = pluses.contains(classes[i]);
    if (!is_positive && !negative.empty() && !contains(negative, classes[i])) continue;
    out.rows.push_back(static_cast<std::int64_t>(i));
    y.push_back(is_positive ? 1 : -1);
  }
  const auto positives = std::count(y.begin(), y.end(), 1.0);
  core::require(positives > 0 && positives < static_cast<std::ptrdiff_t>(y.size()),
                file + ": all " + std::to_string(y.size()) + " rows have one sign. The classes are " +
                    listed(counts) + ". Name some of them positive and some negative.",
                {"positive", "negative"});
  out.y = core::Vector::Map(y.data(), static_cast<Eigen::Index>(y.size()));
  return out;
}

} // namespace datasets::encoding
