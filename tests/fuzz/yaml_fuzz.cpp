#include <sstream>
#include <stdexcept>
#include <vector>

#include "experiments/catalog/methods.hpp"
#include "experiments/config/read_study.hpp"
#include "tests/fuzz/harness.hpp"
#include "tests/fuzz/scratch_folder.hpp"

// An input is up to four texts with a line %%% between them: the study, the published numbers
// (published.csv), the study it may extend (base.yaml), and overrides, one a line. The catalogue is the
// program's own, so that the configs of the tree are inputs as they are. The texts have to lie in a folder,
// because a study names its other files.
namespace {

std::vector<std::string_view> texts_in(std::string_view bytes) {
  constexpr std::string_view divider = "\n%%%\n";
  std::vector<std::string_view> texts;
  while (texts.size() < 3) {
    const std::size_t end = bytes.find(divider);
    texts.push_back(bytes.substr(0, end));
    bytes = end == std::string_view::npos ? std::string_view{} : bytes.substr(end + divider.size());
  }
  texts.push_back(bytes);
  return texts;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// What the results file keeps of a study reads back as the same study.
void expect_kept(const experiments::Study& study, const fuzz::ScratchFolder& folder) {
  const auto again =
      experiments::read_study(folder.write("study.yaml", study.config_yaml), {}, experiments::catalogue());
  if (experiments::resolved_json(again) != experiments::resolved_json(study))
    throw std::logic_error("the stored text of a study reads back as another one:\n" + study.config_yaml);
}

} // namespace

bool fuzz::yaml(std::string_view bytes) {
  static const ScratchFolder folder("yaml");
  const auto texts = texts_in(bytes);
  folder.write("published.csv", texts[1]);
  folder.write("base.yaml", texts[2]);
  experiments::Study study;
  try {
    study = experiments::read_study(folder.write("study.yaml", texts[0]), lines_of(texts[3]),
                                    experiments::catalogue());
  } catch (const core::UserError&) {
    return false; // refused, as documented
  }
  expect_kept(study, folder);
  return true;
}
