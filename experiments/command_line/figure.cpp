#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <fstream>

#include "core/contract.hpp"
#include "experiments/command_line/verbs.hpp"
#include "results/figure/gnuplot.hpp"
#include "results/hdf5/read_results.hpp"
#include "results/replace_file.hpp"

// Draws the charts of a stored study: writes gnuplot's script, then calls gnuplot on it. This is the only
// program that marginlab calls.
namespace experiments::command_line {
namespace {

namespace fs = std::filesystem;

/// What names the files of one figure: a folder and the name before .gp, .svg and .pdf.
struct Stem {
  fs::path folder;
  std::string name;

  fs::path file(const std::string& ending) const { return folder / (name + ending); }
};

/// The environment with SOURCE_DATE_EPOCH, the date that recent libraries write into what they draw, so that
/// the same results give the same bytes; the caller's own where there is one.
std::vector<std::string> reproducible_environment() {
  std::vector<std::string> out;
  for (char** variable = environ; *variable != nullptr; ++variable) out.emplace_back(*variable);
  if (std::getenv("SOURCE_DATE_EPOCH") == nullptr) out.emplace_back("SOURCE_DATE_EPOCH=0");
  return out;
}

/// The pointers that execve wants; valid as long as the texts.
std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (std::string& text : texts) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

/// Runs a program in a folder, without a shell, and waits for it. Its status as waitpid gives it; nothing
/// where there is no such program.
std::optional<int> status_of(std::vector<std::string> command, const fs::path& folder) {
  std::vector<std::string> environment = reproducible_environment();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  pid_t child = 0;
  const int error = posix_spawnp(&child, command.front().c_str(), &actions, nullptr, pointers(command).data(),
                                 pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  if (error == ENOENT) return std::nullopt;
  core::require(error == 0,
                command.front() + " cannot be started (" + std::strerror(error) + ") try it by hand");
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return status;
}

void write(const fs::path& file, const std::string& text) {
  results::replace_file(file, [&](const fs::path& temporary) {
    std::ofstream out(temporary, std::ios::binary);
    out << text;
    core::require(out.good(),
                  "cannot write " + file.string() + " (the file or its disk refused) choose another --out");
  });
}

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
  write(pdf, bytes.replace(at + mark.size(), fixed.size(), fixed));
}

void draw(const results::Chart& chart, const Stem& stem) {
  const fs::path script = stem.file(".gp");
  write(script, gnuplot_script(chart, stem.name));
  const auto status = status_of({"gnuplot", "-d", script.filename().string()}, stem.folder);
  core::require(status.has_value(),
                "gnuplot is not installed (" + script.string() +
                    " is written and waits for it) apt-get install gnuplot-nox, then call "
                    "again");
  core::require(WIFEXITED(*status) && WEXITSTATUS(*status) == 0,
                "gnuplot failed on " + script.string() + " (its message is above) is it older than 5.4?");
  forget_the_moment(stem.file(".pdf"));
  fmt::print("{}\n{}\n{}\n", script.string(), stem.file(".svg").string(), stem.file(".pdf").string());
}

struct Request {
  std::string source, out;
};

void draw_all(const Request& request) {
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
  auto request = std::make_shared<Request>();
  verb->add_option("DIR", request->source, "a run directory or a results.h5")->required();
  verb->add_option("--out", request->out,
                   "STEM: the files are STEM.gp, STEM.svg and STEM.pdf (default: figure, beside results.h5)");
  verb->footer(
      "Several charts of one study are numbered STEM-1, STEM-2, ...\n"
      "Example:\n  marginlab figure runs/wang2008/figure1 --out figure1");
  verb->callback([request] { draw_all(*request); });
}

} // namespace experiments::command_line
