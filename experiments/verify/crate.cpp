#include "experiments/verify/crate.hpp"

#include <fcntl.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "core/contract.hpp"
#include "core/random/sha256.hpp"
#include "core/settings/parsed.hpp"
#include "results/record/json_value.hpp"
#include "results/record/printable.hpp"
#include "results/record/text.hpp"
#include "results/store/file.hpp"
#include "results/store/hdf5/provenance.hpp"

namespace experiments {
namespace {

namespace fs = std::filesystem;
using results::OrderedJson;

constexpr std::uint64_t most_metadata = 16'000'000; ///< bytes; ours has a few thousand
constexpr int most_levels = 32;                     ///< of its JSON; ours has four

OrderedJson link_to(const std::string& id) {
  return {{"@id", id}};
}

/// A path as RO-Crate writes it: what is no plain character of a URI is escaped.
std::string as_uri(const std::string& path) {
  static constexpr const char* digits = "0123456789ABCDEF";
  std::string out;
  for (const char c : path) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                          std::string_view("/._-").find(c) != std::string_view::npos;
    const auto byte = static_cast<unsigned char>(c);
    if (is_plain)
      out += c;
    else
      out += {'%', digits[byte / 16], digits[byte % 16]};
  }
  return out;
}

/// The path that a URI stands for.
std::string from_uri(const std::string& uri) {
  std::string out;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    int byte = 0;
    const char* const from = uri.data() + i + 1;
    const bool is_escape =
        uri[i] == '%' && i + 2 < uri.size() && std::from_chars(from, from + 2, byte, 16).ptr == from + 2;
    out += is_escape ? static_cast<char>(byte) : uri[i];
    if (is_escape) i += 2;
  }
  return out;
}

OrderedJson file_entity(const std::string& path, const CrateFile& file) {
  return {{"@id", as_uri(path)},
          {"@type", "File"},
          {"name", path},
          {"description", file.about},
          {"encodingFormat", file.media_type},
          {"contentSize", std::to_string(file.bytes.size())},
          {"sha256", core::sha256_hex(file.bytes)}};
}

OrderedJson root_entity(const CrateFacts& facts, const std::map<std::string, CrateFile>& files) {
  OrderedJson parts = OrderedJson::array(), hashes = OrderedJson::array();
  for (const auto& [path, file] : files) parts.push_back(link_to(as_uri(path)));
  for (const auto& [name, hash] : facts.hashes) hashes.push_back(link_to("#" + name));
  OrderedJson out{{"@id", "./"},
                  {"@type", "Dataset"},
                  {"name", facts.name},
                  {"description", facts.description},
                  {"datePublished", facts.date},
                  {"license", link_to("https://spdx.org/licenses/" + facts.licence)}};
  if (!facts.citation.empty()) out["citation"] = link_to("#paper");
  out["variableMeasured"] = hashes;
  out["mentions"] = link_to("#run");
  out["hasPart"] = parts;
  return out;
}

/// The run: what it read, what it wrote, and the program that bundled both.
void add_making(OrderedJson& graph, const CrateFacts& facts) {
  OrderedJson run{{"@id", "#run"},
                  {"@type", "CreateAction"},
                  {"name", "marginlab run"},
                  {"description", facts.command},
                  {"instrument", link_to("#marginlab")},
                  {"result", link_to("results.h5")}};
  if (!facts.started.empty()) run["startTime"] = facts.started;
  if (!facts.finished.empty()) run["endTime"] = facts.finished;
  graph.push_back(run);
  graph.push_back({{"@id", "#marginlab"},
                   {"@type", "SoftwareApplication"},
                   {"name", "marginlab"},
                   {"softwareVersion", results::build_version},
                   {"version", version_of_program()}});
}

OrderedJson parsed(const std::string& text, const std::string& where) {
  bool is_deep = false;
  const auto watch = [&is_deep](int depth, OrderedJson::parse_event_t, OrderedJson&) {
    is_deep = is_deep || depth > most_levels;
    return depth <= most_levels; // what lies deeper is dropped as it is read
  };
  OrderedJson out = OrderedJson::parse(text, watch, false);
  core::require(!is_deep && out.is_object() && out.contains("@graph") && out["@graph"].is_array(),
                where +
                    " is no metadata of a bundle. It is damaged, or another program made it. Ask for the "
                    "bundle again.");
  return out;
}

/// The text of a member; "" where it has none.
std::string text_in(const OrderedJson& entity, const char* name) {
  const auto found = entity.find(name);
  return found != entity.end() && found->is_string() ? found->get<std::string>() : "";
}

CrateEntry entry_of(const OrderedJson& entity, const std::string& where) {
  CrateEntry out;
  out.path = from_uri(text_in(entity, "@id"));
  const std::string name = "'" + results::printable(results::one_line(out.path)) + "'";
  core::require(stays_below(out.path), where + " names the file " + name +
                                           ", which does not lie in the bundle. Nothing of it is read. Do "
                                           "not trust this bundle.");
  const auto size = core::parsed<std::uint64_t>(text_in(entity, "contentSize"));
  out.sha256 = text_in(entity, "sha256");
  core::require(size.has_value() && out.sha256.size() == 64,
                where + " does not say the size and the SHA-256 of " + name +
                    ". It is damaged, or another program made it. Ask for the bundle again.");
  out.size = *size;
  return out;
}

} // namespace

bool stays_below(const std::string& path) {
  if (path.empty() || path.front() == '/' || path.find_first_of("\\:") != std::string::npos) return false;
  if (std::any_of(path.begin(), path.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }))
    return false;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string part = path.substr(begin, end - begin);
    if (part.empty() || part == "." || part == "..") return false;
    begin = end + 1;
  }
  return true;
}

std::string version_of_program() {
  return std::string(results::build_commit) + (results::build_dirty ? " with changes" : "");
}

std::string metadata_of(const CrateFacts& facts, const std::map<std::string, CrateFile>& files) {
  OrderedJson graph = OrderedJson::array();
  graph.push_back({{"@id", crate_metadata},
                   {"@type", "CreativeWork"},
                   {"conformsTo", link_to("https://w3id.org/ro/crate/1.1")},
                   {"about", link_to("./")}});
  graph.push_back(root_entity(facts, files));
  for (const auto& [path, file] : files) graph.push_back(file_entity(path, file));
  for (const auto& [name, hash] : facts.hashes)
    graph.push_back({{"@id", "#" + name}, {"@type", "PropertyValue"}, {"name", name}, {"value", hash}});
  if (!facts.citation.empty())
    graph.push_back({{"@id", "#paper"}, {"@type", "ScholarlyArticle"}, {"name", facts.citation}});
  graph.push_back({{"@id", "https://spdx.org/licenses/" + facts.licence},
                   {"@type", "CreativeWork"},
                   {"name", facts.licence},
                   {"identifier", facts.licence}});
  add_making(graph, facts);
  // The context of RO-Crate 1.1 has no word for a checksum; schema.org has.
  const OrderedJson context{"https://w3id.org/ro/crate/1.1/context",
                            {{"sha256", "https://schema.org/sha256"}}};
  return results::json_answer({{"@context", context}, {"@graph", graph}});
}

Crate read_crate(const fs::path& folder) {
  const fs::path file = folder / crate_metadata;
  const std::string where = file.string();
  core::require(fs::is_directory(folder) && fs::exists(fs::symlink_status(file)),
                where +
                    ": there is no such file. A bundle is a folder that has one. Make one with marginlab "
                    "bundle, or unpack it first.");
  const results::PosixFile opened(file, O_RDONLY | O_NOFOLLOW);
  core::require(opened.size() <= most_metadata,
                where + " is too large for the metadata of a bundle. Ask for the bundle again.");
  std::string text(opened.size(), '\0');
  text.resize(opened.read_at(text, 0));
  const OrderedJson json = parsed(text, where);
  Crate out;
  std::set<std::string> seen;
  for (const OrderedJson& entity : json["@graph"]) {
    if (!entity.is_object()) continue;
    if (text_in(entity, "@id") == "#marginlab") out.made_by = text_in(entity, "version");
    if (text_in(entity, "@type") != "File") continue;
    out.files.push_back(entry_of(entity, where));
    core::require(seen.insert(out.files.back().path).second,
                  where + " names the file '" + out.files.back().path +
                      "' twice. It is damaged, or another program made it. Ask for the bundle again.");
  }
  return out;
}

} // namespace experiments
