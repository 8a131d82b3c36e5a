#include "experiments/catalog/external_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "core/contract.hpp"
#include "core/random/sha256.hpp"
#include "core/settings/parameter.hpp"
#include "experiments/catalog/shared_work.hpp"
#include "experiments/terminal/terminal.hpp"
#include "results/record/printable.hpp"

// What a config says of a program in another language, and what of it is in keys.
namespace experiments {
namespace {

namespace fs = std::filesystem;
using core::Parameters;
using Json = nlohmann::json; // its objects are sorted by key
using Words = std::vector<std::string>;

constexpr double bytes_of_megabyte = 1e6;

constexpr const char* strict = "strict";

const auto command =
    core::text("command", "the program and its words, as a list; it runs in the folder of the config")
        .as_list()
        .as_place();
const auto files = core::text("files",
                              "the files whose bytes decide the numbers, as a list; none: the words of the "
                              "command that are files below the folder; the word strict, first or alone, "
                              "refuses a program that loads others from there")
                       .as_list(strict)
                       .or_else("[]")
                       .as_place();
const auto own_parameters =
    core::text("parameters", "what the program is told beside the data, as a map").as_map().or_else("{}");
const auto limit =
    core::real("limit", "seconds of wall time for one answer").in(0.01, 1e6).or_else(60).as_place();
const auto memory = core::real("memory", "megabytes of address space of the program; 0: no limit")
                        .in(0, 1e9)
                        .or_else(0)
                        .as_place();
const auto folder = core::text("folder", "where it runs; filled in by marginlab").or_else(".").as_place();
const auto when_missing =
    core::word<Missing>("missing",
                        "what becomes of the row where the program does not begin, because "
                        "the interpreter or a package is not installed",
                        {{"refuse", Missing::refuse}, {"skip", Missing::skip}})
        .or_else(Missing::refuse)
        .as_place();
const auto called =
    core::text("called", "the words of the command; filled in by marginlab").or_else(not_yet_known);
const auto contents =
    core::text("contents", "the SHA-256 of each file; filled in by marginlab").or_else(not_yet_known);
const auto versions = core::text("versions", "what the program says of its versions; filled in by marginlab")
                          .or_else(not_yet_known);

Words words_of(const std::string& json) {
  return Json::parse(json).get<Words>();
}

/// The words as a key has them: of the interpreter its name, not where this machine has it.
std::string called_of(Words words) {
  words.front() =
      fs::path(words.front()).is_absolute() ? fs::path(words.front()).filename().string() : words.front();
  return Json(words).dump();
}

/// How it is started.
workers::Command command_of(const Parameters& p) {
  core::require(p.has(command.key()),
                "Nothing says how the worker " + called.of(p) +
                    " is started. The stored results do not know where it lies. Run the study again");
  return {words_of(command.of(p)), folder.of(p), limit.of(p),
          static_cast<std::uint64_t>(memory.of(p) * bytes_of_megabyte)};
}

std::string bytes_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  core::require(in.good(),
                "files: '" + file.string() +
                    "' cannot be read (its bytes are part of the key). "
                    "Correct its permissions",
                {files.key()});
  return {std::istreambuf_iterator<char>(in), {}};
}

/// A word that is meant to be a script.
bool is_script(const std::string& word) {
  static constexpr std::array endings{".py", ".R", ".r", ".jl", ".pl", ".rb", ".js", ".m"};
  return std::any_of(endings.begin(), endings.end(), [&](const char* ending) {
    return word.size() > std::string_view(ending).size() && word.ends_with(ending);
  });
}

bool is_file_in(const fs::path& place, const std::string& word) {
  std::error_code ignored;
  const fs::path path(word);
  return !word.empty() && path.is_relative() && fs::is_regular_file(place / path, ignored);
}

bool is_strict(const Words& named) {
  return !named.empty() && named.front() == strict;
}

/// The files that are named, or those among the words.
Words listed_files(const Parameters& p) {
  const fs::path place = folder.of(p);
  Words out = words_of(files.of(p));
  if (is_strict(out)) out.erase(out.begin());
  for (const std::string& name : out)
    core::require(is_file_in(place, name),
                  "files: no file '" + name + "' in " + place.string() +
                      " (paths are relative to the config's folder). Correct the name",
                  {files.key()});
  if (!out.empty()) return out;
  const Words words = words_of(command.of(p));
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool may_be = i > 0 || words[i].find('/') != std::string::npos;
    if (may_be && is_file_in(place, words[i])) out.push_back(words[i]);
    core::require(i == 0 || !is_script(words[i]) || fs::exists(place / words[i]),
                  "command: no file '" + words[i] + "' in " + place.string() +
                      " (the command runs in the config's folder). Correct the name",
                  {command.key()});
  }
  return out;
}

std::string contents_of(const Words& names, const fs::path& place) {
  Json out = Json::object();
  for (const std::string& name : names) out[name] = core::sha256_hex(bytes_of(place / name), 16);
  return out.dump();
}

/// With those that the program has loaded when it begins. Throws UserError where it may not.
std::string contents_of(const Parameters& p, const Words& loaded) {
  Words names = listed_files(p);
  const bool may_load = !is_strict(words_of(files.of(p)));
  for (const std::string& file : loaded) {
    if (std::find(names.begin(), names.end(), file) != names.end()) continue;
    core::require(may_load,
                  "files: the worker loads '" + results::printable(file) +
                      "', which is not listed. Its bytes would be in no key. Write files: [strict, " +
                      results::printable(file) + ", ...]",
                  {files.key()});
    if (is_file_in(folder.of(p), file)) names.push_back(file);
  }
  return contents_of(names, folder.of(p));
}

/// Words by which a shell would do something.
void refuse_shell(const Words& words) {
  static const std::set<std::string> signs{"|", "||", "&", "&&", ";", ">", ">>", "<", "2>", "2>&1"};
  for (const std::string& word : words)
    core::require(!signs.contains(word),
                  "command: the word '" + word +
                      "' is for a shell (no shell reads the command). Put the line into a "
                      "script and name that",
                  {command.key()});
}

/// The last line that was printed, for a sentence.
std::string last_line(std::string text) {
  text.erase(text.find_last_not_of(" \n") + 1);
  return results::printable(text.substr(text.find_last_of('\n') + 1));
}

/// What the program says of itself, asked once a process for the same program.
const workers::Description& description_of(const workers::Command& program, const std::string& content) {
  static std::mutex mutex;
  static std::map<std::pair<workers::Command, std::string>, workers::Description> known;
  const std::lock_guard lock(mutex);
  if (const auto found = known.find({program, content}); found != known.end()) return found->second;
  workers::Worker once(program);
  return known.emplace(std::pair(program, content), once.description()).first->second;
}

Service service_of(const workers::Description& said) {
  if (said.operation == "draw") return Service::draws;
  if (said.operation == "measure") return Service::measures;
  return said.tunes ? Service::tunes : Service::fits;
}

/// Where a program of this kind belongs.
std::string misplaced(Service kind) {
  switch (kind) {
    case Service::fits:
      return "command: the worker is a method that does not tune (it takes no lambdas). Write method: "
             "external, "
             "without 'tuning'";
    case Service::tunes:
      return "command: the worker is a method that tunes (it wants lambdas to choose from). Write method: "
             "external_tuned, with 'tuning'";
    case Service::draws:
      return "command: the worker draws data (it is no method). Write source: external, under 'data'";
    case Service::measures:
      return "command: the worker measures probabilities (it is no method). Write metric: external, under "
             "'metrics'";
  }
  throw std::logic_error("a kind of service");
}

/// What keys say of a program.
std::string name_of(const Parameters& p) {
  return "worker " + core::sha256_hex(called.of(p) + contents.of(p) + versions.of(p), 16);
}

} // namespace

std::vector<core::ParameterSpec> parameters_of_programs() {
  return {command, files, own_parameters, limit, memory, folder, called, contents, versions};
}

std::vector<core::ParameterSpec> parameters_of_methods() {
  std::vector<core::ParameterSpec> all = parameters_of_programs();
  all.push_back(when_missing);
  return all;
}

namespace {

/// "The worker ended ... Its last words: ...".
std::string sentence_of(const workers::Failure& failure) {
  const std::string last = last_line(failure.last_words);
  return std::string(failure.what()) + (last.empty() ? "" : " Its last words: " + last);
}

} // namespace

std::string why_left_out(const Parameters& p) {
  if (!p.has(when_missing.key()) || when_missing.of(p) == Missing::refuse) return "";
  const workers::Command program = command_of(p);
  const std::string listed = contents_of(p, {}); // a script that is not there is a mistake
  try {
    program_of(program);
    description_of(program, listed);
  } catch (const workers::Failure& failure) {
    return called_of(program.words) + " does not begin. " + sentence_of(failure);
  } catch (const core::UserError& refusal) {
    return refusal.what();
  }
  return "";
}

workers::Description complete_program(Parameters& p, Service wanted) {
  const workers::Command program = command_of(p);
  refuse_shell(program.words);
  program_of(program);
  p.set(called.key(), called_of(program.words));
  try {
    workers::Description said = description_of(program, contents_of(p, {}));
    p.set(contents.key(), contents_of(p, said.files));
    p.set(versions.key(), Json(said.versions).dump());
    core::require(service_of(said) == wanted, [&] { return misplaced(service_of(said)); }, {command.key()});
    return said;
  } catch (const workers::Failure& failure) {
    throw core::UserError("command: the worker does not begin (" + sentence_of(failure) +
                              "). Try it: marginlab worker test CONFIG",
                          {command.key()});
  }
}

namespace {

constexpr std::uint64_t asked_twice_in = 100;

/// Says once a process what is to be said of a program.
void warn_once(const std::string& sentence) {
  static std::mutex mutex;
  static std::set<std::string> said;
  const std::lock_guard lock(mutex);
  if (said.insert(sentence).second) log()->warn("{}", sentence);
}

void require_same(const ExternalProgram& program, const workers::Description& said) {
  const std::string now = Json(said.versions).dump();
  if (program.versions == not_yet_known || now == program.versions) return;
  throw workers::Failure("The worker says " + now + " of its versions, and this setting is of " +
                             program.versions + ". Install those, or run the study again.",
                         "");
}

/// Its time is this thread's: of wall, because nobody knows another process's share.
workers::Answer timed(workers::Worker& worker, const workers::Request& request) {
  const auto begun = std::chrono::steady_clock::now();
  const auto count = [&] {
    add_to_own_work(std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count());
  };
  try {
    workers::Answer answer = worker.ask(request);
    count();
    return answer;
  } catch (...) {
    count();
    throw;
  }
}

bool has_same_bits(const std::vector<workers::Array>& one, const std::vector<workers::Array>& other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](const workers::Array& a, const workers::Array& b) {
                      return a.name == b.name && a.shape == b.shape && a.values == b.values;
                    });
}

/// One answer in a hundred is compared with that of a worker that was asked other questions before.
void ask_again(const ExternalProgram& program, const workers::Request& request, workers::Answer& answer) {
  const workers::Answer again = timed(workers::second_worker_of_thread(program.command), request);
  const bool same = has_same_bits(answer.arrays, again.arrays) &&
                    (request.operation != "measure" || answer.facts == again.facts);
  answer.facts["differs"] = same ? 0 : 1;
  if (!same)
    warn_once("Two workers answer one question of " + program.called +
              " differently. Its answers depend on what came before, or on chance without the seed.");
}

/// Warns of files that it has loaded since it began. Throws Failure where 'files' is strict.
void examine_files(const ExternalProgram& program, const workers::Answer& answer) {
  const Json known = program.contents == not_yet_known ? Json::object() : Json::parse(program.contents);
  for (const std::string& file : answer.files) {
    if (known.contains(file)) continue;
    const std::string sentence = "The worker " + program.called + " has loaded '" + file +
                                 "', whose bytes no key has. Add it to 'files'.";
    if (program.is_strict) throw workers::Failure(sentence, "");
    warn_once(sentence);
  }
}

} // namespace

workers::Answer asked(const ExternalProgram& program, const workers::Request& request) {
  workers::Worker& worker = workers::worker_of_thread(program.command);
  require_same(program, worker.description());
  workers::Answer answer = timed(worker, request);
  if (static_cast<std::uint64_t>(request.seed) % asked_twice_in == 0) ask_again(program, request, answer);
  examine_files(program, answer);
  return answer;
}

bool is_external(const core::Choice& choice) {
  return choice.id == external_id || choice.id == external_tuned_id;
}

void place_worker(core::Choice& choice, const fs::path& of_config) {
  if (!is_external(choice)) return;
  const fs::path place = of_config.empty() ? fs::current_path() : fs::absolute(of_config).lexically_normal();
  choice.parameters.set(folder.key(), place.string());
}

std::optional<std::pair<std::string, std::string>> place_of_worker(const core::Choice& choice) {
  const Parameters& p = choice.parameters;
  if (!is_external(choice) || !p.has(command.key())) return std::nullopt;
  const Json place{{"command", command.of(p)},
                   {"files", files.of(p)},
                   {"folder", folder.of(p)},
                   {"limit", limit.of(p)},
                   {"memory", memory.of(p)}};
  return std::pair(name_of(p), place.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void require_trusted(const core::Choice& choice) {
  core::require(!is_external(choice) || std::getenv(stored_programs) != nullptr, [&] {
    return "The program " + called.of(choice.parameters) +
           " computes this row. A stored file can name any program, so none is started unasked. Where you "
           "trust the file, add --programs";
  });
}

void find_worker(core::Choice& choice, const std::map<std::string, std::string>& paths) {
  if (!is_external(choice) || std::getenv(stored_programs) == nullptr) return;
  const auto found = paths.find(name_of(choice.parameters));
  if (found == paths.end()) return;
  try {
    const Json place = Json::parse(found->second);
    for (const core::Parameter<std::string>& text : {command, files, folder})
      choice.parameters.set(text.key(), place.at(text.key()).get<std::string>());
    for (const core::Parameter<double>& number : {limit, memory})
      choice.parameters.set(number.key(), place.at(number.key()).get<double>());
  } catch (const Json::exception&) {
    throw core::UserError("The stored place of a worker cannot be read: '" +
                          results::printable(found->second) + "'. Is the file damaged?");
  }
}

namespace {

/// "python3 mine.py computes it (python 3.11.2)."
std::string program_sentence(const Parameters& p, const std::string& does) {
  std::string program;
  for (const std::string& word : words_of(called.of(p))) program += (program.empty() ? "" : " ") + word;
  std::string of_versions;
  const Json said = Json::parse(versions.of(p));
  for (const auto& [name, version] : said.items())
    of_versions += (of_versions.empty() ? "" : ", ") + name + " " + version.get<std::string>();
  return program + " " + does + (of_versions.empty() ? "." : " (" + of_versions + ").");
}

} // namespace

std::string sentence_of_worker(const core::Choice& choice, const std::string& marks,
                               const std::string& does) {
  return "'" + choice.label + "' is " + marks + ": the program " + program_sentence(choice.parameters, does);
}

std::vector<std::string> sentences_of_workers(const std::vector<Setting>& settings) {
  std::vector<std::string> out;
  const auto say = [&](const core::Choice& choice, const char* marks, const char* does) {
    if (!is_external(choice)) return;
    const std::string sentence = sentence_of_worker(choice, marks, does);
    if (std::find(out.begin(), out.end(), sentence) == out.end()) out.push_back(sentence);
  };
  for (const Setting& setting : settings) say(setting.data, "drawn on this machine", "draws it");
  for (const Setting& setting : settings)
    say(setting.method, "not certified, bits of this machine", "computes it");
  return out;
}

ExternalProgram::ExternalProgram(const Parameters& p)
    : command(command_of(p)),
      called(experiments::called.of(p)),
      parameters(own_parameters.of(p)),
      contents(experiments::contents.of(p)),
      versions(experiments::versions.of(p)),
      is_strict(experiments::is_strict(words_of(files.of(p)))) {
  if (contents == not_yet_known) return;
  Words names;
  const Json known = Json::parse(contents);
  for (const auto& [name, hash] : known.items()) names.push_back(name);
  const std::string now = contents_of(names, folder.of(p));
  core::require(now == contents, [&] {
    return "contents: the files of the worker have changed (this setting is of " + contents + ", they are " +
           now + "). Restore them, or run the study again";
  });
}

} // namespace experiments
