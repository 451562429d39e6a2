#!/bin/sh
# Refuses to remove folders: what goes must be named file by file.
# The event is one line of JSON on stdin; the settings' `if` has made sure that
# some command in it is an `rm`.
set -eu # A slip in this script is a failure, and a guard that fails refuses.

read -r event
command=$(printf '%s' "$event" | sed -E 's/.*"command":"(([^"\\]|\\.)*)".*/\1/')

refuse() {
  echo "Folders are not removed here. Name the files that should go." >&2
  exit 2
}

# What a variable or a command puts there nobody can see here.
case $command in *'$'* | *'`'*) refuse ;; esac

# -r, -R, -rf, -fr, …, --recursive, as a word of its own; quotes hide nothing.
command=$(printf '%s' "$command" | tr -d "\"'\\\\")
if printf '%s' "$command" | grep -Eq '(^|[^-[:alnum:]])(-[[:alpha:]]*[rR][[:alpha:]]*|--recursive)([^-[:alnum:]]|$)'; then
  refuse
fi
exit 0
