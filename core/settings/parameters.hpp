#pragma once
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

// Named, typed settings of a data set, a classifier, a method: what a config may say and what a key is made
// of.
namespace core {

/// An integer, a real number, a word, or a list of real numbers.
using Value = std::variant<std::int64_t, double, std::string, std::vector<double>>;

enum class Kind { integer, real, text, reals };

/// What a config may say about one parameter; core/settings/parameter.hpp builds it. The list of these is the
/// decoder, the reference page and the conformance test of the parameter at once.
struct ParameterSpec {
  std::string key;
  Kind kind;
  std::optional<Value> fallback{};                         ///< the default; without one the key is required
  std::string meaning{};                                   ///< one sentence, with unit
  std::vector<std::string> words{};                        ///< text: the accepted words; empty = any
  double least = -std::numeric_limits<double>::infinity(); ///< numbers: inclusive range
  double most = std::numeric_limits<double>::infinity();
  /// (key, word): the parameter matters only where that other parameter has that word; elsewhere it is left
  /// out of the resolved setting, so that it cannot make two equal cells look different.
  std::optional<std::pair<std::string, std::string>> only_with{};
  /// It says where something lies that another parameter names by its bytes: no part of a name.
  bool is_place = false;
  /// It says how something is read that another parameter names by what was read: part of the names of keys,
  /// which say how a number came to be, but not of random streams.
  bool is_reading = false;
  /// Text that a config writes as a list of words, or as a map: its value is that in JSON.
  enum class Written { plain, list, map } written = Written::plain;
  std::string lone_word{}; ///< of a list: a word that may stand without brackets
};

/// Whether a value is of the parameter's kind, within its range, one of its words.
bool accepts(const ParameterSpec& spec, const Value& value);

/// Resolved values by key, sorted. Typed getters throw std::logic_error for a missing key or another kind.
class Parameters {
 public:
  void set(const std::string& key, Value value) { values_[key] = std::move(value); }
  bool has(const std::string& key) const { return values_.contains(key); }
  std::int64_t integer(const std::string& key) const;
  double real(const std::string& key) const;
  const std::string& text(const std::string& key) const;
  const std::vector<double>& reals(const std::string& key) const;
  const std::map<std::string, Value>& values() const { return values_; }

 private:
  std::map<std::string, Value> values_;
};

/// `told` without what stands at its default anyway and without places, and with every parameter that matters
/// at its default where nothing was told: inverse to each other but for places, which no name keeps. The
/// first names keys and random streams, so that a parameter that is added with the default that things had
/// before moves none of them; the second is what is computed with.
Parameters without_defaults(const Parameters& all, const std::vector<ParameterSpec>& specs);
Parameters with_defaults(Parameters told, const std::vector<ParameterSpec>& specs);

/// One listed thing with its parameters decided: a data set, a classifier, a method, a tuning criterion.
struct Choice {
  std::string id;    ///< the catalogue's name, such as wang2008/example1
  std::string name;  ///< file-safe identity in this study, such as svm_gaussian
  std::string label; ///< the printed phrase, such as SVM_G
  int revision = 1; ///< raised when its numbers change on purpose, or a default or the meaning of a parameter
  Parameters parameters;
};

/// One row of a catalogue: what a config may name, and the parameters it then takes.
struct Entry {
  std::string id;      ///< what a config writes
  std::string label;   ///< the printed phrase
  std::string source;  ///< paper and section or equation
  std::string meaning; ///< one sentence
  int revision = 1;
  std::vector<ParameterSpec> parameters{};
  bool takes_classifier =
      true; ///< of a method: reads the study's classifier; else all classifiers share its cells
  bool takes_lambda = true;  ///< of a method or classifier: has a lambda for a tuning criterion to choose
  bool decides_only = false; ///< of a method: says which class, and no probability
  /// How many classes a classifier, a method or a criterion is made for.
  int least_classes = 2, most_classes = 2;
  /// The parameters of the revision before, where what is stored at it is still read; its names stay.
  std::vector<ParameterSpec> earlier{};

  /// The parameters of a revision; nullptr of one that is not read.
  const std::vector<ParameterSpec>* parameters_at(int stored) const {
    if (stored == revision) return &parameters;
    return stored == revision - 1 && !earlier.empty() ? &earlier : nullptr;
  }
};

/// The most_classes of what minds no number of them.
inline constexpr int any_classes = 1'000'000;

/// The shortest decimal that reads back as the same double; "inf", "-inf", "nan".
std::string shortest(double value);

/// The text {"id":...,"parameters":{sorted},"revision":...} of a choice with the parameters it has; name and
/// label are not part of it.
std::string canonical(const Choice& choice);
std::string canonical(const Value& value);

} // namespace core
