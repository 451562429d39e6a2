#!/usr/bin/env bash
# What the GitHub action runs: `check`, and `test` also where `check` found mistakes.
set -euo pipefail
# Blanks separate: a path that has one is given as a folder above it.
read -ra paths <<< "${PATHS:-}"
read -ra tests <<< "${TESTS:-.}"
options=()
if [ "${DENY_WARNINGS:-false}" = true ]; then options+=(--deny-warnings); fi
failed=0
snaphook check --format github ${options[@]+"${options[@]}"} -- ${paths[@]+"${paths[@]}"} || failed=1
snaphook test --format github -- "${tests[@]}" || failed=1
exit "$failed"
