#include <time.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>

#include "results/record/columns.hpp"
#include "results/record/hash.hpp"
#include "results/store/hdf5/results_file.hpp"
#include "results/store/journal.hpp"
#include "tests/support/read_journal.hpp"

// What the store costs. Usage: store_bench [cells = 1000000] [directory = a new one in /tmp, removed at the
// end]. Every line printed is one step on the same cells, with wall and processor seconds.
namespace {

constexpr int kReplicates = 100;

std::string hexadecimal(std::size_t number) {
  char text[33];
  std::snprintf(text, sizeof text, "%032llx", number * 0x9e3779b97f4a7c15ULL);
  return text;
}

/// Settings x 100 replicates on four axes: data, classifier, method and a swept lambda.
results::StudyCard card_of(std::size_t cells) {
  results::StudyCard card;
  card.study = "bench";
  card.replications = kReplicates;
  const std::size_t settings = (cells + kReplicates - 1) / kReplicates, swept = (settings + 23) / 24;
  card.axes = {{"data", "Data", false, {{"example1", "Example 1"}, {"example2", "Example 2"}}},
               {"classifier", "Classifier", false, {{"svm_linear", "SVM_L"}, {"svm_gaussian", "SVM_G"}}},
               {"method", "Method", false, {}},
               {"lambda", "lambda", true, {}}};
  for (const char* method : {"platt", "tuned_platt", "bracket", "path", "bagging", "wu"}) {
    card.axes[2].values.push_back({method, method});
  }
  for (std::size_t i = 0; i < swept; ++i)
    card.axes[3].values.push_back({std::to_string(i + 1), std::to_string(i + 1)});
  for (std::size_t i = 0; i < settings; ++i) {
    card.settings.push_back({hexadecimal(i + 1), "setting " + std::to_string(i)});
    card.points.push_back({{{"data", card.axes[0].values[i % 2].name},
                            {"classifier", card.axes[1].values[i / 2 % 2].name},
                            {"method", card.axes[2].values[i / 4 % 6].name},
                            {"lambda", card.axes[3].values[i / 24].name}},
                           static_cast<std::int32_t>(i)});
  }
  card.metrics = {{"gkl", "GKL", ""}, {"cre", "CRE", ""}, {"test_error", "Test error", ""}};
  return card;
}

/// A number of sixteen digits in (0, 1), another for each argument.
double digits(std::size_t seed) {
  seed = (seed ^ (seed >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  seed = (seed ^ (seed >> 27U)) * 0x94d049bb133111ebULL;
  return static_cast<double>(seed >> 11U) * 0x1p-53;
}

results::Record record_of(const results::StudyCard& card, std::size_t cell) {
  results::Record record{
      {card.settings[cell / kReplicates].key, static_cast<std::int32_t>(cell % kReplicates)}};
  std::size_t seed = 16 * cell;
  for (const char* name : {"gkl", "cre", "test_error", "lambda", "gap", "iterations"})
    record.values[name] = digits(++seed);
  record.seconds = 1e-3 * digits(++seed);
  return record;
}

results::Rows assembled(const results::StudyCard& card, const std::vector<results::Record>& records) {
  std::vector<std::string> keys;
  for (const results::Setting& setting : card.settings) keys.push_back(setting.key);
  results::ResultColumns columns(keys, card.replications);
  for (const results::Record& record : records) columns.enter(record);
  return columns.rows();
}

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <class Step>
auto timed(const char* name, Step step) {
  const auto start = std::chrono::steady_clock::now();
  const double processor_start = processor_seconds();
  auto answer = step();
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  std::printf("%-44s %8.3f s wall %8.3f s processor\n", name, wall.count(),
              processor_seconds() - processor_start);
  return answer;
}

void measure(std::size_t cells, const std::filesystem::path& directory) {
  const auto journal = directory / "journal.jsonl", file = directory / "results.h5";
  const results::StudyCard card = card_of(cells);
  timed("append, one write() a cell, and one sync", [&] {
    results::Journal sink(journal);
    for (std::size_t i = 0; i < cells; ++i) sink.append(record_of(card, (i * 7919) % cells));
    sink.sync();
    return 0;
  });
  std::printf("%-44s %8.0f bytes a line\n", "",
              static_cast<double>(std::filesystem::file_size(journal)) / cells);
  timed("scan", [&] { return results::scan(journal, [](const results::JournalLine&) {}).lines; });
  const auto index = timed("index", [&] { return results::index_journals({journal}); });
  timed("look up every cell in the index", [&] {
    std::size_t found = 0;
    for (const auto& setting : card.settings) {
      for (int r = 0; r < kReplicates; ++r) found += index.outcome({setting.key, r}).has_value();
    }
    return found;
  });
  const auto contents = timed("read (full parse, sorted)", [&] { return results::read_journal(journal); });
  results::Results all{card, {}, {}, {}, {}};
  all.rows = timed("assemble columns", [&] { return assembled(card, contents.records); });
  all.data_hash = timed("data_hash", [&] { return results::data_hash(all.card, all.rows, all.failures); });
  timed("write results.h5", [&] {
    results::write_results(file, all);
    return 0;
  });
  std::printf("%-44s %8.1f MB\n", "", static_cast<double>(std::filesystem::file_size(file)) / 1e6);
  const auto back = timed("read results.h5, checksum verified", [&] { return results::read_results(file); });
  std::printf("%zu cells, data_hash %s\n", back.rows.size(),
              back.data_hash == all.data_hash ? "equal" : "DIFFERENT");
}

} // namespace

int main(int count, char** arguments) {
  const std::size_t cells = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 1'000'000;
  std::string made = (std::filesystem::temp_directory_path() / "store_bench.XXXXXX").string();
  const bool is_given = count > 2;
  if (!is_given && mkdtemp(made.data()) == nullptr) return 1;
  measure(cells, is_given ? arguments[2] : made);
  if (!is_given) std::filesystem::remove_all(made);
  return 0;
}
