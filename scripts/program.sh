# shellcheck shell=bash
# Is the program built from the sources as they are? Whoever reads this file has set `root`, and may have set `preset`.
# The stamp carries the commit in its text and the moment the build began in its time. It appears when a build has
# succeeded, so that an interrupted build and an edit during a build both count as not current. Beside it lies the list
# of the sources of that moment. Every call of the program asks, so that the question starts no other process.
folder=${root:?}/build/${preset:-release}
program=$folder/marginlab
stamp=$folder/built_from
source_list=$folder/built_sources

# commit_of REF: sets commit to what the reference of the checkout stands for, and fails where no plain file says it.
commit_of() {
  local line
  if [ -r "$root/.git/$1" ]; then
    read -r commit <"$root/.git/$1"
  elif [ -r "$root/.git/packed-refs" ]; then
    while read -r line; do
      if [[ $line == *" $1" ]]; then commit=${line%% *}; fi
    done <"$root/.git/packed-refs"
  fi
  [[ $commit =~ ^[0-9a-f]{40,64}$ ]]
}

# Sets commit to the commit that is checked out. Git itself is asked where its files are laid out in another way; it may
# answer about a checkout that somebody else owns, because no setting of that checkout makes this command run anything.
head_commit() {
  commit=""
  if [ -r "$root/.git/HEAD" ]; then
    read -r commit <"$root/.git/HEAD"
    if [[ $commit =~ ^[0-9a-f]{40,64}$ ]]; then return; fi
    if [[ $commit == "ref: "* ]] && commit_of "${commit#ref: }"; then return; fi
  fi
  commit=$(git -c safe.directory='*' -C "$root" rev-parse --verify --quiet HEAD 2>/dev/null) || commit=unknown
}

# Folders are listed for files that come or go, files for edits.
list_sources() {
  (cd "$root" && find core datasets results experiments CMakeLists.txt CMakePresets.json scripts/*.cmake \
    -type d -o -name '*.[ch]pp' -o -name 'CMake*' -o -name '*.cmake')
}

something_is_newer() {
  local path sources
  mapfile -t sources <"$source_list"
  for path in "${sources[@]}"; do
    if [[ $root/$path -nt $stamp ]]; then return; fi
  done
  return 1
}

program_is_current() {
  local built commit
  [ -x "$program" ] && [ -s "$source_list" ] && [ -r "$stamp" ] && read -r built <"$stamp" || return
  head_commit
  [ "$built" = "$commit" ] && ! something_is_newer
}

# The list is made after the stamp: what comes between the two makes its folder newer than the stamp.
begin_stamp() {
  local commit
  head_commit
  printf '%s\n' "$commit" >"$stamp.begun"
  list_sources >"$source_list"
}

finish_stamp() { mv "$stamp.begun" "$stamp"; }
