#!/bin/sh
# Gives the event on stdin to the program that is installed. Where it is missing, tools are
# denied, because no guard can look at the call; at other events the user is told.
# SNAPHOOK_BINARY names a program that is not on the PATH of Claude Code.
program=${SNAPHOOK_BINARY:-snaphook}
# As in hooks.json: at the end of a session, Claude Code waits no longer.
limit=600
[ "${1:-}" != SessionEnd ] || limit=60
if command -v "$program" >/dev/null 2>&1; then
  exec "$program" hook --agent claude ${1:+"$1"} --limit "$limit"
fi
# Where installers put it; not every agent has these on its PATH.
for folder in "$HOME/.local/bin" "$HOME/.cargo/bin" /opt/homebrew/bin /usr/local/bin; do
  if [ -z "${SNAPHOOK_BINARY:-}" ] && [ -x "$folder/snaphook" ]; then
    exec "$folder/snaphook" hook --agent claude ${1:+"$1"} --limit "$limit"
  fi
done
echo "error: the plugin snaphook cannot find the program \`$program\`, so no hook of snaphook runs" >&2
echo "help: \`uv tool install snaphook\` or \`npm install -g snaphook\` installs it; or remove the plugin with /plugin" >&2
case ${1:-} in
  PreToolUse | PermissionRequest) exit 2 ;;
esac
exit 1
