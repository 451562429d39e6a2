# UserPromptSubmit: a prompt with a password reaches neither the model nor the
# screen.
if grep -qi 'password'; then
  echo '{ "hookSpecificOutput": { "hookEventName": "UserPromptSubmit", "suppressOriginalPrompt": true } }'
  echo 'there is a password in it' >&2
  exit 2
fi
