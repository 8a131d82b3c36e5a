#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/sample/types.hpp"
#include "core/settings/words.hpp"
#include "results/store/hdf5/dataset.hpp"
#include "results/store/hdf5/tables.hpp"

namespace results::hdf5 {

// A group as it is written and as it is read. They have the same functions, so a template over both describes
// a group once: its attributes, its columns with what each means, its matrices. What is not there reads as
// nothing where a function says so, and throws Error elsewhere.

class GroupWriter {
 public:
  static constexpr bool is_reader = false;

  explicit GroupWriter(hid_t object) : object_(object) {}
  /// A new table, all of whose columns have so many rows.
  GroupWriter(hid_t parent, const std::string& name, const std::string& dimension, std::size_t rows)
      : table_(std::in_place, parent, name, dimension, rows), object_(table_->group()) {}

  hid_t id() const { return object_; }

  void attribute(const char* name, const std::string& text) const; ///< none where it is empty
  void attribute(const char* name, double value) const { put_attribute(object_, name, value); }
  void attribute(const char* name, std::int64_t count) const;
  template <class Value>
  void attribute(const char* name, Value value, const core::Words<Value>& words) const {
    attribute(name, words.word(value));
  }

  void column(const Note& note, const std::vector<std::int32_t>& values) { table_->integers(note, values); }
  void column(const Note& note, const std::vector<double>& values) { table_->reals(note, values); }
  void column(const Note& note, const std::vector<std::string>& values) { table_->texts(note, values); }
  void column(const Note& note, const core::Vector& values);
  void column_if_any(const Note& note, const core::Vector& values); ///< none where it is empty

  void number(const char* name, double value) const;
  void vector(const char* name, const core::Vector& values) const;
  void matrix(const char* name, const core::Matrix& values) const; ///< none where it is empty
  template <class Value>
  void word(const char* name, Value value, const core::Words<Value>& words) const {
    write_text(object_, name, words.word(value));
  }

 private:
  std::optional<Table> table_;
  hid_t object_;
};

class GroupReader {
 public:
  static constexpr bool is_reader = true;

  explicit GroupReader(hid_t object) : object_(object) {}
  /// Whatever the dimension was called; the first column says how many rows there are.
  GroupReader(hid_t parent, const std::string& name, const std::string&, std::size_t)
      : name_(name), group_(open_group(parent, name)), object_(*group_) {}

  hid_t id() const { return object_; }

  void attribute(const char* name, std::string& text) const { text = text_attribute(object_, name); }
  void attribute(const char* name, double& value) const { value = number_attribute(object_, name); }
  void attribute(const char* name, std::int64_t& count) const;
  template <class Value>
  void attribute(const char* name, Value& value, const core::Words<Value>& words) const {
    value = known("attribute '", name, text_attribute(object_, name), words);
  }

  void column(const Note& note, std::vector<std::int32_t>& values);
  void column(const Note& note, std::vector<double>& values);
  void column(const Note& note, std::vector<std::string>& values);
  void column(const Note& note, core::Vector& values);
  void column_if_any(const Note& note, core::Vector& values);

  void number(const char* name, double& value) const;
  void vector(const char* name, core::Vector& values) const;
  void matrix(const char* name, core::Matrix& values) const;
  template <class Value>
  void word(const char* name, Value& value, const core::Words<Value>& words) const {
    value = known("'", name, read_text(object_, name), words);
  }

 private:
  template <class Value>
  static Value known(const char* what, const char* name, const std::string& text,
                     const core::Words<Value>& words) {
    const auto found = words.find(text);
    if (!found)
      throw Error("reading " + (what + std::string(name)) + "' (it is none of " + words.listed() + ")");
    return *found;
  }
  void see(std::size_t rows); ///< of a column

  std::string name_{};
  std::optional<Handle> group_{};
  hid_t object_;
  std::optional<std::size_t> rows_{};
};

} // namespace results::hdf5
