# PostToolUse, in the background.
file=$(sed -n 's/.*"file_path":"\([^"]*\)".*/\1/p')
sh -n "$file" || exit 1
cat <<JSON
{ "hookSpecificOutput": { "hookEventName": "PostToolUse",
    "additionalContext": "the syntax of $file is right" } }
JSON
