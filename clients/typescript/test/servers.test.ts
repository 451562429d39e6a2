// Servers that are there, that are not, and that die.

import assert from "node:assert/strict";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { type Socket, createServer } from "node:net";
import { test } from "node:test";

import { RpcError, ServerGone, ServerNotFound, Snaphook } from "../src/index.js";
import { UnixSocket } from "../src/socket.js";
import { BINARY, World, command, group, isThere, only } from "./world.js";

const HOOKS = { PreToolUse: [group(command("exit 2"), "Bash")] };
const BASH = { tool_name: "Bash", tool_input: {} };

test("the server ends with the client", async (t) => {
  const hooks = await new World(t).start(HOOKS);
  const pid = hooks.pid ?? 0;
  assert.ok(isThere(pid));
  await hooks.close();
  assert.ok(!isThere(pid));
  assert.equal(hooks.isOpen, false);
  await assert.rejects(hooks.execute("Stop"), ServerGone);
  await hooks.close();
});

test("a program that is not there is said to be missing", async () => {
  await assert.rejects(Snaphook.start({ binary: "/repo/none/snaphook" }), (error) => {
    assert.ok(error instanceof ServerNotFound);
    assert.match(error.message, /help: correct `binary` or SNAPHOOK_BINARY/);
    return true;
  });
});

test("a program that cannot serve says why", async () => {
  const said: string[] = [];
  const opening = Snaphook.start({
    binary: BINARY,
    settings: ["/repo/none.json"],
    stderr: (line) => said.push(line),
  });
  await assert.rejects(opening, (error) => {
    assert.ok(error instanceof ServerGone);
    assert.match(error.message, /exit status 1[^]*none\.json/);
    return true;
  });
  assert.match(said.join("\n"), /none\.json/);
});

test("a program that is another one is not talked to", async (t) => {
  const script = new World(t).path("other");
  writeFileSync(script, "#!/bin/sh\necho hello\ncat >/dev/null\n");
  chmodSync(script, 0o700);
  await assert.rejects(Snaphook.start({ binary: script }), /cannot be read/);
});

test("whoever waits hears that the server died", async (t) => {
  const world = new World(t);
  const started = world.path("started");
  const hooks = await world.start({ Stop: [group(command(`touch ${started}; sleep 60`))] });
  const session = await hooks.session();
  const waiting = session.execute("Stop");
  const reading = session.notices().next();
  await world.until(() => existsSync(started));
  process.kill(hooks.pid ?? 0, "SIGKILL");
  await assert.rejects(waiting, (error) => {
    assert.ok(error instanceof ServerGone);
    assert.match(error.message, /SIGKILL[^]*not started again/);
    return true;
  });
  assert.equal((await reading).done, true);
  await assert.rejects(hooks.has("Stop"), ServerGone);
});

test("clients share a server at a socket", async (t) => {
  const world = new World(t);
  const path = world.path("s");
  const server = world.serve(HOOKS, "--socket", path);
  await server.line("listening at");
  const one = await Snaphook.connect(path);
  const two = await Snaphook.connect(path);
  await one.session({ id: "s1" });
  await assert.rejects(two.session({ id: "s1" }), RpcError);
  await one.close();
  await two.session({ id: "s1" });
  assert.equal((await two.execute("PreToolUse", BASH)).outcome.blocked, true);
  await two.close();
  assert.equal(server.child.exitCode, null);
  await assert.rejects(Snaphook.connect(world.path("none")), /snaphook serve --socket/);
});

test("closing does not wait for a server that reads nothing", async (t) => {
  const path = new World(t).path("deaf");
  const accepted: Socket[] = [];
  const server = createServer((socket) => accepted.push(socket.pause()));
  server.listen(path);
  await once(server, "listening");
  t.after(() => {
    for (const socket of accepted) socket.destroy();
    server.close();
  });
  const socket = new UnixSocket(path);
  await socket.open({ message: () => {}, gone: () => {} });
  // More than fits on the way.
  socket.send("x".repeat(8 << 20)).catch(() => {});
  await socket.close();
});

test("everything works over HTTP", async (t) => {
  const world = new World(t);
  const behind = command("echo behind >&2; exit 2", { asyncRewake: true });
  const [started, ended] = [world.path("started"), world.path("ended")];
  const slow = `trap 'touch ${ended}; exit 0' TERM; touch ${started}; sleep 60 & wait`;
  const hooks = { ...HOOKS, Stop: [group(behind)], Notification: [group(command(slow))] };
  const server = world.serve(hooks, "--http", "127.0.0.1:0");
  const url = await server.line("listening at");
  const token = await server.line("token:");
  await assert.rejects(Snaphook.connectHttp(url, "0123456789abcdef"), /401/);
  const client = await Snaphook.connectHttp(url, token, {
    functions: [
      { event: "UserPromptSubmit", run: (call) => call.context(String(call.input["prompt"])) },
    ],
  });
  t.after(() => client.close());
  assert.equal((await client.execute("PreToolUse", BASH)).outcome.blocked, true);
  const many = Array.from({ length: 100 }, (_, number) => String(number));
  const all = await Promise.all(
    many.map((prompt) => client.execute("UserPromptSubmit", { prompt })),
  );
  assert.deepEqual(
    all.map((ran) => only(ran.outcome.additionalContext ?? [])),
    many,
  );
  const session = await client.session();
  await session.execute("Stop");
  for await (const notice of session.notices()) {
    assert.match(notice.text, /behind/);
    break;
  }
  const controller = new AbortController();
  const running = client.execute("Notification", { message: "x" }, { signal: controller.signal });
  await world.until(() => existsSync(started));
  controller.abort();
  await assert.rejects(running, { name: "AbortError" });
  await world.until(() => existsSync(ended));
  server.child.kill("SIGKILL");
  await once(server.child, "close");
  await assert.rejects(client.execute("Stop"), ServerGone);
  await assert.rejects(Snaphook.connectHttp(url, token), /snaphook serve --http/);
});
