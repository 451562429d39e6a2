// Sessions, functions and notices, against the real program.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { test } from "node:test";

import { ErrorCode, type FunctionHook, type PreToolUseInput, RpcError, type SessionStatus } from "../src/index.js";
import { World, command, group, only } from "./world.js";

function bash(command: string): PreToolUseInput {
  return { tool_name: "Bash", tool_input: { command } };
}

test("functions of the client are hooks everywhere", async (t) => {
  const noDeploys: FunctionHook = {
    event: "PreToolUse",
    matcher: "Bash",
    name: "no deploys",
    guard: true,
    async run(call) {
      if (String(call.toolInput["command"]).includes("deploy")) return call.block("not on Fridays");
      return undefined;
    },
  };
  const hooks = await new World(t).start({}, { functions: [noDeploys] });
  const outside = await hooks.execute("PreToolUse", bash("make deploy"));
  assert.equal(outside.outcome.blockReason, "not on Fridays");
  assert.equal(only(outside.outcome.hooks).name, "no deploys");
  await using session = await hooks.session({ id: "s1" });
  const inside = await session.execute("PreToolUse", bash("ls"));
  assert.equal(only(inside.outcome.hooks).status, "success");
});

test("answers have helpers", async (t) => {
  const hooks = await new World(t).start();
  const session = await hooks.session({
    functions: [
      { event: "PreToolUse", matcher: "Edit", run: (call) => call.allow("fine", { path: "b" }) },
      { event: "PreToolUse", matcher: "Bash", run: (call) => call.ask("really?") },
      { event: "Stop", run: (call) => call.stop("enough") },
    ],
  });
  const edit = await session.execute("PreToolUse", { tool_name: "Edit", tool_input: {} });
  assert.equal(edit.outcome.permissionDecision, "allow");
  assert.deepEqual(edit.outcome.updatedInput, { path: "b" });
  const asked = await session.execute("PreToolUse", bash("ls"));
  assert.equal(asked.outcome.permissionDecision, "ask");
  const stopped = await session.execute("Stop");
  assert.equal(stopped.outcome.continue, false);
  assert.equal(stopped.outcome.stopReason, "enough");
});

test("what is thrown is a failure, and a guard's failure blocks", async (t) => {
  const hooks = await new World(t).start();
  const fail = () => {
    throw new RangeError("the list cannot be read");
  };
  const session = await hooks.session({
    functions: [
      { event: "PreToolUse", matcher: "Read", run: fail },
      { event: "PreToolUse", matcher: "Bash", guard: true, run: async () => fail() },
      { event: "PreToolUse", matcher: "Edit", guard: true, run: () => "yes" as never },
    ],
  });
  const read = await session.execute("PreToolUse", { tool_name: "Read", tool_input: {} });
  assert.equal(read.outcome.blocked, false);
  assert.match(only(read.outcome.hooks).error ?? "", /RangeError: the list/);
  const guarded = await session.execute("PreToolUse", bash("ls"));
  assert.equal(guarded.outcome.blockedBy, "failure");
  const edit = await session.execute("PreToolUse", { tool_name: "Edit", tool_input: {} });
  assert.equal(edit.outcome.blocked, true);
});

test("a function that takes too long is told to stop", async (t) => {
  const hooks = await new World(t).start();
  const session = await hooks.session();
  let aborted: Promise<void> | undefined;
  await session.addFunction({
    event: "Stop",
    timeout: 0.5,
    async run(call) {
      aborted = new Promise((resolve) => {
        if (call.signal.aborted) resolve();
        call.signal.addEventListener("abort", () => resolve());
      });
      await aborted;
    },
  });
  const { outcome } = await session.execute("Stop");
  assert.equal(only(outcome.hooks).status, "timedOut");
  // On a slow machine it is not called at all.
  await aborted;
});

test("a function may use the client itself", async (t) => {
  const hooks = await new World(t).start({ Notification: [group(command("exit 2"))] });
  const session = await hooks.session();
  await session.addFunction({
    event: "UserPromptSubmit",
    async run(call) {
      const told = await session.execute("Notification", { message: "hi" });
      return call.context(only(told.outcome.hooks).status);
    },
  });
  const { outcome } = await session.execute("UserPromptSubmit", { prompt: "x" });
  assert.deepEqual(outcome.additionalContext, ["blocked"]);
});

test("a function that never would run is refused", async (t) => {
  const opening = new World(t).start({}, { functions: [{ event: "PreToolUze", run: () => null }] });
  await assert.rejects(opening, { code: ErrorCode.InvalidParams });
});

test("hooks are added and removed", async (t) => {
  const hooks = await new World(t).start();
  const session = await hooks.session({ id: "s1", cwd: "/repo" });
  assert.equal(session.id, "s1");
  const hook = await session.addHook("PreToolUse", { type: "command", command: "exit 2" }, "Bash");
  assert.equal((await session.execute("PreToolUse", bash("ls"))).outcome.blocked, true);
  assert.equal(await session.removeHook(hook), true);
  assert.equal(await session.removeHook(hook), false);
  assert.equal((await session.execute("PreToolUse", bash("ls"))).outcome.blocked, false);
  await assert.rejects(session.addHook("PreToolUse", { type: "command" }), /the hook/);
  await assert.rejects(hooks.session({ id: "s1" }), { code: ErrorCode.SessionTaken });
  await session.end();
  await (await hooks.session({ id: "s1" })).end();
});

test("notices are an iterator that ends with the session", async (t) => {
  const world = new World(t);
  const go = world.path("go");
  const behind = command("echo 'tests failed' >&2; exit 2", { asyncRewake: true });
  const waits = `while ! test -e ${go}; do sleep 0.01; done; echo late >&2; exit 2`;
  const hooks = await world.start({
    Stop: [group(behind)],
    Notification: [group(command(waits, { asyncRewake: true }))],
  });
  const session = await hooks.session();
  const read: string[] = [];
  const reading = (async () => {
    for await (const notice of session.notices()) read.push(notice.text);
  })();
  await session.execute("Stop");
  await world.until(() => read.length === 1);
  assert.match(read[0] ?? "", /tests failed/);
  await session.execute("Notification", { message: "x" });
  const ending = session.end(30_000);
  writeFileSync(go, "");
  await ending;
  await reading;
  assert.equal(read.length, 2);
});

test("what runs is told", async (t) => {
  const world = new World(t);
  const told: SessionStatus[] = [];
  const hooks = await world.start({}, { onStatus: (status) => void told.push(status) });
  const session = await hooks.session({ id: "s1" });
  let go = () => {};
  const waits = new Promise<void>((resolve) => (go = resolve));
  await session.addFunction({ event: "Stop", name: "waits", run: () => waits });
  const running = session.execute("Stop");
  await world.until(() => told.some((status) => status.running[0]?.name === "waits"));
  assert.equal(told[0]?.sessionId, "s1");
  go();
  await running;
});

test("a session of a refused id does not keep its functions", async (t) => {
  const hooks = await new World(t).start();
  await using session = await hooks.session({ id: "s1" });
  const functions: FunctionHook[] = [{ event: "Stop", run: () => null }];
  await assert.rejects(hooks.session({ id: session.id, functions }), RpcError);
  assert.equal(await session.has("Stop"), false);
});
