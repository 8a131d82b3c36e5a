#include "experiments/blocks/panels.hpp"

#include <algorithm>
#include <map>

#include "core/loss/functions.hpp"
#include "core/settings/parameter.hpp"
#include "experiments/blocks/axes.hpp"
#include "experiments/blocks/block.hpp"
#include "experiments/yaml/values.hpp"
#include "results/record/record.hpp"
#include "results/report/panels/compose.hpp"
#include "results/report/panels/functions.hpp"

namespace experiments {
namespace {

using results::PanelEntry;
using results::PanelParameter;
using results::PanelRequest;
using results::Takes;
using Words = std::vector<std::string>;

Words one(std::optional<std::string> word) {
  return word && !word->empty() ? Words{std::move(*word)} : Words{};
}

core::ParameterSpec replicate_spec(std::int32_t replications) {
  return core::integer("replicate", "whose series is drawn").in(0, std::max(1, replications) - 1).or_else(0);
}

/// The functions that have a name, as blocks.
const BlockKind& function_kind() {
  static const std::vector<core::Entry> entries = [] {
    std::vector<core::Entry> all;
    for (const core::LossFunction& row : core::loss_functions()) all.push_back(row.entry);
    return all;
  }();
  static const BlockKind kind{"lines", "function", "function", &entries, {"label"}};
  return kind;
}

/// What an item of `panels` may have.
Words keys_of(const PanelEntry& entry) {
  Words keys{"panel"};
  for (const PanelParameter& parameter : entry.parameters) keys.push_back(parameter.key);
  return keys;
}

/// The item of `panels` that means the same as a key of the panel's name: the parameters are its value, or
/// the axes alone, and a panel without any is true or false. Nothing where it is off, or wrong and reported.
std::optional<Node> item_of(const PanelEntry& entry, Node::Pair key, Problems& problems) {
  Node item{Node::Shape::map, key.value.place};
  if (entry.parameters.empty()) {
    if (!read_switch(key.value, entry.name, problems)) return std::nullopt;
  } else if (key.value.shape == Node::Shape::map) {
    item.pairs = std::move(key.value.pairs);
  } else if (entry.parameters.front().takes == Takes::table_axes) {
    item.pairs.push_back({entry.parameters.front().key, key.place, std::move(key.value)});
  } else {
    const Fields wrong(key.value, {entry.phrase, keys_of(entry)}, problems);
    return std::nullopt;
  }
  Node name{Node::Shape::scalar, key.place};
  name.text = entry.name;
  item.pairs.push_back({"panel", key.place, std::move(name)});
  return item;
}

/// Reads the parameters of one panel.
class PanelReader {
 public:
  PanelReader(const PanelEntry& entry, const results::Layout& layout, const LayoutContext& context,
              Problems& problems)
      : entry_(entry), layout_(layout), context_(context), problems_(problems) {}

  /// An item of `panels`.
  PanelRequest read(const Node& node) {
    const Fields fields(node, {entry_.phrase, keys_of(entry_)}, problems_);
    for (const PanelParameter& parameter : entry_.parameters) {
      const Node* value = is_required(parameter, fields) ? fields.require(parameter.key, parameter.meaning)
                                                         : fields.find(parameter.key);
      if (value != nullptr) set(parameter, *value);
      if (!request_.has(parameter.key)) set_default(parameter);
    }
    if (entry_.objection != nullptr)
      if (const auto wrong = entry_.objection(request_, context_.axes)) {
        const Node* at = wrong->keys.empty() ? nullptr : fields.find(wrong->keys.front());
        problems_.add(at == nullptr ? node.place : at->place, wrong->sentence);
      }
    return request_;
  }

 private:
  static bool is_required(const PanelParameter& parameter, const Fields& fields) {
    return parameter.required && std::none_of(parameter.unless.begin(), parameter.unless.end(),
                                              [&](const std::string& key) { return fields.mentions(key); });
  }

  void set(const PanelParameter& parameter, const Node& node) {
    Words words = read_words_of(parameter, node);
    if (!words.empty()) request_.parameters[parameter.key] = std::move(words);
  }

  void set_default(const PanelParameter& parameter) {
    if (request_.has(parameter.as)) request_.parameters[parameter.key] = request_.list(parameter.as);
    if (parameter.takes == Takes::replicate) request_.parameters[parameter.key] = {"0"};
    if (parameter.value.fallback)
      request_.parameters[parameter.key] = one(axis_name(*parameter.value.fallback));
  }

  Words read_words_of(const PanelParameter& parameter, const Node& node) {
    const Vocabulary axes{"axis", results::names_of(context_.axes)},
        metrics{"metric of this study", context_.metrics};
    switch (parameter.takes) {
      case Takes::value:
        return read_number_or_word(node, parameter.value);
      case Takes::axis:
        return one(read_word(node, axes, problems_));
      case Takes::averaged_axis:
        return read_averaged_axis(node, axes);
      case Takes::table_axes:
        return read_table_axes(node, parameter.key, axes);
      case Takes::competitors:
        return read_competing(node);
      case Takes::metric:
        return one(read_word(node, metrics, problems_));
      case Takes::metrics:
        return read_ranked_by(node, parameter.key, context_, problems_);
      case Takes::shown_metrics:
        return read_shown_metrics(node, parameter.key);
      case Takes::name:
        return one(name_of(node, parameter.key));
      case Takes::names:
        return read_names(node, parameter.key);
      case Takes::value_of:
        return read_value_of(node, parameter);
      case Takes::labels:
        return read_labels(node, parameter);
      case Takes::text:
        return one(read_text(node, parameter.key, problems_));
      case Takes::replicate:
        return read_number_or_word(node, replicate_spec(context_.replications));
      case Takes::points:
        return read_points(node, parameter.key);
      case Takes::functions:
        break;
    }
    read_pictures(node, parameter.key);
    return {};
  }

  /// Lists of the same length: the picture, the function and the label of each line.
  void read_pictures(const Node& node, const std::string& key) {
    Words seen;
    for (const Node& item : items_of(node, key)) {
      const Fields fields(item, {"a picture of " + entry_.phrase, {"title", "lines"}}, problems_);
      const Node* title = fields.require("title", "what stands above it");
      const Node* lines = fields.require("lines", "a list of blocks with the key 'function'");
      const std::string text = title ? read_text(*title, "title", problems_).value_or("") : "";
      if (title && contains(seen, text))
        problems_.add(title->place, "a second picture with the title '" + text + "'. Give it another");
      seen.push_back(text);
      if (lines) read_lines(*lines, text);
    }
  }

  void read_lines(const Node& node, const std::string& title) {
    for (const Node& item : items_of(node, "lines")) {
      const Block block = read_block(item, function_kind(), problems_);
      if (block.entry == nullptr) continue;
      for (const Alternative& one : multiply_out(block, problems_)) {
        std::string label = block.choice.label;
        for (const auto& [axis, value] : one.at) label += ", " + axis + " = " + value;
        core::Choice function = block.choice;
        function.parameters = one.parameters;
        request_.parameters["title"].push_back(title);
        request_.parameters["function"].push_back(results::function_word(function));
        request_.parameters["label"].push_back(label);
      }
    }
  }

  Words read_number_or_word(const Node& node, const core::ParameterSpec& spec) {
    const auto value = read_value(node, spec, problems_);
    return value ? one(axis_name(*value)) : Words{};
  }

  Words read_competing(const Node& node) {
    Competitors all = read_competitors(node, context_, problems_);
    if (!all.values.empty()) request_.parameters["values"] = std::move(all.values);
    return one(all.axis);
  }

  Words read_averaged_axis(const Node& node, const Vocabulary& axes) {
    const Words found = one(read_word(node, axes, problems_));
    if (!found.empty() && found.front() != layout_.mean_over)
      problems_.add(node.place, entry_.phrase + " are over axis '" + found.front() +
                                    "', over which mean_over " +
                                    "does not average. Add mean_over: " + found.front() + " to the layout");
    return found;
  }

  Words read_table_axes(const Node& node, const std::string& key, const Vocabulary& axes) {
    Words found = read_words(node, key, axes, problems_);
    if (found.size() != 2 && node.shape == Node::Shape::list && !node.items.empty() &&
        found.size() == node.items.size())
      problems_.add(node.place, "'" + key + "' must be two axes, rows and columns (found " +
                                    std::to_string(found.size()) + ")");
    if (found.size() != 2) return {};
    const auto refuse = [&](const std::string& axis, const std::string& why) {
      if (!axis.empty() && contains(found, axis))
        problems_.add(node.place,
                      entry_.phrase + " is over axis '" + axis + "', which " + why + ". Name another axis");
    };
    refuse(layout_.best_over, "best_over collapses");
    refuse(layout_.averaged(),
           std::string(layout_.mean_over.empty() ? "rank_over" : "mean_over") + " averages over");
    return found;
  }

  Words read_shown_metrics(const Node& node, const std::string& key) {
    Vocabulary shown{"metric of this layout", layout_.metrics};
    if (layout_.improvement) std::erase(shown.words, layout_.improvement->name);
    for (const std::string& rank : ranked_metrics(layout_)) std::erase(shown.words, rank);
    return shown.words.empty() ? Words{} : read_words(node, key, shown, problems_);
  }

  /// A word that a table, a column or a diagnostic can be called; empty where it was reported.
  std::string name_of(const Node& node, const std::string& key) {
    const auto text = read_text(node, key, problems_);
    if (!text) return "";
    if (results::series_name("table." + *text)) return *text;
    problems_.add(
        node.place,
        "'" + key + "' must be a name of letters, digits and '_', other than row, point, replicate (found " +
            found(node) + ")");
    return "";
  }

  /// The items of a list that is not empty; reports what is none.
  const std::vector<Node>& items_of(const Node& node, const std::string& key) {
    if (node.shape != Node::Shape::list || node.items.empty())
      problems_.add(node.place, "'" + key + "' must be a list (found " +
                                    (node.shape == Node::Shape::list ? "an empty list" : found(node)) + ")");
    return node.items;
  }

  Words read_names(const Node& node, const std::string& key) {
    Words names;
    for (const Node& item : items_of(node, key)) {
      std::string name = name_of(item, key);
      if (name.empty()) continue;
      if (!contains(names, name))
        names.push_back(std::move(name));
      else
        problems_.add(item.place, "'" + name + "' stands twice in '" + key + "'. Keep one of them");
    }
    return names;
  }

  Words read_value_of(const Node& node, const PanelParameter& parameter) {
    if (!request_.has(parameter.as)) return {}; // that has been reported
    const results::Axis* axis = results::named(context_.axes, request_.word(parameter.as));
    return axis == nullptr ? Words{} : one(read_word(node, {axis->name, axis->names()}, problems_));
  }

  Words read_labels(const Node& node, const PanelParameter& parameter) {
    Words labels;
    for (const Node& item : items_of(node, parameter.key))
      labels.push_back(read_text(item, parameter.key, problems_).value_or(""));
    if (labels.empty() || !request_.has(parameter.as)) return {};
    const std::size_t lines = request_.list(parameter.as).size();
    if (labels.size() == lines) return labels;
    problems_.add(node.place, "'" + parameter.key + "' must name each line of '" + parameter.as +
                                  "' (found " + std::to_string(labels.size()) + " for " +
                                  std::to_string(lines) + " columns)");
    return {};
  }

  Words read_points(const Node& node, const std::string& key) {
    const Fields fields(node, {"the " + key, {"table", "x", "y", "by"}}, problems_);
    Words out;
    for (const auto& [part, meaning] :
         {std::pair("table", "the series table whose points are drawn, such as sample"),
          std::pair("x", "the column along the x-axis"), std::pair("y", "the column along the y-axis")})
      if (const Node* value = fields.require(part, meaning)) out.push_back(name_of(*value, part));
    if (const Node* by = fields.find("by")) out.push_back(name_of(*by, "by"));
    const bool whole = std::find(out.begin(), out.end(), "") == out.end() && out.size() >= 3;
    return whole ? out : Words{};
  }

  const PanelEntry& entry_;
  const results::Layout& layout_;
  const LayoutContext& context_;
  Problems& problems_;
  PanelRequest request_{entry_.name};
};

const PanelEntry* entry_named(const std::string& name) {
  for (const PanelEntry& entry : results::panels())
    if (entry.name == name && !entry.always) return &entry;
  return nullptr;
}

/// The entry that an item of `panels` names; nullptr where that was reported.
const PanelEntry* entry_of(const Node& item, Problems& problems) {
  Vocabulary names{"panel", {}};
  for (const PanelEntry& entry : results::panels())
    if (!entry.always) names.words.push_back(entry.name);
  const Node* name = item.find("panel");
  if (name != nullptr) return entry_named(read_word(*name, names, problems).value_or(""));
  problems.add(item.place, "each of 'panels' must be a map with the key 'panel' (found " + found(item) +
                               "; accepted as its value: " + listed(names.words) + ")");
  return nullptr;
}

} // namespace

void list_panels(Node& layout, Problems& problems) {
  const auto panels = std::ranges::find(layout.pairs, "panels", &Node::Pair::key);
  Node list{Node::Shape::list, layout.place};
  if (panels != layout.pairs.end()) {
    if (panels->value.shape != Node::Shape::list) return; // read_panels says so
    list = std::move(panels->value);
    layout.pairs.erase(panels);
  }
  for (const PanelEntry& entry : results::panels()) {
    const auto key = std::ranges::find(layout.pairs, entry.name, &Node::Pair::key);
    if (entry.always || key == layout.pairs.end()) continue;
    if (auto item = item_of(entry, std::move(*key), problems)) list.items.push_back(std::move(*item));
    layout.pairs.erase(key);
  }
  if (!list.items.empty()) layout.pairs.push_back({"panels", list.place, std::move(list)});
}

std::vector<results::PanelRequest> read_panels(const Node& list, const results::Layout& layout,
                                               const LayoutContext& context, Problems& problems) {
  if (list.shape != Node::Shape::list)
    problems.add(list.place,
                 "'panels' must be a list of maps such as {panel: chart, ...} (found " + found(list) + ")");
  std::map<std::string, PanelRequest> asked;
  for (const Node& item : list.items) {
    const PanelEntry* entry = entry_of(item, problems);
    if (entry == nullptr) continue;
    if (!asked.emplace(entry->name, PanelReader(*entry, layout, context, problems).read(item)).second)
      problems.add(item.place, "the panel '" + entry->name + "' is asked for twice. Keep one of them");
  }
  std::vector<PanelRequest> sorted;
  for (const PanelEntry& entry : results::panels())
    if (const auto one = asked.find(entry.name); one != asked.end()) sorted.push_back(std::move(one->second));
  return sorted;
}

} // namespace experiments
