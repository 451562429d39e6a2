#!/usr/bin/env node
// `npx snaphook`: the program of the package for this platform, with the same arguments, streams
// and exit status. It costs the start of Node: what is called on every event should be the program.

import { type ChildProcess, spawn } from "node:child_process";

import { ServerNotFound, SnaphookError } from "./errors.js";
import { findProgram, notFound } from "./program.js";

/** The process id of the command that started this one; some package managers link by a script. */
const STARTED_BY = "SNAPHOOK_NPM_PROCESS";

/** An agent takes every other status of a hook for "go on". */
const BLOCKS = 2;

function fail(message: string): void {
  process.stderr.write(`error: ${message}\n`);
  process.exitCode = BLOCKS;
}

function run(program: string): void {
  let child: ChildProcess | undefined;
  const signals: NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP"];
  // Before the program starts, which may be signalled as soon as it says something.
  for (const signal of signals) {
    // A Ctrl-C at the terminal reaches the program by itself.
    process.on(signal, () => {
      if (signal !== "SIGINT" || !process.stdin.isTTY) child?.kill(signal);
    });
  }
  const env = { ...process.env, [STARTED_BY]: String(process.pid) };
  child = spawn(program, process.argv.slice(2), { stdio: "inherit", env });
  child.once("error", (error) => fail(`cannot start ${program}: ${error.message}`));
  child.once("exit", (code, signal) => {
    for (const name of signals) process.removeAllListeners(name);
    if (signal) process.kill(process.pid, signal);
    else process.exitCode = code ?? BLOCKS;
  });
}

try {
  if (process.env[STARTED_BY] === String(process.ppid)) throw new ServerNotFound(notFound());
  run(findProgram());
} catch (error) {
  if (!(error instanceof SnaphookError)) throw error;
  fail(error.message);
}
