# SessionStart: a variable for all commands of the session, something for the
# model to begin with, and the first words, in the user's place.
rm -rf out && mkdir out
echo 'export GREETING=hello' >>"$CLAUDE_ENV_FILE"
cat <<'JSON'
{ "hookSpecificOutput": { "hookEventName": "SessionStart",
    "additionalContext": "Commands have GREETING in their environment.",
    "sessionTitle": "greetings",
    "initialUserMessage": "Say in one sentence what this project does." } }
JSON
