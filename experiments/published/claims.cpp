#include "experiments/published/claims.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "experiments/blocks/axes.hpp"
#include "experiments/yaml/fields.hpp"
#include "experiments/yaml/values.hpp"
#include "results/record/study_card.hpp"

namespace experiments {
namespace {

using results::ClaimRow;
using results::Relation;
using Row = std::vector<CsvField>;

bool is_number(const CsvField& field) {
  return decode_real(as_node(field)).value.has_value();
}

/// Turns the rows of one file into claims that have a wording already.
class ClaimsReader {
 public:
  ClaimsReader(const PublishedContext& context, int source, Problems& problems)
      : context_(context), source_(source), problems_(problems) {}

  /// False where the file as a whole cannot be read.
  bool read(PublishedClaims& out) {
    const Csv csv = parse_csv(source_, problems_);
    const auto columns = csv.header.empty() ? std::nullopt : columns_of(csv.header, rules(), problems_);
    if (!columns) return false;
    column_ = *columns;
    std::size_t elsewhere = 0;
    for (const Row& row : csv.rows) {
      const std::string& name = field(row, "claim").text;
      const auto claim = std::find_if(out.claims.begin(), out.claims.end(),
                                      [&](const results::Claim& one) { return one.name == name; });
      if (claim == out.claims.end()) {
        ++elsewhere;
        continue;
      }
      mentioned_.insert(name);
      read_row(row, *claim);
    }
    if (elsewhere > 0)
      out.notes.push_back(problems_.source(source_).name + ": " + std::to_string(elsewhere) +
                          (elsewhere == 1 ? " row" : " rows") +
                          " of claims without a wording left out (this study does not judge them)");
    return true;
  }

  bool mentions(const std::string& claim) const { return mentioned_.contains(claim); }

 private:
  ColumnRules rules() const {
    ColumnRules out{{"claim", "metric", "relation", "axis", "left", "right", "tolerance"},
                    {"claim", "metric", "relation", "axis", "left", "right"},
                    "a claim compares a metric at two values of an axis, left and right"};
    for (const results::Axis& axis : context_.axes) out.accepted.push_back(axis.name);
    return out;
  }

  const CsvField& field(const Row& row, const std::string& name) const { return row[column_.at(name)]; }

  /// A word of these; reports any other.
  bool is_one_of(const CsvField& field, const std::string& noun, const std::vector<std::string>& words) {
    if (std::find(words.begin(), words.end(), field.text) != words.end()) return true;
    problems_.add(field.place, "unknown " + noun + " '" + shortened(field.text) + "'" +
                                   accepted_and_closest(field.text, words));
    return false;
  }

  void read_row(const Row& row, results::Claim& claim) {
    ClaimRow out;
    out.claim = claim.name;
    const CsvField &metric = field(row, "metric"), &relation = field(row, "relation");
    const bool good_metric = is_one_of(metric, "metric of this study", metrics());
    const auto words = words_of(Relation{});
    if (!is_one_of(relation, "relation", words.all()) || !good_metric) return;
    out.metric = metric.text;
    out.relation = *words.find(relation.text);
    if (read_sides(row, out) && read_tolerance(row, out) && read_place(row, out)) claim.rows.push_back(out);
  }

  /// A claim is about means, which an improvement and a rank are not.
  std::vector<std::string> metrics() const {
    std::vector<std::string> out = context_.metrics;
    std::erase(out, results::Improvement{}.name);
    for (const std::string& metric : context_.metrics) std::erase(out, results::rank_name(metric));
    return out;
  }

  bool read_sides(const Row& row, ClaimRow& out) {
    const CsvField &name = field(row, "axis"), &left = field(row, "left"), &right = field(row, "right");
    if (!is_one_of(name, "axis", results::names_of(context_.axes))) return false;
    const results::Axis& axis = *results::named(context_.axes, name.text);
    const std::vector<std::string> values = axis.names();
    if (!is_one_of(left, axis.name, values)) return false;
    out.axis = axis.name;
    out.left = left.text;
    out.right = right.text;
    if (out.relation == Relation::infinite) {
      if (!right.text.empty())
        problems_.add(right.place, "'infinite' is about the left side alone (found '" +
                                       shortened(right.text) + "' on the right). Leave it empty");
      return right.text.empty();
    }
    if (is_number(right)) return true;
    if (!is_one_of(right, axis.name, values)) return false;
    if (left.text != right.text) return true;
    problems_.add(right.place, "'" + right.text + "' is compared with itself. Name another");
    return false;
  }

  bool read_tolerance(const Row& row, ClaimRow& out) {
    const bool wanted = out.relation == Relation::within;
    const auto column = column_.find("tolerance");
    CsvField tolerance = column == column_.end() ? CsvField{"", row.front().place} : row[column->second];
    out.tolerance = tolerance.text;
    if (!wanted && tolerance.text.empty()) return true;
    if (!wanted) {
      problems_.add(tolerance.place, "a tolerance of '" + results::word(out.relation) +
                                         "' (only 'within' has one). Leave it empty");
      return false;
    }
    if (tolerance.text.ends_with('%')) tolerance.text.pop_back();
    const auto number = decode_real(as_node(tolerance)).value;
    if (number && *number >= 0) return true;
    problems_.add(tolerance.place, "'within' needs a tolerance of at least 0 (found '" +
                                       shortened(out.tolerance) + "'). Write 0.02, or 10% of the right side");
    return false;
  }

  /// Where the comparison is made: a value on every axis of several but the one compared on. An empty cell of
  /// a swept axis: no place on it.
  bool read_place(const Row& row, ClaimRow& out) {
    bool good = true;
    for (const results::Axis& axis : context_.axes) {
      const auto column = column_.find(axis.name);
      const CsvField* given = column == column_.end() ? nullptr : &row[column->second];
      if (axis.name == out.axis) {
        if (given != nullptr && !given->text.empty()) {
          problems_.add(given->place,
                        "a place on '" + axis.name + "', the axis this row compares on. Leave it empty");
          good = false;
        }
        continue;
      }
      if (given != nullptr && !given->text.empty()) {
        if (is_one_of(*given, axis.name, axis.names()))
          out.at[axis.name] = given->text;
        else
          good = false;
      } else if (axis.values.size() == 1) {
        out.at[axis.name] = axis.values.front().name;
      } else if (!is_swept(axis) && !axis.values.empty()) {
        problems_.add(given != nullptr ? given->place : row.front().place,
                      "no " + axis.name + " (the study has " + std::to_string(axis.values.size()) +
                          " of them). Name one");
        good = false;
      }
    }
    return good;
  }

  const PublishedContext& context_;
  int source_;
  Problems& problems_;
  Columns column_;
  std::set<std::string> mentioned_; ///< claims that have a row, however bad
};

/// The claims that are judged, without rows yet.
void read_wording(const Node& node, PublishedClaims& out, Problems& problems) {
  if (node.shape != Node::Shape::map || node.pairs.empty())
    problems.add(node.place,
                 "'wording' must be a map from claims to their sentences (found " + found(node) + ")");
  for (const Node::Pair& pair : node.pairs)
    if (const auto sentence = read_text(pair.value, "wording", problems))
      out.claims.push_back({pair.key, *sentence, {}});
}

} // namespace

PublishedClaims read_claims(const Node& node, const PublishedContext& context, Problems& problems) {
  const Fields fields(node, {"the published claims", {"file", "wording"}}, problems);
  PublishedClaims out;
  const Node* wording = fields.require("wording", "what each claim says that this study judges");
  if (wording != nullptr) read_wording(*wording, out, problems);
  const Node* file = fields.require("file", "a CSV file beside the config");
  if (file == nullptr || wording == nullptr) return out;
  const auto source = open_published(*file, context.folder, problems);
  if (!source) return out;
  ClaimsReader reader(context, *source, problems);
  if (!reader.read(out)) return out;
  for (const results::Claim& claim : out.claims)
    if (!reader.mentions(claim.name))
      problems.add(wording->place, "claim '" + shortened(claim.name) +
                                       "' has a wording and no row in the file. Add one, or remove it");
  return out;
}

} // namespace experiments
