# shellcheck shell=bash
# What a person sees of a run of ./test: which step it is at, how far that is, and how long is left by the last run of
# the same kind, whose durations lie in build/durations. Whoever reads this file has read say.sh and set `mode`.

planned=0 begun=0 failures=0

plan() { planned=$1; }

# last STEP: how many seconds the step took the last time.
last() { cat "build/durations/${mode:?}.$1" 2>/dev/null || echo 0; }

# step NAME COMMAND...: the command, with a line before and one behind. A failing build ends the run, a failing test
# does not.
step() {
  local name=$1 began=$SECONDS code=0 before
  shift
  begun=$((begun + 1))
  before=$(last "$name")
  if ((before > 0)); then before="; it took $(clock "$before") the last time"; else before=""; fi
  say "step $begun of $planned: $name, $(clock "$SECONDS") gone$before"
  "$@" || code=$?
  if [ "$code" = 0 ]; then
    printf '%d\n' $((SECONDS - began)) >"build/durations/$mode.$name"
    say "step $begun of $planned: $name took $(clock $((SECONDS - began)))"
    return
  fi
  failures=$((failures + 1))
  case $name in build-*) refuse 1 "$name failed" ;; esac
  say "step $begun of $planned: $name has failures, after $(clock $((SECONDS - began)))"
  return "$code"
}

# follow_tests NAME: reads what `ctest -V` says. Shows how many cases and tests are done, which was the last, and how long
# is left, of a selection every one; the words of a test only where it fails. A case that said "SKIPPED: why" has passed
# nothing: it is named with the reason, and counted apart. Leaves the counts in build/counts.
follow_tests() {
  local file=build/durations/$1.cases began=$SECONDS shown=0 line number text finished=0 expected=0 seconds=0
  local passed=0 failed=0 skipped=0
  local -A held=() good=() bad=() why=() early=() # by test; early: how many of its cases were skipped
  [ ! -e "$file" ] || read -r expected seconds <"$file"
  while IFS= read -r line; do
    if [[ $line =~ ^([0-9]+):\ (.*) ]]; then
      number=${BASH_REMATCH[1]} text=${BASH_REMATCH[2]}
      if [[ $text =~ ^[0-9]+\.[0-9]+\ s:\ (.*) ]]; then
        finished=$((finished + 1))
        if [ -n "${why[$number]:-}" ]; then
          skipped=$((skipped + 1)) early[$number]=$((${early[$number]:-0} + 1))
          say_alone "skipped: ${text#* s: }: ${why[$number]}"
          unset "why[$number]"
        elif [ "$1" = selection ]; then
          say_alone "$text"
        else
          show_tests "${text#* s: }"
        fi
        continue
      elif [[ $text =~ ^All\ tests\ passed.*\ in\ ([0-9]+)\ test\ case ]]; then
        good[$number]=${BASH_REMATCH[1]}
      elif [[ $text =~ ^(No\ tests\ ran|No\ test\ cases\ matched) ]]; then
        good[$number]=0
      elif [[ $text =~ ^test\ cases: ]]; then
        good[$number]=0
        if [[ $text =~ ([0-9]+)\ passed ]]; then good[$number]=${BASH_REMATCH[1]}; fi
        if [[ $text =~ ([0-9]+)\ failed ]]; then bad[$number]=${BASH_REMATCH[1]}; fi
      elif [[ $text == *"SKIPPED: "* ]]; then
        why[$number]=${text#*SKIPPED: }
      fi
      held[$number]+=$text$'\n'
    elif [[ $line =~ ^\ *[0-9]+/[0-9]+\ Test\ +#([0-9]+):\ (.*) ]]; then
      number=${BASH_REMATCH[1]} text=${BASH_REMATCH[2]}
      finished=$((finished + 1))
      if [[ $text == *"***Skipped"* || $text == *"***Not Run"* ]]; then
        skipped=$((skipped + 1))
        say_alone "skipped: ${text%% ..*}: ${why[$number]:-${text##*\*\*\*}}"
      elif [[ $text == *"***"* ]]; then
        passed=$((passed + ${good[$number]:-0} - ${early[$number]:-0})) failed=$((failed + ${bad[$number]:-1}))
        say_alone "FAILED: $text"
        printf '%s' "${held[$number]:-}"
      elif [ -n "${why[$number]:-}" ]; then
        skipped=$((skipped + 1))
        say_alone "skipped: ${text%% ..*}: ${why[$number]}"
      else
        passed=$((passed + ${good[$number]:-1} - ${early[$number]:-0}))
      fi
      unset "held[$number]" "why[$number]" "early[$number]"
      if [ "$1" = selection ]; then say_alone "$text"; else show_tests "${text%% ..*}"; fi
    fi
  done
  [ ! -t 2 ] || printf '\r\033[K' >&2
  printf '%d %d\n' "$finished" $((SECONDS - began)) >"$file"
  printf '%d %d %d\n' "$passed" "$failed" "$skipped" >>build/counts
  [ "$failed" = 0 ]
}

# The line of follow_tests, whose variables it reads: on a terminal always the same one, elsewhere one every 20 seconds.
show_tests() {
  local gone=$((SECONDS - began)) words="$finished done"
  if ((expected > 0)); then
    words="$finished of $expected done, $(clock "$gone") gone"
    if ((seconds > gone)); then words+=", about $(clock $((seconds - gone))) left"; fi
  fi
  if [ -t 2 ]; then
    printf '\r\033[Kmarginlab: %s: %.60s' "$words" "$1" >&2
  elif ((gone >= shown + 20)); then
    shown=$gone
    say "$words: $1"
  fi
}

say_alone() {
  [ ! -t 2 ] || printf '\r\033[K' >&2
  say "$*"
}

# total COLUMN: of build/counts, whose columns are passed, failed, skipped.
total() { awk -v column="$1" '{ sum += $column } END { print sum + 0 }' build/counts; }

conclude() {
  if [ "$(total 3)" != 0 ]; then say "$(total 3) skipped: this machine lacks what they need"; fi
  say "$(clock "$SECONDS") in all"
  printf '%d passed, %d failed, %d skipped\n' "$(total 1)" "$(total 2)" "$(total 3)"
  [ "$failures" = 0 ] && [ "$(total 2)" = 0 ]
}
