# shellcheck shell=bash
# What a person sees of a build: before it what it is going to take, then how far it is. Steps are weighed by the lines
# that they compile. How long a line takes is measured here, in this build: by two of its lightest files first, then by what is
# done. Whoever reads this file has read say.sh and set `root` and `folder`.

# A file costs its headers and its lines; those of core cost more, because they are full of matrices.
headers_weight=250
core_factor=2
other_weight=50 # what is not compiled
typical_weight=800

# weight_of SOURCE: sets weight. A file that only includes others, as cmake writes them, weighs what these do.
weight_of() {
  local source=$1 sources=("$1") lines=0
  if [[ $source == */Unity/* ]]; then mapfile -t sources < <(sed -n 's/^#include "\(.*\)"$/\1/p' "$source"); fi
  if [ -r "${sources[0]:-}" ]; then lines=$(cat "${sources[@]}" | wc -l); fi
  if [[ ${sources[0]} == */core/* ]]; then lines=$((core_factor * lines)); fi
  weight=$((headers_weight + lines))
}

# plan_build TARGET...: sets steps to the number that ninja would take, total_weight to the sum of theirs, and weights to
# that of each file that would be compiled.
# Ninja asks first whether its own file is to be made again, and plans no further where sources are found by a pattern; of
# a file that includes the other it does not ask.
declare -A weights=()
plan_build() {
  local line weight
  steps=0 total_weight=0 weights=()
  echo 'include build.ninja' >"${folder:?}/plan.ninja"
  while IFS= read -r line; do
    [[ $line =~ ^\[[0-9]+/([0-9]+)\] ]] || continue
    steps=${BASH_REMATCH[1]}
    if [[ $line =~ \ -o\ ([^ ]+)\ -c\ ([^ ]+) ]]; then
      weight_of "${BASH_REMATCH[2]}"
      weights[${BASH_REMATCH[1]}]=$weight
      total_weight=$((total_weight + weight))
    else
      total_weight=$((total_weight + other_weight))
    fi
  done < <(cd "$folder" && NINJA_STATUS='[%f/%t] ' ninja -f plan.ninja -n -v "$@")
}

# Sets lightest to the two lightest of the planned files that are large enough to be like the others: of core where it has
# any, because ninja builds what a library needs before the library's first file. One file alone may be odd.
choose_lightest() {
  local object all="" of_core
  for object in "${!weights[@]}"; do
    if [[ $object == *.o ]] && ((${weights[$object]} >= typical_weight)); then all+="${weights[$object]} $object"$'\n'; fi
  done
  of_core=$(grep ' CMakeFiles/core[.]dir/' <<<"$all") || of_core=$all
  mapfile -t lightest < <(sort -n <<<"$of_core" | grep . | head -n 2 | cut -d ' ' -f 2-)
}

# seconds_for TARGET...: sets expected to what the planned steps will take, 0 where nobody knows. To know it, the lightest
# files are compiled before the others, and ccache must not answer for the compiler. Their seconds are those of the
# processors: by the clock a file that is the first to read the headers and the compiler from the disk takes twice as long
# as later.
seconds_for() {
  local TIMEFORMAT='%3U %3S' used user system light whole
  expected=0
  plan_build "${lightest[@]}"
  light=$total_weight
  # The braces keep what `time` says out of the redirection.
  if used=$({ time { (cd "$folder" && CCACHE_RECACHE=1 ninja "${lightest[@]}") >/dev/null 2>&1; }; } 2>&1); then
    read -r user system <<<"${used//[.,]/}"
    plan_build "$@"
    whole=$((total_weight * (10#$user + 10#$system) / light / 1000))
    expected=$((whole / $(nproc) + 1))
  else # the build itself will say what is wrong
    plan_build "$@"
  fi
}

# expect_build TARGET...: plans the build and says what it is going to take. Steps whose outcome turns out to be the same
# spare others, so that there may be fewer.
expect_build() {
  plan_build "$@"
  expected=0
  local files=${#weights[@]}
  if ((files == 0)); then return; fi
  say "at most $steps steps, $files of them files to compile, on $(nproc) processors"
  if ((files <= 8)); then return; fi
  choose_lightest
  if [ ${#lightest[@]} = 0 ]; then return; fi
  seconds_for "$@"
  if ((expected > 0)); then say "about $(clock "$expected") on this machine, judged by the first files"; fi
}

# follow_build: reads the lines "[3/40] ..." of ninja. Shows on a terminal a bar, elsewhere a line every half minute.
follow_build() {
  local began=$SECONDS shown=0 finished=0 total=$steps done_weight=0 left="" left_at=$SECONDS line="" part code
  while true; do
    code=0
    IFS= read -r -t 1 part || code=$?
    line+=$part
    if ((code == 0)); then
      finish_step "$line"
      line=""
    elif ((code <= 128)); then
      break
    fi
    show_build
  done
  if [ -t 2 ]; then printf '\r\033[K' >&2; fi
  if ((finished > 0)); then say "built $finished of $total steps in $(clock $((SECONDS - began)))"; fi
}

# What is left goes as fast as what is done; the first file counts for a tenth of the build.
finish_step() {
  [[ $1 =~ ^\[([0-9]+)/([0-9]+)\]\ .*\ ([^ ]+)$ ]] && ((BASH_REMATCH[1] > 0)) || return 0
  finished=${BASH_REMATCH[1]} total=${BASH_REMATCH[2]}
  done_weight=$((done_weight + ${weights[${BASH_REMATCH[3]}]:-$other_weight}))
  if ((done_weight > total_weight)); then total_weight=$done_weight; fi
  if ((expected > 0 || 10 * done_weight > total_weight)); then
    local trust=0
    if ((expected > 0)); then trust=$((total_weight / 10)); fi
    left=$(((total_weight - done_weight) * (expected / 10 + SECONDS - began) / (trust + done_weight)))
    left_at=$SECONDS
  fi
}

show_build() {
  local gone=$((SECONDS - began)) rest=0 words percent=0 bar
  if ((total_weight > 0)); then percent=$((100 * done_weight / total_weight)); fi
  words="$finished of $total steps, $(clock "$gone") gone"
  if [ -n "$left" ]; then
    rest=$((left - (SECONDS - left_at)))
    if ((rest > 0)); then words+=", about $(clock "$rest") left"; fi
  fi
  if [ -t 2 ]; then
    printf -v bar '%*s' $((percent / 5)) ''
    printf '\r\033[Kmarginlab: [%-20s] %s' "${bar// /#}" "$words" >&2
  elif ((gone >= shown + 30)); then
    shown=$gone
    say "$percent % built: $words"
  fi
}
