// A server over HTTP: requests by POST, what the server says as server-sent events.

import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";

import { ServerGone } from "./errors.js";
import { type Listener, type Sending, type Transport, listen } from "./transport.js";

/** How often a lost stream of events is looked for again, and how long apart. */
const TRIES = 5;
const PAUSE = 200;

/** Requests at a time; answers to the server's own requests do not count. */
const AT_ONCE = 64;

/** A message on its way. */
interface Post extends Sending {
  message: string;
  request?: ClientRequest;
  takenBack?: boolean;
}

export class Http implements Transport {
  #url: URL;
  #token: string;
  // Without a limit: answers to the server must get through while requests wait. Those are
  // counted.
  #agent = new Agent({ keepAlive: true });
  #held = 0;
  #waiting: Post[] = [];
  #posts = new Map<number, Post>();
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

  async send(message: string, sending: Sending = {}): Promise<void> {
    const post = { ...sending, message };
    // A request has a connection until it is answered.
    if (post.holds && this.#held >= AT_ONCE) this.#waiting.push(post);
    else void this.#begin(post);
  }

  /**
   * A message of its own could overtake the request. The server takes a connection that is closed
   * for a cancel.
   */
  takeBack(id: number): boolean {
    this.#waiting = this.#waiting.filter((post) => post.id !== id);
    const post = this.#posts.get(id);
    if (post) {
      post.takenBack = true;
      post.request?.destroy();
    }
    return true;
  }

  /** The answer comes as a message like any other; nobody waits for it here. */
  async #begin(post: Post): Promise<void> {
    if (post.holds) this.#held += 1;
    if (post.id !== undefined) this.#posts.set(post.id, post);
    try {
      await this.#post(post);
    } catch (error) {
      if (!post.takenBack) this.#lost((error as Error).message);
    }
    if (post.id !== undefined) this.#posts.delete(post.id);
    if (!post.holds) return;
    this.#held -= 1;
    const next = this.#waiting.shift();
    if (next && !this.#closed) void this.#begin(next);
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

  async #post(sent: Post, again = true): Promise<void> {
    const post = this.#request("POST", "/rpc");
    sent.request = post;
    const answered = response(post);
    post.end(sent.message);
    let answer: IncomingMessage;
    try {
      answer = await answered;
    } catch (error) {
      // The server lets go of connections that were idle.
      const lost = post.reusedSocket && !sent.takenBack && !this.#closed;
      if (again && lost) return this.#post(sent, false);
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
