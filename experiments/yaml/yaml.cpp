#include "experiments/yaml/yaml.hpp"

#include <yaml-cpp/emitter.h>
#include <yaml-cpp/emittermanip.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <sstream>
#include <string_view>
#include <utility>

#include "experiments/yaml/diagnostics.hpp"

namespace experiments {
namespace {

Place place_of(const std::string& text, std::size_t offset, int source) {
  const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n');
  const std::size_t begin = offset == 0 ? 0 : text.rfind('\n', offset - 1) + 1; // npos + 1 is 0
  return {source, static_cast<int>(line) + 1,
          characters(std::string_view(text).substr(begin, offset - begin)) + 1};
}

std::string hexadecimal(char c) {
  std::array<char, 8> buffer;
  std::snprintf(buffer.data(), buffer.size(), "0x%02X", static_cast<unsigned>(static_cast<unsigned char>(c)));
  return buffer.data();
}

/// A carriage return is allowed where it ends a line with a line feed.
bool is_control(const std::string& text, std::size_t at) {
  const auto c = static_cast<unsigned char>(text[at]);
  if (c == '\r') return at + 1 >= text.size() || text[at + 1] != '\n';
  return (c < 0x20 && c != '\n' && c != '\t') || c == 0x7F;
}

std::string more_lines(int others) {
  if (others == 0) return "";
  return ", and in " + std::to_string(others) + (others == 1 ? " more line" : " more lines");
}

bool is_free_of_tabs(int source, Problems& problems) {
  const auto& lines = problems.source(source).lines;
  Place first;
  int tabbed = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::size_t text = std::min(lines[i].find_first_not_of(" \t"), lines[i].size());
    const std::size_t tab = lines[i].find('\t');
    if (tab >= text) continue;
    if (tabbed++ == 0) first = {source, static_cast<int>(i) + 1, static_cast<int>(tab) + 1};
  }
  if (tabbed > 0)
    problems.add(first, "a tab in the indentation (YAML indents by spaces" + more_lines(tabbed - 1) +
                            "). Replace it by spaces");
  return tabbed == 0;
}

// The only file that knows the YAML library. It listens to the parser's events instead of walking YAML::Node:
// events show duplicate keys in order, tell a quoted scalar from a plain one, and let copies of aliases be
// counted before they are made.

constexpr std::size_t most_levels = 100; // the parser itself gives up at 500
constexpr std::size_t most_nodes = 100000;
constexpr std::size_t most_copied = std::size_t{1} << 23; // bytes of text

/// Ends the reading of one text.
struct Refusal {
  Place place;
  std::string message;
};

/// Whether the quote that opens at or after this offset is closed. The parser takes the rest of the file for
/// the scalar where it is not.
bool quote_closes(const std::string& text, std::size_t at) {
  if (at < text.size() && text[at] == '&')
    at = text.find_first_not_of(" \r\n", text.find_first_of(" \r\n", at));
  if (at >= text.size() || (text[at] != '"' && text[at] != '\'')) return true; // a block scalar
  const char quote = text[at];
  for (++at; at < text.size(); ++at) {
    const bool escapes = quote == '"' && text[at] == '\\';
    const bool doubled = quote == '\'' && text[at] == quote && at + 1 < text.size() && text[at + 1] == quote;
    if (escapes || doubled)
      ++at;
    else if (text[at] == quote)
      return true;
  }
  return false;
}

class TreeBuilder final : public YAML::EventHandler {
 public:
  TreeBuilder(const std::string& text, int source, Problems& problems)
      : text_(text), source_(source), problems_(problems) {}

  /// The parser counts bytes from 0 and may point behind the last line.
  Place place(const YAML::Mark& mark) {
    const auto& lines = problems_.source(source_).lines;
    if (lines.empty()) return {source_, 1, 1};
    const std::size_t line = std::min(static_cast<std::size_t>(std::max(mark.line, 0)), lines.size() - 1);
    const bool behind = static_cast<std::size_t>(std::max(mark.line, 0)) > line;
    const std::size_t offset =
        behind ? lines[line].size() : static_cast<std::size_t>(std::max(mark.column, 0));
    return {source_, static_cast<int>(line) + 1, columns_.column(lines[line], offset)};
  }

  Node take() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ > 1)
      throw Refusal{place(mark),
                    "a second document (a config is one document). Remove the '---' or split the file"};
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    finish({.place = place(mark), .pairs = {}}, anchor);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    const bool quoted = tag == "!";
    if (!quoted) refuse_tag(mark, tag);
    if (quoted && !quote_closes(text_, static_cast<std::size_t>(mark.pos)))
      throw Refusal{place(mark), "not YAML (this quote is never closed). Close it"};
    finish({.shape = Node::Shape::scalar, .place = place(mark), .text = value, .quoted = quoted, .pairs = {}},
           anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end())
      throw Refusal{place(mark), "the anchor contains itself (its value would be endless). Write it out"};
    if (open_.size() + levels_of(found->second) > most_levels) refuse_depth(mark);
    count_copy(found->second, place(mark));
    append(found->second);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, Node::Shape::list);
  }
  void OnSequenceEnd() override { close(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, Node::Shape::map);
  }
  void OnMapEnd() override { close(); }

 private:
  struct Open {
    Node node;
    YAML::anchor_t anchor;
    std::optional<Node> key{}; ///< of a map: read, its value awaited
  };

  void refuse_tag(const YAML::Mark& mark, const std::string& tag) {
    if (!tag.empty() && tag != "?")
      problems_.add(place(mark),
                    "a tag (configs have none: every key knows the type of its value). Remove it");
  }

  void count_own(const Place& at) {
    if (++nodes_ > most_nodes) throw Refusal{at, "too large (more than 100000 values)"};
  }

  /// What an anchor keeps and what an alias puts in.
  void count_copy(const Node& node, const Place& at) {
    nodes_ += size_of(node);
    copied_ += text_of(node);
    if (nodes_ > most_nodes)
      throw Refusal{at, "too large (more than 100000 values once every alias is copied out)"};
    if (copied_ > most_copied)
      throw Refusal{at, "too large (more than 8 MiB of text once every alias is copied out)"};
  }

  [[noreturn]] void refuse_depth(const YAML::Mark& mark) {
    throw Refusal{place(mark), "nested too deeply (more than 100 levels)"};
  }

  void keep(YAML::anchor_t anchor, const Node& node) {
    if (anchor == 0) return;
    count_copy(node, node.place);
    anchors_[anchor] = node;
  }

  void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, Node::Shape shape) {
    refuse_tag(mark, tag);
    if (open_.size() >= most_levels) refuse_depth(mark);
    count_own(place(mark));
    open_.push_back({{.shape = shape, .place = place(mark), .pairs = {}}, anchor});
  }

  void close() {
    Open done = std::move(open_.back());
    open_.pop_back();
    keep(done.anchor, done.node);
    append(std::move(done.node));
  }

  void finish(Node node, YAML::anchor_t anchor) {
    count_own(node.place);
    keep(anchor, node);
    append(std::move(node));
  }

  void append(Node node) {
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& parent = open_.back();
    if (parent.node.shape == Node::Shape::list) {
      parent.node.items.push_back(std::move(node));
    } else if (!parent.key) {
      parent.key = std::move(node);
    } else {
      // The parser marks a missing value where the next thing begins.
      if (node.shape == Node::Shape::nothing && node.place.line != parent.key->place.line)
        node.place = parent.key->place;
      if (parent.key->shape == Node::Shape::scalar)
        parent.node.pairs.push_back({parent.key->text, parent.key->place, std::move(node)});
      else
        problems_.add(parent.key->place, "a key that is no word. Write 'key: value'");
      parent.key.reset();
    }
  }

  const std::string& text_;
  int source_;
  Problems& problems_;
  Node root_;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, Node> anchors_;
  ColumnCount columns_;
  std::size_t nodes_ = 0, copied_ = 0;
  int documents_ = 0;
};

/// The parser's message as its version 0.7 has it: 0.8 adds the name of an anchor, which the line shows.
std::string without_name(const std::string& message) {
  constexpr std::string_view unknown = "the referenced anchor is not defined";
  return message.starts_with(unknown) ? std::string(unknown) : message;
}

/// What usually causes one of the parser's messages.
std::string hint(const std::string& message) {
  static const std::map<std::string, std::string> hints{
      {"illegal map value", "Indent keys of one block alike, and quote text that contains ': '"},
      {"illegal block entry", "Start a list on the line below its key"},
      {"end of map not found", "Indent keys of one block alike, and write '' for an apostrophe inside '...'"},
      {"end of map flow not found", "Close the '{' or separate by commas"},
      {"end of sequence not found", "Indent items of one list alike"},
      {"end of sequence flow not found", "Close the '[' or separate by commas"},
      {"the referenced anchor is not defined", "Define it above with &"},
      {"unknown token", "Quote text that starts with one of @ ` %"}};
  const auto found = hints.find(message);
  return found == hints.end() ? "" : " " + found->second;
}

void emit(YAML::Emitter& out, const Node& node) {
  switch (node.shape) {
    case Node::Shape::nothing:
      out << YAML::Null;
      break;
    case Node::Shape::scalar:
      if (node.quoted) out << YAML::DoubleQuoted;
      out << node.text;
      break;
    case Node::Shape::list:
      out << YAML::BeginSeq;
      for (const Node& item : node.items) emit(out, item);
      out << YAML::EndSeq;
      break;
    case Node::Shape::map:
      out << YAML::BeginMap;
      for (const Node::Pair& pair : node.pairs) {
        out << YAML::Key << pair.key << YAML::Value;
        emit(out, pair.value);
      }
      out << YAML::EndMap;
  }
}

using Pairs = std::vector<Node::Pair>;

using FirstPlaces = std::map<std::string, Place>;

void add_missing(const Pairs& merged, Pairs& pairs, FirstPlaces& first) {
  for (const Node::Pair& pair : merged)
    if (first.emplace(pair.key, pair.place).second) pairs.push_back(pair);
}

} // namespace

std::optional<Node> parse_yaml(const std::string& text, int source, Problems& problems) {
  TreeBuilder builder(text, source, problems);
  try {
    std::istringstream in(text);
    YAML::Parser parser(in);
    while (parser.HandleNextDocument(builder)) {
    }
    return builder.take();
  } catch (const Refusal& refusal) {
    problems.add(refusal.place, refusal.message);
  } catch (const YAML::ParserException& error) {
    const std::string message = without_name(error.msg);
    problems.add(builder.place(error.mark), "not YAML (" + message + ")." + hint(message));
  }
  return std::nullopt;
}

std::string to_yaml(const Node& node) {
  YAML::Emitter out;
  emit(out, node);
  return std::string(out.c_str()) + "\n";
}

void keep_tree_rules(Node& node, Problems& problems) {
  for (Node& item : node.items) keep_tree_rules(item, problems);
  Pairs kept, merged;
  FirstPlaces first, first_merged;
  for (Node::Pair& pair : node.pairs) {
    keep_tree_rules(pair.value, problems);
    if (pair.key == "<<") {
      problems.add(
          pair.place,
          "merge key '<<' (not part of this grammar). Repeat the keys; whole files are shared by 'extends'");
      add_missing(pair.value.pairs, merged, first_merged);
      for (const Node& item : pair.value.items) add_missing(item.pairs, merged, first_merged);
    } else if (const auto [earlier, is_new] = first.emplace(pair.key, pair.place); !is_new) {
      problems.add(pair.place, "duplicate key '" + shortened(pair.key) + "' (first given in line " +
                                   std::to_string(earlier->second.line) + "). Keep one of them");
    } else {
      kept.push_back(std::move(pair));
    }
  }
  add_missing(merged, kept, first);
  node.pairs = std::move(kept);
}

bool obeys_text_rules(const std::string& text, int source, Problems& problems) {
  if (const std::size_t bad = first_invalid_utf8(text); bad != std::string_view::npos) {
    problems.add(place_of(text, bad, source), "not UTF-8 (byte " + hexadecimal(text[bad]) +
                                                  " begins no character). Save the file as UTF-8");
    return false;
  }
  for (std::size_t at = 0; at < text.size(); ++at)
    if (is_control(text, at)) {
      problems.add(place_of(text, at, source),
                   "a control character (" + hexadecimal(text[at]) + ", which no config needs). Remove it");
      return false;
    }
  return is_free_of_tabs(source, problems);
}

} // namespace experiments
