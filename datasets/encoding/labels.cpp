#include "datasets/encoding/labels.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/contract.hpp"
#include "core/parameters.hpp"

namespace datasets::encoding {
namespace {

using Counts = std::map<std::string, std::int64_t>;

std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t from = 0; from <= text.size();) {
    const auto end = std::min(text.find(',', from), text.size());
    const auto first = text.find_first_not_of(' ', from);
    if (first < end) parts.push_back(text.substr(first, text.find_last_not_of(' ', end - 1) - first + 1));
    from = end + 1;
  }
  return parts;
}

std::string listed(const Counts& counts) {
  std::string all;
  std::size_t shown = 0;
  for (const auto& [name, count] : counts) {
    if (++shown > 12) return all + ", ...";
    all += (all.empty() ? "" : ", ") + name + " (" + std::to_string(count) + " rows)";
  }
  return all;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// A class written 1.0 or +1 where the file's classes are numbers means 1.
std::vector<std::string> as_in_file(const std::vector<std::string>& wanted, const Counts& counts) {
  std::vector<std::string> out;
  for (const std::string& name : wanted) {
    const auto number = readers::decimal(name);
    const bool rewritten = !counts.contains(name) && number && counts.contains(core::shortest(*number));
    out.push_back(rewritten ? core::shortest(*number) : name);
  }
  return out;
}

bool is_earlier(const std::string& one, const std::string& other) {
  const auto a = readers::decimal(one), b = readers::decimal(other);
  return a && b ? *a < *b : one < other;
}

CodedRows each_coded(const std::vector<std::string>& classes, const std::string& file) {
  CodedRows out;
  out.names = distinct(classes);
  core::require(out.names.size() > 2, file + ": classes: each of " + std::to_string(out.names.size()) +
                                          " (two have a positive and a negative one) leave it out");
  out.y.resize(static_cast<Eigen::Index>(classes.size()));
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const auto at = std::find(out.names.begin(), out.names.end(), classes[i]) - out.names.begin();
    out.rows.push_back(static_cast<std::int64_t>(i));
    out.y(static_cast<Eigen::Index>(i)) = static_cast<double>(at + 1);
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
  return {parts_of(positive), negative == "rest" ? std::vector<std::string>{} : parts_of(negative), false};
}

std::vector<std::string> classes_of(const readers::RawTable& table, std::size_t column) {
  const readers::Column& label = table.columns[column];
  std::vector<std::string> classes = label.words;
  for (const double number : label.numbers)
    classes.push_back(std::isnan(number) ? "" : core::shortest(number));
  for (std::size_t i = 0; i < classes.size(); ++i)
    core::require(!classes[i].empty(), [&] {
      return table.place(i, column) +
             " is missing (a row without its class teaches nothing) remove the row, or "
             "say if_missing: omit";
    });
  return classes;
}

CodedRows coded(const std::vector<std::string>& classes, const ClassCoding& coding, const std::string& file) {
  if (coding.each) return each_coded(classes, file);
  Counts counts;
  for (const std::string& name : classes) ++counts[name];
  const auto positive = as_in_file(coding.positive, counts), negative = as_in_file(coding.negative, counts);
  for (const auto* side : {&positive, &negative})
    for (const std::string& name : *side)
      core::require(counts.contains(name), file + ": no class " + readers::shown(name) + " (there are " +
                                               listed(counts) +
                                               ") name one of these, or another label column");
  for (const std::string& name : positive)
    core::require(!contains(negative, name), file + ": class " + readers::shown(name) +
                                                 " is positive and negative (a class has one sign) keep one");
  CodedRows out;
  std::vector<double> y;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const bool is_positive = contains(positive, classes[i]);
    if (!is_positive && !negative.empty() && !contains(negative, classes[i])) continue;
    out.rows.push_back(static_cast<std::int64_t>(i));
    y.push_back(is_positive ? 1 : -1);
  }
  const auto positives = std::count(y.begin(), y.end(), 1.0);
  core::require(positives > 0 && positives < static_cast<std::ptrdiff_t>(y.size()),
                file + ": all " + std::to_string(y.size()) + " rows have one label (the classes are " +
                    listed(counts) + ") name some of them positive and some negative");
  out.y = core::Vector::Map(y.data(), static_cast<Eigen::Index>(y.size()));
  return out;
}

} // namespace datasets::encoding
