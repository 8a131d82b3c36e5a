#include "experiments/blocks/block.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "experiments/metrics/external_metric.hpp"
#include "experiments/yaml/diagnostics.hpp"
#include "experiments/yaml/fields.hpp"
#include "experiments/yaml/values.hpp"

namespace experiments {
namespace {

std::vector<std::string> ids_of(const BlockKind& kind) {
  std::vector<std::string> ids;
  for (const core::Entry& entry : *kind.entries) ids.push_back(entry.id);
  return ids;
}

const core::Entry* read_entry(const Node& node, const BlockKind& kind, Problems& problems) {
  if (node.shape != Node::Shape::map) return nullptr;
  const Node* id = node.find(kind.id_key);
  if (id == nullptr) return nullptr;
  const auto known = read_word(*id, {kind.noun, ids_of(kind)}, problems);
  if (!known) return nullptr;
  return &*std::find_if(kind.entries->begin(), kind.entries->end(),
                        [&](const core::Entry& entry) { return entry.id == *known; });
}

/// The keys this block may have; those of every entry of the kind where its own entry is not known.
FieldRules rules_of(const core::Entry* entry, const BlockKind& kind) {
  FieldRules rules{"a " + kind.noun + " block", kind.own_keys};
  rules.accepted.insert(rules.accepted.begin(), kind.id_key);
  if (entry != nullptr) rules.of = kind.noun + " '" + entry->id + "'";
  for (const core::Entry& candidate : *kind.entries)
    if (entry == nullptr || entry == &candidate)
      for (const core::ParameterSpec& spec : candidate.parameters)
        if (std::find(rules.accepted.begin(), rules.accepted.end(), spec.key) == rules.accepted.end())
          rules.accepted.push_back(spec.key);
  return rules;
}

/// Whether the class column of this entry is its `target`, so that `label` is what a table prints.
bool has_target(const core::Entry* entry) {
  return entry != nullptr &&
         std::any_of(entry->parameters.begin(), entry->parameters.end(),
                     [](const core::ParameterSpec& spec) { return spec.key == "target"; });
}

/// Whether `label` is the class column, as in configs that know no `target`. It is then printed nowhere.
bool labels_column(const Fields& fields, const core::Entry* entry) {
  return has_target(entry) && fields.mentions("label") && !fields.mentions("target");
}

core::Choice read_choice(const Fields& fields, const BlockKind& kind, const core::Entry* entry,
                         Problems& problems) {
  core::Choice choice;
  const Node* id = fields.find(kind.id_key);
  if (entry != nullptr) {
    choice.id = entry->id;
    choice.label = entry->label;
    choice.revision = entry->revision;
  } else if (id != nullptr) {
    choice.id = id->text;
  }
  choice.name = last_part(choice.id);
  if (const Node* name = fields.find("name"))
    if (const auto safe = read_name(*name, "name", problems)) choice.name = *safe;
  if (has_target(entry)) choice.label = choice.name;
  if (const Node* label = fields.find("label"); label != nullptr && !labels_column(fields, entry))
    if (const auto text = read_text(*label, "label", problems)) choice.label = *text;
  if (choice.label.empty()) choice.label = choice.name;
  return choice;
}

BlockParameter read_parameter(const Field& field, const core::ParameterSpec& spec, Problems& problems) {
  if (spec.written == core::ParameterSpec::Written::plain && is_sweep(*field.value))
    return {&spec, read_sweep(*field.value, spec, problems), true, field.place};
  const auto value = read_value(*field.value, spec, problems);
  return {&spec, value ? std::vector{*value} : std::vector<core::Value>{}, false, field.place};
}

void read_parameters(Block& block, const Fields& fields, Problems& problems) {
  const auto& specs = block.entry->parameters;
  const auto is_printed = [&](const std::string& key) {
    return key == "label" && !labels_column(fields, block.entry);
  };
  for (const Field& field : fields.all())
    for (const core::ParameterSpec& spec : specs)
      if (spec.key == field.key && !is_printed(field.key))
        block.parameters.push_back(read_parameter(field, spec, problems));
  for (const core::ParameterSpec& spec : specs)
    if ((!fields.mentions(spec.key) || is_printed(spec.key)) && spec.fallback)
      block.parameters.push_back({&spec, {*spec.fallback}, false, block.node->place});
  for (const core::ParameterSpec& spec : specs)
    if (!fields.mentions(spec.key) && !spec.fallback && may_matter(spec, block.parameters))
      fields.require(spec.key, spec.meaning);
}

void read_stand_in(Block& block, const Fields& fields, Problems& problems) {
  const Node* node = fields.find("stands_for");
  const auto name = node != nullptr ? read_name(*node, "stands_for", problems) : std::nullopt;
  if (!name) return;
  if (*name == block.choice.name)
    problems.add(node->place,
                 "'stands_for' names the block itself (it is compared with the published numbers of '" +
                     *name + "' anyway). Remove it");
  else
    block.stands_for = {*name, node->place};
}

void read_need_of_tuning(const Block& block, const Fields& fields, const BlockKind& kind,
                         Problems& problems) {
  if (std::find(kind.own_keys.begin(), kind.own_keys.end(), "tuning") == kind.own_keys.end()) return;
  if (!block.is_untuned())
    fields.require("tuning", "it says how lambda is chosen");
  else if (block.tuning != nullptr)
    problems.add(block.tuning->place,
                 "'tuning' in method '" + block.entry->id + "' (it has no lambda to choose). Remove it");
}

using Chosen = std::map<std::string, const BlockParameter*>;

bool has_word(const BlockParameter& parameter, const std::string& word) {
  return std::find(parameter.values.begin(), parameter.values.end(), core::Value(word)) !=
         parameter.values.end();
}

/// Follows only_with from parameter to parameter: one that does not matter itself makes no other matter.
bool matters(const core::ParameterSpec& spec, const Chosen& chosen) {
  if (!spec.only_with) return true;
  const auto& [key, word] = *spec.only_with;
  const auto found = chosen.find(key);
  return found != chosen.end() && has_word(*found->second, word) && matters(*found->second->spec, chosen);
}

Chosen by_key(const std::vector<BlockParameter>& parameters) {
  Chosen chosen;
  for (const BlockParameter& parameter : parameters) chosen[parameter.spec->key] = &parameter;
  return chosen;
}

/// One value for each parameter: the digits of `index` in the mixed base of the sweep lengths, last digit
/// fastest.
std::vector<BlockParameter> combination(const Block& block, std::size_t index) {
  std::vector<BlockParameter> one;
  for (auto parameter = block.parameters.rbegin(); parameter != block.parameters.rend(); ++parameter) {
    const std::size_t length = parameter->values.size();
    one.push_back({parameter->spec, {parameter->values[index % length]}, parameter->swept});
    index /= length;
  }
  return one;
}

Alternative resolve(const std::vector<BlockParameter>& one) {
  Alternative alternative;
  const Chosen chosen = by_key(one);
  for (const BlockParameter& parameter : one) {
    const core::Value& value = parameter.values.front();
    if (matters(*parameter.spec, chosen)) alternative.parameters.set(parameter.spec->key, value);
    if (parameter.swept) alternative.at[parameter.spec->key] = *axis_name(value);
  }
  return alternative;
}

} // namespace

BlockKinds block_kinds(const Catalogue& catalogue) {
  return {
      {"data", "data set", "source", &catalogue.data, {"name", "label", "stands_for"}},
      {"classifiers", "classifier", "classifier", &catalogue.classifiers, {"name", "label", "stands_for"}},
      {"methods", "method", "method", &catalogue.methods, {"name", "label", "stands_for", "tuning"}},
      {"methods", "tuning criterion", "criterion", &catalogue.criteria},
      {"metrics", "metric", "metric", &external_metric_entries()}};
}

Block read_block(const Node& node, const BlockKind& kind, Problems& problems) {
  const core::Entry* entry = read_entry(node, kind, problems);
  const Fields fields(node, rules_of(entry, kind), problems);
  fields.require(kind.id_key, "it names the " + kind.noun + "; accepted: " + listed(ids_of(kind)));
  Block block{&node, entry, read_choice(fields, kind, entry, problems)};
  if (entry != nullptr) read_parameters(block, fields, problems);
  read_stand_in(block, fields, problems);
  block.tuning = fields.find("tuning");
  read_need_of_tuning(block, fields, kind, problems);
  return block;
}

namespace {

/// Where blocks would be printed alike, those without a label of their own are printed by their names. Labels
/// that are written twice are a mistake: a table could not tell the blocks apart.
void tell_apart(std::vector<Block>& blocks, const BlockKind& kind, Problems& problems) {
  std::map<std::string, int> count, first; // of a label: blocks, line of the first
  for (const Block& block : blocks) ++count[block.choice.label];
  for (Block& block : blocks)
    if (count[block.choice.label] > 1 && block.node->find("label") == nullptr && !block.choice.name.empty())
      block.choice.label = block.choice.name;
  std::set<std::string> names;
  for (const Block& block : blocks) {
    if (block.choice.name.empty() || !names.insert(block.choice.name).second) continue;
    const int line = block.node->place.line;
    const auto [found, is_new] = first.emplace(block.choice.label, line);
    if (!is_new)
      problems.add(block.node->place, "a second " + kind.noun + " that is printed as '" + block.choice.label +
                                          "' (the first is in line " + std::to_string(found->second) +
                                          "). A table could not tell them apart. Give one of them another "
                                          "'label'");
  }
}

} // namespace

std::vector<Block> read_blocks(const Node& section, const BlockKind& kind, Problems& problems) {
  if (section.shape != Node::Shape::list || section.items.empty()) {
    problems.add(section.place, "'" + kind.section + "' must be a list of blocks (found " +
                                    (section.shape == Node::Shape::list ? "an empty list" : found(section)) +
                                    "). Write '- " + kind.id_key + ": ...'");
    return {};
  }
  std::vector<Block> blocks;
  std::map<std::string, int> first; // line of a name
  for (const Node& item : section.items) {
    Block block = read_block(item, kind, problems);
    const auto [named, is_new] = first.emplace(block.choice.name, item.place.line);
    if (!block.choice.name.empty() && !is_new)
      problems.add(item.place, "a second " + kind.noun + " named '" + block.choice.name +
                                   "' (the first is in line " + std::to_string(named->second) +
                                   "). Give one of them a 'name'");
    blocks.push_back(std::move(block));
  }
  tell_apart(blocks, kind, problems);
  return blocks;
}

bool is_sweep(const Node& node) {
  if (node.shape != Node::Shape::map) return false;
  if (node.find("grid") != nullptr) return true;
  return node.pairs.size() == 1 &&
         closest(node.pairs.front().key, {"from", "to", "per_decade", "spacing", "grid"}) == "grid";
}

std::vector<core::Value> read_sweep(const Node& node, const core::ParameterSpec& spec, Problems& problems) {
  const Fields fields(node, {"the sweep of '" + spec.key + "'", {"grid"}}, problems);
  const Node* grid = fields.find("grid");
  if (grid == nullptr) return {};
  if (grid->shape != Node::Shape::list || grid->items.empty()) {
    problems.add(grid->place, "'grid' must be a list of values (found " +
                                  (grid->shape == Node::Shape::list ? "an empty list" : found(*grid)) + ")");
    return {};
  }
  if (grid->items.size() > most_alternatives) {
    problems.add(grid->place,
                 "'grid' has more than " + std::to_string(most_alternatives) + " values. Sweep fewer");
    return {};
  }
  std::vector<core::Value> values;
  for (const Node& item : grid->items) {
    if (spec.kind == core::Kind::reals && item.shape != Node::Shape::scalar) {
      problems.add(item.place, "'" + spec.key + "' must be a number at each point of a sweep (found " +
                                   found(item) + ")");
      continue;
    }
    const auto value = read_value(item, spec, problems);
    if (!value) continue;
    if (std::find(values.begin(), values.end(), *value) == values.end()) {
      values.push_back(*value);
    } else {
      const std::string name = *axis_name(*value);
      problems.add(item.place,
                   "'" + name + "' stands twice in the sweep of '" + spec.key + "'. Keep one of them");
    }
  }
  return values;
}

bool may_matter(const core::ParameterSpec& spec, const std::vector<BlockParameter>& parameters) {
  return matters(spec, by_key(parameters));
}

void report_too_many(const Block& block, Problems& problems) {
  problems.add(block.node->place, "the sweeps up to this block have more than " +
                                      std::to_string(most_alternatives) +
                                      " combinations. Sweep fewer values");
}

std::vector<Alternative> multiply_out(const Block& block, Problems& problems) {
  std::size_t count = 1;
  for (const BlockParameter& parameter : block.parameters) {
    count *= parameter.values.size();
    if (count > most_alternatives) {
      report_too_many(block, problems);
      return {};
    }
  }
  std::vector<Alternative> alternatives;
  for (std::size_t index = 0; index < count; ++index)
    alternatives.push_back(resolve(combination(block, index)));
  return alternatives;
}

} // namespace experiments
