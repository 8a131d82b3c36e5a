#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <utility>

#include "core/contract.hpp"
#include "experiments/catalog/external_program.hpp"
#include "experiments/cli/program.hpp"
#include "experiments/config/read_study.hpp"
#include "experiments/referee/named_causes.hpp"
#include "experiments/referee/printed_table.hpp"
#include "experiments/run/threads.hpp"
#include "experiments/system/subprocess.hpp"
#include "experiments/terminal/terminal.hpp"
#include "experiments/verify/diff.hpp"
#include "experiments/verify/fsck.hpp"
#include "experiments/verify/replay.hpp"

namespace experiments::command_line {
namespace {

/// The mathematical library's choice of variants, as on a processor without fused multiply-add and wide
/// registers.
constexpr const char* plain_processor =
    "GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-FMA4,-AVX,-AVX2,-AVX_Usable,-AVX2_Usable,-FMA_Usable";

/// What the same certificate comes to in a process of its own on such a processor; nothing where that cannot
/// be had, as in such a process itself.
std::optional<std::string> data_hash_on_plain_processor(std::vector<std::string> words) {
  if (std::getenv("GLIBC_TUNABLES") != nullptr) return std::nullopt;
  words.insert(words.begin(), std::filesystem::read_symlink("/proc/self/exe"));
  const auto answer = call({words, ".", {plain_processor}});
  const std::string before = "data_hash ";
  const auto at = answer ? answer->said.rfind(before) : std::string::npos;
  if (at == std::string::npos) return std::nullopt;
  return answer->said.substr(at + before.size(), answer->said.find('\n', at) - at - before.size());
}

/// Prints what arithmetic says of a printed table.
int referee(const std::string& table, const std::string& design) {
  const bool is_csv = std::filesystem::path(table).extension() == ".csv";
  core::require(
      is_csv != design.empty(),
      is_csv ? table + ": a CSV does not say how its numbers were made. Name its design with --design FILE."
             : table + " is a study, whose config is its design. Leave --design out.");
  const PrintedTable printed =
      is_csv ? read_printed_table(table, design) : printed_table_of(read_study(table, {}));
  core::require(!printed.numbers.empty() || !printed.counts.empty(),
                table + ": the config names no published numbers. Name a study that has some.");
  bool impossible = false;
  std::string check;
  for (const std::string& note : printed.notes) print_text("{}\n", note);
  for (const results::Remark& remark : results::referee(printed.numbers, printed.counts, printed.design)) {
    impossible = impossible || remark.gravity == results::Gravity::impossible;
    if (remark.check != std::exchange(check, remark.check)) print_text("{}\n", remark.check);
    print_text("  {}{}\n", remark.gravity == results::Gravity::impossible ? "IMPOSSIBLE  " : "",
               remark.sentence);
  }
  if (check.empty()) print_text("Nothing can be asked of these numbers.\n");
  return impossible ? 4 : 0;
}

} // namespace

void add_programs(CLI::App& verb) {
  verb.add_flag_callback(
      "--programs",
      [] { // the rest of the program knows of it from the environment alone
        core::expect(setenv(stored_programs, "start", 1) == 0, "the environment takes the word");
      },
      "start the programs of users that the file names: only of a file you trust");
}

Action add_check(CLI::App& verb) {
  auto configs = std::make_shared<std::vector<std::string>>();
  verb.add_option("CONFIG", *configs, "paths or study names")->required();
  verb.footer("Example:\n  marginlab check configs/wang2008/table1.yaml my_study.yaml");
  return [configs] {
    int exit_code = 0;
    for (const std::string& config : *configs) {
      try {
        const Study study = read_study(config, {});
        const auto unfounded =
            unfounded_causes(study, [](const std::string& name) { return read_study(name, {}); });
        std::string refusal = study.study + ":";
        for (const std::string& sentence : unfounded) refusal += "\n  " + sentence;
        core::require(unfounded.empty(), refusal);
        print_text("{}: ok, {}\n", study.study, study.arithmetic);
        for (const StudyObjection& warning : study.warnings) print_text("  warning: {}\n", warning.sentence);
        for (const std::string& sentence : missing_data(study.plan)) print_text("  {}\n", sentence);
      } catch (const core::UserError& error) {
        fmt::print(stderr, "{}\n", results::printable_lines(error.what()));
        exit_code = 2;
      }
    }
    return exit_code;
  };
}

Action add_referee(CLI::App& verb) {
  struct Request {
    std::string table, design;
  };
  auto request = std::make_shared<Request>();
  verb.add_option("TABLE", request->table, "a study with published numbers, or a CSV of printed ones")
      ->required();
  verb.add_option("--design", request->design, "of a CSV: how the table is said to have been made, in YAML");
  verb.footer(
      "Asks of mean error rates whether so many rates on so many points can have them, of improvements "
      "whether\n"
      "they follow from their means, of average ranks what they sum to, of standard errors what a constant "
      "rule\n"
      "would have. Exit code 4 if a number is impossible, 2 if the table or its design is wrong.\n"
      "Examples:\n"
      "  marginlab referee wang2008/table1\n"
      "  marginlab referee table.csv --design design.yaml");
  return [request] { return referee(request->table, request->design); };
}

Action add_replay(CLI::App& verb) {
  struct Request {
    std::string directory, key;
  };
  auto request = std::make_shared<Request>();
  verb.add_option("DIR", request->directory, "a run directory or a results.h5")->required();
  verb.add_option("KEY", request->key, "SETTING/REPLICATE; the setting's digits may be cut short")
      ->required();
  add_programs(verb);
  verb.footer(
      "Exit code 3 if the cell is not what is stored.\nExample:\n  marginlab replay runs/wang2008/table1 "
      "4be1/37");
  return [request] { return replay(results_file(request->directory), request->key); };
}

Action add_rerun(CLI::App& verb) {
  auto source = std::make_shared<std::string>();
  auto options = std::make_shared<RunOptions>();
  verb.add_option("SOURCE", *source, "a run directory or a results.h5")->required();
  verb.add_option("--out", options->directory, "the new run directory (default: that of SOURCE + .rerun)");
  verb.add_option("--threads", options->threads, "default: all processors")->check(CLI::Range(1, 4096));
  verb.add_flag("--force", options->force, "begin although the run is guessed to take more than 30 days");
  verb.add_flag("--no-lock", options->no_lock, "where the file system has no locks, as for run");
  verb.add_flag("--quiet", options->quiet, "no progress");
  add_programs(verb);
  verb.footer(
      "Needs the file alone: the settings are stored in it. The stored config is put beside the new "
      "results.\n"
      "Exit code 0 if the data are the same bit for bit, 3 if not.\n"
      "Example:\n  marginlab rerun results.h5 --out runs/again");
  return [source, options] {
    const auto file = results_file(*source);
    if (options->directory.empty())
      options->directory = std::filesystem::absolute(file).parent_path().string() + ".rerun";
    Threads threads(options->threads > 0 ? options->threads : default_threads());
    return rerun(file, *options, threads);
  };
}

Action add_certify(CLI::App& verb) {
  struct Request {
    std::string config;
    std::vector<std::string> overrides;
    std::vector<int> threads{1, 2, 8};
    std::int64_t cells = 40;
  };
  auto request = std::make_shared<Request>();
  verb.add_option("CONFIG", request->config, "a path or a study name")->required();
  verb.add_option("OVERRIDE", request->overrides, "key=value, as for run");
  verb.add_option("--threads", request->threads, "the numbers of threads to compare")
      ->delimiter(',')
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  verb.add_option("--cells", request->cells, "about how many cells, drawn by their keys")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1000000000}))
      ->capture_default_str();
  verb.footer(
      "Computes the sample anew for each number of threads, and once as a processor without fused "
      "multiply-add "
      "and wide registers would, and stores nothing. Exit code 3 if two hashes differ.\n"
      "Example:\n  marginlab certify wang2008/table1 --threads 1,2,8");
  return [request] {
    const Certificate made =
        certify(read_study(request->config, request->overrides), request->cells, request->threads);
    for (const Certificate::Run& run : made.runs)
      print_text("{:>4} thread(s)  {}\n", run.threads, run.data_hash);
    std::vector<std::string> words{"certify", request->config};
    words.insert(words.end(), request->overrides.begin(), request->overrides.end());
    words.insert(words.end(), {"--threads", "1", "--cells", std::to_string(request->cells)});
    const auto plain = data_hash_on_plain_processor(std::move(words));
    print_text("plain processor  {}\n",
               plain.value_or("not tried: GLIBC_TUNABLES is set, or the program could not be started anew"));
    const std::string& hash = made.runs.front().data_hash;
    const bool holds = made.holds() && plain.value_or(hash) == hash;
    print_text("{}\n", holds ? fmt::format("certified: {} cells, data_hash {}", made.cells, hash)
                             : "NOT certified: the data depend on the number of threads or on the processor");
    return holds ? 0 : 3;
  };
}

Action add_fsck(CLI::App& verb) {
  auto directory = std::make_shared<std::string>();
  verb.add_option("DIR", *directory, "a run directory")->required();
  verb.footer(
      "Damage costs the cells it strikes: the next run computes them again. Exit code 3 if there is any.\n"
      "Example:\n  marginlab fsck runs/wang2008/table1");
  return [directory] {
    int exit_code = 0;
    for (const Finding& finding : examine(*directory)) {
      print_text("{}  {}\n", word(finding.grade), finding.sentence);
      if (finding.grade == Finding::Grade::damage) exit_code = 3;
    }
    return exit_code;
  };
}

Action add_diff(CLI::App& verb) {
  auto request = std::make_shared<DiffRequest>();
  verb.add_option("A", request->a, "a run directory or a results.h5")->required();
  verb.add_option("B", request->b, "another")->required();
  verb.add_flag("--exact", request->exact, "only equal bits count as equal");
  verb.add_flag("--json", request->as_json, "as JSON, with every cell that differs and every mean beyond");
  verb.footer(
      "Cells of the same setting and replicate are compared bit for bit. Points of the design whose "
      "settings\n"
      "differ - another seed, other parameters - are matched by their places, and their means are compared\n"
      "within Monte Carlo error, with what chance would do among as many.\n"
      "Exit code 0 where nothing differs, 3 where something does, 2 where a file cannot be read.\n"
      "Examples:\n"
      "  marginlab diff runs/wang2008/table1 other/results.h5 --exact   # the same study on two machines\n"
      "  marginlab diff runs/wang2008/table1 other/results.h5 --json\n"
      "  marginlab run wang2008/table1 seed=2 --out runs/seed2\n"
      "  marginlab diff runs/wang2008/table1 runs/seed2                 # the same study, other draws");
  return [request] { return diff(*request); };
}

} // namespace experiments::command_line
