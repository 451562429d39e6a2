// The turn helpers and the typed inputs, against the real program.

import assert from "node:assert/strict";
import { test } from "node:test";

import { AgentBlocked, AgentHooks, type FunctionHook } from "../src/index.js";
import { World } from "./world.js";

/** Records what hooks see on these events. */
function recorder(seen: Record<string, unknown>[], ...events: string[]): FunctionHook[] {
  return events.map((event) => ({
    event,
    name: event,
    run: (call) => {
      seen.push({ event, ...call.input });
      if (event === "PreCompact") return { hookSpecificOutput: { hookEventName: event } };
      return null;
    },
  }));
}

test("an agent runs until no hook sends it back", async (t) => {
  const functions: FunctionHook[] = [
    { event: "UserPromptSubmit", run: (call) => call.context("today is Friday") },
    {
      event: "Stop",
      name: "tests",
      run: (call) => (call.input["stop_hook_active"] ? null : call.block("run the tests")),
    },
  ];
  const hooks = await new World(t).start({}, { functions });
  const agent = new AgentHooks(await hooks.session());
  const told: string[][] = [];
  const last = await agent.run("clean up", async (texts) => {
    told.push(texts);
    return `answer ${told.length}`;
  });
  assert.equal(last, "answer 2");
  assert.deepEqual(told[0], ["clean up", "today is Friday"]);
  assert.match(told[1]?.[0] ?? "", /run the tests/);
  assert.equal(agent.isSentBack, false);
});

test("a refused prompt runs nothing, also when the server is gone", async (t) => {
  const refuse: FunctionHook = { event: "UserPromptSubmit", run: (call) => call.block("no") };
  const hooks = await new World(t).start({}, { functions: [refuse] });
  const agent = new AgentHooks(await hooks.session());
  const work = async () => assert.fail("the model was asked");
  await assert.rejects(agent.run("x", work), AgentBlocked);
  await hooks.close();
  await assert.rejects(agent.run("x", work), /nobody could decide/);
  assert.match((await agent.beforeCompaction("auto")).refusal ?? "", /nobody could decide/);
});

test("a stopped agent calls no other tool and does not go on", async (t) => {
  const stop: FunctionHook = { event: "PostToolUse", run: (call) => call.stop("enough") };
  const back: FunctionHook = { event: "Stop", run: (call) => call.block("go on") };
  const allow = { permissions: { allow: ["Echo"] } };
  const hooks = await new World(t).start({}, { functions: [stop, back] }, allow);
  const agent = new AgentHooks(await hooks.session());
  let runs = 0;
  await agent.gate("Echo", {}, () => ++runs);
  const second = await agent.gate("Echo", {}, () => ++runs);
  assert.equal(runs, 1);
  assert.equal(second.status, "denied");
  assert.equal(await agent.end("done"), undefined);
});

test("trouble, compaction and subagents have their places", async (t) => {
  const seen: Record<string, unknown>[] = [];
  const events = ["OnError", "OnMaxIterations", "Notification", "StopFailure", "PreCompact"];
  const more = ["PostCompact", "SessionStart", "SubagentStart", "SubagentStop"];
  const functions = recorder(seen, ...events, ...more);
  const hooks = await new World(t).start({}, { functions });
  const agent = new AgentHooks(await hooks.session(), { fields: { permission_mode: "plan" } });
  await agent.error("lost");
  await agent.limitReached("too many");
  await agent.failed("rate_limit");
  assert.deepEqual(await agent.beforeCompaction("manual", "keep names"), {
    instructions: "keep names",
  });
  await agent.compacted("manual", "short");
  const helper = agent.subagent("helper", "h1");
  await helper.begin("look");
  await helper.end("seen");
  const order = seen.map(({ event }) => event);
  assert.deepEqual(order, [
    "OnError",
    "Notification",
    "OnMaxIterations",
    "Notification",
    "StopFailure",
    "PreCompact",
    "PostCompact",
    "SessionStart",
    "SubagentStart",
    "SubagentStop",
  ]);
  assert.equal(seen[1]?.["notification_type"], "error");
  assert.equal(seen[7]?.["source"], "compact");
  assert.equal(seen[9]?.["agent_id"], "h1");
  assert.ok(seen.every((input) => input["permission_mode"] === "plan"));
});

test("a wrong field of an event is an error for the compiler", async (t) => {
  const hooks = await new World(t).start();
  const wrong = async () => {
    // @ts-expect-error: no such field
    await hooks.execute("PreToolUse", { tool_name: "Bash", tool_input: {}, tool_imput: {} });
    // @ts-expect-error: a required field is missing
    await hooks.execute("UserPromptSubmit", {});
    // @ts-expect-error: no such word
    await hooks.execute("PreCompact", { trigger: "later" });
  };
  // What the compiler cannot know is refused by the server.
  const slip = { Prompt: "x" } as unknown as { prompt: string };
  await assert.rejects(hooks.execute("UserPromptSubmit", slip), /must be called `prompt`/);
  assert.equal(typeof wrong, "function");
  const own = await hooks.execute("Deployed", { to: "production" });
  assert.deepEqual(own.outcome.hooks, []);
});
