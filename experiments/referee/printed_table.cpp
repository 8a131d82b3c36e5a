#include "experiments/referee/printed_table.hpp"

#include <algorithm>
#include <set>

#include "core/contract.hpp"
#include "core/settings/parameter.hpp"
#include "datasets/source/source.hpp"
#include "experiments/catalog/setting.hpp"
#include "experiments/config/find_config.hpp"
#include "experiments/published/printed_places.hpp"
#include "experiments/yaml/fields.hpp"
#include "experiments/yaml/values.hpp"
#include "experiments/yaml/yaml.hpp"
#include "results/record/study_card.hpp"

namespace experiments {
namespace {

using Words = std::vector<std::string>;

/// What the table names: its metrics, and by axis its values.
struct Named {
  Words metrics, axes;
  std::map<std::string, Words> values;
};

void remember(Words& words, const std::string& word) {
  if (!contains(words, word)) words.push_back(word);
}

/// Reads the CSV.
class TableReader {
 public:
  TableReader(int source, Problems& problems) : source_(source), problems_(problems) {}

  Named read(std::vector<results::Published>& out) {
    const Csv csv = parse_csv(source_, problems_);
    if (csv.header.empty() || !read_header(csv.header)) return named_;
    std::set<std::pair<results::Coordinates, std::string>> known;
    for (const auto& row : csv.rows) {
      results::Published number;
      for (std::size_t i = 0; i < row.size(); ++i) read_field(csv.header[i].text, row[i], number);
      if (!known.emplace(number.at, number.metric).second)
        problems_.add(row.front().place, "printed twice. Keep one of them");
      out.push_back(std::move(number));
    }
    if (out.empty()) problems_.add({source_, 0, 0}, "the table has no numbers. Add a line for each");
    return named_;
  }

 private:
  bool read_header(const std::vector<CsvField>& header) {
    std::set<std::string> known;
    for (const CsvField& field : header) {
      if (!known.insert(field.text).second)
        problems_.add(field.place, "column '" + shortened(field.text) + "' stands twice. Keep one of them");
      if (!is_number_column(field.text) && field.text != "metric") remember(named_.axes, field.text);
    }
    for (const char* name : {"metric", "value"})
      if (!known.contains(name))
        problems_.add(header.front().place, std::string("missing column '") + name +
                                                "' (a printed number needs its metric and its value)");
    return known.contains("metric") && known.contains("value");
  }

  static bool is_number_column(const std::string& name) {
    return name == "value" || name == "se" || name == "sd";
  }

  /// As a column may have a value of its own in every line, seen words are not looked for one by one.
  void remember_once(Words& words, const std::string& of, const std::string& word) {
    if (seen_.emplace(of, word).second) words.push_back(word);
  }

  void read_field(const std::string& column, const CsvField& field, results::Published& number) {
    if (column == "metric") {
      number.metric = field.text;
      remember_once(named_.metrics, column, field.text);
    } else if (!is_number_column(column)) {
      number.at[column] = field.text;
      remember_once(named_.values[column], column, field.text);
    } else {
      const bool infinite = column == "value" && (field.text == "inf" || field.text == "-inf");
      const auto value = decode_real(as_node(field));
      if (!field.text.empty() && !infinite && !value.value)
        problems_.add(field.place,
                      "not a number" + value.wrong + ". Write what the paper prints, or nothing");
      (column == "value" ? number.value : column == "se" ? number.se : number.sd) = field.text;
    }
  }

  int source_;
  Problems& problems_;
  Named named_;
  std::set<std::pair<std::string, std::string>> seen_; ///< column and word
};

core::ParameterSpec count_spec(const std::string& key, const std::string& meaning) {
  return core::real(key, meaning).in(1, 1e15);
}

/// Reads the YAML against what the table names.
class DesignReader {
 public:
  DesignReader(const Node& node, const Named& named, Problems& problems)
      : named_(named),
        problems_(problems),
        fields_(node,
                {"the design",
                 {"replications", "test_points", "test_sets", "rows", "positives", "rates", "improvements",
                  "ranks"}},
                problems) {}

  results::PaperDesign read(const Node& node) {
    results::PaperDesign out;
    if (const Node* value = fields_.find("replications"))
      out.replications = number(*value, count_spec("replications", "what each number is a mean of"));
    read_rates(out);
    by_data("test_points", out, [](results::PrintedData& data, double value) { data.test_points = value; });
    by_data("rows", out, [](results::PrintedData& data, double value) { data.rows = value; });
    by_data("positives", out, [](results::PrintedData& data, double value) { data.positives = value; });
    read_test_sets(out);
    if (const Node* value = fields_.find("improvements")) out.improvement = read_improvement(*value);
    if (const Node* value = fields_.find("ranks")) out.ranks = read_ranks(*value);
    const bool asks_rates = !out.rates.empty() && out.replications > 0 && !out.data.empty();
    const bool asks_losses = contains(named_.metrics, "gkl") &&
                             (contains(named_.metrics, "egkl") || contains(named_.metrics, "cre"));
    if (problems_.none() && !asks_rates && !asks_losses && !out.improvement && out.ranks.empty())
      problems_.add(
          node.place,
          "the design gives no ground to ask anything (replications and test_points for error rates, "
          "improvements, or ranks are needed, or a table with gkl beside egkl or cre). Add what the paper "
          "says");
    check_sizes(out, node);
    return out;
  }

 private:
  double number(const Node& node, const core::ParameterSpec& spec) {
    const auto value = read_value(node, spec, problems_);
    return value ? std::get<double>(*value) : 0;
  }

  void read_rates(results::PaperDesign& out) {
    const Node* rates = fields_.find("rates");
    if (rates == nullptr) {
      for (const auto& [metric, whole] : {std::pair("test_error", 1.0), std::pair("error_percent", 100.0)})
        if (contains(named_.metrics, metric)) out.rates[metric] = whole;
      return;
    }
    const Fields each(*rates, {"the rates", named_.metrics}, problems_);
    for (const Field& field : each.all())
      if (const double whole = number(*field.value, core::real(field.key, "a rate of one").in(1, 100));
          whole > 0)
        out.rates[field.key] = whole;
  }

  /// One number for all data sets, or a map by their names.
  template <class Set>
  void by_data(const std::string& key, results::PaperDesign& out, Set set) {
    const Node* node = fields_.find(key);
    if (node == nullptr) return;
    if (node->shape != Node::Shape::map) {
      const double value = number(*node, count_spec(key, "of every data set"));
      out.data.try_emplace("");
      for (auto& [name, data] : out.data) set(data, value);
      return;
    }
    const auto names = named_.values.find("data");
    const Fields each(*node, {"the " + key, names == named_.values.end() ? Words{} : names->second},
                      problems_);
    for (const Field& field : each.all())
      if (const double value = number(*field.value, count_spec(key, "of this data set")); value > 0) {
        if (!out.data.contains(field.key) && out.data.contains("")) out.data[field.key] = out.data[""];
        set(out.data[field.key], value);
      }
  }

  void read_test_sets(results::PaperDesign& out) {
    const Node* node = fields_.find("test_sets");
    if (node == nullptr) return;
    const auto word = read_word(*node, {"test_sets", {"fresh", "drawn"}}, problems_);
    for (auto& [name, data] : out.data) {
      data.is_random = word.has_value();
      if (word == "drawn" && data.rows == 0)
        problems_.add(node->place,
                      "'test_sets: drawn' without 'rows'" +
                          (name.empty() ? std::string() : " of '" + name + "'") +
                          " (out of how many they are drawn decides how much they vary). Add it");
    }
  }

  void check_sizes(const results::PaperDesign& out, const Node& node) {
    for (const auto& [name, data] : out.data) {
      const std::string of = name.empty() ? "" : " of '" + name + "'";
      if (data.rows > 0 && data.test_points > data.rows)
        problems_.add(node.place, "more test points than rows" + of + ". Correct one of them");
      if (data.positives > 0 && data.positives >= data.rows)
        problems_.add(node.place, "'positives'" + of + " are not fewer than its 'rows'. Correct one of them");
    }
  }

  Words words_of_list(const Fields& fields, const std::string& key) {
    const Node* node = fields.require(key, "metrics of the table");
    return node == nullptr ? Words{}
                           : read_words(*node, key, {"metric of the table", named_.metrics}, problems_);
  }

  std::optional<results::PrintedImprovement> read_improvement(const Node& node) {
    const Fields fields(node, {"the improvements", {"metric", "of", "axis", "over"}}, problems_);
    results::PrintedImprovement out;
    const std::string what_for = "a name that the table has";
    fields.word("metric", out.metric, {"metric of the table", named_.metrics}, what_for);
    out.of = words_of_list(fields, "of");
    fields.word("axis", out.axis, {"column of the table", named_.axes}, what_for);
    const auto values = named_.values.find(out.axis);
    if (values != named_.values.end()) fields.word("over", out.over, {out.axis, values->second}, what_for);
    return out;
  }

  std::vector<results::PrintedRanks> read_ranks(const Node& node) {
    const Fields fields(node, {"the ranks", {"metrics", "among", "over", "ties"}}, problems_);
    results::PrintedRanks ranks;
    fields.word("among", ranks.among, {"column of the table", named_.axes}, "a name that the table has");
    if (const Node* over = fields.require("over", "how many places each rank is averaged over"))
      ranks.over = number(*over, count_spec("over", "places"));
    if (const Node* ties = fields.find("ties"))
      ranks.ties = read_word(*ties, "ties", words_of(results::Ties{}), problems_);
    std::vector<results::PrintedRanks> out;
    for (const std::string& metric : words_of_list(fields, "metrics")) {
      ranks.metric = metric;
      out.push_back(ranks);
    }
    return out;
  }

  const Named& named_;
  Problems& problems_;
  Fields fields_;
};

std::optional<int> opened(const std::filesystem::path& path, Problems& problems) {
  const FileText content = read_file(path);
  const int source =
      problems.add_source({path.string(), SourceText::Origin::file, split_lines(content.text.value_or(""))});
  if (content.text)
    return obeys_text_rules(*content.text, source, problems) ? std::optional(source) : std::nullopt;
  problems.add({source, 0, 0}, "the file cannot be read (" + content.refusal + ")");
  return std::nullopt;
}

std::string text_of(const Problems& problems, int source) {
  std::string out;
  for (const std::string& line : problems.source(source).lines) out += line + "\n";
  return out;
}

/// The names under which a paper has what stands at these places.
results::Coordinates as_published(const results::StudyCard& card, results::Coordinates at) {
  for (auto& [axis, name] : at)
    if (const results::AxisValue* value = card.value(axis, at);
        value != nullptr && !value->stands_for.empty())
      name = value->stands_for;
  return at;
}

/// A word on an axis by its published name.
std::string published_word(const results::StudyCard& card, const std::string& axis, const std::string& name) {
  return as_published(card, {{axis, name}}).at(axis);
}

void take_numbers(const Study& study, PrintedTable& out) {
  std::set<std::pair<results::Coordinates, std::string>> known;
  for (results::Published number : study.published) {
    number.at = as_published(study, number.at);
    if (known.emplace(number.at, number.metric).second) out.numbers.push_back(std::move(number));
  }
  const results::PanelRequest* tests = study.layout.panel("paired_tests");
  if (tests == nullptr) return;
  std::set<std::vector<std::string>> counted;
  for (results::PublishedCount count : study.published_tests) {
    count.at = as_published(study, count.at);
    count.row = published_word(study, tests->word("among"), count.row);
    count.column = published_word(study, tests->word("among"), count.column);
    if (counted.insert({results::place_text(count.at), count.row, count.column}).second)
      out.counts.push_back(std::move(count));
  }
}

/// The metrics for which the paper prints means.
Words printed_metrics(const Study& study, const PrintedTable& table) {
  Words out;
  for (const results::Metric& metric : study.metrics)
    if (std::any_of(table.numbers.begin(), table.numbers.end(),
                    [&](const results::Published& number) { return number.metric == metric.name; }))
      out.push_back(metric.name);
  return out;
}

void take_design(const Study& study, PrintedTable& out) {
  results::PaperDesign& design = out.design;
  design.replications = study.published_replications;
  design.tests_over = study.published_tests_over;
  design.rates = {{"test_error", 1}, {"error_percent", 100}};
  if (const auto& improvement = study.layout.improvement)
    design.improvement = {improvement->name, printed_metrics(study, out), improvement->axis,
                          published_word(study, improvement->axis, improvement->over)};
  const results::PanelRequest* tests = study.layout.panel("paired_tests");
  if (const auto& ranks = study.layout.rank_over) {
    const bool of_the_same = tests != nullptr && tests->word("over") == ranks->axis;
    for (const std::string& of : ranks->of)
      design.ranks.push_back(
          {results::rank_name(of), ranks->among, of_the_same ? design.tests_over : 0, std::nullopt});
  }
}

/// The sizes of a data set by two of its draws.
results::PrintedData sizes_of(const Setting& setting) {
  const auto source = build_source(setting);
  const core::Draw one = source->draw(stream_axes(setting, 0)), other = source->draw(stream_axes(setting, 1));
  results::PrintedData out;
  if (one.test.size() == other.test.size()) out.test_points = static_cast<double>(one.test.size());
  out.is_random = one.test_rows.empty();
  if (!one.test.truth.empty()) return out; // a simulation: its points are fresh
  for (const core::Sample* part : {&one.train, &one.tune, &one.test}) {
    out.rows += static_cast<double>(part->size());
    out.positives += static_cast<double>((part->y.array() > 0).count());
  }
  return out;
}

void take_sizes(const Study& study, PrintedTable& out) {
  std::set<std::string> known;
  for (const results::Point& point : study.points) {
    const std::string name = published_word(study, "data", point.at.at("data"));
    if (!known.insert(name).second) continue;
    try {
      out.design.data[name] = sizes_of(study.plan.settings.at(static_cast<std::size_t>(point.setting)));
    } catch (const core::UserError& error) {
      out.notes.push_back("the test points of " + name + " are not known here: " + error.what());
    }
  }
}

} // namespace

PrintedTable printed_table_of(const Study& study) {
  PrintedTable out;
  out.notes = study.notes;
  take_numbers(study, out);
  take_design(study, out);
  take_sizes(study, out);
  return out;
}

PrintedTable read_printed_table(const std::filesystem::path& table, const std::filesystem::path& design) {
  Problems problems;
  PrintedTable out;
  const auto numbers = opened(table, problems), words = opened(design, problems);
  problems.throw_if_any();
  const Named named = TableReader(*numbers, problems).read(out.numbers);
  const auto root = read_tree(text_of(problems, *words), *words, problems);
  if (root) out.design = DesignReader(*root, named, problems).read(*root);
  problems.throw_if_any();
  return out;
}

} // namespace experiments
