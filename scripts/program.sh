# shellcheck shell=bash
# Is the program built from the sources as they are? Whoever reads this file has set `root`, and may have set `preset`.
# The stamp carries the commit in its text and the moment the build began in its time; it appears when a build has
# succeeded, so that an interrupted build and an edit during a build both count as not current.
folder=${root:?}/build/${preset:-release}
program=$folder/marginlab
stamp=$folder/built_from

head_commit() { git -C "$root" rev-parse --verify --quiet HEAD 2>/dev/null || echo unknown; }

# Folders are looked at for files that came or went, the rest for edits.
something_is_newer() {
  local found
  found=$(cd "$root" && find core datasets results experiments CMakeLists.txt CMakePresets.json \
    \( -type d -o -name '*.[ch]pp' -o -name 'CMake*' \) -newer "$stamp" -print -quit)
  [ -n "$found" ]
}

program_is_current() {
  [ -x "$program" ] && [ -e "$stamp" ] && [ "$(<"$stamp")" = "$(head_commit)" ] && ! something_is_newer
}

begin_stamp() { head_commit >"$stamp.begun"; }
finish_stamp() { mv "$stamp.begun" "$stamp"; }
