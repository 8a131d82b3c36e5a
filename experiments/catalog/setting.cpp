#include "experiments/catalog/setting.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/contract.hpp"
#include "core/random/sha256.hpp"
#include "experiments/catalog/methods.hpp"

namespace experiments {
namespace {

using nlohmann::json;

core::Value value_of(const json& node, const core::ParameterSpec& spec) {
  switch (spec.kind) {
    case core::Kind::integer:
      return node.get<std::int64_t>();
    case core::Kind::real:
      return node.get<double>();
    case core::Kind::text:
      return node.get<std::string>();
    case core::Kind::reals:
      return node.get<std::vector<double>>();
  }
  throw std::logic_error("a kind of parameter");
}

const core::Entry* find_entry(const std::string& id, const std::vector<core::Entry>& entries) {
  const auto entry =
      std::find_if(entries.begin(), entries.end(), [&id](const core::Entry& one) { return one.id == id; });
  return entry == entries.end() ? nullptr : &*entry;
}

core::Choice choice_of(const json& node, const std::vector<core::Entry>& entries) {
  const auto id = node.at("id").get<std::string>();
  if (id.empty()) return {};
  const core::Entry* entry = find_entry(id, entries);
  core::require(entry != nullptr, "A stored setting names '" + id +
                                      "', which this program does not list. Use the program that made it.");
  const auto revision = node.at("revision").get<int>();
  const std::vector<core::ParameterSpec>* specs = entry->parameters_at(revision);
  core::require(specs != nullptr, id + " is stored at revision " + std::to_string(revision) +
                                      ", but this program has revision " + std::to_string(entry->revision) +
                                      ". Replay it with the program that made it.");
  core::Parameters told;
  const json& parameters = node.at("parameters");
  for (const core::ParameterSpec& spec : *specs) {
    if (!parameters.contains(spec.key)) continue;
    const core::Value value = value_of(parameters.at(spec.key), spec);
    core::require(core::accepts(spec, value),
                  "A stored setting has '" + spec.key + "' of " + id + " as " + core::canonical(value) +
                      ", which this program does not accept. Use the program that made it.");
    told.set(spec.key, value);
  }
  return {id, id, entry->label, revision, core::with_defaults(std::move(told), *specs)};
}

/// The setting of a text, whether or not this program would write the same text for it.
Setting read_setting(const std::string& text) {
  const json root = json::parse(text);
  const Catalogue& all = catalogue();
  return {choice_of(root.at("data"), all.data), choice_of(root.at("classifier"), all.classifiers),
          choice_of(root.at("method"), all.methods), choice_of(root.at("tuning"), all.criteria),
          root.at("seed").get<std::uint64_t>()};
}

/// The parameters of a revision; of one that this program does not know, those it has.
const std::vector<core::ParameterSpec>& specs_at(const core::Entry& entry, int revision) {
  const std::vector<core::ParameterSpec>* specs = entry.parameters_at(revision);
  return specs == nullptr ? entry.parameters : *specs;
}

/// What names a choice: its parameters that are not at their defaults.
core::Choice named(core::Choice choice, const std::vector<core::Entry>& entries) {
  if (choice.id.empty()) return choice;
  const core::Entry* entry = find_entry(choice.id, entries);
  if (entry == nullptr) throw std::logic_error("no entry '" + choice.id + "' in the catalogue");
  choice.parameters = core::without_defaults(choice.parameters, specs_at(*entry, choice.revision));
  return choice;
}

/// What names the random streams: not how the file was read that they are about.
core::Choice streamed(const core::Choice& data) {
  core::Choice out = named(data, catalogue().data);
  const auto& specs = specs_at(*find_entry(data.id, catalogue().data), data.revision);
  core::Parameters kept;
  for (const auto& [key, value] : out.parameters.values()) {
    const auto is_it = [&key = key](const core::ParameterSpec& spec) { return spec.key == key; };
    const auto spec = std::find_if(specs.begin(), specs.end(), is_it);
    if (spec == specs.end() || !spec->is_reading) kept.set(key, value);
  }
  out.parameters = std::move(kept);
  return out;
}

std::string text_of(const Setting& setting) {
  return "{\"classifier\":" + core::canonical(setting.classifier) +
         ",\"data\":" + core::canonical(setting.data) + ",\"method\":" + core::canonical(setting.method) +
         ",\"seed\":" + std::to_string(setting.seed) + ",\"tuning\":" + core::canonical(setting.tuning) + "}";
}

} // namespace

std::string canonical(const Setting& setting) {
  const Catalogue& all = catalogue();
  return text_of({named(setting.data, all.data), named(setting.classifier, all.classifiers),
                  named(setting.method, all.methods), named(setting.tuning, all.criteria), setting.seed});
}

std::string key_of(const Setting& setting) {
  return core::sha256_hex(canonical(setting), 32);
}

Setting parse_setting(const std::string& text) {
  try {
    const Setting setting = read_setting(text);
    core::require(!spells_defaults_out(text),
                  "A stored setting spells its defaults out. An older marginlab made it, whose keys and "
                  "random streams are named by them. Run the study again, or use that program.");
    core::require(
        canonical(setting) == text,
        "A stored setting does not read back as itself, so another program made it. Replay it with that.");
    return setting;
  } catch (const json::exception& error) {
    throw core::UserError(std::string("A stored setting is not readable: ") + error.what() +
                          ". Is the file damaged?");
  }
}

bool spells_defaults_out(const std::string& text) {
  try {
    const Setting setting = read_setting(text);
    return text == text_of(setting) && text != canonical(setting);
  } catch (const json::exception&) {
    return false;
  } catch (const core::UserError&) {
    return false;
  }
}

std::unique_ptr<datasets::Source> build_source(const Setting& setting) {
  return find(data_sets(), setting.data.id).build(setting.data.parameters);
}

std::unique_ptr<core::ProbabilityEstimator> build_estimator(const Setting& setting) {
  Ingredients parts;
  if (!setting.classifier.id.empty()) {
    parts.classifier = find(classifiers(), setting.classifier.id).build(setting.classifier.parameters);
  }
  const MethodRow& method = find(methods(), setting.method.id);
  if (!setting.tuning.id.empty()) {
    parts.criterion = find(criteria(), setting.tuning.id).build(setting.tuning.parameters);
    core::require(!(method.entry.decides_only && parts.criterion->needs_probabilities()),
                  "Method '" + setting.method.id + "' predicts classes, and " + setting.tuning.id +
                      " judges probabilities. Choose by cross_validation with of: error, or fix lambda.",
                  {"of"});
  }
  return method.build(setting.method.parameters, std::move(parts));
}

core::StreamAxes stream_axes(const Setting& setting, std::int32_t replicate) {
  return {setting.seed, core::canonical(streamed(setting.data)), replicate};
}

} // namespace experiments
