// What an agent does with the client, against the real program.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";

import { ErrorCode, RpcError } from "../src/index.js";
import { World, command, group, only } from "./world.js";

const REFUSE = command("echo 'not here' >&2; exit 2", { name: "refuses" });
const RULES = { permissions: { deny: ["Bash(rm *)"], ask: ["Bash(git push *)"] } };

test("an event is executed", async (t) => {
  const hooks = await new World(t).start({ PreToolUse: [group(REFUSE, "Bash")] });
  assert.equal(hooks.server.protocolVersion, 1);
  const input = { tool_name: "Bash", tool_input: { command: "ls" } };
  const ran = await hooks.execute("PreToolUse", input);
  assert.equal(ran.outcome.blocked, true);
  assert.equal(ran.outcome.blockReason, "not here");
  assert.match(ran.textForModel ?? "", /not here/);
  assert.equal(only(ran.outcome.hooks).name, "refuses");
  assert.ok(ran.blocked && !ran.stops);
  assert.equal(ran.reason, ran.outcome.blockReason);
  assert.deepEqual(ran.context, []);
  const other = await hooks.execute(null, { hook_event_name: "PreToolUse", tool_name: "Read" });
  assert.equal(other.outcome.blocked, false);
  assert.deepEqual(other.outcome.hooks, []);
});

test("words of any language, and large ones, arrive", async (t) => {
  const hooks = await new World(t).start();
  const big = "Grüße 🦀 ".repeat(200_000);
  const session = await hooks.session({
    functions: [
      {
        event: "PostToolUse",
        run: (call) => call.context(String((call.input["tool_response"] as string).length)),
      },
    ],
  });
  const input = { tool_name: "Bash", tool_input: {}, tool_response: big };
  const { outcome } = await session.execute("PostToolUse", input);
  assert.deepEqual(outcome.additionalContext, [String(big.length)]);
});

test("a message that is too long is told, and the others go on", async (t) => {
  const big = "x".repeat(17 * 1024 * 1024);
  const hooks = await new World(t).start();
  const session = await hooks.session();
  await assert.rejects(session.execute("Stop", { last_assistant_message: big }), /16777216/);
  await session.addFunction({ event: "Stop", guard: true, run: () => ({ systemMessage: big }) });
  const { outcome } = await session.execute("Stop", { last_assistant_message: "a\udc80" });
  assert.match(only(outcome.hooks).error ?? "", /16777216/);
});

test("an event is observed", async (t) => {
  const world = new World(t);
  const mark = world.path("mark");
  const hooks = await world.start({ Stop: [group(command(`touch ${mark}`))] });
  await hooks.observe("Stop");
  await world.until(() => existsSync(mark));
});

test("hooks are listed, explained and asked for", async (t) => {
  const hooks = await new World(t).start({ PreToolUse: [group(REFUSE, "Bash")] });
  assert.equal(await hooks.has("PreToolUse"), true);
  assert.equal(await hooks.has("Stop"), false);
  assert.equal(only((await hooks.list()).hooks).name, "refuses");
  assert.deepEqual((await hooks.list("Stop")).hooks, []);
  const explained = await hooks.explain("PreToolUse", { tool_name: "Read", tool_input: {} });
  assert.equal(only(explained.hooks).runs, false);
  assert.ok(only(explained.hooks).why?.code);
});

test("settings are read again, and told of", async (t) => {
  const world = new World(t);
  const changes: unknown[] = [];
  const options = {
    arguments: ["--no-watch"],
    onSettingsChanged: (change: unknown) => void changes.push(change),
  };
  const hooks = await world.start({}, options);
  assert.equal(await hooks.has("Stop"), false);
  world.settings({ Stop: [group(REFUSE)] });
  const reloaded = await hooks.reload();
  assert.equal(reloaded.swapped, true);
  assert.equal(only(reloaded.added).name, "refuses");
  assert.equal(await hooks.has("Stop"), true);
  await world.until(() => changes.length > 0);
});

test("a refusal of the server is an error", async (t) => {
  const hooks = await new World(t).start();
  await assert.rejects(hooks.execute("PreToolUze"), (error) => {
    assert.ok(error instanceof RpcError);
    assert.equal(error.code, ErrorCode.InvalidParams);
    assert.match(error.message, /PreToolUse/);
    return true;
  });
  const circle: Record<string, unknown> = {};
  circle["self"] = circle;
  await assert.rejects(hooks.execute("Stop", circle), TypeError);
  assert.equal((await hooks.execute("Stop")).outcome.blocked, false);
});

test("many events at once get their own answers", async (t) => {
  const hooks = await new World(t).start();
  const session = await hooks.session();
  await session.addFunction({
    event: "UserPromptSubmit",
    run: async (call) => call.context(String(call.input["prompt"])),
  });
  const many = Array.from({ length: 500 }, (_, number) => String(number));
  const all = await Promise.all(
    many.map((prompt) => session.execute("UserPromptSubmit", { prompt })),
  );
  assert.deepEqual(
    all.map((ran) => only(ran.outcome.additionalContext ?? [])),
    many,
  );
});

test("a callback that throws is told of, and stops nothing", async (t) => {
  const warned: string[] = [];
  const hear = (warning: Error) => warned.push(warning.message);
  process.on("warning", hear);
  t.after(() => process.off("warning", hear));
  const world = new World(t);
  const hooks = await world.start(
    { Stop: [group(command("exit 0"))] },
    {
      arguments: ["--no-watch"],
      onStatus: () => {
        throw new Error("no display");
      },
      onSettingsChanged: async () => {
        throw new Error("not interested");
      },
    },
  );
  const session = await hooks.session();
  await session.execute("Stop");
  world.settings();
  await hooks.reload();
  await world.until(() => warned.some((words) => words.includes("no display")));
  await world.until(() => warned.some((words) => words.includes("not interested")));
  assert.equal(await hooks.has("Stop"), false);
});

test("an event that is aborted ends its hooks", async (t) => {
  const world = new World(t);
  const [started, ended] = [world.path("started"), world.path("ended")];
  const script = `trap 'touch ${ended}; exit 0' TERM; touch ${started}; sleep 60 & wait`;
  const hooks = await world.start({ Stop: [group(command(script))] });
  const controller = new AbortController();
  const running = hooks.execute("Stop", {}, { signal: controller.signal });
  await world.until(() => existsSync(started));
  controller.abort(new Error("enough"));
  await assert.rejects(running, /enough/);
  await world.until(() => existsSync(ended));
  await assert.rejects(hooks.execute("Stop", {}, { signal: controller.signal }), /enough/);
  await assert.rejects(hooks.execute("Stop", {}, { signal: AbortSignal.timeout(50) }), {
    name: "TimeoutError",
  });
});

test("rules decide about tool calls, and a person is asked", async (t) => {
  const asked: string[] = [];
  const hooks = await new World(t).start(
    {},
    {
      approve: async (question) => {
        asked.push(question.message);
        return question.options[0]?.key;
      },
    },
    RULES,
  );
  const denied = await hooks.authorize("Bash", { command: "rm -r x" });
  assert.equal(denied.decision, "deny");
  assert.equal(denied.by.kind, "rule");
  assert.ok(denied.textForModel);
  const allowed = await hooks.authorize("Bash", { command: "git push origin" });
  assert.equal(allowed.decision, "allow", JSON.stringify(allowed.steps));
  assert.equal(asked.length, 1);
});

test("nobody, or a broken approver, is not a yes", async (t) => {
  const approvers = [
    {},
    { approve: () => null },
    {
      approve: () => {
        throw new Error("no terminal");
      },
    },
  ];
  for (const options of approvers) {
    const hooks = await new World(t).start({}, options, RULES);
    const decision = await hooks.authorize("Bash", { command: "git push origin" });
    assert.equal(decision.decision, "deny");
    await hooks.close();
  }
});
