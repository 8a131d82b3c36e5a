#include "results/store/hdf5/inspect.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <variant>

#include "core/contract.hpp"
#include "core/settings/parameters.hpp"
#include "results/record/json_value.hpp"
#include "results/record/printable.hpp"
#include "results/record/record.hpp"
#include "results/record/text.hpp"
#include "results/store/hdf5/dataset.hpp"
#include "results/store/hdf5/file.hpp"

namespace results {
namespace {

using namespace hdf5;

constexpr std::size_t shown_width = 100;      ///< of a text shown; the rest is counted
constexpr std::size_t shown_attributes = 100; ///< of an object; the rest is counted

std::string shown(const std::string& text) {
  const std::string first = text.substr(0, text.find('\n'));
  const auto lines = std::count(text.begin(), text.end(), '\n') + (text.ends_with('\n') ? 0 : 1);
  if (first.size() <= shown_width && lines <= 1) return first;
  // A cut inside a UTF-8 character would show as rubbish: back off to its first byte.
  std::size_t cut = std::min(first.size(), shown_width);
  while (cut < first.size() && cut > 0 && (static_cast<unsigned char>(first[cut]) & 0xC0U) == 0x80U) --cut;
  return first.substr(0, cut) + " ... (" + std::to_string(text.size()) + " bytes, " + std::to_string(lines) +
         " lines)";
}

std::string type_name(hid_t type) {
  const std::size_t bits = 8 * H5Tget_size(type);
  switch (H5Tget_class(type)) {
    case H5T_INTEGER:
      return (H5Tget_sign(type) == H5T_SGN_NONE ? "uint" : "int") + std::to_string(bits);
    case H5T_FLOAT:
      return "float" + std::to_string(bits);
    case H5T_STRING:
      return H5Tis_variable_str(type) > 0 ? "text" : "text" + std::to_string(bits / 8);
    case H5T_COMPOUND:
      return "compound";
    default:
      return "other";
  }
}

std::string shape_text(const Shape& shape) {
  if (shape.empty()) return "scalar";
  std::string text;
  for (const hsize_t length : shape) text += (text.empty() ? "[" : " x ") + std::to_string(length);
  return text + "]";
}

std::string number_text(const std::vector<double>& numbers) {
  std::string text;
  for (const double number : numbers) {
    if (!text.empty()) text += ' ';
    text += core::shortest(number);
  }
  return text;
}

/// What an attribute holds: its numbers, its text, or how many texts.
struct Attribute {
  std::string name;
  std::variant<std::vector<double>, std::string, hssize_t> value;
};

Attribute attribute_of(hid_t object, const std::string& name) {
  const Handle attribute(H5Aopen(object, name.c_str(), H5P_DEFAULT), H5Aclose, "opening an attribute");
  const Handle type(H5Aget_type(attribute), H5Tclose, "examining an attribute");
  const Handle space(H5Aget_space(attribute), H5Sclose, "examining an attribute");
  const H5T_class_t kind = H5Tget_class(type);
  if (kind == H5T_INTEGER || kind == H5T_FLOAT) return {name, numbers_of(attribute)};
  const hssize_t count = H5Sget_simple_extent_npoints(space);
  if (count == 1) return {name, text_attribute(object, name)};
  return {name, count};
}

herr_t note_attribute(hid_t, const char* name, const H5A_info_t*, void* names) {
  constexpr std::array<std::string_view, 4> machinery{"CLASS", "NAME", "DIMENSION_LIST", "REFERENCE_LIST"};
  if (std::find(machinery.begin(), machinery.end(), name) == machinery.end()) {
    static_cast<std::vector<std::string>*>(names)->emplace_back(name);
  }
  return 0;
}

/// One object of a file and what is in it.
struct Branch {
  enum class Kind { group, listed_above, dataset, type };
  std::string name{};
  Kind kind = Kind::group;
  std::vector<Attribute>
      attributes{}; ///< but those that only tie dimension scales together; the first so many
  std::size_t more_attributes = 0;
  std::string element{}; ///< of a dataset: int32, float64, text
  Shape shape{};
  std::vector<Branch> children{};
};

void add_attributes(Branch& node, hid_t object) {
  std::vector<std::string> names;
  hsize_t from = 0;
  check(H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, &from, note_attribute, &names), "listing attributes");
  const std::size_t kept = std::min(names.size(), shown_attributes);
  for (std::size_t k = 0; k < kept; ++k) node.attributes.push_back(attribute_of(object, names[k]));
  node.more_attributes = names.size() - kept;
}

Branch dataset_branch(hid_t parent, const std::string& name) {
  const Handle dataset = open_dataset(parent, name);
  const Handle type(H5Dget_type(dataset), H5Tclose, "examining '" + name + "'");
  Branch out{.name = name, .kind = Branch::Kind::dataset};
  out.element = type_name(type);
  out.shape = shape_of(dataset);
  add_attributes(out, dataset);
  return out;
}

/// `listed` has the groups so far by their address: links may lead round, or to one group many times.
std::vector<Branch> branches_in(hid_t group, std::set<haddr_t>& listed) {
  std::vector<Branch> out;
  for (const std::string& name : names_in(group)) {
    H5O_info_t info{};
    check(H5Oget_info_by_name2(group, name.c_str(), &info, H5O_INFO_BASIC, H5P_DEFAULT),
          "examining '" + name + "'");
    if (info.type == H5O_TYPE_NAMED_DATATYPE) {
      out.push_back({.name = name, .kind = Branch::Kind::type});
    } else if (info.type != H5O_TYPE_GROUP) {
      out.push_back(dataset_branch(group, name));
    } else if (!listed.insert(info.addr).second) {
      out.push_back({.name = name, .kind = Branch::Kind::listed_above});
    } else {
      const Handle child = open_group(group, name);
      Branch& node = out.emplace_back(Branch{.name = name});
      add_attributes(node, child);
      node.children = branches_in(child, listed);
    }
  }
  return out;
}

Branch whole_tree(hid_t file) {
  H5O_info_t root{};
  check(H5Oget_info2(file, &root, H5O_INFO_BASIC), "examining a file");
  std::set<haddr_t> listed{root.addr};
  Branch out;
  add_attributes(out, file);
  out.children = branches_in(file, listed);
  return out;
}

/// "name = value" each.
std::vector<std::string> lines_of(const Branch& node) {
  std::vector<std::string> lines;
  for (const Attribute& attribute : node.attributes) {
    std::string value;
    if (const auto* const numbers = std::get_if<std::vector<double>>(&attribute.value))
      value = number_text(*numbers);
    else if (const auto* const text = std::get_if<std::string>(&attribute.value))
      value = shown(*text);
    else
      value = std::to_string(std::get<hssize_t>(attribute.value)) + " values";
    lines.push_back(printable(attribute.name) + " = " + value);
  }
  if (node.more_attributes > 0) lines.push_back("... and " + counted(node.more_attributes, "attribute"));
  return lines;
}

std::string text_of(const std::vector<Branch>& nodes, const std::string& indent) {
  std::string text;
  for (const Branch& node : nodes) {
    text += indent + printable(node.name);
    if (node.kind == Branch::Kind::type) text += "  a type";
    if (node.kind == Branch::Kind::dataset) text += "  " + node.element + " " + shape_text(node.shape);
    if (node.kind == Branch::Kind::listed_above) text += "/  listed above";
    if (node.kind == Branch::Kind::group) text += "/";
    for (const std::string& line : lines_of(node)) text += "  " + line;
    text.append("\n").append(text_of(node.children, indent + "  "));
  }
  return text;
}

OrderedJson attributes_json(const Branch& node) {
  OrderedJson out = OrderedJson::object();
  for (const Attribute& attribute : node.attributes) {
    OrderedJson& value = out[attribute.name];
    if (const auto* const numbers = std::get_if<std::vector<double>>(&attribute.value)) {
      value = OrderedJson::array();
      for (const double number : *numbers) value.push_back(json_number(number));
      if (numbers->size() == 1) value = json_number(numbers->front());
    } else if (const auto* const text = std::get_if<std::string>(&attribute.value)) {
      value = *text;
    } else {
      value = {{"texts", std::get<hssize_t>(attribute.value)}};
    }
  }
  return out;
}

OrderedJson json_of(const std::vector<Branch>& nodes) {
  constexpr std::array<const char*, 4> words{"group", "listed above", "dataset", "type"};
  OrderedJson out = OrderedJson::array();
  for (const Branch& node : nodes) {
    OrderedJson one{{"name", node.name}, {"kind", words.at(static_cast<std::size_t>(node.kind))}};
    if (node.kind == Branch::Kind::dataset) {
      one["type"] = node.element;
      one["shape"] = node.shape;
    }
    one["attributes"] = attributes_json(node);
    if (node.kind == Branch::Kind::group) one["children"] = json_of(node.children);
    out.push_back(one);
  }
  return out;
}

/// What a results.h5 says of its making, by name.
std::vector<std::pair<std::string, std::string>> provenance_of(hid_t file) {
  std::vector<std::pair<std::string, std::string>> out;
  if (!has(file, "provenance")) return out;
  const Handle provenance = open_group(file, "provenance");
  for (const std::string& name : names_in(provenance)) out.emplace_back(name, read_text(provenance, name));
  return out;
}

/// Rows by outcome: ok, not converged, failed. Nothing where the file has no replicates.
std::optional<std::array<std::int64_t, 3>> rows_by_outcome(hid_t file) {
  if (!has(file, "replicates") || !has(file, "replicates/status")) return std::nullopt;
  const auto status = read_integers(file, "replicates/status");
  std::array<std::int64_t, 3> out{};
  for (std::int32_t s = 0; s < 3; ++s)
    out.at(static_cast<std::size_t>(s)) = std::count(status.begin(), status.end(), s);
  return out;
}

/// Cells by the signal that ended their process.
std::map<int, std::int64_t> cells_by_signal(hid_t file) {
  std::map<int, std::int64_t> out;
  if (!has(file, "failures") || !has(file, "failures/signal")) return out;
  for (const std::int32_t signal : read_integers(file, "failures/signal"))
    if (signal != 0) ++out[signal];
  return out;
}

std::string summary(hid_t file) {
  std::string text;
  if (const auto rows = rows_by_outcome(file)) {
    const auto& [ok, not_converged, failed] = *rows;
    text += "rows  " + std::to_string(read_integers(file, "replicates/status").size()) + ": " +
            std::to_string(ok) + " ok, " + std::to_string(not_converged) + " not converged, " +
            std::to_string(failed) + " failed\n";
  }
  std::string signals;
  for (const auto& [signal, count] : cells_by_signal(file))
    signals += (signals.empty() ? "signals  " : ", ") + std::to_string(count) + " " + signal_name(signal);
  if (!signals.empty()) text += signals + "\n";
  for (const auto& [name, fact] : provenance_of(file))
    text += "provenance " + printable(name) + "  " + shown(fact) + "\n";
  return text;
}

/// Opens a file whose checksum is not wrong and has `say` make something of it.
template <class Say>
std::string looked_through(const std::filesystem::path& path, Say say) {
  const Seal seal = check_seal(path);
  if (seal == Seal::broken) throw damaged(path, "its bytes do not add up to the checksum at its end");
  const QuietErrors quiet;
  try {
    const Handle file = open_file(path);
    return say(file, seal == Seal::sound);
  } catch (const Error& problem) {
    throw damaged(path, problem.what());
  }
}

} // namespace

std::string describe(const std::filesystem::path& path) {
  return looked_through(path, [&](hid_t file, bool is_sealed) {
    const Branch root = whole_tree(file);
    std::string text = printable(one_line(path.string())) + "\n";
    if (!is_sealed) text += "no checksum at its end: another program wrote or changed this file\n";
    for (const std::string& line : lines_of(root)) text += line + "\n";
    return text + summary(file) + "\n" + text_of(root.children, "");
  });
}

std::string describe_as_json(const std::filesystem::path& path) {
  return looked_through(path, [&](hid_t file, bool is_sealed) {
    const Branch root = whole_tree(file);
    OrderedJson out{{"format", "marginlab-inspect"},
                    {"format_version", "1.0"},
                    {"file", path.string()},
                    {"has_checksum", is_sealed},
                    {"attributes", attributes_json(root)}};
    out["rows"] = nullptr;
    if (const auto rows = rows_by_outcome(file))
      out["rows"] = {{"ok", (*rows)[0]}, {"not_converged", (*rows)[1]}, {"failed", (*rows)[2]}};
    out["signals"] = OrderedJson::object();
    for (const auto& [signal, count] : cells_by_signal(file)) out["signals"][signal_name(signal)] = count;
    out["provenance"] = OrderedJson::object();
    for (const auto& [name, fact] : provenance_of(file)) out["provenance"][name] = fact;
    out["tree"] = json_of(root.children);
    return json_answer(out);
  });
}

} // namespace results
