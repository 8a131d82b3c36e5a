#include "results/record/record.hpp"

#include <csignal>
#include <map>
#include <nlohmann/json.hpp>

namespace results {

std::string storable(const std::string& text) {
  using json = nlohmann::json;
  const std::string utf8 = json::parse(json(text).dump(-1, ' ', false, json::error_handler_t::replace));
  std::string out;
  for (const char c : utf8) out += c == '\0' ? "\xef\xbf\xbd" : std::string(1, c);
  return out;
}

std::string signal_name(int signal) {
  static const std::map<int, const char*> names{
      {SIGHUP, "SIGHUP"},   {SIGINT, "SIGINT"},   {SIGQUIT, "SIGQUIT"}, {SIGILL, "SIGILL"},
      {SIGABRT, "SIGABRT"}, {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"},   {SIGKILL, "SIGKILL"},
      {SIGUSR1, "SIGUSR1"}, {SIGSEGV, "SIGSEGV"}, {SIGUSR2, "SIGUSR2"}, {SIGPIPE, "SIGPIPE"},
      {SIGALRM, "SIGALRM"}, {SIGTERM, "SIGTERM"}, {SIGXCPU, "SIGXCPU"}, {SIGXFSZ, "SIGXFSZ"},
      {SIGSYS, "SIGSYS"},   {SIGTRAP, "SIGTRAP"}};
  const auto found = names.find(signal);
  return found == names.end() ? "signal " + std::to_string(signal) : found->second;
}

} // namespace results
