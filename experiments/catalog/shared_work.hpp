#pragma once
#include <cstddef>
#include <functional>
#include <string>

#include "core/tuning/criterion.hpp"

namespace experiments {

// What the cells of a process have in common: parameters that are found once for all of them, and the work of
// finding these, in pieces, in which every thread takes part that would wait otherwise. Where pieces are
// carried out changes no number. All of this is safe from any thread.

/// What `find` gives under this name: found by the first cell of the process that asks; the others wait for
/// it and help meanwhile. What finding throws is thrown to all of them.
core::Tuned found_once(const std::string& name, const std::function<core::Tuned()>& find);

/// Carries out work(0) .. work(count - 1), each once, on this thread and on those that help. Returns when all
/// are done; throws what the first failure threw. A piece may share out work itself.
void share_out(std::size_t count, const std::function<void(std::size_t)>& work);

/// Carries out pieces that other threads have shared out until `is_over` says so, which is asked between
/// pieces and, where there are none, every five milliseconds.
void work_until(const std::function<bool()>& is_over);

/// Seconds of processor time that this thread's own work has taken so far, wherever pieces of it were carried
/// out: its clock, and what others did of its work, less what it did of theirs.
double seconds_of_own_work();

/// Counts seconds that another process has worked for this thread as its own work.
void add_to_own_work(double seconds);

} // namespace experiments
