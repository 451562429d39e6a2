# Stop: not before what was written is tested.
cd "$CLAUDE_PROJECT_DIR" || exit 1
if [ -e out/greet.sh ] && [ ! -e out/tested ]; then
  echo 'run sh tests/greet.sh first' >&2
  exit 2
fi
