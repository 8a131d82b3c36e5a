#pragma once
#include <string>
#include <vector>

// What comes out of the program: standard output and the files that a verb names, and what is said when one
// of them cannot be written.
namespace experiments::command_line {

/// Puts /dev/null in the place of each of the descriptors 0 to 2 that is closed, so that no file of ours gets
/// its number and what is meant for a terminal. Writing to a standard output that was closed fails.
void open_standard_descriptors();

/// The exit code once all that was printed is out: `code`, or 75 with a sentence on standard error where some
/// of it could not be written. A reader that has gone away wants no more of it and is no failure.
int after_output(int code);

/// Says on standard error what the exception that is being handled means and returns its exit code: 2 where a
/// person can mend what was asked for, 75 where the machine has no more of something, 1 for a defect.
int said_of_exception();

/// Prints a text on standard output where `out` is empty, - or another name of it; writes it to a device or a
/// pipe; else puts it into a file, replaced whole.
void deliver(const std::string& text, const std::string& out);

/// Throws UserError where a file that is to be written is one of those that are read, by whatever name.
void require_apart(const std::string& out, const std::vector<std::string>& read);

} // namespace experiments::command_line
