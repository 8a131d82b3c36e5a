#include "datasets/fetch/fetch.hpp"

#include <chrono>
#include <fstream>
#include <iterator>
#include <optional>
#include <thread>

#include "core/contract.hpp"
#include "core/random/sha256.hpp"
#include "datasets/readers/gzip.hpp"

namespace datasets::fetch {
namespace {

namespace fs = std::filesystem;

std::string by_hand(const real::DataFile& file, const Delivery& delivery) {
  return "Get " + file.url + " on a machine that can, and put it at " +
         (delivery.folder / file.path).string() + ".";
}

/// What can be the file, packed or not: what gzip cannot shorten it makes longer by less than this.
std::size_t most_sent(const real::DataFile& file) {
  return file.bytes + file.bytes / 1000 + 1024;
}

std::string bytes_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// What is wrong with downloaded bytes; nothing if they are the data set's.
std::optional<std::string> wrong(const std::string& bytes, const real::DataFile& file) {
  try {
    const bool packed = readers::is_gzip(bytes);
    if (file.packed && real::are_stored_bytes_of(file, bytes)) return std::nullopt;
    const std::string unpacked =
        packed && !file.packed ? readers::gunzip(bytes, file.url, file.bytes) : bytes;
    if (!file.packed && real::are_bytes_of(file, unpacked)) return std::nullopt;
    return "It has " + std::to_string(bytes.size()) + " bytes with SHA-256 " +
           core::sha256_hex(unpacked, 16) + ", expected " + file.sha256.substr(0, 16) + ".";
  } catch (const core::UserError& error) {
    return error.what();
  }
}

/// Downloads until the server says that it was all; throws UserError where that does not come about.
void complete(const fs::path& part, const real::DataFile& file, const Delivery& delivery) {
  double wait = delivery.patience.first_wait;
  for (int tries = 1;; ++tries) {
    const Answer answer = http_get(file.url, part, most_sent(file), delivery.patience);
    if (answer.outcome == Answer::Outcome::complete) return;
    if (answer.outcome == Answer::Outcome::too_large) fs::remove(part);
    core::require(answer.outcome != Answer::Outcome::too_large,
                  file.url + ": " + answer.why + ", but the data set has " + std::to_string(file.bytes) +
                      ". Its publisher has changed it, or something in between answers. Fetch again later, "
                      "or look for the file elsewhere.");
    core::require(
        answer.outcome != Answer::Outcome::refused,
        file.url + ": " + answer.why + ". Another try would get the same. " + by_hand(file, delivery));
    core::require(tries < delivery.patience.tries,
                  file.url + ": " + answer.why + ". It was tried " + std::to_string(tries) +
                      " times. Is there a network? Fetch again later. " + by_hand(file, delivery));
    delivery.say(file.url + ": " + answer.why + "; trying again");
    if (answer.outcome == Answer::Outcome::afresh) {
      fs::remove(part);
    } else {
      std::this_thread::sleep_for(std::chrono::duration<double>(wait));
      wait *= 2;
    }
  }
}

} // namespace

fs::path fetch(const real::DataFile& file, const Delivery& delivery) {
  const fs::path target = delivery.folder / file.path, part = target.string() + ".part";
  std::error_code refused;
  fs::create_directories(target.parent_path(), refused);
  core::require(!refused, target.parent_path().string() + ": the folder cannot be made. The system says: " +
                              refused.message() + ". Set MARGINLAB_DATA to a folder of your own.");
  const bool had_part = fs::exists(part);
  if (had_part) delivery.say("going on with " + part.string());
  complete(part, file, delivery);
  auto problem = wrong(bytes_of(part), file);
  if (problem && had_part) { // the beginning may have been of another file
    delivery.say(file.url + ": " + *problem + " Beginning afresh.");
    fs::remove(part);
    complete(part, file, delivery);
    problem = wrong(bytes_of(part), file);
  }
  if (problem) fs::remove(part);
  core::require(!problem, file.url + ": this is not the data set. " + problem.value_or("") +
                              " Its publisher has changed it, or something in between answers. Fetch again "
                              "later, or look for the file elsewhere.");
  const fs::path place = readers::is_gzip(bytes_of(part)) ? fs::path(target.string() + ".gz") : target;
  fs::rename(part, place);
  return place;
}

} // namespace datasets::fetch
