#!/bin/sh
# tests-first.sh edited: something was edited.
# tests-first.sh stop:   the agent wants to stop; the tests must have passed since.
set -u
cat >/dev/null # The event's fields are not needed.

state=${TESTS_FIRST_STATE:-$CLAUDE_PROJECT_DIR/.snaphook/state}
mark=$state/edited

case $1 in
edited)
  mkdir -p "$state" && : >"$mark"
  ;;
stop)
  [ -e "$mark" ] || exit 0
  output=$(mktemp) || exit 1
  trap 'rm -f "$output"' EXIT
  if sh -c "${TEST_COMMAND:-make test}" >"$output" 2>&1 </dev/null; then
    rm -f "$mark"
  else
    {
      echo "The tests (${TEST_COMMAND:-make test}) do not pass. The end of their output:"
      tail -n 30 "$output"
    } >&2
    exit 2
  fi
  ;;
esac
