#!/bin/sh
# Refuses to remove folders: what goes must be named file by file.
# The event is one line of JSON on stdin; the settings' `if` has made sure that
# some command in it is an `rm`.
set -eu # A slip in this script is a failure, and a guard that fails refuses.

read -r event
command=$(printf '%s' "$event" | sed -E 's/.*"command":"(([^"\\]|\\.)*)".*/\1/')

# -r, -R, -rf, -fr, …, --recursive, as a word of its own.
if printf '%s' "$command" | grep -Eq '(^|[^-[:alnum:]])(-[[:alpha:]]*[rR][[:alpha:]]*|--recursive)([^-[:alnum:]]|$)'; then
  echo "Folders are not removed here. Name the files that should go." >&2
  exit 2
fi
exit 0
