#include "experiments/config/block.hpp"

#include <algorithm>
#include <map>

#include "experiments/config/axes.hpp"
#include "experiments/config/decode.hpp"
#include "experiments/config/diagnostics.hpp"
#include "experiments/config/fields.hpp"

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
  if (const Node* label = fields.find("label"))
    if (const auto text = read_text(*label, "label", problems)) choice.label = *text;
  if (choice.label.empty()) choice.label = choice.name;
  return choice;
}

BlockParameter read_parameter(const Field& field, const core::ParameterSpec& spec, Problems& problems) {
  if (is_sweep(*field.value)) return {&spec, read_sweep(*field.value, spec, problems), true, field.place};
  const auto value = read_value(*field.value, spec, problems);
  return {&spec, value ? std::vector{*value} : std::vector<core::Value>{}, false, field.place};
}

void read_parameters(Block& block, const Fields& fields, Problems& problems) {
  const auto& specs = block.entry->parameters;
  for (const Field& field : fields.all())
    for (const core::ParameterSpec& spec : specs)
      if (spec.key == field.key) block.parameters.push_back(read_parameter(field, spec, problems));
  for (const core::ParameterSpec& spec : specs)
    if (!fields.mentions(spec.key) && spec.fallback)
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

} // namespace

BlockKinds block_kinds(const Catalogue& catalogue) {
  return {
      {"data", "data set", "source", &catalogue.data, {"name", "label", "stands_for"}},
      {"classifiers", "classifier", "classifier", &catalogue.classifiers, {"name", "label", "stands_for"}},
      {"methods", "method", "method", &catalogue.methods, {"name", "label", "stands_for", "tuning"}},
      {"methods", "tuning criterion", "criterion", &catalogue.criteria}};
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
  return blocks;
}

} // namespace experiments
