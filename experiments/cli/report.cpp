#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>

#include "core/contract.hpp"
#include "core/words.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/cli/program.hpp"
#include "experiments/run/subprocess.hpp"
#include "experiments/terminal/terminal.hpp"
#include "results/format/pictures.hpp"
#include "results/format/render.hpp"
#include "results/report/panels/blocks.hpp"
#include "results/report/panels/compose.hpp"
#include "results/report/panels/order.hpp"
#include "results/report/tabulate.hpp"
#include "results/store/file.hpp"
#include "results/store/hdf5/inspect.hpp"
#include "results/store/hdf5/results_file.hpp"

namespace experiments::command_line {
namespace {

struct ReportRequest {
  std::vector<std::string> sources;
  std::string format = "text", out;
  bool index = false;
};

const core::Words<results::Format> formats{{"text", results::Format::text}, {"md", results::Format::markdown},
                                           {"tex", results::Format::latex}, {"csv", results::Format::csv},
                                           {"html", results::Format::html}, {"svg", results::Format::svg}};

/// A row a study; the blocks of each paper's studies are judged together.
std::string index(const std::vector<std::string>& sources) {
  std::vector<results::IndexRow> rows;
  std::map<std::string, std::vector<std::vector<results::Block>>> by_paper;
  std::vector<std::pair<std::string, std::size_t>> place; // of each row's blocks
  for (const std::string& source : sources) {
    const results::Results all = results::read_results(results_file(source));
    const results::Table table = results::tabulate(all);
    rows.push_back({all.card.study, all.card.title, results::judged(all, table),
                    "results/tables/" + all.card.study + ".md"});
    auto& studies = by_paper[all.card.paper];
    place.emplace_back(all.card.paper, studies.size());
    studies.push_back(results::blocks(all, table));
  }
  for (auto& [paper, studies] : by_paper) results::judge_together(studies);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const results::BlockCounts counts = results::block_counts(by_paper.at(place[i].first)[place[i].second]);
    rows[i].blocks = results::agreeing(counts);
    rows[i].order = results::in_order(counts);
  }
  return results::index_markdown(rows);
}

std::string report(const ReportRequest& request) {
  if (!request.index) {
    core::require(request.sources.size() == 1,
                  "a report is of one study; name one (or add --index for many)");
    return results::render(results::read_results(results_file(request.sources.front())),
                           formats.of(request.format),
                           request.out.empty() ? terminal_style() : results::Style{});
  }
  return index(request.sources);
}

// Draws the pictures of a stored study: writes an SVG each, then has rsvg-convert make a PDF of it.

namespace fs = std::filesystem;

/// What names the files of one figure: a folder and the name before .svg and .pdf.
struct Stem {
  fs::path folder;
  std::string name;

  fs::path file(const std::string& ending) const { return folder / (name + ending); }
};

void draw(const results::Picture& picture, const Stem& stem) {
  const fs::path svg = stem.file(".svg"), pdf = stem.file(".pdf");
  results::replace_file(svg, results::svg_of({picture}));
  // SOURCE_DATE_EPOCH is the date that goes into the PDF: the same results give the same bytes.
  const auto drawn = call({.words = {"rsvg-convert", "--format", "pdf", svg.filename().string()},
                           .folder = stem.folder,
                           .environment = {"SOURCE_DATE_EPOCH=0"}});
  core::require(drawn.has_value(), "rsvg-convert is not installed (" + svg.string() +
                                       " is written; it makes the PDF of it) apt-get install librsvg2-bin, "
                                       "then call again");
  core::require(drawn->code == 0,
                "rsvg-convert failed on " + svg.string() + " (its message is above) is it older than 2.54?");
  results::replace_file(pdf, drawn->said);
  print_text("{}\n{}\n", svg.string(), pdf.string());
}

struct FigureRequest {
  std::string source, out;
};

void draw_all(const FigureRequest& request) {
  const fs::path file = results_file(request.source);
  const results::Results all = results::read_results(file);
  const std::vector<results::Picture> pictures = results::compose(all).pictures;
  core::require(!pictures.empty(),
                "no chart for " + all.card.study +
                    " (its layout has no chart or heat map, or the replicate it names has no such series "
                    "yet) add layout.chart and run it again");
  const fs::path out = request.out.empty() ? file.parent_path() / "figure" : fs::path(request.out);
  const fs::path folder = out.has_parent_path() ? out.parent_path() : fs::path(".");
  core::require(out.has_filename(), request.out + " is a folder (a figure needs a name) add one, such as " +
                                        (folder / "figure").string());
  fs::create_directories(folder);
  for (std::size_t k = 0; k < pictures.size(); ++k)
    draw(pictures[k],
         {folder, out.filename().string() + (pictures.size() == 1 ? "" : "-" + std::to_string(k + 1))});
}

} // namespace

Action add_report(CLI::App& verb) {
  auto request = std::make_shared<ReportRequest>();
  verb.add_option("SOURCE", request->sources, "a run directory or a results.h5")->required();
  verb.add_option("--format", request->format,
                  "text, md, tex, csv, html, or svg (the heat map of a sweep, a chart)")
      ->check(CLI::IsMember(formats.all()))
      ->capture_default_str();
  verb.add_option("--out", request->out, "a file, replaced whole (default, and -: standard output)");
  verb.add_flag("--index", request->index,
                "one row a study, with its verdict counts, for an index of tables");
  verb.footer(
      "Examples:\n"
      "  marginlab report runs/wang2008/table1\n"
      "  marginlab report runs/wang2008/table1 --format html --out table1.html\n"
      "  marginlab report --index runs/wang2008/table1 runs/sweeps/example1_lambda_sigma");
  return [request] {
    for (const std::string& source : request->sources)
      require_apart(request->out, {results_file(source).string()});
    deliver(report(*request), request->out);
    return 0;
  };
}

Action add_figure(CLI::App& verb) {
  auto request = std::make_shared<FigureRequest>();
  verb.add_option("DIR", request->source, "a run directory or a results.h5")->required();
  verb.add_option("--out", request->out,
                  "STEM: the files are STEM.svg and STEM.pdf (default: figure, beside results.h5)");
  verb.footer(
      "Several charts of one study are numbered STEM-1, STEM-2, ...\n"
      "Example:\n  marginlab figure runs/wang2008/figure1 --out figure1");
  return [request] {
    draw_all(*request);
    return 0;
  };
}

Action add_inspect(CLI::App& verb) {
  auto file = std::make_shared<std::string>();
  verb.add_option("FILE", *file, "a results.h5, the run directory it lies in, or a model")->required();
  verb.footer("Example:\n  marginlab inspect runs/wang2008/table1/results.h5");
  return [file] {
    print_text("{}", results::describe(results_file(*file)));
    return 0;
  };
}

} // namespace experiments::command_line
