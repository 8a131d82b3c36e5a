#include "experiments/spec/sweep.hpp"

#include <algorithm>
#include <map>

#include "experiments/spec/fields.hpp"
#include "experiments/spec/scalar.hpp"
#include "experiments/spec/suggestion.hpp"
#include "experiments/spec/value.hpp"

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

} // namespace experiments
