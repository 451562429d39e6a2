# PreToolUse: greet.sh needs somebody to greet.
command=$(sed -n 's/.*"command":"\([^"]*\)".*/\1/p')
cat <<JSON
{ "hookSpecificOutput": { "hookEventName": "PreToolUse",
    "updatedInput": { "command": "$command Ada" } } }
JSON
