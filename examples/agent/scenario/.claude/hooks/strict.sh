# PostToolUse: too late to block, but the model hears of it.
file=$(sed -n 's/.*"file_path":"\([^"]*\)".*/\1/p')
if ! grep -q '^set -eu$' "$file"; then
  echo "$file must begin with set -eu" >&2
  exit 2
fi
