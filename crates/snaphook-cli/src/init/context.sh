#!/bin/sh
# What the agent should know when a session begins: printed text is context for the
# model. Exit 2 would block an event that can be blocked, with stderr as the reason.
echo "The working folder is $(pwd -P). Pushing is left to the user."
if git rev-parse --git-dir >/dev/null 2>&1; then
  git status --short --branch
fi
