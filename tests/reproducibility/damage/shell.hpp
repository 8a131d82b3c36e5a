#pragma once
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/reproducibility/damage/finished_run.hpp"
#include "tests/reproducibility/program.hpp"

namespace reproducibility {

/// A line for the shell, in which $M is the program and $D a finished run; exit code and both streams.
///
/// Devices are named by links of the test's own, $S/full, $S/stdout and $S/null: a program that went wrong
/// would replace the link and leave the machine's device alone.
struct Shell {
  const FinishedRun run;

  Shell() {
    for (const std::string name : {"full", "stdout", "null"})
      std::filesystem::create_symlink("/dev/" + name, run.scratch / name);
  }

  Answer operator()(const std::string& line) const {
    const std::filesystem::path out = run.scratch / "out", err = run.scratch / "err";
    const std::string whole = "M='" + std::string(MARGINLAB_PROGRAM) + "'; D='" + run.directory.string() +
                              "'; S='" + (run.scratch / "").string() + "'; { " + line + "; } >'" +
                              out.string() + "' 2>'" + err.string() + "'";
    const int status = std::system(whole.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), bytes_of(err), bytes_of(out)};
  }
};

} // namespace reproducibility
