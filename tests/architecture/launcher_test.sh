#!/usr/bin/env bash
# The launcher and the two scripts it calls, on a toy project with a program of four lines that prints its arguments.
#   tests/architecture/launcher_test.sh SCRATCH
set -euo pipefail

here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
root=${here%/tests/*}
toy=$1/toy
out=$1/out
err=$1/err
shared=$(mktemp -d) # where somebody else may look, too
trap 'rm -rf "$shared"' EXIT

fail() {
  printf 'FAILED: %s\nstdout:\n' "$1" >&2
  cat "$out" >&2
  printf 'stderr:\n' >&2
  cat "$err" >&2
  exit 1
}

write_program() {
  cat >"$toy/experiments/main.cpp" <<CPP
#include <cstdio>
int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) std::printf("$1(%s)\n", argv[i]);
  return argc == 1 ? 7 : 0;
}
CPP
}

commit_toy() { git -C "$toy" -c user.name=toy -c user.email=toy@example.org commit -qam "$1"; }

make_toy() {
  rm -rf "$1"
  mkdir -p "$toy"/{core,datasets,results,experiments}
  cp -r "$root/marginlab" "$root/scripts" "$toy"
  printf '# nothing\nbash run runs this\n' >"$toy/scripts/packages.txt"
  printf '/build/\n' >"$toy/.gitignore"
  printf '%s\n' 'cmake_minimum_required(VERSION 3.25)' 'project(toy LANGUAGES CXX)' \
    'option(MARGINLAB_TESTS "" ON)' 'add_executable(marginlab experiments/main.cpp)' >"$toy/CMakeLists.txt"
  cat >"$toy/CMakePresets.json" <<'JSON'
{"version": 6, "configurePresets": [
  {"name": "release", "generator": "Ninja", "binaryDir": "${sourceDir}/build/release"}]}
JSON
  write_program one
  git -C "$toy" init -q
  git -C "$toy" add -A
  commit_toy "Begin"
}

# run WORKING_DIRECTORY COMMAND...: keeps stdout, stderr and the exit code.
run() {
  code=0
  (cd "$1" && "${@:2}") >"$out" 2>"$err" || code=$?
}

said() { [ "$(<"$out")" = "$1" ] || fail "stdout should be exactly '$1'"; }
quiet() { [ ! -s "$err" ] || fail "nothing had to be built, so nothing should be said"; }
built() { grep -q "building release" "$err" || fail "it should have built: $1"; }

first_call_builds_and_keeps_stdout_for_the_program() {
  run "$toy" ./marginlab a "b c" ""
  [ "$code" = 0 ] || fail "exit code $code"
  said $'one(a)\none(b c)\none()'
  built "first call"
  grep -qx 'MARGINLAB_TESTS:BOOL=OFF' "$toy/build/release/CMakeCache.txt" || fail "the launcher should not build tests"
}

second_call_is_silent_and_keeps_the_exit_code() {
  run "$toy" ./marginlab
  [ "$code" = 7 ] || fail "the program's exit code is 7, got $code"
  quiet
}

any_folder_and_any_symlink_will_do() {
  ln -s "$toy/marginlab" "$toy/build/link"
  run / "$toy/build/link" x
  said "one(x)"
  quiet
}

edits_new_files_and_commits_are_noticed() {
  write_program two
  run "$toy" ./marginlab x
  said "two(x)"
  touch -d 2000-01-01 "$toy/core/new.hpp"
  run "$toy" ./marginlab x
  built "a new file, however old"
  commit_toy "Say two"
  run "$toy" ./marginlab x
  built "another commit"
  run "$toy" ./marginlab x
  quiet
}

a_mistake_in_the_sources_shows_the_compiler_and_runs_nothing() {
  write_program 'three" + '
  run "$toy" ./marginlab x
  [ "$code" = 1 ] || fail "a failed build should end with 1, got $code"
  said ""
  grep -q "main.cpp:3" "$err" || fail "the compiler's message should be shown"
  run "$toy" ./marginlab x
  [ "$code" = 1 ] || fail "an old program should not be taken for the new one"
  write_program three
  run "$toy" ./marginlab x
  said "three(x)"
}

an_interrupted_build_is_resumed() {
  write_program four
  local pid
  (cd "$toy" && exec setsid ./marginlab x) >"$out" 2>"$err" &
  pid=$!
  until grep -q "building release" "$err"; do sleep 0.01; done
  kill -KILL -- "-$pid" 2>/dev/null || true
  wait "$pid" 2>/dev/null || true
  run "$toy" ./marginlab x
  said "four(x)"
}

two_at_once_build_once() {
  write_program five
  local first second
  (cd "$toy" && exec ./marginlab x) >"$out.1" 2>"$err.1" & first=$!
  (cd "$toy" && exec ./marginlab x) >"$out.2" 2>"$err.2" & second=$!
  wait "$first" || fail "the first should succeed"
  wait "$second" || fail "the second should succeed"
  cat "$out.1" "$out.2" >"$out"
  cat "$err.1" "$err.2" >"$err"
  said $'five(x)\nfive(x)'
  [ "$(grep -c "building release" "$err")" = 1 ] || fail "one of the two should build"
}

a_moved_tree_is_built_afresh() {
  mv "$toy" "$toy.moved"
  toy=$toy.moved
  write_program six
  run "$toy" ./marginlab x
  said "six(x)"
  [ "$code" = 0 ] || fail "exit code $code"
}

# Twelve files, each long enough to be timed.
write_parts() {
  local number
  for number in {1..12}; do
    { printf '// %d\n' {1..600}; echo "int part_$number() { return $1; }"; } >"$toy/core/part_$number.cpp"
  done
  cat >>"$toy/CMakeLists.txt" <<'CMAKE'
file(GLOB parts CONFIGURE_DEPENDS core/*.cpp)
target_sources(marginlab PRIVATE ${parts})
CMAKE
}

a_build_says_before_what_it_takes_and_behind_what_it_took() {
  write_parts 1
  run "$toy" ./marginlab x
  said "six(x)"
  grep -Eq 'at most 1[34] steps, 1[23] of them files to compile, on [0-9]+ processor' "$err" ||
    fail "the steps should be said before the build"
  grep -Eq 'about 0:[0-9][0-9] on this machine' "$err" || fail "the time should be said before the build"
  grep -Eq 'built ([0-9]+) of \1 steps in 0:[0-9][0-9]' "$err" || fail "the end of the build should be said"
}

a_terminal_shows_a_bar_that_fits_and_grows() {
  if ! script -qec true /dev/null >/dev/null 2>&1 </dev/null; then
    echo "SKIPPED: no terminal can be made here"
    return
  fi
  write_parts 2
  run "$toy" script -qec "./marginlab x" /dev/null
  tr '\r' '\n' <"$out" | sed -n 's/^.*marginlab: \[\([# ]*\)\] .* steps, .* gone.*/\1/p' >"$out.bars"
  [ "$(sort -u "$out.bars" | wc -l)" -gt 3 ] || fail "a bar should grow"
  tr -d ' ' <"$out.bars" | sort -c || fail "a bar should not shrink"
  if tr '\r' '\n' <"$out" | sed 's/\x1b\[K//' | grep -E '^marginlab: \[.{70}'; then fail "a bar should fit 80 columns"; fi
}

# A file of another library would first build everything that the library needs, without a word.
the_files_that_are_timed_are_the_lightest_two_of_core() {
  # shellcheck source=scripts/follow_build.sh
  . "$root/scripts/follow_build.sh"
  local folder=$toy/plan steps total_weight lightest
  mkdir -p "$folder"
  seq 900 >"$folder/short.cpp"
  seq 1200 >"$folder/long.cpp"
  seq 1400 >"$folder/longer.cpp"
  seq 1600 >"$folder/longest.cpp"
  ninja() {
    printf '[1/5] c++ -o %s -c %s\n' CMakeFiles/results.dir/a.o "$folder/short.cpp" CMakeFiles/core.dir/b.o \
      "$folder/longer.cpp" CMakeFiles/core.dir/c.o "$folder/long.cpp" CMakeFiles/core.dir/d.o "$folder/longest.cpp" \
      tests/CMakeFiles/test_core.dir/e.o "$folder/short.cpp"
  }
  plan_build all
  choose_lightest
  unset -f ninja
  [ "${lightest[*]}" = "CMakeFiles/core.dir/c.o CMakeFiles/core.dir/b.o" ] ||
    fail "the files that are timed should be two of core, not ${lightest[*]}"
}

# What a log gets, and what is left, with a clock that this test sets.
a_log_gets_a_line_every_half_minute() {
  # shellcheck source=scripts/say.sh
  . "$root/scripts/say.sh"
  # shellcheck source=scripts/follow_build.sh
  . "$root/scripts/follow_build.sh"
  local began shown=0 finished=0 total=0 done_weight=0 left="" left_at=0 total_weight=1000 expected=0 second
  weights=([a.o]=250 [b.o]=350)
  unset SECONDS # a variable like any other then, which the clock leaves alone
  SECONDS=0 began=0
  for second in {1..100}; do
    SECONDS=$second
    [ "$second" != 20 ] || finish_step "[1/3] Building CXX object a.o"
    [ "$second" != 60 ] || finish_step "[2/3] Building CXX object b.o"
    show_build
  done 2>"$err"
  printf 'marginlab: %s\n' '25 % built: 1 of 3 steps, 0:30 gone, about 0:50 left' \
    '60 % built: 2 of 3 steps, 1:00 gone, about 0:40 left' '60 % built: 2 of 3 steps, 1:30 gone, about 0:10 left' >"$out"
  cmp -s "$out" "$err" || fail "stderr should be what stdout shows"
}

# another CODE COMMAND...: as somebody else, in the toy; where this test is not root, nobody else can be had.
another() {
  run "$toy" setpriv --reuid=65534 --regid=65534 --clear-groups -- "${@:2}"
  [ "$code" = "$1" ] || fail "the exit code of somebody else should be $1, got $code"
}

what_somebody_else_built_can_be_run_and_is_not_renewed() {
  if [ "$(id -u)" != 0 ]; then
    echo "SKIPPED: only root can be somebody else, so nobody else ran the program" >&2
    return
  fi
  chmod 755 "$shared"
  mv "$toy" "$shared/toy"
  toy=$shared/toy
  run "$toy" ./marginlab x
  said "six(x)"
  another 0 ./marginlab x
  said "six(x)"
  quiet
  git -C "$toy" add -A
  commit_toy "Say six"
  git -C "$toy" worktree add -q "$shared/tree"
  mkdir -p "$shared"/tree/{core,datasets,results}
  toy=$shared/tree
  run "$toy" ./marginlab x
  said "six(x)"
  another 0 ./marginlab x
  said "six(x)"
  quiet
  touch "$toy/core/new.hpp"
  another 2 ./marginlab x
  said ""
  grep -q "may not write to $toy/build/release" "$err" || fail "the folder should be named"
  grep -q "let its owner repeat this command" "$err" || fail "what to do should be said"
  if grep -q "line [0-9]*:" "$err"; then fail "the words of the shell are no message"; fi
  chown -R 65534:65534 "$toy"
  chmod -R a-w "$toy/build"
  another 2 ./marginlab x
  grep -q "may not write to $toy/build/release" "$err" || fail "an owner who may not write should be told so"
  chmod -R u+w "$toy/build"
  another 0 ./marginlab x
  said "six(x)"
  built "its owner may write"
  toy=$shared/toy
}

# The commands below are all there is on the system of this test.
bare_path() {
  rm -rf "${toy:?}/bin"
  mkdir "$toy/bin"
  local name
  for name in "$@" bash cut dirname cat env find git grep id mkdir mv nproc readlink sed tail tee wc; do
    ln -s "$(command -v "$name")" "$toy/bin/$name"
  done
}

what_cannot_be_installed_is_named_with_the_command_to_type() {
  printf 'no-such-package run is needed\nbash run runs this\nalso-no-such-package test is not asked for\n' \
    >"$toy/scripts/packages.txt"
  touch "$toy/core/new.hpp"
  bare_path dpkg-query
  run "$toy" env PATH="$toy/bin" ./marginlab x
  [ "$code" = 2 ] || fail "without apt-get the exit code should be 2, got $code"
  said ""
  grep -qx '  apt-get update && apt-get install --no-install-recommends no-such-package' "$err" ||
    fail "the command to type should stand alone on a line"
  bare_path
  run "$toy" env PATH="$toy/bin" ./marginlab x
  [ "$code" = 2 ] || fail "without dpkg the exit code should be 2, got $code"
  grep -q 'no-such-package bash' "$err" || fail "the packages should be named"
}

# A stand-in for apt-get records what it was asked and fails, as it does without a network.
a_failed_install_shows_its_log() {
  bare_path dpkg-query
  printf '#!/usr/bin/env bash\necho "$@"\necho no network\nexit 100\n' >"$toy/bin/apt-get"
  printf '#!/usr/bin/env bash\nexec "$@"\n' >"$toy/bin/sudo"
  chmod +x "$toy/bin/apt-get" "$toy/bin/sudo"
  run "$toy" env PATH="$toy/bin" ./marginlab x
  [ "$code" = 2 ] || fail "a failed install should end with 2, got $code"
  grep -q "no-such-package  *is needed" "$err" || fail "the reason should be said before"
  grep -q "install --no-install-recommends no-such-package$" "$err" || fail "apt-get's words should be shown"
  grep -q "no network" "$err" || fail "apt-get's end should be shown"
}

make_toy "$1"
first_call_builds_and_keeps_stdout_for_the_program
second_call_is_silent_and_keeps_the_exit_code
any_folder_and_any_symlink_will_do
edits_new_files_and_commits_are_noticed
a_mistake_in_the_sources_shows_the_compiler_and_runs_nothing
an_interrupted_build_is_resumed
two_at_once_build_once
a_moved_tree_is_built_afresh
a_build_says_before_what_it_takes_and_behind_what_it_took
a_terminal_shows_a_bar_that_fits_and_grows
the_files_that_are_timed_are_the_lightest_two_of_core
a_log_gets_a_line_every_half_minute
what_somebody_else_built_can_be_run_and_is_not_renewed
what_cannot_be_installed_is_named_with_the_command_to_type
a_failed_install_shows_its_log
echo "the launcher keeps its promises"
