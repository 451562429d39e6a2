# WorktreeCreate: makes a folder and prints its path.
name=$(sed -n 's/.*"name":"\([^"]*\)".*/\1/p')
tree=$CLAUDE_PROJECT_DIR/out/trees/$name
mkdir -p "$tree/out" &&
  cp -R "$CLAUDE_PROJECT_DIR/src" "$CLAUDE_PROJECT_DIR/tests" "$tree" &&
  cp "$CLAUDE_PROJECT_DIR/out/greet.sh" "$tree/out" &&
  echo "$tree"
