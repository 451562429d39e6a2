// The tool gate, against the real program. The table of cases is that of every language.

import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { test } from "node:test";

import type { BeforeTool, GateResult } from "../src/index.js";
import { World, command, group } from "./world.js";

interface Case {
  name: string;
  settings: { hooks?: Record<string, unknown[]>; [key: string]: unknown };
  before?: { name: string; answers?: string | boolean | null; raises?: string }[];
  tool: { returns?: unknown; raises?: string };
  expect: { contains?: string[]; lacks?: string[]; [key: string]: unknown };
}

const ROOT = resolve(import.meta.dirname, "../../../..");
const TABLE = readFileSync(join(ROOT, "conformance/gate/cases.json"), "utf8");
const { cases } = JSON.parse(TABLE) as { cases: Case[] };
const ALLOW = { permissions: { allow: ["Echo"] } };

for (const { name, settings, before = [], tool, expect } of cases) {
  test(`the gate: ${name}`, async (t) => {
    const { hooks: configured = {}, ...more } = settings;
    const world = new World(t);
    const hooks = await world.start(configured, {}, more);
    const ended: GateResult<unknown>[] = [];
    const session = await hooks.session({ afterTool: [(done) => void ended.push(done)] });
    const functions = before.map((one): BeforeTool => {
      const hook: BeforeTool = () => {
        if (one.raises !== undefined) throw new Error(one.raises);
        return one.answers;
      };
      return Object.defineProperty(hook, "name", { value: one.name });
    });
    const ranWith: unknown[] = [];
    const run = (input: Record<string, unknown>): unknown => {
      ranWith.push(input);
      if (tool.raises !== undefined) throw new Error(tool.raises);
      return tool.returns;
    };
    const done = await session.gate("Echo", { text: "hello" }, run, { before: functions });
    assert.deepEqual(ended, [done]);
    const found: Record<string, unknown> = {
      status: done.status,
      ran_with: ranWith[0] ?? null,
      value: done.value,
      text: done.textForModel,
      context: done.context,
      stop: done.stop,
    };
    const { contains = [], lacks = [], ...equal } = expect;
    for (const part of contains) assert.ok(done.textForModel.includes(part), done.textForModel);
    for (const part of lacks) assert.ok(!done.textForModel.includes(part), done.textForModel);
    for (const [key, value] of Object.entries(equal)) assert.deepEqual(found[key], value, key);
    assert.equal(done.isError, done.status !== "done");
  });
}

test("an aborted tool is told to the hooks", async (t) => {
  const world = new World(t);
  const told = command(`cat > ${world.path("mark")}`);
  const hooks = await world.start({ PostToolUseFailure: [group(told)] }, {}, ALLOW);
  const controller = new AbortController();
  const run = async (_: unknown, signal: AbortSignal): Promise<void> => {
    const aborted = new Promise((end) => signal.addEventListener("abort", end, { once: true }));
    controller.abort();
    await aborted;
  };
  const done = await hooks.gate("Echo", {}, run, { signal: controller.signal });
  assert.equal(done.status, "cancelled");
  const input = JSON.parse(readFileSync(world.path("mark"), "utf8")) as { is_interrupt: boolean };
  assert.equal(input.is_interrupt, true);
});

test("without a server nothing runs, and without hooks after it no output is shown", async (t) => {
  const world = new World(t);
  const hooks = await world.start({}, {}, ALLOW);
  const dies = await hooks.gate("Echo", {}, async () => {
    await hooks.close();
    return "secret";
  });
  assert.equal(dies.status, "done");
  assert.ok(!dies.textForModel.includes("secret"));
  let ran = false;
  const denied = await hooks.gate("Echo", {}, () => (ran = true));
  assert.equal(denied.status, "denied");
  assert.ok(!ran);
});

test("hooks that a model judges get the conversation", async (t) => {
  const asked: string[] = [];
  const model = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      const { messages } = JSON.parse(body) as { messages: { content: string }[] };
      asked.push(messages.at(-1)?.content ?? "");
      const message = { role: "assistant", content: '{"ok": true}' };
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify({ choices: [{ message }] }));
    });
  }).listen(0, "127.0.0.1");
  await once(model, "listening");
  t.after(() => model.close());
  const baseUrl = `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`;
  const own = { hookModel: { model: "m", provider: "openai", baseUrl }, ...ALLOW };
  const asks = group({ type: "prompt", prompt: "Is this what the user asked for?" });
  const world = new World(t);
  const hooks = await world.start({ PreToolUse: [asks], PostToolUse: [asks] }, {}, own);
  hooks.conversation = [{ role: "user", text: "clean up" }];
  const done = await hooks.gate("Echo", {}, () => "ok");
  assert.equal(done.status, "done", done.textForModel);
  const input = { tool_name: "Echo", tool_input: {}, tool_use_id: "1" };
  await hooks.execute("PreToolUse", input);
  assert.equal(asked.length, 3);
  for (const question of asked) assert.ok(question.includes("user: clean up"), question);
});

test("an intent, permissions and the environment of a session", async (t) => {
  const world = new World(t);
  const guard = { type: "builtin", command: "require_intent" };
  const env = command('echo "export A=1" >> "$CLAUDE_ENV_FILE"');
  const steps: string[] = [];
  const configured = { PreToolUse: [group(guard)], SessionStart: [group(env)] };
  const onProgress = ({ kind }: { kind: string }) => void steps.push(kind);
  const hooks = await world.start(configured, { onProgress });
  const session = await hooks.session();
  const rules = [{ toolName: "Bash" }];
  await session.updatePermissions({ type: "addRules", behavior: "allow", rules });
  for (const [intent, status] of [[null, "denied"], ["fix it", "done"]] as const) {
    await session.setIntent(intent);
    assert.equal((await session.gate("Bash", { command: "make" }, () => "ok")).status, status);
  }
  await session.execute("SessionStart", { source: "startup" });
  assert.deepEqual(await session.env(), { A: "1" });
  assert.ok(steps.includes("started") && steps.includes("finished"));
});
