#include "results/signal_name.hpp"

#include <csignal>
#include <map>

namespace results {

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
