#include "datasets/readers/memory_budget.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <optional>

#include "core/contract.hpp"

namespace datasets::readers {
namespace {

constexpr std::size_t always = std::size_t{1} << 23, for_a_byte = std::size_t{1} << 11,
                      most = std::size_t{1} << 31, unless_known = std::size_t{4} << 30;

/// The number that a file of the system begins with; none where it is missing, or says "max".
std::optional<std::size_t> number_in(const char* path) {
  std::ifstream in(path);
  std::size_t number = 0;
  return in >> number ? std::optional(number) : std::nullopt;
}

std::size_t left_on_machine() {
  std::ifstream in("/proc/meminfo");
  std::string name;
  for (std::size_t kib = 0; in >> name >> kib; in.ignore(std::numeric_limits<std::streamsize>::max(), '\n'))
    if (name == "MemAvailable:") return kib << 10;
  return unless_known;
}

/// What is left in a control group, version 2 or 1; without one as much as there is.
std::size_t left_in_group() {
  for (const auto& [limit, use] : {std::pair{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"},
                                   std::pair{"/sys/fs/cgroup/memory/memory.limit_in_bytes",
                                             "/sys/fs/cgroup/memory/memory.usage_in_bytes"}}) {
    const auto bytes = number_in(limit), used = number_in(use);
    if (bytes && used) return *bytes - std::min(*bytes, *used);
  }
  return std::numeric_limits<std::size_t>::max();
}

std::string in_mib(double bytes) {
  return std::to_string(std::llround(bytes / (1 << 20))) + " MiB";
}

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

} // namespace

std::size_t memory_left() {
  return std::min(left_on_machine(), left_in_group());
}

std::size_t reading_room() {
  return memory_left() / 2;
}

std::size_t most_fields(std::string_view text, char delimiter) {
  std::size_t fields = 1;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool divides =
        delimiter == ' ' ? is_blank(text[i]) && i > 0 && !is_blank(text[i - 1]) : text[i] == delimiter;
    fields += divides || text[i] == '\n' ? 1 : 0;
  }
  return fields;
}

void require_room(const std::string& file, double bytes, std::size_t room) {
  core::require(
      bytes <= static_cast<double>(room),
      file + ": it would take " + in_mib(bytes) + " once it is read. Half of what this machine has left is " +
          in_mib(static_cast<double>(room)) + ". Give fewer rows or columns, or a machine with more memory.");
}

MemoryBudget::MemoryBudget(std::string name, std::size_t bytes)
    : name_(std::move(name)),
      left_(std::min(always + for_a_byte * std::min(bytes, (most - always) / for_a_byte), reading_room())) {}

void MemoryBudget::take(std::size_t bytes, std::size_t times) {
  core::require(bytes == 0 || times <= left_ / bytes,
                name_ +
                    ": it is too large once what its rows leave out is written out. A table may take 2 GiB, "
                    "2048 times the file and half of the memory that is left. Use fewer rows or columns.");
  left_ -= bytes * times;
}

} // namespace datasets::readers
