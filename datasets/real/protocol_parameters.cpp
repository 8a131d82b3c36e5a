#include "datasets/real/protocol_parameters.hpp"

#include <algorithm>

namespace datasets::real {
namespace {

using core::Kind;
using core::ParameterSpec;

constexpr double most_rows = 1e7;

struct Count {
  std::string key, meaning;
  std::int64_t fallback, least;
  std::optional<std::pair<std::string, std::string>> only_with;
};

ParameterSpec count_parameter(const Count& count) {
  return {.key = count.key,
          .kind = Kind::integer,
          .fallback = count.fallback,
          .meaning = count.meaning,
          .good = std::max<std::int64_t>(count.fallback, 30),
          .bad = count.least - 1,
          .words = {},
          .least = static_cast<double>(count.least),
          .most = most_rows,
          .only_with = count.only_with};
}

std::vector<std::string> first(const std::string& word, std::vector<std::string> words) {
  std::erase(words, word);
  words.insert(words.begin(), word);
  return words;
}

std::int64_t integer_or(const core::Parameters& parameters, const std::string& key, std::int64_t otherwise) {
  return parameters.has(key) ? parameters.integer(key) : otherwise;
}

} // namespace

ParameterSpec word_parameter(const std::string& key, const std::string& meaning,
                             const std::vector<std::string>& words) {
  return {.key = key,
          .kind = Kind::text,
          .fallback = words.front(),
          .meaning = meaning,
          .good = words.back(),
          .bad = "no " + key,
          .words = words};
}

ParameterSpec text_parameter(const std::string& key, const std::string& meaning,
                             const std::optional<std::string>& fallback) {
  ParameterSpec spec{.key = key,
                     .kind = Kind::text,
                     .fallback = {},
                     .meaning = meaning,
                     .good = fallback.value_or("some text"),
                     .bad = std::vector<double>{}};
  if (fallback) spec.fallback = *fallback;
  return spec;
}

std::vector<ParameterSpec> protocol_parameters(const ProtocolDefaults& defaults) {
  const std::pair<std::string, std::string> with_random{"split", "random"}, with_folds{"split", "folds"};
  return {
      word_parameter("split", "how a replicate is divided: at random, as published, or by cross-validation",
                     first(defaults.split, defaults.splits)),
      count_parameter({"n_train", "training rows", 100, 1, with_random}),
      count_parameter({"n_tune", "rows of a further part for the tuning_set criterion", 0, 0, with_random}),
      count_parameter({"n_test", "test rows; 0 = all that are left", 0, 0, with_random}),
      count_parameter({"folds", "k: replicate r is fold r mod k of repetition r / k", 10, 2, with_folds}),
      count_parameter(
          {"sample_size", "rows the study works with, one random choice a seed; 0 = all", 0, 0, {}}),
      word_parameter("sampling", "whether parts have the classes in proportion", {"plain", "stratified"}),
      word_parameter("standardise", "columns to mean 0 and sd 1: not, by the training part, or by all rows",
                     first(defaults.standardise, {"none", "train", "all"}))};
}

Protocol protocol_of(const core::Parameters& parameters) {
  Protocol out;
  const std::string &split = parameters.text("split"), &standardise = parameters.text("standardise");
  out.split = split == "given"   ? Protocol::Split::given
              : split == "folds" ? Protocol::Split::folds
                                 : Protocol::Split::random;
  out.sizes = {integer_or(parameters, "n_train", 0), integer_or(parameters, "n_tune", 0),
               integer_or(parameters, "n_test", 0)};
  out.folds = integer_or(parameters, "folds", out.folds);
  out.sample_size = parameters.integer("sample_size");
  out.sampling = parameters.text("sampling") == "stratified" ? protocol::Sampling::stratified
                                                             : protocol::Sampling::plain;
  out.standardise = standardise == "none"    ? Protocol::Standardise::none
                    : standardise == "train" ? Protocol::Standardise::train
                                             : Protocol::Standardise::all;
  return out;
}

} // namespace datasets::real
