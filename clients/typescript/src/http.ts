// A server over HTTP: requests by POST, what the server says as server-sent events.

import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";

import { ServerGone } from "./errors.js";
import { type Listener, type Transport, listen } from "./transport.js";

/** How often a lost stream of events is looked for again, and how long apart. */
const TRIES = 5;
const PAUSE = 200;

export class Http implements Transport {
  #url: URL;
  #token: string;
  // Without a limit: answers to the server must get through while requests wait.
  #agent = new Agent({ keepAlive: true });
  #client: string | undefined;
  #listener: Listener | undefined;
  #events: ClientRequest | undefined;
  #pause: NodeJS.Timeout | undefined;
  #tries = 0;
  #closed = false;

  constructor(url: string, token: string) {
    this.#url = new URL(url);
    if (this.#url.protocol !== "http:") {
      throw new TypeError(`${url}: the server speaks plain HTTP: http://127.0.0.1:7878`);
    }
    this.#token = token.trim();
  }

  async open(listener: Listener): Promise<void> {
    this.#listener = listener;
  }

  async send(message: string): Promise<void> {
    // The answer comes as a message like any other; nobody waits for it here.
    void this.#post(message).catch((error: Error) => this.#lost(error.message));
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#pause);
    this.#events?.destroy();
    this.#agent.destroy();
    this.#listener = undefined;
  }

  #lost(why: string): void {
    this.#listener?.gone(`the server at ${this.#url.origin} is gone: ${why}`);
  }

  #request(method: string, path: string): ClientRequest {
    return request(new URL(path, this.#url), {
      method,
      agent: this.#agent,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(method === "POST" && { "content-type": "application/json" }),
        ...(this.#client && { "snaphook-client": this.#client }),
      },
    });
  }

  async #post(message: string, again = true): Promise<void> {
    const post = this.#request("POST", "/rpc");
    const answered = response(post);
    post.end(message);
    let answer: IncomingMessage;
    try {
      answer = await answered;
    } catch (error) {
      // The server lets go of connections that were idle.
      if (again && post.reusedSocket && !this.#closed) return this.#post(message, false);
      const { hostname, port } = this.#url;
      const start = `start one with \`snaphook serve --http ${hostname}:${port || 80}\``;
      throw new ServerGone(`${(error as Error).message}; ${start}`);
    }
    const body = await textOf(answer);
    const status = answer.statusCode ?? 0;
    if ([401, 403, 404, 503].includes(status)) {
      throw new ServerGone(`it answered ${status}: ${body.trim()}`);
    }
    const client = answer.headers["snaphook-client"];
    if (typeof client === "string" && !this.#client && !this.#closed) {
      // From now on the server may have something to say by itself.
      this.#client = client;
      this.#listen();
    }
    if (body.trim() !== "") this.#listener?.message(body);
  }

  #listen(): void {
    const events = this.#request("GET", "/events");
    this.#events = events;
    response(events)
      .then(async (stream) => {
        if (stream.statusCode !== 200) throw new Error(`no events: status ${stream.statusCode}`);
        listen(stream, (line) => {
          this.#tries = 0;
          // The server writes each event as one line of data.
          if (line.startsWith("data: ")) this.#listener?.message(line.slice("data: ".length));
        });
        await new Promise((resolve) => stream.once("close", resolve));
        throw new Error("the stream of events ended");
      })
      .catch((error: Error) => {
        if (this.#closed) return;
        this.#tries += 1;
        if (this.#tries < TRIES) this.#pause = setTimeout(() => this.#listen(), PAUSE);
        else this.#lost(error.message);
      });
    events.end();
  }
}

function response(sent: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once("response", resolve);
    sent.on("error", reject);
  });
}

function textOf(answer: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    answer.on("data", (piece: Buffer) => pieces.push(piece));
    answer.once("end", () => resolve(Buffer.concat(pieces).toString("utf8")));
    answer.once("error", reject);
    answer.once("close", () => reject(new Error("the answer did not come to its end")));
  });
}
