// The proxy between the official client and real servers: what a denied call does not
// reach, what passes untouched, and what the proxy costs.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  CallToolResultSchema,
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";

const SNAPHOOK = process.env.SNAPHOOK_BINARY;
const server = (name) =>
  fileURLToPath(import.meta.resolve(`@modelcontextprotocol/${name}/package.json`)).replace(
    "package.json",
    "dist/index.js",
  );
const EVERYTHING = server("server-everything");
const FILESYSTEM = server("server-filesystem");

let folder;
before(() => {
  folder = mkdtempSync(join(tmpdir(), "mcp-proxy-"));
});
after(() => rmSync(folder, { recursive: true, force: true }));

const environment = () => ({ ...process.env, HOME: folder, XDG_STATE_HOME: join(folder, "state") });

function settings(value) {
  const file = join(folder, "settings.json");
  writeFileSync(file, JSON.stringify(value));
  return ["--settings", file, "--no-log"];
}

/** A hook that prints this. */
const prints = (output) => ({ command: `cat >/dev/null; echo '${JSON.stringify(output)}'` });
const on = (event, matcher, output) => ({
  [event]: [{ matcher, hooks: [prints({ hookSpecificOutput: { hookEventName: event, ...output } })] }],
});

async function connected(command, { capabilities = {}, handlers = [] } = {}) {
  const transport = new StdioClientTransport({
    command: command[0],
    args: command.slice(1),
    env: environment(),
    cwd: folder,
    stderr: "ignore",
  });
  const client = new Client({ name: "test", version: "1" }, { capabilities });
  for (const [schema, handler] of handlers) client.setRequestHandler(schema, handler);
  await client.connect(transport);
  return client;
}

const guarded = (name, file, value, ...args) => [
  SNAPHOOK, "mcp-proxy", "--name", name, ...settings(value), "--", process.execPath, file, ...args,
];
const everything = (value, options) =>
  connected(guarded("everything", EVERYTHING, value, "stdio"), options);
const ALLOW = { permissions: { allow: ["mcp__everything", "mcp__files"] } };

test("everything that is not a tool call is as without the proxy", async () => {
  const direct = await connected([process.execPath, EVERYTHING, "stdio"]);
  const proxied = await everything(ALLOW);
  for (const ask of [
    (client) => client.getServerVersion(),
    (client) => client.getServerCapabilities(),
    (client) => client.listTools(),
    (client) => client.listPrompts(),
    (client) => client.listResources(),
    (client) => client.listResourceTemplates(),
    (client) => client.callTool({ name: "echo", arguments: { message: "hello" } }),
    (client) => client.callTool({ name: "get-tiny-image", arguments: {} }),
  ]) {
    assert.deepEqual(await ask(proxied), await ask(direct));
  }
  await direct.close();
  await proxied.close();
});

test("rules and hooks decide, rewrite and add", async () => {
  const client = await everything({
    permissions: { allow: ["mcp__everything"], deny: ["mcp__everything__get-env"] },
    hooks: {
      ...on("PreToolUse", "mcp__everything__echo", { updatedInput: { message: "rewritten" } }),
      ...on("PostToolUse", "mcp__everything__echo", { additionalContext: "seen" }),
    },
  });
  const names = (await client.listTools()).tools.map((tool) => tool.name);
  assert.ok(names.includes("echo"));
  assert.ok(!names.includes("get-env"));
  const denied = await client.callTool({ name: "get-env", arguments: {} });
  assert.equal(denied.isError, true);
  assert.match(denied.content[0].text, /mcp__everything__get-env/);
  const echo = await client.callTool({ name: "echo", arguments: { message: "hello" } });
  assert.deepEqual(
    echo.content.map((part) => part.text),
    ["Echo: rewritten", "seen"],
  );
  await client.close();
});

test("a result that hooks replace is taken by the client", async () => {
  const name = "get-structured-content";
  const client = await everything({
    ...ALLOW,
    hooks: on("PostToolUse", `mcp__everything__${name}`, { updatedToolOutput: "withheld" }),
  });
  await client.listTools();
  const result = await client.callTool({ name, arguments: { location: "New York" } });
  assert.deepEqual(result.content, [{ type: "text", text: "withheld" }]);
  assert.equal(result.structuredContent, undefined);
  await client.close();
});

test("progress, cancellation, sampling, roots and logging pass", async () => {
  let sampled = 0;
  const client = await everything(ALLOW, {
    capabilities: { sampling: {}, roots: { listChanged: true } },
    handlers: [
      [
        CreateMessageRequestSchema,
        () => {
          sampled += 1;
          return { role: "assistant", model: "m", content: { type: "text", text: "sampled" } };
        },
      ],
      [ListRootsRequestSchema, () => ({ roots: [{ uri: "file:///root", name: "root" }] })],
    ],
  });
  const names = (await client.listTools()).tools.map((tool) => tool.name);
  const long = names.find((name) => name.includes("long-running"));
  const progress = progressOnTheWire(client);
  await client.callTool({ name: long, arguments: { duration: 1, steps: 2 } }, CallToolResultSchema, {
    onprogress: () => {},
  });
  assert.deepEqual(progress, [1, 2]);
  const stop = new AbortController();
  const running = client.callTool({ name: long, arguments: { duration: 60, steps: 2 } }, undefined, {
    signal: stop.signal,
  });
  stop.abort();
  await assert.rejects(running);
  const sampling = names.find((name) => name.includes("sampling-request") && !name.includes("async"));
  const result = await client.callTool({ name: sampling, arguments: { prompt: "hi" } });
  assert.match(JSON.stringify(result.content), /sampled/);
  assert.equal(sampled, 1);
  client.setNotificationHandler(LoggingMessageNotificationSchema, () => {});
  await client.setLoggingLevel("debug");
  assert.deepEqual(await client.ping(), {});
  await client.close();
});

test("a question of the server passes Elicitation hooks, and the answer too", async () => {
  const asked = [];
  const options = {
    capabilities: { elicitation: {} },
    handlers: [
      [
        ElicitRequestSchema,
        (request) => {
          asked.push(request.params.message);
          return { action: "accept", content: { name: "the user" } };
        },
      ],
    ],
  };
  const ask = async (hooks) => {
    const client = await everything({ ...ALLOW, hooks }, options);
    const names = (await client.listTools()).tools.map((tool) => tool.name);
    const name = names.find((name) => name.includes("elicitation") && !name.includes("async"));
    const result = await client.callTool({ name, arguments: {} });
    await client.close();
    return JSON.stringify(result.content);
  };
  assert.match(await ask({}), /the user/);
  assert.equal(asked.length, 1);
  const hook = on("Elicitation", "everything", { action: "accept", content: { name: "a hook" } });
  assert.match(await ask(hook), /a hook/);
  assert.equal(asked.length, 1);
  const changed = on("ElicitationResult", "everything", { action: "decline" });
  assert.match(await ask(changed), /decline/i);
  assert.equal(asked.length, 2);
});

test("a call that needs approval asks the person at the client", async () => {
  let answer = "deny";
  const options = {
    capabilities: { elicitation: {} },
    handlers: [[ElicitRequestSchema, () => ({ action: "accept", content: { answer } })]],
  };
  const command = guarded("everything", EVERYTHING, {}, "stdio");
  const client = await connected([...command.slice(0, 2), "--ask", ...command.slice(2)], options);
  const echo = () => client.callTool({ name: "echo", arguments: { message: "hello" } });
  assert.equal((await echo()).isError, true);
  answer = "allow";
  assert.deepEqual((await echo()).content, [{ type: "text", text: "Echo: hello" }]);
  answer = "approve"; // not one of the answers
  assert.equal((await echo()).isError, true);
  await client.close();
  // Without --ask nobody is there to ask.
  const alone = await everything({}, options);
  const denied = await alone.callTool({ name: "echo", arguments: { message: "hello" } });
  assert.equal(denied.isError, true);
  await alone.close();
});

test("files are written only where hooks let them", async () => {
  const files = join(folder, "files");
  mkdirSync(files);
  const client = await connected(
    guarded("files", FILESYSTEM, {
      ...ALLOW,
      hooks: {
        PreToolUse: [
          {
            matcher: "mcp__files__write_file",
            hooks: [{ command: "if grep -q secret; then echo 'not there' >&2; exit 2; fi", onFailure: "block" }],
          },
        ],
      },
    }, files),
  );
  const write = (name) =>
    client.callTool({ name: "write_file", arguments: { path: join(files, name), content: "x" } });
  const [open, secret] = await Promise.all([write("open.txt"), write("secret.txt")]);
  assert.notEqual(open.isError, true);
  assert.equal(secret.isError, true);
  assert.match(secret.content[0].text, /not there/);
  assert.equal(readFileSync(join(files, "open.txt"), "utf8"), "x");
  assert.ok(!existsSync(join(files, "secret.txt")));
  await client.close();
});

test("a proxy that is killed leaves no way to the server", async () => {
  const client = await everything(ALLOW);
  const proxy = client.transport.pid;
  const children = spawnSync("ps", ["-o", "pid=", "--ppid", String(proxy)], { encoding: "utf8" });
  const started = children.stdout.trim().split(/\s+/).map(Number);
  assert.equal(started.length, 1);
  const closed = new Promise((done) => (client.onclose = done));
  process.kill(proxy, "SIGKILL");
  await closed;
  await assert.rejects(client.callTool({ name: "echo", arguments: { message: "hello" } }));
  const isAlive = () => {
    try {
      return process.kill(started[0], 0);
    } catch {
      return false;
    }
  };
  for (let tries = 0; tries < 1200 && isAlive(); tries++) {
    await new Promise((done) => setTimeout(done, 50));
  }
  assert.ok(!isAlive());
});

test("a server behind HTTP is guarded as well", async () => {
  const port = await freePort();
  const process_ = spawn(process.execPath, [EVERYTHING, "streamableHttp"], {
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  try {
    await listening(port);
    const url = `http://127.0.0.1:${port}/mcp`;
    const value = { permissions: { allow: ["mcp__web"], deny: ["mcp__web__get-env"] } };
    const client = await connected([
      SNAPHOOK, "mcp-proxy", "--name", "web", ...settings(value), "--url", url,
    ]);
    const names = (await client.listTools()).tools.map((tool) => tool.name);
    assert.ok(!names.includes("get-env"));
    const echo = await client.callTool({ name: "echo", arguments: { message: "hello" } });
    assert.deepEqual(echo.content, [{ type: "text", text: "Echo: hello" }]);
    assert.equal((await client.callTool({ name: "get-env", arguments: {} })).isError, true);
    const progress = [];
    const long = names.find((name) => name.includes("long-running"));
    await client.callTool({ name: long, arguments: { duration: 1, steps: 2 } }, CallToolResultSchema, {
      onprogress: (at) => progress.push(at.progress),
    });
    // The last one may come on another stream than the result, and after it.
    assert.equal(progress[0], 1);
    await client.close();
  } finally {
    process_.kill();
  }
});

test("clients that speak HTTP are guarded, each in its own session", async () => {
  const value = { permissions: { allow: ["mcp__everything"], deny: ["mcp__everything__get-env"] } };
  const command = guarded("everything", EVERYTHING, value, "stdio");
  const listener = await startListener([...command.slice(0, 2), "--listen", "127.0.0.1:0", ...command.slice(2)]);
  try {
    const sampled = [];
    const client = await connectedOverHttp(listener, {
      capabilities: { sampling: {}, elicitation: {} },
      handlers: [
        [
          CreateMessageRequestSchema,
          () => {
            sampled.push("one");
            return { role: "assistant", model: "m", content: { type: "text", text: "sampled" } };
          },
        ],
        [ElicitRequestSchema, () => ({ action: "accept", content: { name: "the user" } })],
      ],
    });
    const other = await connectedOverHttp(listener);
    assert.notEqual(client.transport.sessionId, other.transport.sessionId);
    const names = (await client.listTools()).tools.map((tool) => tool.name);
    assert.ok(names.includes("echo"));
    assert.ok(!names.includes("get-env"));
    const denied = await client.callTool({ name: "get-env", arguments: {} });
    assert.equal(denied.isError, true);
    const echo = (one, message) => one.callTool({ name: "echo", arguments: { message } });
    const both = await Promise.all(
      Array.from({ length: 20 }, (_, at) => echo(at % 2 ? client : other, `call ${at}`)),
    );
    assert.deepEqual(
      both.map((result) => result.content[0].text),
      both.map((_, at) => `Echo: call ${at}`),
    );
    const long = names.find((name) => name.includes("long-running"));
    const progress = progressOnTheWire(client);
    await client.callTool({ name: long, arguments: { duration: 1, steps: 2 } }, CallToolResultSchema, {
      onprogress: () => {},
    });
    assert.deepEqual(progress, [1, 2]);
    const stop = new AbortController();
    const running = client.callTool({ name: long, arguments: { duration: 60, steps: 2 } }, undefined, {
      signal: stop.signal,
    });
    stop.abort();
    await assert.rejects(running);
    const sampling = names.find((name) => name.includes("sampling-request") && !name.includes("async"));
    const result = await client.callTool({ name: sampling, arguments: { prompt: "hi" } });
    assert.match(JSON.stringify(result.content), /sampled/);
    assert.equal(sampled.length, 1);
    await client.transport.terminateSession();
    await assert.rejects(echo(client, "late"));
    assert.deepEqual((await echo(other, "on")).content, [{ type: "text", text: "Echo: on" }]);
    await client.close();
    await other.close();
    await assert.rejects(connectedOverHttp({ ...listener, token: "wrong-wrong-wrong-wrong" }));
  } finally {
    listener.process.kill();
    await listener.ended;
  }
});

test("1,000 calls, with the proxy and without it", async (context) => {
  const direct = await connected([process.execPath, EVERYTHING, "stdio"]);
  const proxied = await everything(ALLOW);
  const calls = async (client, count, atOnce) => {
    const begun = performance.now();
    let left = count;
    const caller = async () => {
      while (left-- > 0) await client.callTool({ name: "echo", arguments: { message: "hello" } });
    };
    await Promise.all(Array.from({ length: atOnce }, caller));
    return performance.now() - begun;
  };
  const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
  for (const atOnce of [1, 8]) {
    await calls(direct, 300, atOnce);
    await calls(proxied, 300, atOnce);
    const times = { direct: [], proxied: [] };
    for (let round = 0; round < 5; round++) {
      times.direct.push(await calls(direct, 1000, atOnce));
      times.proxied.push(await calls(proxied, 1000, atOnce));
    }
    const [without, with_] = [median(times.direct), median(times.proxied)];
    context.diagnostic(
      `1,000 calls, ${atOnce} at once: ${without.toFixed(0)} ms alone, ` +
        `${with_.toFixed(0)} ms through the proxy, ${(with_ / without).toFixed(2)}x`,
    );
  }
  await direct.close();
  await proxied.close();
});

/**
 * The progress that arrives, in order. The client forgets a call's own handler when it reads
 * the result, and so drops a notification that it read from the pipe together with the result.
 */
function progressOnTheWire(client) {
  const progress = [];
  const receive = client.transport.onmessage;
  client.transport.onmessage = (message, extra) => {
    if (message.method === "notifications/progress") progress.push(message.params.progress);
    receive(message, extra);
  };
  return progress;
}

/** Starts a proxy that listens, and reads from its stderr where, and with which token. */
async function startListener(command) {
  const process_ = spawn(command[0], command.slice(1), {
    env: environment(),
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise((done) => process_.once("exit", done));
  let said = "";
  for await (const chunk of process_.stderr.iterator({ destroyOnReturn: false })) {
    said += chunk;
    const [, url] = said.match(/listening at (\S+)\n/) ?? [];
    const [, token] = said.match(/Authorization: Bearer ([^\s`]+)/) ?? [];
    if (url && token) {
      process_.stderr.resume();
      return { process: process_, ended, url, token };
    }
  }
  throw new Error(`the proxy does not listen: ${said}`);
}

async function connectedOverHttp({ url, token }, { capabilities = {}, handlers = [] } = {}) {
  const headers = { Authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  const client = new Client({ name: "test", version: "1" }, { capabilities });
  for (const [schema, handler] of handlers) client.setRequestHandler(schema, handler);
  await client.connect(transport);
  return client;
}

async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => probe.once("listening", done));
  const { port } = probe.address();
  await new Promise((done) => probe.close(done));
  return port;
}

async function listening(port) {
  for (let tries = 0; tries < 1200; tries++) {
    try {
      await fetch(`http://127.0.0.1:${port}/mcp`, { signal: AbortSignal.timeout(1000) });
      return;
    } catch {
      await new Promise((done) => setTimeout(done, 50));
    }
  }
  throw new Error("the server does not listen");
}
