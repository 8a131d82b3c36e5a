#pragma once
#include <type_traits>

#include "core/settings/parameters.hpp"
#include "core/settings/words.hpp"

namespace core {

/// One parameter, described and read by the same object: what a config may say about it, and the value that a
/// builder then finds. T is std::int64_t, double, std::string, std::vector<double>, or what one of a list of
/// words stands for. Required unless it has a default.
///
///   const auto folds = integer("folds", "number of folds").in(2, 1e6).or_else(5);
///   const auto ties = word<Ties>("ties", "which is taken", {{"first", Ties::first}, {"last", Ties::last}});
///   ... folds.of(parameters), ties.of(parameters)
template <class T>
class Parameter {
  static constexpr bool is_integer = std::is_same_v<T, std::int64_t>, is_real = std::is_same_v<T, double>,
                        is_reals = std::is_same_v<T, std::vector<double>>,
                        is_text = std::is_same_v<T, std::string>,
                        is_word = !is_integer && !is_real && !is_reals && !is_text;

 public:
  Parameter(const std::string& key, const std::string& meaning, Words<T> words = {})
      : spec_{.key = key,
              .kind = is_integer ? Kind::integer
                      : is_real  ? Kind::real
                      : is_reals ? Kind::reals
                                 : Kind::text,
              .meaning = meaning,
              .words = words.all()},
        words_(std::move(words)) {}

  /// The inclusive range of a number, or of each of several.
  Parameter in(double least, double most) const {
    Parameter out = *this;
    out.spec_.least = least;
    out.spec_.most = most;
    return out;
  }

  /// The default.
  Parameter or_else(const T& value) const {
    Parameter out = *this;
    if constexpr (is_word)
      out.spec_.fallback = words_.word(value);
    else
      out.spec_.fallback = value;
    return out;
  }

  /// These of its words only, in this order; the first is the default. Throws std::logic_error for a word it
  /// does not have.
  Parameter among(const std::vector<std::string>& words) const {
    for (const std::string& word : words) words_.of(word);
    Parameter out = *this;
    out.spec_.words = words;
    out.spec_.fallback = words.front();
    return out;
  }

  /// It matters only where another parameter has this value; elsewhere it is left out of the setting.
  template <class U>
  Parameter only_with(const Parameter<U>& other, const U& value) const {
    Parameter out = *this;
    out.spec_.only_with = {other.key(), other.word(value)};
    return out;
  }

  /// It says where something lies that another parameter names by its bytes: no part of keys and streams.
  Parameter as_place() const {
    Parameter out = *this;
    out.spec_.is_place = true;
    return out;
  }

  /// It says how something is read that another parameter names by what was read: no part of streams.
  Parameter as_reading() const {
    Parameter out = *this;
    out.spec_.is_reading = true;
    return out;
  }

  /// A config writes it as a list of words, or as a map; its value is that in JSON.
  Parameter as_list(const std::string& lone_word = "") const {
    Parameter out = written(ParameterSpec::Written::list);
    out.spec_.lone_word = lone_word;
    return out;
  }
  Parameter as_map() const { return written(ParameterSpec::Written::map); }

  /// Its value. Throws std::logic_error where there is none, and for a word that it does not list.
  T of(const Parameters& parameters) const {
    if constexpr (is_integer)
      return parameters.integer(spec_.key);
    else if constexpr (is_real)
      return parameters.real(spec_.key);
    else if constexpr (is_reals)
      return parameters.reals(spec_.key);
    else if constexpr (is_text)
      return spec_.words.empty() ? parameters.text(spec_.key) : words_.of(parameters.text(spec_.key));
    else
      return words_.of(parameters.text(spec_.key));
  }

  /// Its value, or this one where the setting leaves it out.
  T of(const Parameters& parameters, const T& otherwise) const {
    return parameters.has(spec_.key) ? of(parameters) : otherwise;
  }

  const std::string& key() const { return spec_.key; }
  const std::string& word(const T& value) const { return words_.word(value); }
  operator const ParameterSpec&() const { return spec_; } ///< a description among others

 private:
  Parameter written(ParameterSpec::Written how) const {
    static_assert(is_text, "a list or a map is kept as text");
    Parameter out = *this;
    out.spec_.written = how;
    return out;
  }

  ParameterSpec spec_;
  Words<T> words_;
};

inline Parameter<std::int64_t> integer(const std::string& key, const std::string& meaning) {
  return {key, meaning};
}
inline Parameter<double> real(const std::string& key, const std::string& meaning) {
  return {key, meaning};
}
inline Parameter<std::vector<double>> reals(const std::string& key, const std::string& meaning) {
  return {key, meaning};
}
inline Parameter<std::string> text(const std::string& key, const std::string& meaning) {
  return {key, meaning};
}
template <class T>
Parameter<T> word(const std::string& key, const std::string& meaning, const Words<T>& words) {
  return {key, meaning, words};
}

} // namespace core
