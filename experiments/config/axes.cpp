#include "experiments/config/axes.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "core/contract.hpp"
#include "experiments/config/decode.hpp"
#include "experiments/config/diagnostics.hpp"
#include "experiments/config/fields.hpp"

namespace experiments {
namespace {

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

/// The blocks of one kind, whose sweeps of one parameter are one axis.
struct Group {
  std::string noun;
  std::vector<const Block*> blocks;
};

std::array<Group, 4> groups_of(const StudyBlocks& blocks) {
  const auto all = [](const std::vector<Block>& list) {
    std::vector<const Block*> out;
    for (const Block& block : list) out.push_back(&block);
    return out;
  };
  std::vector<const Block*> criteria;
  for (const auto& criterion : blocks.criteria)
    if (criterion) criteria.push_back(&*criterion);
  return {Group{"data", all(blocks.data)}, Group{"classifiers", all(blocks.classifiers)},
          Group{"methods", all(blocks.methods)}, Group{"tuning", criteria}};
}

results::Axis named_axis(const std::string& name, const std::string& label,
                         const std::vector<Block>& blocks) {
  results::Axis axis{name, label, false, {}};
  for (const Block& block : blocks)
    if (!block.choice.name.empty())
      axis.values.push_back(
          {block.choice.name, block.choice.label, block.stands_for ? block.stands_for->name : std::string()});
  return axis;
}

using Known = std::set<std::pair<std::string, std::string>>; ///< axis, name of a value

void add_values(results::Axis& axis, const std::vector<core::Value>& values, Known& known) {
  for (const core::Value& value : values) {
    const auto name = axis_name(value);
    if (!name) continue;
    if (known.emplace(axis.name, *name).second) axis.values.push_back({*name, *name});
    if (std::holds_alternative<std::string>(value)) axis.numeric = false;
  }
}

results::Axis* find(std::vector<results::Axis>& axes, const std::string& name) {
  const auto found =
      std::find_if(axes.begin(), axes.end(), [&](const auto& axis) { return axis.name == name; });
  return found == axes.end() ? nullptr : &*found;
}

std::vector<results::Axis> swept_axes(const Group& group) {
  std::vector<results::Axis> axes;
  Known known;
  for (const Block* block : group.blocks)
    for (const BlockParameter& parameter : block->parameters)
      if (parameter.swept) {
        if (find(axes, parameter.spec->key) == nullptr)
          axes.push_back({parameter.spec->key, parameter.spec->key, true, {}});
        add_values(*find(axes, parameter.spec->key), parameter.values, known);
      }
  for (const Block* block : group.blocks)
    for (const BlockParameter& parameter : block->parameters)
      if (results::Axis* axis = find(axes, parameter.spec->key);
          axis != nullptr && !parameter.swept && may_matter(*parameter.spec, block->parameters))
        add_values(*axis, parameter.values, known);
  return axes;
}

void report_sweep(const Group& group, const std::string& key, const std::string& earlier,
                  Problems& problems) {
  for (const Block* block : group.blocks)
    for (const BlockParameter& parameter : block->parameters)
      if (parameter.swept && parameter.spec->key == key)
        problems.add(parameter.place, "'" + key + "' is swept in " + group.noun + " as well as in " +
                                          earlier +
                                          " (a point would have two places on one axis). Sweep one of them");
}

/// Adds where a block holds a parameter fixed that its group sweeps.
void hold_on_axes(Alternative& alternative, const std::vector<results::Axis>& axes) {
  for (const results::Axis& axis : axes)
    if (!alternative.at.contains(axis.name) && alternative.parameters.has(axis.name))
      if (const auto name = axis_name(alternative.parameters.values().at(axis.name)))
        alternative.at[axis.name] = *name;
}

std::vector<Alternative> alternatives_on_axes(const Block& block, const std::vector<results::Axis>& axes,
                                              Problems& problems) {
  std::vector<Alternative> alternatives = multiply_out(block, problems);
  for (Alternative& alternative : alternatives) hold_on_axes(alternative, axes);
  return alternatives;
}

results::Coordinates joined(results::Coordinates at, const results::Coordinates& more) {
  at.insert(more.begin(), more.end());
  return at;
}

core::Choice with(core::Choice choice, const core::Parameters& parameters) {
  choice.parameters = parameters;
  return choice;
}

/// Whether the blocks up to this one are more alternatives than a study may have; then that is reported.
bool are_too_many(std::size_t alternatives, const Block& block, Problems& problems) {
  if (alternatives > most_alternatives) report_too_many(block, problems);
  return alternatives > most_alternatives;
}

std::vector<Option> options_of(const Group& group, Problems& problems) {
  std::vector<Option> options;
  const auto axes = swept_axes(group);
  for (const Block* block : group.blocks) {
    for (const Alternative& alternative : alternatives_on_axes(*block, axes, problems))
      options.push_back({with(block->choice, alternative.parameters), alternative.at});
    if (are_too_many(options.size(), *block, problems)) break;
  }
  return options;
}

} // namespace

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

bool is_swept(const results::Axis& axis) {
  return axis.name != "data" && axis.name != "classifier" && axis.name != "method";
}

std::vector<results::Axis> study_axes(const StudyBlocks& blocks, Problems& problems) {
  std::vector<results::Axis> axes{named_axis("data", "Data", blocks.data),
                                  named_axis("classifier", "Classifier", blocks.classifiers),
                                  named_axis("method", "Method", blocks.methods)};
  std::map<std::string, std::string> owner;
  for (const Group& group : groups_of(blocks))
    for (const results::Axis& axis : swept_axes(group)) {
      const auto [earlier, is_new] = owner.emplace(axis.name, group.noun);
      core::expect(!is_new || find(axes, axis.name) == nullptr, "no parameter is named like an axis");
      if (is_new)
        axes.push_back(axis);
      else
        report_sweep(group, axis.name, earlier->second, problems);
    }
  return axes;
}

StudyOptions study_options(const StudyBlocks& blocks, Problems& problems) {
  const auto groups = groups_of(blocks);
  StudyOptions options{options_of(groups[0], problems), options_of(groups[1], problems), {}};
  const auto of_methods = swept_axes(groups[2]), of_tuning = swept_axes(groups[3]);
  for (std::size_t i = 0; i < blocks.methods.size(); ++i) {
    const bool untuned = blocks.methods[i].is_untuned();
    if (!blocks.criteria[i] && !untuned) continue;
    const auto methods = alternatives_on_axes(blocks.methods[i], of_methods, problems);
    if (untuned) {
      for (const Alternative& method : methods)
        options.methods.push_back({with(blocks.methods[i].choice, method.parameters), {}, method.at});
      continue;
    }
    const auto tunings = alternatives_on_axes(*blocks.criteria[i], of_tuning, problems);
    if (are_too_many(options.methods.size() + methods.size() * tunings.size(), blocks.methods[i], problems))
      break;
    for (const Alternative& method : methods)
      for (const Alternative& tuning : tunings)
        options.methods.push_back({with(blocks.methods[i].choice, method.parameters),
                                   with(blocks.criteria[i]->choice, tuning.parameters),
                                   joined(method.at, tuning.at)});
  }
  return options;
}

} // namespace experiments
