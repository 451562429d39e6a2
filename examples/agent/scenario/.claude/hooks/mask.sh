# MessageDisplay: keys are for the model, not for the screen.
text=$(sed -n 's/.*"delta":"\([^"\\]*\)".*/\1/p')
case $text in
*key-[0-9]*)
  masked=$(printf '%s\n' "$text" | sed 's/key-[0-9]*/key-****/g')
  echo "{ \"hookSpecificOutput\": { \"hookEventName\": \"MessageDisplay\", \"displayContent\": \"$masked\" } }"
  ;;
esac
