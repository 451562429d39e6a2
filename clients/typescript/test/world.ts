// A server of the real program, on settings of the test's own.

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";

import { Snaphook, type StartOptions } from "../src/index.js";

const ROOT = resolve(import.meta.dirname, "../../../..");
export const BINARY = process.env["SNAPHOOK_BINARY"] ?? join(ROOT, "target/debug/snaphook");
const LIMIT = 120_000;

type Hooks = Record<string, unknown[]>;

/** A command hook. */
export function command(script: string, more: object = {}): object {
  return { type: "command", command: script, ...more };
}

/** Hooks behind one matcher. */
export function group(hook: object, matcher?: string): object {
  return { hooks: [hook], ...(matcher !== undefined && { matcher }) };
}

/** A folder with settings; whatever was started there ends with the test. */
export class World {
  readonly folder = mkdtempSync(join(tmpdir(), "snaphook-"));
  readonly said: string[] = [];
  /** What ends with the test, before its folder goes: the last first. */
  readonly #ends: (() => unknown)[] = [];

  constructor(readonly test: TestContext) {
    assert.ok(existsSync(BINARY), `${BINARY} is not there: \`cargo build --bin snaphook\` first`);
    test.after(async () => {
      for (const end of this.#ends.reverse()) await end();
      rmSync(this.folder, { recursive: true, force: true });
    });
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  settings(hooks: Hooks = {}, more: object = {}): string {
    const file = this.path("settings.json");
    writeFileSync(file, JSON.stringify({ hooks, ...more }));
    return file;
  }

  /** No settings of the person who runs the test. */
  get env(): NodeJS.ProcessEnv {
    const { folder } = this;
    return { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_STATE_HOME: folder };
  }

  /** A client with a server of its own. */
  async start(hooks: Hooks = {}, options: StartOptions = {}, more: object = {}): Promise<Snaphook> {
    const client = await Snaphook.start({
      settings: [this.settings(hooks, more)],
      cwd: this.folder,
      binary: BINARY,
      env: this.env,
      stderr: (line) => this.said.push(line),
      ...options,
    });
    this.#ends.push(() => client.close());
    return client;
  }

  /** A server beside the test, and what it says. */
  serve(hooks: Hooks, ...more: string[]): { child: ChildProcess; line(words: string): Promise<string> } {
    const all = ["serve", "--settings", this.settings(hooks), "--cwd", this.folder, ...more];
    const child = spawn(BINARY, all, { stdio: ["ignore", "ignore", "pipe"], env: this.env });
    let said = "";
    child.stderr?.on("data", (piece) => (said += piece));
    this.#ends.push(async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGTERM");
        await once(child, "close");
      }
    });
    const line = async (words: string) => {
      // The last one may not be whole yet.
      const lines = () => said.split("\n").slice(0, -1);
      const found = () => lines().find((line) => line.includes(words));
      await this.until(() => found() !== undefined);
      return (found() ?? "").split(words)[1]?.trim() ?? "";
    };
    return { child, line };
  }

  /** Waits for something that another process does. */
  async until(condition: () => boolean): Promise<void> {
    const start = Date.now();
    while (!condition()) {
      assert.ok(Date.now() - start < LIMIT, "it never happens");
      await pause(10);
    }
  }
}

/** The only one of a list. */
export function only<T>(list: readonly T[]): T {
  assert.equal(list.length, 1);
  return list[0] as T;
}

export function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
