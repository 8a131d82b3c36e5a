#include "datasets/real/published.hpp"

#include "datasets/real/protocol_parameters.hpp"

namespace datasets::real {
namespace {

std::string listed(const Description& description) {
  std::string all;
  for (const auto& [name, rows] : description.classes) all += (all.empty() ? "" : ", ") + name;
  return all;
}

using encoding::Classes;
using encoding::Words;

core::Parameter<std::string> positive(const Description& description) {
  return core::text("positive", "the classes that are +1, divided by commas, out of " + listed(description))
      .or_else(description.positive);
}

const auto negative = core::text("negative", "the classes that are -1; rest = all others");

/// The parameters that say what the labels are.
std::vector<core::ParameterSpec> of_classes(const Description& description) {
  const auto plus = positive(description), minus = negative.or_else(description.negative);
  if (description.classes.size() < 3) return {plus, minus};
  return {classes_parameter(), plus.only_with(classes_parameter(), Classes::two),
          minus.only_with(classes_parameter(), Classes::two)};
}
const auto words = core::word<Words>(
    "encoding",
    "a 0/1 column for each declared value, for each that occurs, or one column of the "
    "numbers 1 ... k of those that occur, by the alphabet",
    {{"declared", Words::declared}, {"occurring", Words::occurring}, {"integer", Words::integer}});

using Prepare = core::Matrix (*)(const core::Matrix&);

core::Parameter<Prepare> preparation(const Description& description) {
  std::vector<std::pair<std::string, Prepare>> listed;
  std::string meaning;
  for (const Preparation& one : description.preparations) {
    listed.emplace_back(one.word, one.apply);
    meaning += (meaning.empty() ? "" : "; ") + one.word + ": " + one.meaning;
  }
  return core::word("preparation", meaning, core::Words<Prepare>(listed));
}

/// What of the parameters the observations depend on; the rest is the protocol's.
std::string observations_name(const Description& description, const core::Parameters& parameters) {
  std::string name = description.id;
  for (const char* key : {"content", "classes", "positive", "negative", "encoding", "preparation"})
    if (parameters.has(key)) name += "\n" + parameters.text(key);
  return name;
}

/// By the counts of the classes, which are asserted when the files are read.
TrainingRows training_rows_of(const Description& description, const core::Parameters& parameters,
                              const core::StreamAxes& axes) {
  std::vector<std::string> classes;
  for (const auto& [name, rows] : description.classes)
    classes.insert(classes.end(), static_cast<std::size_t>(rows), name);
  const auto coded = encoding::coded(classes, published_classes(description, parameters), description.id);
  return training_rows(coded.y, protocol_of(parameters), axes);
}

} // namespace

core::Entry published_entry(const Description& description) {
  std::vector<core::ParameterSpec> parameters = of_classes(description);
  if (!description.encodings.empty()) parameters.push_back(words.among(description.encodings));
  if (const auto& all = description.preparations; !all.empty())
    parameters.push_back(preparation(description).or_else(all.front().apply));
  ProtocolDefaults defaults{.standardise = description.standardise, .has_genes = description.has_genes};
  if (description.split == Description::Split::given) {
    defaults.split = "given";
    defaults.splits = {"given", "random", "folds", "one_fold"};
  }
  for (core::ParameterSpec& spec : protocol_parameters(defaults)) parameters.push_back(std::move(spec));
  const std::string content = content_of(description);
  parameters.push_back(
      core::word<std::string>("content", "the SHA-256 of its bytes, so that other bytes give other results",
                              {{content, content}})
          .or_else(content));
  return {description.id,       description.label, description.citation, description.meaning, 1,
          std::move(parameters)};
}

encoding::ClassCoding published_classes(const Description& description, const core::Parameters& parameters) {
  if (classes_parameter().of(parameters, Classes::two) == Classes::each) return {{}, {}, true};
  return encoding::class_coding(positive(description).of(parameters), negative.of(parameters));
}

encoding::Words published_words(const core::Parameters& parameters) {
  return words.of(parameters, Words::declared);
}

std::unique_ptr<Source> published_source(const Description& description, const core::Parameters& parameters) {
  auto data = shared_observations(observations_name(description, parameters), [&] {
    return observations_of(read_asserted(description),
                           {published_classes(description, parameters), published_words(parameters),
                            preparation(description).of(parameters, nullptr)});
  });
  return std::make_unique<RealSource>(std::move(data), protocol_of(parameters));
}

std::vector<CatalogRow> published_rows() {
  std::vector<CatalogRow> rows;
  for (const Description& description : descriptions())
    rows.push_back({published_entry(description),
                    false,
                    [&description](const core::Parameters& p) { return published_source(description, p); },
                    {},
                    true,
                    [&description](const core::Parameters& p) {
                      std::vector<std::string> names;
                      if (published_classes(description, p).each)
                        for (const auto& [name, count] : description.classes) names.push_back(name);
                      return names;
                    },
                    [&description](const core::Parameters& p, const core::StreamAxes& axes) {
                      return training_rows_of(description, p, axes);
                    }});
  return rows;
}

} // namespace datasets::real
