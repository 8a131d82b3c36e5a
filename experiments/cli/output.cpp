#include "experiments/cli/output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <system_error>

#include "core/contract.hpp"
#include "experiments/yaml/text.hpp"
#include "results/store/file.hpp"

namespace experiments::command_line {
namespace {

namespace fs = std::filesystem;

int say(int code, const std::string& sentence) {
  fmt::print(stderr, "marginlab: {}\n", printable_lines(sentence));
  return code;
}

int said_of_output(int error) {
  if (error == EPIPE) return 0;
  if (error == EBADF)
    return say(
        75,
        "Standard output is closed, so what was printed is lost. Nothing stored is. Repeat the command "
        "with standard output open, or send it to a file.");
  return say(
      75, "Standard output cannot be written: " + std::generic_category().message(error) +
              ". Nothing stored is lost. Make room, or send it elsewhere, and run the same command again.");
}

/// Where a path of a file system is in the way, and what else the system refuses.
int said_of_system(const std::system_error& error) {
  if (std::ferror(stdout) != 0) return said_of_output(error.code().value());
  const std::string mend = results::remedy(error.code().value());
  if (!mend.empty())
    return say(75, std::string(error.what()) + " " + mend + " and run the same command again");
  if (const auto* file = dynamic_cast<const fs::filesystem_error*>(&error)) {
    try {
      results::throw_storage_error("cannot read", file->path1(), error.code().value());
    } catch (const core::UserError& mendable) {
      return say(2, mendable.what());
    } catch (const std::runtime_error& other) {
      return say(75, other.what());
    }
  }
  return say(
      1, std::string(error.what()) + ". This is a defect of the program. Please report it with the command.");
}

bool is_same(const struct stat& one, const struct stat& other) {
  return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

bool is_standard_output(const std::string& out) {
  struct stat named{};
  struct stat own{};
  return ::stat(out.c_str(), &named) == 0 && ::fstat(STDOUT_FILENO, &own) == 0 && is_same(named, own);
}

/// Whether it is there and neither a file nor a folder.
bool is_device(const std::string& out) {
  std::error_code unknown;
  const fs::file_status status = fs::status(out, unknown);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

bool is_one_file(const std::string& a, const std::string& b) {
  std::error_code unknown;
  if (fs::equivalent(a, b, unknown)) return true;
  return fs::weakly_canonical(a, unknown) == fs::weakly_canonical(b, unknown);
}

} // namespace

void open_standard_descriptors() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    // What is printed on a closed standard output is lost: its place can be read alone, so that writing
    // fails.
    const int access = descriptor == STDOUT_FILENO ? O_RDONLY : O_RDWR;
    if (::fcntl(descriptor, F_GETFD) < 0 && errno == EBADF && ::open("/dev/null", access) < 0) _exit(1);
  }
}

int after_output(int code) {
  const int access = ::fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE;
  errno = access == O_RDONLY ? EBADF : EIO; // of an earlier write that failed, whose own errno is lost
  const bool is_out = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  if (is_out) return code;
  const int answer = said_of_output(errno);
  return answer == 0 ? code : answer;
}

int said_of_exception() {
  try {
    throw;
  } catch (const results::OutOfResources& error) {
    return say(75, error.what());
  } catch (const core::UserError& error) {
    return say(2, error.what());
  } catch (const std::bad_alloc&) {
    return say(75,
               "No memory is left for this. Free some, or raise the limit of ulimit -v, and run the same "
               "command again. Nothing stored is lost.");
  } catch (const std::system_error& error) {
    return said_of_system(error);
  } catch (const std::exception& error) {
    return say(1, std::string(error.what()) +
                      ". This is a defect of the program. Please report it with the command.");
  }
}

void deliver(const std::string& text, const std::string& out) {
  if (out.empty() || out == "-" || is_standard_output(out))
    fmt::print("{}", text);
  else if (is_device(out))
    results::PosixFile(out, O_WRONLY, results::Node::any).write(text);
  else
    results::replace_file(results::behind_links(out), text);
}

void require_apart(const std::string& out, const std::vector<std::string>& read) {
  if (out.empty() || out == "-") return;
  for (const std::string& file : read)
    core::require(file.empty() || !is_one_file(out, file),
                  out + " is to be written, but it is " + file +
                      ", which is read. It would be replaced. Name another file.");
}

} // namespace experiments::command_line
