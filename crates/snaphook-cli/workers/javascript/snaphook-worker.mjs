/**
 * Hooks for AI agents, written as one function.
 *
 *     import { Block, run } from "./snaphook-worker.mjs";
 *
 *     run((event) => {
 *       if (event.tool_input?.command?.includes("rm -rf")) throw new Block("no rm -rf here");
 *     });
 *
 * Under snaphook with `"worker": true` the script is started once and answers every
 * event; anywhere else it is an ordinary hook that reads one event and ends.
 *
 * The function gets the event's input and gives
 *
 *     nothing         go on
 *     an object       the answer as JSON
 *     a string        text, which some events add to the context
 *     throws Block    exit 2: refuse, with a reason
 *     throws else     exit 1: the hook failed; the stack is its reason
 *
 * It may be async. `process.exit(code)` ends the event, not the worker. What it logs
 * goes to stderr. (A program that it starts must not inherit stdout: the answers go
 * there.)
 *
 * By default a worker works on one event at a time, in the folder and with the
 * variables of that event, as an ordinary hook would. `run(guard, {concurrency: 8})`
 * works on up to 8 at once; these have one folder and one environment together, so
 * take the folder from the event's `cwd`, and the event's variables from `getenv`.
 *
 * One file, no dependencies, Node 18 or later. Copy it beside your script.
 */

import { AsyncLocalStorage } from "node:async_hooks";
import { Console } from "node:console";
import { writeSync } from "node:fs";
import process from "node:process";

const variables = new AsyncLocalStorage();

/**
 * Refuses what the event is about; the reason is told to who wanted it. `output` may
 * be an object with more to say: `{systemMessage: "…"}`.
 */
export class Block extends Error {
  constructor(reason = "", output = null) {
    super(String(reason));
    this.name = "Block";
    this.output = output;
  }
}

/** A variable of the event that is worked on now. */
export function getenv(name, otherwise = undefined) {
  return variables.getStore()?.[name] ?? process.env[name] ?? otherwise;
}

/** Answers events with `handler`, until there are no more. */
export function run(handler, { concurrency = 1 } = {}) {
  if (!(concurrency >= 1)) throw new RangeError("concurrency must be at least 1");
  const worker = process.env.SNAPHOOK_WORKER;
  delete process.env.SNAPHOOK_WORKER;
  // What the function prints must not get between the answers.
  globalThis.console = new Console(process.stderr, process.stderr);
  Object.defineProperty(process, "stdout", { get: () => process.stderr });
  if (worker === undefined) return runOnce(handler);
  process.exit = (code) => {
    throw new Exit(code ?? process.exitCode ?? 0);
  };
  runWorker(handler, Math.floor(concurrency));
}

// What the function says.

/** The function wants to exit. */
class Exit extends Error {
  constructor(code) {
    super(`exit ${code}`);
    this.code = Number(code);
  }
}

function failed(error) {
  if (error instanceof Exit) return { exit: error.code, output: null, reason: "" };
  if (error instanceof Block) return { exit: 2, output: error.output, reason: error.message };
  return { exit: 1, output: null, reason: String(error?.stack ?? error) };
}

async function finished(promise) {
  try {
    return { exit: 0, output: (await promise) ?? null, reason: "" };
  } catch (error) {
    return failed(error);
  }
}

/** What one event gives: at once, or a promise of it. */
function call(handler, event) {
  try {
    const output = handler(event);
    if (typeof output?.then === "function") return finished(output);
    return { exit: 0, output: output ?? null, reason: "" };
  } catch (error) {
    return failed(error);
  }
}

// What is read and written.

/** Writes all of it, also where the pipe takes only a part at once. */
function write(text) {
  let bytes = Buffer.from(text);
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(1, bytes));
    } catch (error) {
      if (error.code === "EPIPE") return;
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

function answer(id, { exit, output, reason }) {
  const said = { id, exit };
  if (output !== null) said.output = output;
  if (reason) said.reason = reason;
  try {
    write(JSON.stringify(said) + "\n");
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    answer(id, { exit: 1, output: null, reason: `its answer is not JSON: ${error.message}` });
  }
}

/** Calls `take` with every line of stdin, and `end` after the last. */
function readLines(take, end) {
  let parts = [];
  process.stdin.on("data", (bytes) => {
    let start = 0;
    for (let at; (at = bytes.indexOf(10, start)) >= 0; start = at + 1) {
      let line = bytes.subarray(start, at);
      if (parts.length > 0) {
        line = Buffer.concat([...parts, line]);
        parts = [];
      }
      take(line.toString());
    }
    if (start < bytes.length) parts.push(bytes.subarray(start));
  });
  process.stdin.on("end", end);
}

// The ways to run.

function runOnce(handler) {
  const parts = [];
  process.stdin.on("data", (bytes) => parts.push(bytes));
  process.stdin.on("end", async () => {
    const text = Buffer.concat(parts).toString().trim();
    let { exit, output, reason } = await call(handler, JSON.parse(text || "{}"));
    if (reason) process.stderr.write(reason.trimEnd() + "\n");
    if (output !== null) {
      try {
        write((typeof output === "string" ? output : JSON.stringify(output)) + "\n");
      } catch (error) {
        process.stderr.write(`its answer is not JSON: ${error.message}\n`);
        exit ||= 1;
      }
    }
    process.exitCode = exit;
  });
}

function runWorker(handler, concurrency) {
  const queue = [];
  const home = process.cwd();
  let here;
  let busy = 0;
  let heard = "";
  if (concurrency === 1) {
    const write = process.stderr.write.bind(process.stderr);
    process.stderr.write = (text, ...more) => {
      heard += text;
      return write(text, ...more);
    };
  }

  /** What an ordinary hook would find; gives what puts the variables back. */
  function enter({ input, cwd = input.cwd, env }) {
    if (cwd !== here) {
      here = cwd;
      try {
        process.chdir(cwd || home);
      } catch {
        process.chdir(home);
      }
    }
    if (!env) return undefined;
    const before = Object.keys(env).map((name) => [name, process.env[name]]);
    Object.assign(process.env, env);
    return () => {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    };
  }

  function over(id, said, leave) {
    leave?.();
    // A hook that says why on stderr and exits is understood, too.
    if (said.exit && !said.reason) said.reason = heard;
    heard = "";
    answer(id, said);
    busy -= 1;
  }

  function work(request) {
    busy += 1;
    const leave = concurrency === 1 ? enter(request) : undefined;
    const said = request.env
      ? variables.run(request.env, call, handler, request.input)
      : call(handler, request.input);
    if (typeof said.then !== "function") return over(request.id, said, leave);
    said.then((said) => {
      over(request.id, said, leave);
      next();
    });
  }

  function next() {
    while (busy < concurrency && queue.length > 0) work(queue.shift());
  }

  write(`{"ready":true,"concurrency":${concurrency}}\n`);
  readLines(
    (line) => {
      queue.push(JSON.parse(line));
      next();
    },
    () => {},
  );
}
