#include "experiments/slurm/site.hpp"

#include <cstdlib>
#include <optional>
#include <sstream>

#include "core/contract.hpp"
#include "experiments/yaml/diagnostics.hpp"
#include "experiments/yaml/fields.hpp"
#include "experiments/yaml/values.hpp"
#include "experiments/yaml/yaml.hpp"

namespace experiments {
namespace {

namespace fs = std::filesystem;

/// Reads the keys of a site one by one and reports what is wrong with each.
class SiteReader {
 public:
  SiteReader(const Node& node, Problems& problems)
      : problems_(problems),
        fields_(node,
                {"a Slurm site",
                 {"partition", "account", "cpus", "memory", "throttle", "sbatch", "before", "mpi"}},
                problems) {}

  Resources read() {
    Resources out;
    out.partition = word("partition");
    out.account = word("account");
    out.memory = word("memory");
    out.mpi = word("mpi");
    out.cpus = number("cpus", 4096);
    out.throttle = number("throttle", 1000);
    out.before = lines("before");
    out.options = options("sbatch");
    if (!out.memory.empty() && !bytes_of_memory(out.memory))
      problems_.add(fields_.find("memory")->place, "'memory' must be digits and K, M, G or T, such as 2G");
    return out;
  }

 private:
  std::string word(const std::string& key) {
    const Node* const node = fields_.find(key);
    return node == nullptr ? "" : read_text(*node, key, problems_).value_or("");
  }

  int number(const std::string& key, std::int64_t most) {
    const Node* const node = fields_.find(key);
    if (node == nullptr) return 0;
    const auto decoded = decode_integer(*node);
    if (!decoded.value)
      problems_.add(node->place, "'" + key + "' must be an integer" + decoded.wrong);
    else if (*decoded.value < 1 || *decoded.value > most)
      problems_.add(node->place, "'" + key + "' must be from 1 to " + std::to_string(most));
    else
      return static_cast<int>(*decoded.value);
    return 0;
  }

  std::string lines(const std::string& key) {
    const Node* const node = fields_.find(key);
    if (node == nullptr) return "";
    if (node->shape != Node::Shape::scalar) {
      problems_.add(node->place, "'" + key + "' must be lines of the shell (found " + found(*node) + ")");
      return "";
    }
    return node->text + (node->text.ends_with('\n') ? "" : "\n");
  }

  std::vector<std::string> options(const std::string& key) {
    const Node* const node = fields_.find(key);
    if (node == nullptr) return {};
    if (node->shape != Node::Shape::list) {
      problems_.add(node->place, "'" + key + "' must be a list such as [--qos=long]");
      return {};
    }
    std::vector<std::string> out;
    for (const Node& item : node->items) {
      const auto text = read_text(item, key, problems_);
      if (text && !text->starts_with("--"))
        problems_.add(item.place, "'" + *text + "' is no long option (each is one word, such as --qos=long)");
      out.push_back(text.value_or(""));
    }
    return out;
  }

  Problems& problems_;
  Fields fields_;
};

template <class T>
T first_said(const T& said, const T& site) {
  return said == T{} ? site : said;
}

} // namespace

Resources read_site(const fs::path& file) {
  const FileText read = read_file(file);
  core::require(read.text.has_value(),
                file.string() + ": " + read.refusal +
                    ". It was to say what every job asks Slurm for. Name another file with --site, "
                    "or leave it out.");
  Problems problems;
  const int source = problems.add_source({file.string(), SourceText::Origin::file, split_lines(*read.text)});
  auto node = parse_yaml(*read.text, source, problems);
  if (!node) problems.throw_if_any();
  keep_tree_rules(*node, problems);
  Resources out;
  if (node->shape != Node::Shape::nothing) out = SiteReader(*node, problems).read();
  problems.throw_if_any();
  return out;
}

fs::path own_site() {
  if (const char* named = std::getenv("MARGINLAB_SITE"); named != nullptr && *named != '\0') return named;
  const char* const settings = std::getenv("XDG_CONFIG_HOME");
  const char* const home = std::getenv("HOME");
  fs::path folder;
  if (settings != nullptr && *settings != '\0')
    folder = settings;
  else if (home != nullptr)
    folder = fs::path(home) / ".config";
  const fs::path file = folder / "marginlab" / "slurm.yaml";
  return !folder.empty() && fs::exists(file) ? file : fs::path{};
}

Resources with_site(const Resources& said, const Resources& site) {
  Resources out = said;
  out.partition = first_said(said.partition, site.partition);
  out.account = first_said(said.account, site.account);
  out.memory = first_said(said.memory, site.memory);
  out.cpus = first_said(said.cpus, site.cpus);
  out.throttle = first_said(said.throttle, site.throttle);
  out.mpi = first_said(said.mpi, site.mpi);
  out.before = site.before;
  out.options = site.options;
  out.options.insert(out.options.end(), said.options.begin(), said.options.end());
  return out;
}

} // namespace experiments
