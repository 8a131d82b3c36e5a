#include "experiments/blocks/axes.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "core/contract.hpp"
#include "experiments/blocks/block.hpp"
#include "experiments/yaml/values.hpp"

namespace experiments {
namespace {

/// The blocks of one kind, whose sweeps of one parameter are one axis.
struct OptionGroup {
  std::string noun;
  std::vector<const Block*> blocks;
};

std::array<OptionGroup, 4> groups_of(const StudyBlocks& blocks) {
  const auto all = [](const std::vector<Block>& list) {
    std::vector<const Block*> out;
    for (const Block& block : list) out.push_back(&block);
    return out;
  };
  std::vector<const Block*> criteria;
  for (const auto& criterion : blocks.criteria)
    if (criterion) criteria.push_back(&*criterion);
  return {OptionGroup{"data", all(blocks.data)}, OptionGroup{"classifiers", all(blocks.classifiers)},
          OptionGroup{"methods", all(blocks.methods)}, OptionGroup{"tuning", criteria}};
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

std::vector<results::Axis> swept_axes(const OptionGroup& group) {
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

void report_sweep(const OptionGroup& group, const std::string& key, const std::string& earlier,
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

std::vector<Option> options_of(const OptionGroup& group, Problems& problems) {
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

bool is_swept(const results::Axis& axis) {
  return axis.name != "data" && axis.name != "classifier" && axis.name != "method";
}

std::vector<results::Axis> study_axes(const StudyBlocks& blocks, Problems& problems) {
  std::vector<results::Axis> axes{named_axis("data", "Data", blocks.data),
                                  named_axis("classifier", "Classifier", blocks.classifiers),
                                  named_axis("method", "Method", blocks.methods)};
  std::map<std::string, std::string> owner;
  for (const OptionGroup& group : groups_of(blocks))
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
