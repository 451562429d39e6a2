// A world of its own for each test: a home, a project, a log, the page, agents and a browser.

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { chromium } from "playwright-core";

const SNAPHOOK = process.env.SNAPHOOK_BINARY;
const AGENT = process.env.SNAPHOOK_EXAMPLE_AGENT;
const CHROMIUM = process.env.SNAPHOOK_CHROMIUM ?? "/usr/bin/chromium";

/** Far beyond what anything here takes, also on a busy machine. */
export const PATIENCE = 90_000;

const SWITCHES = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-domain-reliability",
  "--disable-sync",
  "--no-first-run",
  "--no-pings",
];

export const openBrowser = () => chromium.launch({ executablePath: CHROMIUM, args: SWITCHES });

/** A port that is free now. */
export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

export class World {
  constructor(settings = ASK) {
    this.root = mkdtempSync(join(tmpdir(), "snaphook-ui-"));
    this.project = join(this.root, "project");
    this.state = join(this.root, "state");
    this.log = join(this.state, "snaphook", "log.db");
    this.settings = join(this.project, ".claude", "settings.json");
    for (const folder of ["home", "project/.claude", "state/snaphook"]) mkdirSync(join(this.root, folder), { recursive: true, mode: 0o700 });
    this.write(".claude/settings.json", JSON.stringify(settings));
    const { PATH, LANG } = process.env;
    this.env = { PATH, LANG, HOME: join(this.root, "home"), XDG_STATE_HOME: this.state, USER: "ann" };
    this.children = [];
  }

  /** A file of the project. */
  write(name, text) {
    const file = join(this.project, name);
    writeFileSync(file, text);
    return file;
  }

  /** Runs the command to its end. */
  async run(...args) {
    const options = { cwd: this.project, env: this.env, maxBuffer: 1 << 28 };
    const running = promisify(execFile)(SNAPHOOK, args, options);
    // An input would be read from there.
    running.child.stdin.end();
    return (await running).stdout;
  }

  spawn(program, args, env = {}) {
    const child = spawn(program, args, { cwd: this.project, env: { ...this.env, ...env } });
    child.text = "";
    child.ended = once(child, "close").then(([code]) => code);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8");
      stream.on("data", (text) => (child.text += text));
    }
    this.children.push(child);
    return child;
  }

  /** Waits until a child has printed what fits; gives the match. */
  async printed(child, pattern) {
    for (;;) {
      const found = pattern.exec(child.text);
      if (found) return found;
      if (child.exitCode !== null) throw new Error(`it ended: ${child.text}`);
      await Promise.race([once(child.stdout, "data"), once(child.stderr, "data"), child.ended]);
    }
  }

  /** Starts the page; gives its address with the key. */
  async page(...args) {
    this.ui = this.spawn(SNAPHOOK, ["ui", ...args]);
    const [address] = await this.printed(this.ui, /http:\/\/127\S+#key=\w+(?=\s)/);
    return address;
  }

  /** Starts `snaphook serve --ui`; `request` asks it. */
  async serve(...args) {
    const child = this.spawn(SNAPHOOK, ["serve", "--stdio", "--ui", "--trust", "all", ...args]);
    const [address] = await this.printed(child, /http:\/\/127\S+#key=\w+(?=\s)/);
    const waiting = new Map();
    let number = 0;
    let rest = "";
    child.stdout.on("data", (text) => {
      const all = (rest + text).split("\n");
      rest = all.pop();
      for (const line of all) {
        if (!line.startsWith("{")) continue;
        const answer = JSON.parse(line);
        waiting.get(answer.id)?.(answer);
        waiting.delete(answer.id);
      }
    });
    const request = (method, params) =>
      new Promise((resolve, reject) => {
        const id = ++number;
        waiting.set(id, (answer) => (answer.error ? reject(new Error(JSON.stringify(answer.error))) : resolve(answer.result)));
        child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
      });
    await request("initialize", { protocolVersion: 1 });
    return { address, request, child };
  }

  /** Starts the example agent, which makes these tool calls and says what it was told. */
  agent(calls, { session = "session-1", wait = 600, expects = [] } = {}) {
    const script = this.write(
      `script-${session}.json`,
      JSON.stringify({
        model: "small",
        max_turns: 4,
        compact_after: 30,
        prompts: ["Do it."],
        agents: { main: [{ text: "I do it.", tool_calls: calls }, { expects, text: "That was all." }] },
      }),
    );
    const args = ["--script", script, "--settings", this.settings, "--log", this.log, "--session", session];
    return this.spawn(AGENT, args, { EXAMPLE_AGENT_WAIT: String(wait) });
  }

  async end() {
    for (const child of this.children) {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
      await child.ended;
    }
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** A hook that asks about every command, as a person would want it for pushes. */
export const ASK = {
  hooks: {
    PreToolUse: [
      {
        matcher: "Bash",
        hooks: [
          {
            name: "ask-first",
            type: "command",
            command:
              'echo \'{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "ask", "permissionDecisionReason": "commands need a look"}}\'',
          },
        ],
      },
    ],
  },
};

/** Opens the page in a tab, and waits until it is live. */
export async function openTab(browser, address, options = {}) {
  const context = await browser.newContext(options);
  const tab = await context.newPage();
  tab.setDefaultTimeout(PATIENCE);
  tab.problems = [];
  tab.on("pageerror", (error) => tab.problems.push(String(error)));
  tab.on("console", (message) => message.type() === "error" && tab.problems.push(message.text()));
  await tab.goto(address);
  await tab.locator('#link[data-state="live"]').waitFor();
  return tab;
}
