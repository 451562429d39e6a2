// The page "An agent in TypeScript" of the book: its agent prints what the page says.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

import { BINARY, World } from "./world.js";

const AGENT = join(import.meta.dirname, "book", "agent.js");
const PAGE = resolve(import.meta.dirname, "../../../../docs/src/agent-typescript.md");

test("the agent of the book runs", async (t) => {
  const page = readFileSync(PAGE, "utf8");
  const settings = /```json file=settings\.json\n([^]*?)```/.exec(page)?.[1];
  const printed = /It prints[^]*?```text\n([^]*?)```/.exec(page)?.[1];
  assert.ok(settings && printed, "the page has settings, and what the agent prints");
  const world = new World(t);
  writeFileSync(world.path("settings.json"), settings);
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [AGENT], {
    cwd: world.folder,
    env: { ...world.env, SNAPHOOK_BINARY: BINARY },
    timeout: 60_000,
  });
  assert.equal(stdout, printed);
  assert.equal(stderr, "");
});
