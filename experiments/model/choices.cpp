#include "experiments/model/choices.hpp"

#include <algorithm>
#include <map>

#include "experiments/blocks/axes.hpp"
#include "experiments/blocks/block.hpp"
#include "experiments/catalog/methods.hpp"
#include "experiments/config/overrides.hpp"
#include "experiments/model/sample.hpp"
#include "experiments/yaml/diagnostics.hpp"
#include "experiments/yaml/text.hpp"
#include "experiments/yaml/yaml.hpp"

namespace experiments::own_data {
namespace {

constexpr const char* lambdas_of_the_papers = "{from: 0.001, to: 1000, per_decade: 10, spacing: linear}";

bool knows_key(const core::Entry& entry, const std::string& key) {
  return std::any_of(entry.parameters.begin(), entry.parameters.end(),
                     [&](const core::ParameterSpec& spec) { return spec.key == key; });
}

/// One of the four blocks, as it grows.
struct Part {
  std::string word; ///< data, classifier, method, tuning
  BlockKind kind;
  Node node;
  bool is_said = false; ///< a word of the person is about it
  Place said_at{};
  const core::Entry* entry = nullptr;

  bool has(const std::string& key) const { return entry != nullptr && knows_key(*entry, key); }
};

Node text_node(const std::string& text, const Place& place) {
  return {.shape = Node::Shape::scalar, .place = place, .text = text, .quoted = true, .pairs = {}};
}

std::vector<core::Entry> data_entries(const std::string& data, const Catalogue& catalogue) {
  const std::string id = names_listed_data(data) ? data : "file";
  for (const core::Entry& entry : catalogue.data)
    if (entry.id == id) return {data_entry(entry)};
  return {};
}

/// One sample is all there is: no second one to tune on, no true p, no folds of a study that follow. A model
/// keeps the lambda that was chosen and no bandwidth, so that none is chosen: sigma is the classifier's.
std::vector<core::Entry> criteria_without_another_sample(const Catalogue& catalogue) {
  std::vector<core::Entry> out = catalogue.criteria;
  std::erase_if(out, [](const core::Entry& entry) {
    return entry.id == "tuning_set" || entry.id == "oracle" || entry.id == "prior_step";
  });
  for (core::Entry& entry : out)
    std::erase_if(entry.parameters, [](const core::ParameterSpec& spec) { return spec.key == "sigma"; });
  return out;
}

/// Other programs' settings, and some of ours, that are options here or are not to be had.
std::string said_of_option(const std::string& key) {
  static const std::map<std::string, std::string> sentences{
      {"seed", "The seed is an option. Write --seed NUMBER."},
      {"random_state", "The seed is an option. Write --seed NUMBER."},
      {"holdout", "The share of held-out rows is an option. Write --holdout SHARE."},
      {"test_size", "The share of held-out rows is an option. Write --holdout SHARE."},
      {"threads", "The number of threads is an option. Write --threads NUMBER."},
      {"n_jobs", "The number of threads is an option. Write --threads NUMBER."},
      {"method", "The method is an option. Write --method METHOD."},
      {"classifier", "The classifier is an option. Write --classifier CLASSIFIER."},
      {"model", "The model's file is an option. Write --model FILE."},
      {"sample_weight", "The weights of rows are an option. Write --weights COLUMN."},
      {"weights", "The weights of rows are an option. Write --weights COLUMN."},
      {"class_weight", "Classes have no weights. Give their rows weights by --weights COLUMN."},
      {"max_iter", "Nothing limits the number of steps, and the summary says what did not converge."}};
  const auto found = sentences.find(key);
  return found == sentences.end() ? "" : found->second;
}

/// Reads the words into the four blocks, then the blocks as a study would.
class Reader {
 public:
  Reader(const Words& words, const Catalogue& catalogue)
      : catalogue_(catalogue),
        many_rows_(words.many_rows),
        data_entries_(data_entries(words.data, catalogue)),
        criteria_(criteria_without_another_sample(catalogue)),
        parts_{part("data", {"data", "data set", "source", &data_entries_}),
               part("classifier", {"classifiers", "classifier", "classifier", &catalogue.classifiers}),
               part("method", {"methods", "method", "method", &catalogue.methods}),
               part("tuning", {"tuning", "tuning criterion", "criterion", &criteria_})} {
    say_arguments(words);
    std::vector<KeyValue> bare;
    for (const std::string& text : words.settings)
      if (const auto setting =
              parse_key_value(text, {SourceText::Origin::argument, "intervals or tuning.folds"}, problems_))
        take(*setting, bare);
    for (Part& part : parts_) part.entry = entry_of(part);
    fill_in();
    drop_what_the_method_does_not_take();
    for (const KeyValue& setting : bare) set_bare(setting);
  }

  Setting read() {
    std::map<std::string, core::Choice> choices;
    for (const Part& part : parts_) choices[part.word] = choice_of(part);
    problems_.throw_if_any();
    core::Parameters& classifier = choices["classifier"].parameters;
    if (many_rows_ && classifier.values().contains("sigma_unit") && !says("classifier", "sigma_unit"))
      classifier.set("sigma_unit", std::string("sampled_median"));
    take_defaults(choices["tuning"]);
    return {choices["data"], choices["classifier"], choices["method"], choices["tuning"], 1};
  }

 private:
  /// What a criterion has and may not be said here.
  void take_defaults(core::Choice& tuning) const {
    for (const core::Entry& entry : catalogue_.criteria)
      if (entry.id == tuning.id) tuning.parameters = core::with_defaults(tuning.parameters, entry.parameters);
  }

  bool says(const std::string& word, const std::string& key) { return at(word).node.find(key) != nullptr; }

  static Part part(const std::string& word, BlockKind kind) {
    Part out{word, std::move(kind), {.shape = Node::Shape::map, .place = {}, .pairs = {}}};
    return out;
  }

  Place argument(const std::string& text) {
    const int source = problems_.add_source({text, SourceText::Origin::argument, split_lines(text)});
    obeys_text_rules(text, source, problems_);
    return {source, 1, 1};
  }

  void say_arguments(const Words& words) {
    const Place data = argument("--data " + words.data);
    for (Part& part : parts_) part.node.place = data;
    say(at("data"), data_entries_.front().id, data);
    if (data_entries_.front().id == "file") put(at("data"), "path", words.data, data);
    if (!words.label.empty()) say_of_file(words, {"target", "--label", words.label, "The label of "});
    if (!words.ignore.empty())
      say_of_file(words, {"ignore", "--ignore", words.ignore, "Which columns are inputs of "});
    if (!words.scores.empty()) say_scores(words);
    if (!words.positive.empty())
      put(at("data"), "positive", words.positive, argument("--positive " + words.positive));
    say(at("method"), words.method, argument("--method " + words.method));
    const core::Entry* method = entry_of(at("method"));
    const bool of_two = method == nullptr || method->most_classes == 2;
    say(at("tuning"), words.many_rows || !of_two ? "cross_validation" : "perturbation", argument("tuning"));
    say_classifier(words, method);
    at("tuning").is_said = false;
  }

  void say_classifier(const Words& words, const core::Entry* method) {
    const std::string usual = words.scores.empty() ? usual_classifier(method) : "given_scores";
    const std::string classifier = words.classifier.empty() ? usual : words.classifier;
    say(at("classifier"), classifier, argument("--classifier " + classifier));
    at("classifier").is_said = !words.classifier.empty() || !words.scores.empty();
    if (!words.scores_are.empty())
      put(at("classifier"), "scores_are", words.scores_are, argument("--scores-are " + words.scores_are));
  }

  /// Log-odds and probabilities are taken as they are, and so are scores of several classes, which have one
  /// unit; the scores of one column are counted in their standard deviation.
  void say_scores(const Words& words) {
    say_of_file(words, {"inputs", "--scores", words.scores, "Which columns are inputs of "});
    const bool is_as_it_is =
        (!words.scores_are.empty() && words.scores_are != "score") || names_several(words.scores);
    put(at("data"), "standardise", is_as_it_is ? "none" : "train",
        argument("--scores-are " + words.scores_are));
  }

  static std::string usual_classifier(const core::Entry* method) {
    const auto rows = methods();
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const MethodRow& each) {
      return method != nullptr && each.entry.id == method->id;
    });
    return row == rows.end() ? "weighted_svm" : row->usual_classifier;
  }

  /// What only a file of one's own can be told; `problem` begins what is said of a listed data set.
  struct FileOption {
    std::string key, name, text, problem;
  };

  void say_of_file(const Words& words, const FileOption& option) {
    const Place place = argument(option.name + " " + option.text);
    if (data_entries_.front().id == "file")
      put(at("data"), option.key, option.text, place);
    else
      problems_.add(place, option.problem + words.data +
                               " is part of its description, as of every listed data set. Leave it out.");
  }

  /// The block is about this listed thing.
  void say(Part& part, const std::string& id, const Place& place) {
    part.node.place = place;
    put(part, part.kind.id_key, id, place);
    part.is_said = true;
    part.said_at = place;
  }

  static void put(Part& part, const std::string& key, const std::string& text, const Place& place) {
    part.node.pairs.push_back({key, place, text_node(text, place)});
  }

  Part& at(const std::string& word) {
    return *std::find_if(parts_.begin(), parts_.end(), [&](const Part& part) { return part.word == word; });
  }

  /// A dotted key goes to its block at once, because it may name another criterion; a bare one has to wait.
  void take(const KeyValue& setting, std::vector<KeyValue>& bare) {
    if (setting.path.size() == 1) {
      bare.push_back(setting);
      return;
    }
    std::vector<std::string> words;
    for (Part& part : parts_) {
      words.push_back(part.word);
      if (part.word != setting.path.front() || setting.path.size() != 2) continue;
      set_key(part.node, setting.path.back(), setting);
      part.is_said = true;
      part.said_at = setting.place;
      return;
    }
    problems_.add(setting.place, "There is no such path. Write one of " + listed(words) +
                                     ", a dot and a parameter, such as tuning.criterion.");
  }

  /// The entry a block names, or was meant to name; what is wrong with the name is said where it is read.
  static const core::Entry* entry_of(const Part& part) {
    const Node* id = part.node.find(part.kind.id_key);
    std::vector<std::string> ids;
    for (const core::Entry& entry : *part.kind.entries) ids.push_back(entry.id);
    const std::string meant = closest(id->text, ids).value_or("");
    for (const core::Entry& entry : *part.kind.entries)
      if (entry.id == id->text || entry.id == meant) return &entry;
    return nullptr;
  }

  /// The defaults that a study has to write.
  void fill_in() {
    Part &classifier = at("classifier"), &tuning = at("tuning");
    if (classifier.has("kernel") && classifier.node.find("kernel") == nullptr)
      put(classifier, "kernel", "linear", classifier.node.place);
    if (!tuning.has("lambda") || tuning.node.find("lambda") != nullptr || is_fixed(tuning)) return;
    const int source = problems_.add_source({lambdas_of_the_papers, SourceText::Origin::argument});
    tuning.node.pairs.push_back(
        {"lambda", tuning.node.place, *parse_yaml(lambdas_of_the_papers, source, problems_)});
  }

  static bool is_fixed(const Part& tuning) {
    const auto& specs = tuning.entry->parameters;
    return std::any_of(specs.begin(), specs.end(), [](const core::ParameterSpec& spec) {
      return spec.key == "lambda" && spec.kind == core::Kind::real;
    });
  }

  void drop_what_the_method_does_not_take() {
    const core::Entry* method = at("method").entry;
    if (method == nullptr) return;
    const core::Entry* classifier = at("classifier").entry;
    if (method->takes_lambda && method->takes_classifier && classifier != nullptr &&
        !classifier->takes_lambda)
      drop("tuning", "has no lambda to choose where scores are given");
    if (!method->takes_classifier) drop("classifier", "takes no classifier");
    if (!method->takes_lambda) drop("tuning", "has no lambda to choose");
  }

  void drop(const std::string& word, const std::string& why) {
    const Part& part = at(word);
    if (part.is_said)
      problems_.add(part.said_at,
                    "Method '" + at("method").entry->id + "' " + why + ". Leave out what is said of it.");
    std::erase_if(parts_, [&](const Part& other) { return other.word == word; });
  }

  void set_bare(const KeyValue& setting) {
    const std::string& key = setting.path.front();
    std::vector<Part*> having;
    std::vector<std::string> keys;
    for (Part& part : parts_) {
      if (part.entry == nullptr) return; // its parameters are not known; one slip is one message
      if (part.has(key)) having.push_back(&part);
      for (const core::ParameterSpec& spec : part.entry->parameters) keys.push_back(spec.key);
    }
    if (having.empty() && !said_of_option(key).empty())
      problems_.add(setting.place, "This is no setting. " + said_of_option(key));
    else if (having.empty())
      problems_.add(setting.place, "unknown key '" + key + "'" + what_instead(key, keys));
    else if (having.size() > 1)
      problems_.add(setting.place, "'" + key + "' is a parameter of more than one thing. Write " +
                                       having[0]->word + "." + key + " or " + having[1]->word + "." + key +
                                       ".");
    else
      set_key(having.front()->node, key, setting);
  }

  /// The one of these keys that is meant; where none is, the methods that take what was typed.
  std::string what_instead(const std::string& key, const std::vector<std::string>& keys) {
    const std::string method = at("method").entry->id, ours = said_elsewhere(key, keys);
    if (!ours.empty()) return ". " + ours + ". Method '" + method + "' takes it";
    std::vector<std::string> takers;
    for (const core::Entry& entry : criteria_)
      if (at("method").entry->takes_lambda && knows_key(entry, key))
        return ". The criterion '" + entry.id + "' takes it: tuning.criterion=" + entry.id;
    for (const core::Entry& entry : catalogue_.methods)
      if (takers.size() < 3 && takes(entry, key)) takers.push_back(entry.id);
    if (takers.empty()) return accepted_and_closest(key, keys);
    return ". Method '" + method + "' takes none. Name one that does with --method, such as " +
           listed(takers);
  }

  /// Whether a method or its classifier has this key, under our name or another program's.
  bool takes(const core::Entry& method, const std::string& key) const {
    std::vector<std::string> keys;
    for (const core::ParameterSpec& spec : method.parameters) keys.push_back(spec.key);
    if (method.takes_classifier)
      for (const core::Entry& classifier : catalogue_.classifiers)
        for (const core::ParameterSpec& spec : classifier.parameters) keys.push_back(spec.key);
    return std::find(keys.begin(), keys.end(), key) != keys.end() || !said_elsewhere(key, keys).empty();
  }

  core::Choice choice_of(const Part& part) {
    const Block block = read_block(part.node, part.kind, problems_);
    core::Choice choice = block.choice;
    for (const BlockParameter& parameter : block.parameters)
      if (parameter.swept)
        problems_.add(parameter.place,
                      "'" + parameter.spec->key +
                          "' has more than one value, and a model has one. Give one value, or "
                          "run a study.");
    const auto alternatives = multiply_out(block, problems_);
    if (!alternatives.empty()) choice.parameters = alternatives.front().parameters;
    return choice;
  }

  const Catalogue& catalogue_;
  bool many_rows_;
  std::vector<core::Entry> data_entries_, criteria_;
  Problems problems_;
  std::vector<Part> parts_;
};

} // namespace

Setting read_choices(const Words& words, const Catalogue& catalogue) {
  return Reader(words, catalogue).read();
}

void require_weights(const Words& words, const Setting& setting) {
  if (words.weights.empty() || !words.scores.empty()) return;
  const MethodRow& method = find(methods(), setting.method.id);
  if (method.takes_weights) return;
  std::vector<std::string> takers;
  for (const MethodRow& each : methods())
    if (each.takes_weights && !each.of_studies && !each.needs_truth && !each.entry.decides_only)
      takers.push_back(each.entry.id);
  throw core::UserError(
      "Method '" + method.entry.id +
      "' takes no weights. Write each row as often as it counts, or choose one that does: " + listed(takers) +
      ".");
}

} // namespace experiments::own_data
