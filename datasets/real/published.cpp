#include "datasets/real/published.hpp"

#include "datasets/real/protocol_parameters.hpp"

namespace datasets::real {
namespace {

std::string listed(const Description& description) {
  std::string all;
  for (const auto& [name, rows] : description.classes) all += (all.empty() ? "" : ", ") + name;
  return all;
}

core::Matrix (*preparation_of(const Description& description,
                              const core::Parameters& parameters))(const core::Matrix&) {
  for (const Preparation& preparation : description.preparations)
    if (parameters.text("preparation") == preparation.word) return preparation.apply;
  return nullptr;
}

/// What of the parameters the observations depend on; the rest is the protocol's.
std::string observations_name(const Description& description, const core::Parameters& parameters) {
  std::string name = description.id;
  for (const char* key : {"content", "positive", "negative", "encoding", "preparation"})
    if (parameters.has(key)) name += "\n" + parameters.text(key);
  return name;
}

} // namespace

core::Entry published_entry(const Description& description) {
  std::vector<core::ParameterSpec> parameters{
      text_parameter("positive", "the classes that are +1, divided by commas, out of " + listed(description),
                     description.positive),
      text_parameter("negative", "the classes that are -1; rest = all others", description.negative)};
  if (!description.encodings.empty())
    parameters.push_back(word_parameter(
        "encoding", "a 0/1 column for each declared value, or for each that occurs", description.encodings));
  if (!description.preparations.empty()) {
    std::vector<std::string> words;
    std::string meaning;
    for (const Preparation& preparation : description.preparations) {
      words.push_back(preparation.word);
      meaning += (meaning.empty() ? "" : "; ") + preparation.word + ": " + preparation.meaning;
    }
    parameters.push_back(word_parameter("preparation", meaning, words));
  }
  ProtocolDefaults defaults{.standardise = description.standardise};
  if (description.split == Description::Split::given)
    defaults = {"given", description.standardise, {"given", "random", "folds"}};
  for (core::ParameterSpec& spec : protocol_parameters(defaults)) parameters.push_back(std::move(spec));
  parameters.push_back(word_parameter("content",
                                      "the SHA-256 of its bytes, so that other bytes give other results",
                                      {content_of(description)}));
  return {description.id,       description.label, description.citation, description.meaning, 1,
          std::move(parameters)};
}

std::unique_ptr<Source> published_source(const Description& description, const core::Parameters& parameters) {
  auto data = shared_observations(observations_name(description, parameters), [&] {
    const bool occurring = parameters.has("encoding") && parameters.text("encoding") == "occurring";
    return observations_of(read_asserted(description),
                           {encoding::class_coding(parameters.text("positive"), parameters.text("negative")),
                            occurring ? encoding::Words::occurring : encoding::Words::declared,
                            preparation_of(description, parameters)});
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
                    true});
  return rows;
}

} // namespace datasets::real
