#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>

#include "core/contract.hpp"
#include "core/settings/words.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/cli/program.hpp"
#include "experiments/run/ending.hpp"
#include "experiments/system/subprocess.hpp"
#include "experiments/terminal/terminal.hpp"
#include "results/answer/forest.hpp"
#include "results/format/forest_svg.hpp"
#include "results/format/pictures.hpp"
#include "results/page/cell_facts.hpp"
#include "results/page/report_page.hpp"
#include "results/page/scoreboard.hpp"
#include "results/render/render.hpp"
#include "results/report/panels/compose.hpp"
#include "results/report/table/tabulate.hpp"
#include "results/report/verdicts/verdicts.hpp"
#include "results/store/file.hpp"
#include "results/store/hdf5/inspect.hpp"
#include "results/store/hdf5/results_file.hpp"

namespace experiments::command_line {
namespace {

struct ReportRequest {
  std::vector<std::string> sources;
  std::string format = "text", out;
  bool index = false, details = false, no_pager = false, verify = false;
};

const core::Words<results::Format> formats{{"text", results::Format::text}, {"md", results::Format::markdown},
                                           {"tex", results::Format::latex}, {"csv", results::Format::csv},
                                           {"html", results::Format::html}, {"svg", results::Format::svg},
                                           {"rows", results::Format::rows}, {"json", results::Format::json}};

/// What each study came to; the blocks of each paper's studies are judged together.
std::vector<results::Score> scores_of(const std::vector<std::string>& sources) {
  std::vector<results::Score> scores;
  std::map<std::string, std::vector<std::vector<results::Block>>> by_paper;
  std::vector<std::size_t> place; // of each score's blocks in its paper
  for (const std::string& source : sources) {
    const results::Results all = results::read_results(results_file(source));
    results::Judged study = results::judge(all);
    scores.push_back(results::score_of(study));
    auto& studies = by_paper[all.card.paper];
    place.push_back(studies.size());
    studies.push_back(std::move(study.blocks));
  }
  for (auto& [paper, studies] : by_paper) results::judge_together(studies);
  for (std::size_t i = 0; i < scores.size(); ++i)
    scores[i].blocks = results::block_counts(by_paper.at(scores[i].paper)[place[i]]);
  return scores;
}

std::string index_in_markdown(const std::vector<results::Score>& scores) {
  std::vector<results::IndexRow> rows;
  for (const results::Score& score : scores)
    rows.push_back({score.study, score.title, score.judged, "tables/" + score.study + ".md",
                    results::agreeing(score.blocks), results::in_order(score.blocks)});
  return results::index_markdown(rows);
}

/// Whether the name is that of a folder: it ends like one, or is one.
bool names_a_folder(const std::string& out) {
  return !out.empty() && (out.back() == '/' || std::filesystem::is_directory(out));
}

/// The scoreboard as index.html of a folder, and beside it the report of each study, to which it leads. All
/// pages are made before the first is written. No name of a study leads out of the folder.
void write_site(const std::vector<std::string>& sources, const std::filesystem::path& folder) {
  std::vector<results::Score> scores = scores_of(sources);
  std::map<std::string, std::string> pages;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    scores[i].report = "reports/" + results::address_of(scores[i].study) + ".html";
    const bool is_new =
        pages
            .emplace(scores[i].report,
                     results::report_page(results::read_results(results_file(sources[i])), sources[i]))
            .second;
    core::require(is_new, "Two of the folders hold the study '" + scores[i].study +
                              "'. A site has one report a study. Name each study once.");
  }
  pages.emplace("index.html", results::scoreboard(scores));
  for (const auto& [name, text] : pages) {
    std::filesystem::create_directories((folder / name).parent_path());
    results::replace_file(folder / name, text);
  }
  print_text("{}\n", (folder / "index.html").string());
}

std::string index(const ReportRequest& request) {
  const results::Format format = formats.of(request.format);
  if (format == results::Format::html) return results::scoreboard(scores_of(request.sources));
  if (format == results::Format::json) return results::index_json(scores_of(request.sources));
  core::require(
      format == results::Format::text || format == results::Format::markdown,
      "The index has no format '" + request.format + "'. Use --format md, --format html or --json.");
  return index_in_markdown(scores_of(request.sources));
}

std::string report(const ReportRequest& request) {
  if (request.index) return index(request);
  core::require(request.sources.size() == 1, "A report shows one study, and " +
                                                 std::to_string(request.sources.size()) +
                                                 " are named. Name one, or add --index for many.");
  const results::Results stored = results::read_results(results_file(request.sources.front()));
  const results::Format format = formats.of(request.format);
  if (format == results::Format::html) return results::report_page(stored, request.sources.front());
  const results::Style style = request.out.empty() ? terminal_style() : results::Style{};
  return format == results::Format::text && !request.details ? results::render_answer(stored, style)
                                                             : results::render(stored, format, style);
}

void give_report(const ReportRequest& request) {
  for (const std::string& source : request.sources)
    require_apart(request.out, {results_file(source).string()});
  if (request.index && request.format == "html" && names_a_folder(request.out))
    return write_site(request.sources, request.out);
  const std::string text = report(request);
  if (request.out.empty())
    show(text, !request.no_pager && request.format != "json");
  else
    deliver(text, request.out);
}

/// The first of what the studies come to that is not 0.
int verified(const std::vector<std::string>& sources) {
  int code = 0;
  for (const std::string& source : sources) {
    const int one = experiments::verified(results::read_results(results_file(source)));
    if (code == 0) code = one;
  }
  return code;
}

// Draws the pictures of a stored study: writes an SVG each, then has rsvg-convert make the other files of it.

namespace fs = std::filesystem;

/// What names the files of one figure: a folder and the name before .svg and .pdf.
struct Stem {
  fs::path folder;
  std::string name;

  fs::path file(const std::string& ending) const { return folder / (name + ending); }
};

/// Has rsvg-convert make this format of an SVG file that is there; says which file it is.
void convert(const Stem& stem, const std::string& format, const std::vector<std::string>& more) {
  const fs::path svg = stem.file(".svg"), made = stem.file("." + format);
  std::vector<std::string> words{"rsvg-convert", "--format", format};
  words.insert(words.end(), more.begin(), more.end());
  words.push_back(svg.filename().string());
  // SOURCE_DATE_EPOCH is the date that goes into the PDF: the same results give the same bytes.
  const auto drawn = call({.words = words, .folder = stem.folder, .environment = {"SOURCE_DATE_EPOCH=0"}});
  core::require(drawn.has_value(), svg.string() + " is written. The " + format +
                                       " is made of it by rsvg-convert, which is not installed. Run apt-get "
                                       "install librsvg2-bin, then this command again.");
  core::require(drawn->code == 0, "rsvg-convert failed on " + svg.string() +
                                      ". Its message is above. Is it older than version 2.54?");
  results::replace_file(made, drawn->said);
  print_text("{}\n", made.string());
}

void write_svg(const Stem& stem, const std::string& text) {
  results::replace_file(stem.file(".svg"), text);
  print_text("{}\n", stem.file(".svg").string());
}

enum class Kind { chart, forest };
const core::Words<Kind> figure_kinds{{"chart", Kind::chart}, {"forest", Kind::forest}};

struct FigureRequest {
  std::string source, out, kind = "chart";
};

/// Where the files of a figure go; the folder is made.
Stem stem_of(const FigureRequest& request, const fs::path& file) {
  const fs::path out = request.out.empty() ? file.parent_path() / "figure" : fs::path(request.out);
  const fs::path folder = out.has_parent_path() ? out.parent_path() : fs::path(".");
  core::require(out.has_filename(), request.out + " is a folder. Name a file in it, such as " +
                                        (folder / "figure").string() + ".");
  fs::create_directories(folder);
  return {folder, out.filename().string()};
}

void draw_forest(const FigureRequest& request, const fs::path& file) {
  const std::string text = results::svg_of(results::forest(results::judge(results::read_results(file))));
  const Stem stem = stem_of(request, file);
  write_svg(stem, text);
  convert(stem, "pdf", {});
  convert(stem, "png", {"--zoom", "2"});
}

void draw_charts(const FigureRequest& request, const fs::path& file) {
  const results::Results all = results::read_results(file);
  const std::vector<results::Picture> pictures = results::compose(all).pictures;
  core::require(!pictures.empty(), "The layout of " + all.card.study +
                                       " has no chart or heat map, or its replicate is not computed yet. Add "
                                       "a chart to layout.panels and run "
                                       "it again, or draw the comparison with --kind forest.");
  const Stem stem = stem_of(request, file);
  for (std::size_t k = 0; k < pictures.size(); ++k) {
    const Stem own{stem.folder, stem.name + (pictures.size() == 1 ? "" : "-" + std::to_string(k + 1))};
    write_svg(own, results::svg_of({pictures[k]}));
    convert(own, "pdf", {});
  }
}

void draw_all(const FigureRequest& request) {
  const fs::path file = results_file(request.source);
  if (figure_kinds.of(request.kind) == Kind::forest)
    draw_forest(request, file);
  else
    draw_charts(request, file);
}

} // namespace

Action add_report(CLI::App& verb) {
  auto request = std::make_shared<ReportRequest>();
  verb.add_option("SOURCE", request->sources, "a run directory or a results.h5")->required();
  CLI::Option* const format =
      verb.add_option("--format", request->format,
                      "text, md, tex, csv, html, svg (the heat map of a sweep, a chart), json, or rows: "
                      "every stored cell at full precision, as CSV")
          ->check(CLI::IsMember(formats.all()))
          ->capture_default_str();
  verb.add_flag_callback(
          "--json", [request] { request->format = "json"; },
          "as --format json: every number with all its digits, its verdict, the blocks")
      ->excludes(format);
  verb.add_flag("--details", request->details,
                "as text: every standard error, z and convention (the other formats always have them)");
  verb.add_option("--out", request->out,
                  "a file, replaced whole (default, and -: standard output); of --index --format html also a "
                  "folder, such as site/");
  verb.add_flag("--verify", request->verify,
                "exit with 4 if a verdict is off, 75 if the table has a hole, 3 if cells failed");
  verb.add_flag("--no-pager", request->no_pager, "no pager on a terminal (else PAGER, or less -FRX)");
  verb.add_flag(
      "--index", request->index,
      "one row a study, with its verdict counts: as Markdown, or with --format html as a scoreboard");
  verb.footer(
      "Examples:\n"
      "  marginlab report runs/wang2008/table1\n"
      "  marginlab report runs/wang2008/table1 --details\n"
      "  marginlab report runs/wang2008/table1 --verify\n"
      "  marginlab report runs/wang2008/table1 --format html --out table1.html\n"
      "  marginlab report runs/wang2008/table1 --format rows --out rows.csv\n"
      "  marginlab report runs/wang2008/table1 --json\n"
      "  marginlab report --index runs/wang2008/table1 runs/sweeps/example1_lambda_sigma\n"
      "  marginlab report --index runs/wang2008/* --format html --out site/");
  return [request] {
    give_report(*request);
    return request->verify ? verified(request->sources) : 0;
  };
}

Action add_figure(CLI::App& verb) {
  auto request = std::make_shared<FigureRequest>();
  verb.add_option("DIR", request->source, "a run directory or a results.h5")->required();
  verb.add_option("--kind", request->kind,
                  "chart: what the layout draws; forest: each number beside the published one")
      ->check(CLI::IsMember(figure_kinds.all()))
      ->capture_default_str();
  verb.add_option("--out", request->out,
                  "STEM: the files are STEM.svg and STEM.pdf (default: figure, beside results.h5)");
  verb.footer(
      "Several charts of one study are numbered STEM-1, STEM-2, ...; a forest plot has a STEM.png, too.\n"
      "Examples:\n"
      "  marginlab figure runs/wang2008/figure1 --out figure1\n"
      "  marginlab figure runs/wang2008/table1 --kind forest --out table1-forest");
  return [request] {
    draw_all(*request);
    return 0;
  };
}

Action add_inspect(CLI::App& verb) {
  auto file = std::make_shared<std::string>();
  verb.add_option("FILE", *file, "a results.h5, the run directory it lies in, or a model")->required();
  auto as_json = std::make_shared<bool>(false);
  verb.add_flag("--json", *as_json, "as JSON, with whole texts");
  verb.footer(
      "Examples:\n"
      "  marginlab inspect runs/wang2008/table1/results.h5\n"
      "  marginlab inspect runs/wang2008/table1 --json");
  return [file, as_json] {
    const fs::path path = results_file(*file);
    *as_json ? fmt::print("{}", results::describe_as_json(path)) : print_text("{}", results::describe(path));
    return 0;
  };
}

} // namespace experiments::command_line
