#include <fmt/format.h>

#include <fstream>

#include "core/contract.hpp"
#include "experiments/call.hpp"
#include "experiments/command_line/verbs.hpp"
#include "results/figure/gnuplot.hpp"
#include "results/hdf5/read_results.hpp"
#include "results/replace_file.hpp"

// Draws the charts of a stored study: writes gnuplot's script, then calls gnuplot on it.
namespace experiments::command_line {
namespace {

namespace fs = std::filesystem;

/// What names the files of one figure: a folder and the name before .gp, .svg and .pdf.
struct Stem {
  fs::path folder;
  std::string name;

  fs::path file(const std::string& ending) const { return folder / (name + ending); }
};

std::string bytes_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// cairo 1.16 writes the moment into a PDF whatever SOURCE_DATE_EPOCH says. The digits are replaced by those
/// of 1970-01-01, as many as there were, because a PDF counts its bytes.
void forget_the_moment(const fs::path& pdf) {
  const std::string mark = "/CreationDate (D:", fixed = "19700101000000";
  std::string bytes = bytes_of(pdf);
  const std::size_t at = bytes.find(mark);
  if (at == std::string::npos || bytes.size() < at + mark.size() + fixed.size()) return;
  results::replace_file(pdf, bytes.replace(at + mark.size(), fixed.size(), fixed));
}

void draw(const results::Chart& chart, const Stem& stem) {
  const fs::path script = stem.file(".gp");
  results::replace_file(script, gnuplot_script(chart, stem.name));
  // SOURCE_DATE_EPOCH is the date that recent libraries write into what they draw: the same results give the
  // same bytes.
  const auto drawn = call({.words = {"gnuplot", "-d", script.filename().string()},
                           .folder = stem.folder,
                           .environment = {"SOURCE_DATE_EPOCH=0"}});
  core::require(drawn.has_value(), "gnuplot is not installed (" + script.string() +
                                       " is written and waits for it) apt-get install gnuplot-nox, then call "
                                       "again");
  core::require(drawn->code == 0,
                "gnuplot failed on " + script.string() + " (its message is above) is it older than 5.4?");
  forget_the_moment(stem.file(".pdf"));
  fmt::print("{}\n{}\n{}\n", script.string(), stem.file(".svg").string(), stem.file(".pdf").string());
}

struct FigureRequest {
  std::string source, out;
};

void draw_all(const FigureRequest& request) {
  const fs::path file = results_file(request.source);
  const results::Results all = results::read_results(file);
  const std::vector<results::Chart> charts = results::charts(all);
  core::require(!charts.empty(),
                "no chart for " + all.card.study +
                    " (its layout has no chart, or the replicate it names has no such series "
                    "yet) add layout.chart and run it again");
  const fs::path out = request.out.empty() ? file.parent_path() / "figure" : fs::path(request.out);
  const fs::path folder = out.has_parent_path() ? out.parent_path() : fs::path(".");
  core::require(out.has_filename(), request.out + " is a folder (a figure needs a name) add one, such as " +
                                        (folder / "figure").string());
  fs::create_directories(folder);
  for (std::size_t k = 0; k < charts.size(); ++k)
    draw(charts[k],
         {folder, out.filename().string() + (charts.size() == 1 ? "" : "-" + std::to_string(k + 1))});
}

} // namespace

void add_figure(CLI::App& app, ExitCode&) {
  auto* verb = app.add_subcommand("figure", "Draw the chart of a stored study with gnuplot, as SVG and PDF");
  auto request = std::make_shared<FigureRequest>();
  verb->add_option("DIR", request->source, "a run directory or a results.h5")->required();
  verb->add_option("--out", request->out,
                   "STEM: the files are STEM.gp, STEM.svg and STEM.pdf (default: figure, beside results.h5)");
  verb->footer(
      "Several charts of one study are numbered STEM-1, STEM-2, ...\n"
      "Example:\n  marginlab figure runs/wang2008/figure1 --out figure1");
  verb->callback([request] { draw_all(*request); });
}

} // namespace experiments::command_line
