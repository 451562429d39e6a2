#!/usr/bin/env node
// Refuses to remove folders: what goes must be named file by file.
//
// snaphook starts this script once and asks it for every event ("worker": true in the
// settings). Anywhere else it is an ordinary hook: one event on stdin, and it ends. The
// library beside it takes care of both; this is only the function.

import { Block, run } from "./snaphook-worker.mjs";

// -r, -R, -rf, -fr, …, --recursive, as a word of its own.
const RECURSIVE = /(?<![-\w])(-[a-zA-Z]*[rR][a-zA-Z]*|--recursive)(?![-\w])/;

run((event) => {
  // The settings' `if` has made sure that some command in it is an `rm`.
  const { command } = event.tool_input;
  // What a variable or a command puts there nobody can see here; quotes hide nothing.
  if (/[$`]/.test(command) || RECURSIVE.test(command.replace(/['"\\]/g, ""))) {
    throw new Block("Folders are not removed here. Name the files that should go.");
  }
});
