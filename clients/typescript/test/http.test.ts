// What goes over HTTP, as a server sees it.

import assert from "node:assert/strict";
import { once } from "node:events";
import { type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";

import { Snaphook } from "../src/index.js";

/** A server that answers what its test wants it to. */
async function serve(t: TestContext, execute: (id: number, answer: ServerResponse) => void) {
  const said: string[] = [];
  const server = createServer(async (request, answer) => {
    if (request.method === "GET") {
      answer.writeHead(200).write(":\n\n");
      return;
    }
    let body = "";
    for await (const piece of request) body += piece;
    const { id, method } = JSON.parse(body) as { id: number; method: string };
    said.push(method);
    answer.setHeader("Snaphook-Client", "c");
    if (method === "hooks/execute") execute(id, answer);
    else reply(id, answer, { protocolVersion: 1, limits: { messageBytes: 1 << 24 } });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const client = await Snaphook.connectHttp(`http://127.0.0.1:${port}`, "0123456789abcdef");
  t.after(async () => {
    await client.close();
    server.closeAllConnections();
    server.close();
  });
  return { client, said };
}

function reply(id: number, answer: ServerResponse, result: object): void {
  answer.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
}

test("a request that is taken back is not followed by a cancel, which could overtake it", async (t) => {
  let take: (answer: ServerResponse) => void = () => {};
  const taken = new Promise<ServerResponse>((resolve) => (take = resolve));
  const { client, said } = await serve(t, (_, answer) => take(answer));
  const controller = new AbortController();
  const running = client.execute("Stop", {}, { signal: controller.signal });
  const answer = await taken;
  const closed = once(answer, "close");
  controller.abort();
  await assert.rejects(running, { name: "AbortError" });
  await closed;
  await client.has("Stop");
  assert.deepEqual(said, ["initialize", "hooks/execute", "hooks/has"]);
});

test("requests that wait leave connections for others", async (t) => {
  const held: (() => void)[] = [];
  let [open, most] = [0, 0];
  const { client } = await serve(t, (id, answer) => {
    open += 1;
    most = Math.max(most, open);
    held.push(() => {
      open -= 1;
      reply(id, answer, { outcome: { event: "Stop", hooks: [] } });
    });
  });
  const many = Array.from({ length: 200 }, () => client.execute("Stop"));
  while (open < 64) await pause(10);
  const controller = new AbortController();
  const late = client.execute("Stop", {}, { signal: controller.signal });
  controller.abort();
  await assert.rejects(late, { name: "AbortError" });
  const all = Promise.all(many);
  let over = false;
  void all.then(() => (over = true));
  while (!over) {
    for (const answer of held.splice(0)) answer();
    await pause(1);
  }
  await all;
  assert.ok(most <= 64, `${most} at a time`);
});
