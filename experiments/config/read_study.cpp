#include "experiments/config/read_study.hpp"

#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/settings/parameter.hpp"
#include "experiments/blocks/axes.hpp"
#include "experiments/blocks/layout.hpp"
#include "experiments/blocks/panels.hpp"
#include "experiments/catalog/external_program.hpp"
#include "experiments/config/find_config.hpp"
#include "experiments/config/overrides.hpp"
#include "experiments/config/readings.hpp"
#include "experiments/published/printed_places.hpp"
#include "experiments/published/published.hpp"
#include "experiments/yaml/fields.hpp"
#include "experiments/yaml/values.hpp"
#include "experiments/yaml/yaml.hpp"
#include "results/record/card_json.hpp"
#include "results/report/panels/compose.hpp"

namespace experiments {
namespace {

/// `until: {mcse: 0.002, of: gkl, max: 2000}`, or `until: none`, which takes back what a study that is
/// extended says. `of` is one of the study's metrics, `max` at least its replications.
std::optional<Until> read_until(const Node& node, const std::vector<std::string>& metrics,
                                std::int32_t replications, Problems& problems) {
  if (node.shape == Node::Shape::scalar && node.text == "none") return std::nullopt;
  const Fields fields(node, {"'until'", {"mcse", "of", "max"}}, problems);
  const core::ParameterSpec error =
      core::real("mcse", "the largest Monte Carlo standard error of a mean")
          .in(std::numeric_limits<double>::min(), std::numeric_limits<double>::max());
  const core::ParameterSpec most =
      core::integer("max", "replications, whatever the error").in(replications, 1e6);
  Until until;
  read_number(fields, error, until.mcse, problems);
  read_number(fields, most, until.most, problems);
  fields.word("of", until.of, {"metric of this study", metrics}, "the metric whose error is to be small");
  return until;
}

namespace fs = std::filesystem;

constexpr std::size_t most_points = 100000;

core::ParameterSpec whole_number(const std::string& key, std::int64_t fallback, double least, double most) {
  return core::integer(key, {}).in(least, most).or_else(fallback);
}

/// Where the blocks of a study stand and what is written in them, for what is found wrong with them once all
/// is read.
class Places {
 public:
  void add(const StudyPart& named, const Place& place) { written_[named].block = place; }

  void add(const StudyPart& named, const Block& block) {
    Written& written = written_[named];
    written.block = block.node->place;
    for (const BlockParameter& parameter : block.parameters)
      if (parameter.place != written.block) written.keys[parameter.spec->key] = parameter.place;
  }

  /// That of the first parameter that it is about and that is written in one of its blocks; else that of the
  /// first of these.
  Place of(const StudyObjection& objection) const {
    std::vector<const Written*> blocks;
    for (const StudyPart& named : objection.about)
      if (const auto block = written_.find(named); block != written_.end()) blocks.push_back(&block->second);
    for (const std::string& key : objection.keys)
      for (const Written* block : blocks)
        if (const auto found = block->keys.find(key); found != block->keys.end()) return found->second;
    return blocks.empty() ? Place{} : blocks.front()->block;
  }

  /// The same of one block.
  static Place of(const Block& block, const std::vector<std::string>& keys) {
    Places alone;
    alone.add({}, block);
    return alone.of({{keys, {}}, {StudyPart{}}});
  }

 private:
  struct Written {
    Place block;
    std::map<std::string, Place> keys{};
  };
  std::map<StudyPart, Written> written_;
};

/// Whether a panel of this layout stands for itself.
bool has_panel_without_cells(const Node& layout) {
  const Node* list = layout.find("panels");
  return list != nullptr && std::ranges::any_of(list->items, [](const Node& item) {
           const Node* panel = item.find("panel");
           return panel != nullptr &&
                  std::ranges::any_of(results::panels(), [&](const results::PanelEntry& entry) {
                    return !entry.needs_cells && entry.name == panel->text;
                  });
         });
}

/// Whether the study draws what needs no cells, and asks for none.
bool has_no_cells(const Node& root) {
  for (const char* key : {"data", "classifiers", "methods", "metrics"})
    if (root.find(key) != nullptr) return false;
  const Node* layout = root.find("layout");
  return layout != nullptr && has_panel_without_cells(*layout);
}

/// The top-level keys of one study, each read into its place.
class StudyReader {
 public:
  StudyReader(const Extended& config, const Catalogue& catalogue, Problems& problems)
      : complete_(config.complete),
        has_cells_(!has_no_cells(config.root)),
        catalogue_(catalogue),
        problems_(problems),
        kinds_(block_kinds(catalogue)),
        fields_(config.root, {"the study", top_level_keys()}, problems) {}

  /// `starts` programs of methods that may be missing, and leaves out those that do not begin.
  Study read(const fs::path& file, Places& places, bool starts) {
    Study study;
    study.study = study.title = study_name(file);
    if (const Node* paper = fields_.find("paper"))
      study.paper = read_name(*paper, "paper", problems_).value_or("");
    fields_.text("title", study.title);
    study.seed = static_cast<std::uint64_t>(
        read_whole_number(whole_number("seed", 1, 0, std::numeric_limits<double>::infinity())));
    study.replications =
        static_cast<std::int32_t>(read_whole_number(whole_number("replications", 100, 1, 1e6)));
    const StudyBlocks blocks = read_all_blocks(study, file.parent_path(), starts);
    note_places(blocks, places);
    if (has_cells_) study.axes = study_axes(blocks, problems_);
    StudyOptions options = study_options(blocks, problems_);
    study.data = std::move(options.data);
    study.classifiers = std::move(options.classifiers);
    study.methods = std::move(options.methods);
    for (Option& option : study.data) place_worker(option.choice, file.parent_path());
    for (MethodOption& option : study.methods) place_worker(option.method, file.parent_path());
    refuse_vast(study);
    read_metrics(study, file.parent_path(), places);
    if (const Node* until = fields_.find("until"))
      study.until = read_until(*until, metrics_for_layout(study), study.replications, problems_);
    const Node* const layout = fields_.find("layout");
    const LayoutContext context{study.axes, metrics_for_layout(study), study.replications};
    study.layout = layout == nullptr ? natural_layout(context) : read_layout(*layout, context, problems_);
    fields_.word("failures", study.layout.failures);
    if (const Node* published = fields_.find("published"))
      add_published(study, *published, blocks, file.parent_path());
    else if (complete_)
      refuse_aliases(blocks, problems_);
    study.conventions = read_sentences("conventions");
    study.deviations = read_sentences("deviations");
    return study;
  }

 private:
  void note_places(const StudyBlocks& blocks, Places& places) {
    for (const auto& [section, of_section] : {std::pair{"data", &blocks.data},
                                              {"classifiers", &blocks.classifiers},
                                              {"methods", &blocks.methods}})
      for (const Block& block : *of_section) places.add({section, block.choice.name}, block);
    for (std::size_t i = 0; i < blocks.criteria.size(); ++i)
      if (blocks.criteria[i]) places.add({"tuning", blocks.methods[i].choice.name}, *blocks.criteria[i]);
    if (const Node* metrics = fields_.find("metrics"))
      for (const Node& item : metrics->items)
        if (item.shape == Node::Shape::scalar) places.add({"metrics", item.text}, item.place);
  }

  /// A published number may be compared at every point, so nothing is held against a vast design.
  void refuse_vast(const Study& study) {
    if (study.data.size() * study.classifiers.size() * study.methods.size() <= most_points) return;
    problems_.add({},
                  "the study has more than " + std::to_string(most_points) +
                      " points (data x classifiers x methods, sweeps multiplied out). Sweep fewer values");
    problems_.throw_if_any();
  }

  const Node* require(const std::string& key, const std::string& what_for) {
    return complete_ ? fields_.require(key, what_for) : fields_.find(key);
  }

  /// What a study without cells leaves out.
  const Node* require_of_cells(const std::string& key, const std::string& what_for) {
    return has_cells_ ? require(key, what_for) : nullptr;
  }

  std::int64_t read_whole_number(const core::ParameterSpec& spec) {
    const Node* given = fields_.find(spec.key);
    const auto value = given ? read_value(*given, spec, problems_) : spec.fallback;
    return std::get<std::int64_t>(value.value_or(*spec.fallback));
  }

  std::vector<Block> read_section(const BlockKind& kind) {
    const Node* section =
        require_of_cells(kind.section, "a list of blocks with the key '" + kind.id_key + "'");
    return section ? read_blocks(*section, kind, problems_) : std::vector<Block>{};
  }

  /// In the place of a list that no method needs: one classifier of no kind.
  static std::vector<Block> no_classifier(const Block& method) {
    Block none{.node = method.node};
    none.choice.name = none.choice.label = "none";
    return {none};
  }

  /// Whether the list is left out, and no method takes a classifier.
  bool does_without_classifiers(const std::vector<Block>& methods) const {
    return complete_ && has_cells_ && !fields_.mentions("classifiers") && !methods.empty() &&
           std::ranges::none_of(methods, [](const Block& method) {
             return method.entry == nullptr || method.entry->takes_classifier;
           });
  }

  /// Programs that do not begin, where their blocks say that the study does without.
  void leave_out(std::vector<Block>& methods, const fs::path& folder, std::vector<std::string>& notes) {
    std::erase_if(methods, [&](const Block& block) {
      const auto ways = multiply_out(block, problems_);
      if (ways.size() != 1 || !ways.front().parameters.has("command")) return false;
      core::Choice choice = block.choice;
      choice.parameters = ways.front().parameters;
      place_worker(choice, folder);
      try {
        const std::string why = why_left_out(choice.parameters);
        if (!why.empty()) notes.push_back("Left out: '" + choice.name + "'. " + why);
        return !why.empty();
      } catch (const core::UserError& refusal) {
        problems_.add(Places::of(block, refusal.keys), refusal.what());
        return false;
      }
    });
  }

  StudyBlocks read_all_blocks(Study& study, const fs::path& folder, bool starts) {
    StudyBlocks blocks{read_section(kinds_.data), {}, read_section(kinds_.method), {}};
    if (starts) leave_out(blocks.methods, folder, study.notes);
    blocks.classifiers = does_without_classifiers(blocks.methods) ? no_classifier(blocks.methods.front())
                                                                  : read_section(kinds_.classifier);
    for (const Block& method : blocks.methods)
      blocks.criteria.push_back(method.tuning
                                    ? std::optional(read_block(*method.tuning, kinds_.criterion, problems_))
                                    : std::nullopt);
    return blocks;
  }

  std::vector<std::string> known_metrics() const { return results::names_of(catalogue_.metrics); }

  /// Its own by their names, programs by blocks; these behind the others.
  void read_metrics(Study& study, const fs::path& folder, Places& places) {
    const Node* metrics = require_of_cells("metrics", "what is computed on the test points");
    if (metrics == nullptr) return;
    Node words = *metrics;
    std::erase_if(words.items, [](const Node& item) { return item.shape == Node::Shape::map; });
    if (!words.items.empty() || metrics->items.empty())
      for (const std::string& name : read_words(words, "metrics", {"metric", known_metrics()}, problems_))
        if (const auto* metric = results::named(catalogue_.metrics, name)) study.metrics.push_back(*metric);
    for (const Node& item : metrics->items)
      if (item.shape == Node::Shape::map) read_external_metric(item, study, folder, places);
  }

  void read_external_metric(const Node& item, Study& study, const fs::path& folder, Places& places) {
    const Block block = read_block(item, kinds_.metric, problems_);
    const auto ways = multiply_out(block, problems_);
    core::Choice program = block.choice;
    if (ways.size() == 1) program.parameters = ways.front().parameters;
    if (!program.parameters.has("numbers") || !program.parameters.has("command")) return;
    try {
      place_worker(program, folder);
      ExternalMetric metric = external_metric(std::move(program));
      metric.program.label.clear();
      for (const std::string& number : metric.numbers) {
        places.add({"metrics", number}, block);
        core::require(
            !contains(results::names_of(study.metrics), number),
            "numbers: another metric of this study is called '" + number + "'. Choose another name");
        study.metrics.push_back({number, number, "what a program measures", is_smaller_better(metric)});
        metric.program.label += (metric.program.label.empty() ? "" : "', '") + number;
      }
      study.measured.push_back(std::move(metric));
    } catch (const core::UserError& refusal) {
      problems_.add(Places::of(block, refusal.keys), refusal.what());
    }
  }

  /// Where the study's own list could not be read, its layout is checked against all there are.
  std::vector<std::string> metrics_for_layout(const Study& study) const {
    return study.metrics.empty() ? known_metrics() : results::names_of(study.metrics);
  }

  void add_published(Study& study, const Node& node, const StudyBlocks& blocks, const fs::path& folder) {
    std::vector<std::string> metrics = results::names_of(study.metrics), known = known_metrics();
    for (const std::string& name : metrics)
      if (!contains(known, name)) known.push_back(name);
    known.push_back(results::Improvement{}.name);
    if (study.layout.improvement) metrics.push_back(study.layout.improvement->name);
    for (const std::string& rank : ranked_metrics(study.layout)) metrics.push_back(rank);
    for (const std::string& fact : study.layout.diagnostics) {
      metrics.push_back(fact);
      known.push_back(fact);
    }
    PublishedNumbers published =
        read_published(node, {folder, study.axes, study.layout, metrics, known}, problems_);
    if (published.names) check_aliases(blocks, *published.names, problems_);
    study.notes.insert(study.notes.end(), published.notes.begin(), published.notes.end());
    static_cast<results::Publication&>(study) = std::move(published);
  }

  std::vector<std::string> read_sentences(const std::string& key) {
    std::vector<std::string> sentences;
    const Node* list = fields_.find(key);
    if (list == nullptr) return sentences;
    if (list->shape != Node::Shape::list)
      problems_.add(list->place, "'" + key + "' must be a list of sentences (found " + found(*list) + ")");
    for (const Node& item : list->items)
      if (const auto sentence = read_text(item, key, problems_)) sentences.push_back(*sentence);
    return sentences;
  }

  bool complete_, has_cells_;
  const Catalogue& catalogue_;
  Problems& problems_;
  BlockKinds kinds_;
  Fields fields_;
};

/// The text as read where nothing was changed, otherwise the tree that was read, headed by what changed it.
std::string provenance_text(const std::string& text, const Node& root,
                            const std::vector<std::string>& changes) {
  if (changes.empty()) return text;
  std::string head;
  for (const std::string& change : changes) {
    head += "# ";
    for (const char c : change) head += c == '\n' ? ' ' : c;
    head += "\n";
  }
  return head + to_yaml(root);
}

using Json = nlohmann::json; // its objects are sorted by key

Json to_json(const core::Choice& choice) {
  Json parameters = Json::object();
  for (const auto& [key, value] : choice.parameters.values())
    std::visit([&, &key = key](const auto& v) { parameters[key] = v; }, value);
  return {{"id", choice.id},
          {"name", choice.name},
          {"label", choice.label},
          {"revision", choice.revision},
          {"parameters", parameters}};
}

Json to_json(const Option& option) {
  Json json = to_json(option.choice);
  json["swept"] = option.swept;
  return json;
}

Json to_json(const MethodOption& option) {
  Json json = to_json(option.method);
  json["tuning"] = to_json(option.tuning);
  json["swept"] = option.swept;
  return json;
}

Json until_json(const std::optional<Until>& until) {
  return until ? Json{{"mcse", until->mcse}, {"of", until->of}, {"max", until->most}} : Json("none");
}

/// A study with what says where its mistakes are.
struct ReadStudy {
  Problems problems{};
  Places places{};
  Study study{};
};

/// Keys that begin with x- are the writer's own: a place for anchors that aliases repeat.
void drop_private_keys(Node& root) {
  std::erase_if(root.pairs, [](const Node::Pair& pair) { return pair.key.starts_with("x-"); });
}

void add_methods(Node& root, const std::vector<AddedMethod>& added, Problems& problems) {
  Node* const methods = root.find("methods");
  for (const AddedMethod& method : added) {
    const int source = problems.add_source({method.file, SourceText::Origin::file, split_lines(method.yaml)});
    auto block = read_tree(method.yaml, source, problems);
    if (block && methods != nullptr) methods->items.push_back(std::move(*block));
  }
}

/// Without `added` the study is only read, and no program is started.
ReadStudy read_all(const fs::path& file, const std::vector<std::string>& overrides,
                   const std::vector<AddedMethod>* added, const Catalogue& catalogue) {
  ReadStudy read;
  Problems& problems = read.problems;
  const FileText content = read_file(file);
  const int source =
      problems.add_source({file.string(), SourceText::Origin::file, split_lines(content.text.value_or(""))});
  if (!content.text) problems.add({source, 0, 0}, "the file cannot be read (" + content.refusal + ")");
  auto root = content.text ? read_tree(*content.text, source, problems) : std::nullopt;
  if (!root) problems.throw_if_any();
  std::vector<std::string> changes;
  std::string base_name;
  if (const Node* base = root->find("extends")) {
    changes.push_back("extends " + base->text);
    base_name = study_name(file.parent_path() / base->text);
  }
  for (const std::string& text : overrides) changes.push_back("override " + text);
  if (added != nullptr)
    for (const AddedMethod& method : *added) changes.push_back("with " + method.file);

  Extended config = with_extension(std::move(*root), file, problems);
  drop_private_keys(config.root);
  apply_overrides(config.root, overrides, catalogue, problems);
  if (added != nullptr) add_methods(config.root, *added, problems);
  const Node as_written = config.root;
  if (Node* layout = config.root.find("layout")) list_panels(*layout, problems);
  const auto search = expand_readings(config.root, catalogue, problems);
  read.study = StudyReader(config, catalogue, problems).read(file, read.places, added != nullptr);
  problems.throw_if_any();
  Study& study = read.study;
  if (search) study.layout.panels.push_back(*search);
  study.base = base_name;
  study.config_yaml = provenance_text(*content.text, as_written, changes);
  study.printed_files = printed_files(as_written, file.parent_path());
  study.resolved_json = resolved_json(study);
  return read;
}

} // namespace

Study read_study(const fs::path& file, const std::vector<std::string>& overrides,
                 const Catalogue& catalogue) {
  return read_all(file, overrides, nullptr, catalogue).study;
}

Study read_study(const std::string& config, const std::vector<std::string>& overrides,
                 const std::vector<AddedMethod>& added) {
  ReadStudy read = read_all(find_config(config, config_roots()), overrides, &added, catalogue());
  try {
    Study study = planned(std::move(read.study));
    for (StudyObjection& warning : study.warnings)
      warning.sentence = read.problems.position(read.places.of(warning)) + ": " + warning.sentence;
    return study;
  } catch (const Refused& refused) {
    for (const StudyObjection& refusal : refused.objections)
      read.problems.add(read.places.of(refusal), refusal.sentence);
    read.problems.throw_if_any();
    throw;
  }
}

std::string resolved_json(const Study& study) {
  Json json = Json::parse(results::to_json(study));
  json["until"] = until_json(study.until);
  for (const Option& option : study.data) json["data"].push_back(to_json(option));
  for (const Option& option : study.classifiers) json["classifiers"].push_back(to_json(option));
  for (const MethodOption& option : study.methods) json["methods"].push_back(to_json(option));
  for (const ExternalMetric& metric : study.measured) json["measured"].push_back(to_json(metric.program));
  for (const char* planned : {"settings", "points"}) json.erase(planned);
  // A path need not be UTF-8; what the file says is.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace experiments
