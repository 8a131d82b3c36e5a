#include "results/store/hdf5/inspect.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "core/contract.hpp"
#include "core/parameters.hpp"
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

std::string number_text(hid_t attribute) {
  std::string text;
  for (const double number : numbers_of(attribute)) {
    if (!text.empty()) text += ' ';
    text += core::shortest(number);
  }
  return text;
}

/// What an attribute holds: its numbers, its text, or how many texts.
std::string value_text(hid_t object, const std::string& name) {
  const Handle attribute(H5Aopen(object, name.c_str(), H5P_DEFAULT), H5Aclose, "opening an attribute");
  const Handle type(H5Aget_type(attribute), H5Tclose, "examining an attribute");
  const Handle space(H5Aget_space(attribute), H5Sclose, "examining an attribute");
  const H5T_class_t kind = H5Tget_class(type);
  if (kind == H5T_INTEGER || kind == H5T_FLOAT) return number_text(attribute);
  const hssize_t count = H5Sget_simple_extent_npoints(space);
  return count == 1 ? shown(text_attribute(object, name)) : std::to_string(count) + " values";
}

herr_t note_attribute(hid_t, const char* name, const H5A_info_t*, void* names) {
  constexpr std::array<std::string_view, 4> machinery{"CLASS", "NAME", "DIMENSION_LIST", "REFERENCE_LIST"};
  if (std::find(machinery.begin(), machinery.end(), name) == machinery.end()) {
    static_cast<std::vector<std::string>*>(names)->emplace_back(name);
  }
  return 0;
}

/// The attributes but those that only tie dimension scales together, as "name = value".
std::vector<std::string> attributes(hid_t object) {
  std::vector<std::string> names, lines;
  hsize_t from = 0;
  check(H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, &from, note_attribute, &names), "listing attributes");
  for (const std::string& name : names) {
    if (lines.size() == shown_attributes) {
      lines.push_back("... and " + counted(names.size() - lines.size(), "attribute"));
      break;
    }
    lines.push_back(printable(name) + " = " + value_text(object, name));
  }
  return lines;
}

std::string dataset_line(hid_t parent, const std::string& name) {
  const Handle dataset = open_dataset(parent, name);
  const Handle type(H5Dget_type(dataset), H5Tclose, "examining '" + name + "'");
  std::string line = printable(name) + "  " + type_name(type) + " " + shape_text(shape_of(dataset));
  for (const std::string& attribute : attributes(dataset)) line += "  " + attribute;
  return line;
}

/// `listed` has the groups so far by their address: links may lead round, or to one group many times.
std::string tree(hid_t group, const std::string& indent, std::set<haddr_t>& listed) {
  std::string text;
  for (const std::string& name : names_in(group)) {
    H5O_info_t info{};
    check(H5Oget_info_by_name2(group, name.c_str(), &info, H5O_INFO_BASIC, H5P_DEFAULT),
          "examining '" + name + "'");
    if (info.type == H5O_TYPE_NAMED_DATATYPE) {
      text += indent + printable(name) + "  a type\n";
      continue;
    }
    if (info.type != H5O_TYPE_GROUP) {
      text += indent + dataset_line(group, name) + "\n";
      continue;
    }
    text += indent + printable(name) + "/";
    if (!listed.insert(info.addr).second) {
      text += "  listed above\n";
      continue;
    }
    const Handle child = open_group(group, name);
    for (const std::string& attribute : attributes(child)) text += "  " + attribute;
    text.append("\n").append(tree(child, indent + "  ", listed));
  }
  return text;
}

/// "signals  3 SIGKILL, 1 SIGSEGV": what ended the processes of failed cells, if anything did.
std::string signals(hid_t file) {
  if (!has(file, "failures") || !has(file, "failures/signal")) return "";
  std::map<int, int> cells;
  for (const std::int32_t signal : read_integers(file, "failures/signal"))
    if (signal != 0) ++cells[signal];
  std::string text;
  for (const auto& [signal, count] : cells)
    text += (text.empty() ? "signals  " : ", ") + std::to_string(count) + " " + signal_name(signal);
  return text.empty() ? text : text + "\n";
}

std::string whole_tree(hid_t file) {
  H5O_info_t root{};
  check(H5Oget_info2(file, &root, H5O_INFO_BASIC), "examining a file");
  std::set<haddr_t> listed{root.addr};
  return tree(file, "", listed);
}

std::string summary(hid_t file) {
  std::string text;
  if (has(file, "replicates") && has(file, "replicates/status")) {
    const auto status = read_integers(file, "replicates/status");
    const auto count = [&status](std::int32_t s) {
      return std::to_string(std::count(status.begin(), status.end(), s));
    };
    text += "rows  " + std::to_string(status.size()) + ": " + count(0) + " ok, " + count(1) +
            " not converged, " + count(2) + " failed\n";
  }
  text += signals(file);
  if (!has(file, "provenance")) return text;
  const Handle provenance = open_group(file, "provenance");
  for (const std::string& name : names_in(provenance)) {
    text += "provenance " + printable(name) + "  " + shown(read_text(provenance, name)) + "\n";
  }
  return text;
}

} // namespace

std::string describe(const std::filesystem::path& path) {
  const Seal seal = check_seal(path);
  if (seal == Seal::broken) throw damaged(path, "its bytes do not add up to the checksum at its end");
  const QuietErrors quiet;
  try {
    const Handle file = open_file(path);
    std::string text = printable(one_line(path.string())) + "\n";
    if (seal == Seal::missing) text += "no checksum at its end: another program wrote or changed this file\n";
    for (const std::string& attribute : attributes(file)) text += attribute + "\n";
    return text + summary(file) + "\n" + whole_tree(file);
  } catch (const Error& problem) {
    throw damaged(path, problem.what());
  }
}

} // namespace results
