#include <fmt/format.h>

#include <map>

#include "core/contract.hpp"
#include "experiments/command_line/verbs.hpp"
#include "experiments/terminal_style.hpp"
#include "results/format/render.hpp"
#include "results/hdf5/read_results.hpp"
#include "results/table/index.hpp"
#include "results/table/method_order.hpp"
#include "results/table/tabulate.hpp"

namespace experiments::command_line {
namespace {

struct ReportRequest {
  std::vector<std::string> sources;
  std::string format = "text", out;
  bool index = false;
};

results::Format format(const std::string& name) {
  static const std::map<std::string, results::Format> formats{
      {"text", results::Format::text}, {"md", results::Format::markdown}, {"tex", results::Format::latex},
      {"csv", results::Format::csv},   {"html", results::Format::html},   {"svg", results::Format::svg}};
  return formats.at(name);
}

std::string report(const ReportRequest& request) {
  if (!request.index) {
    core::require(request.sources.size() == 1,
                  "a report is of one study; name one (or add --index for many)");
    return results::render(results::read_results(results_file(request.sources.front())),
                           format(request.format), request.out.empty() ? terminal_style() : results::Style{});
  }
  std::vector<results::IndexRow> rows;
  for (const std::string& source : request.sources) {
    const results::Results all = results::read_results(results_file(source));
    rows.push_back({all.card.study, all.card.title, results::judged(all, results::tabulate(all)),
                    "results/tables/" + all.card.study + ".md"});
  }
  return results::index_markdown(rows);
}

} // namespace

void add_report(CLI::App& app, ExitCode&) {
  auto* verb = app.add_subcommand("report", "The tables of a stored study, in any format");
  auto request = std::make_shared<ReportRequest>();
  verb->add_option("SOURCE", request->sources, "a run directory or a results.h5")->required();
  verb->add_option("--format", request->format,
                   "text, md, tex, csv, html, or svg (the heat map of a sweep, a chart)")
      ->check(CLI::IsMember({"text", "md", "tex", "csv", "html", "svg"}))
      ->capture_default_str();
  verb->add_option("--out", request->out, "a file, replaced whole (default: standard output)");
  verb->add_flag("--index", request->index,
                 "one row a study, with its verdict counts, for an index of tables");
  verb->footer(
      "Examples:\n"
      "  marginlab report runs/wang2008/table1\n"
      "  marginlab report runs/wang2008/table1 --format html --out table1.html\n"
      "  marginlab report --index runs/wang2008/table1 runs/sweeps/example1_lambda_sigma");
  verb->callback([request] { deliver(report(*request), request->out); });
}

} // namespace experiments::command_line
