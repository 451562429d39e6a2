// The package itself: the agent of its README runs, and its versions agree.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

import { VERSION } from "../src/index.js";
import { BINARY, World, command, group } from "./world.js";

const PACKAGE = resolve(import.meta.dirname, "../..");

test("the agent of the README runs", async (t) => {
  const world = new World(t);
  const text = readFileSync(join(PACKAGE, "README.md"), "utf8");
  const agent = /```js\n(\/\/ agent\.js\n[^]*?)```/.exec(text)?.[1];
  assert.ok(agent, "there is an agent in the README");
  writeFileSync(world.path("agent.mjs"), agent);
  mkdirSync(world.path("node_modules"));
  symlinkSync(PACKAGE, world.path("node_modules/snaphook"));
  const refuse = command("grep -q 'rm -rf' && { echo 'not that' >&2; exit 2; }; exit 0");
  const rules = { permissions: { allow: ["Bash(echo *)"] } };
  world.settings({ PreToolUse: [group(refuse, "Bash")] }, rules);
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ["agent.mjs"], {
    cwd: world.folder,
    env: { ...world.env, SNAPHOOK_BINARY: BINARY },
    timeout: 60_000,
  });
  assert.match(stdout, /hello/);
  assert.match(stdout, /not that/);
  assert.equal(stderr, "");
});

test("the package can be required", async (t) => {
  const world = new World(t);
  mkdirSync(world.path("node_modules"));
  symlinkSync(PACKAGE, world.path("node_modules/snaphook"));
  writeFileSync(world.path("agent.cjs"), 'console.log(typeof require("snaphook").Snaphook.start);');
  const ran = await promisify(execFile)(process.execPath, ["agent.cjs"], { cwd: world.folder });
  assert.equal(ran.stdout, "function\n");
});

test("the versions agree", () => {
  const described = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8"));
  assert.equal(described.version, VERSION);
  assert.deepEqual(described.dependencies ?? {}, {});
});
