// JSON-RPC in both directions over one transport.

import { AsyncLocalStorage } from "node:async_hooks";

import { ErrorCode, RpcError, ServerGone, wordsOf } from "./errors.js";
import type { Listener, Transport } from "./transport.js";

export type Params = Record<string, unknown>;

/** What the server asks and says by itself. */
export interface Handler {
  asked(method: string, params: Params, signal: AbortSignal): Promise<unknown>;
  told(method: string, params: Params): void;
  gone(): void;
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

interface Message {
  id?: number | string | null;
  method?: string;
  params?: object;
  result?: unknown;
  error?: { code: number; message: string; data?: unknown };
}

/** How many answers are remembered: over HTTP a question may come twice. */
const REMEMBERED = 1024;

const CLOSED = "the client was closed";

/**
 * Another server would have the sessions, but nothing that hooks did in them: rules, the mode,
 * variables, hooks that ran once. A guard must not forget in silence.
 */
const NOT_RESTARTED =
  "it is not started again, because what hooks did in its sessions is lost\n" +
  "help: open a new client, and tell the user that permissions begin anew";

/**
 * Somebody waits for an answer to the server: what is asked for its sake must not wait for those
 * who wait for it.
 */
const answering = new AsyncLocalStorage<boolean>();

/** Asks the server, and answers what it asks. */
export class Connection implements Listener {
  #transport: Transport;
  #handler: Handler;
  #next = 0;
  #pending = new Map<number, Waiting>();
  #serving = new Map<unknown, AbortController>();
  #answered = new Set<unknown>();
  #gone: ServerGone | undefined;
  /** What the server reads of one message at most, once it has said so. */
  messageBytes = Number.POSITIVE_INFINITY;

  constructor(transport: Transport, handler: Handler) {
    this.#transport = transport;
    this.#handler = handler;
  }

  async open(): Promise<void> {
    await this.#transport.open(this);
  }

  get isOpen(): boolean {
    return this.#gone === undefined;
  }

  /** Asks, and waits for the answer. An abort takes the request back. */
  async request(method: string, params: object, signal?: AbortSignal): Promise<unknown> {
    signal?.throwIfAborted();
    if (this.#gone) throw new ServerGone(this.#gone.message);
    const id = ++this.#next;
    const text = this.#written({ id, method, params });
    const answer = new Promise<unknown>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
    });
    const cancel = () => {
      if (!this.#pending.has(id)) return;
      if (!this.#transport.takeBack?.(id)) {
        this.#say({ method: "$/cancel", params: { id } }).catch(() => {});
      }
      this.#pending.get(id)?.reject(signal?.reason);
    };
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      // Who is gone is told to everybody; here it matters that nobody waits in vain.
      const sent = this.#transport.send(text, { id, holds: !answering.getStore() });
      sent.catch((error: unknown) => this.#pending.get(id)?.reject(error));
      return await answer;
    } finally {
      this.#pending.delete(id);
      signal?.removeEventListener("abort", cancel);
    }
  }

  async #say(message: Message): Promise<void> {
    await this.#transport.send(this.#written(message));
  }

  #written(message: Message): string {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    // A character has at most three bytes for each of its units.
    if (text.length * 3 > this.messageBytes && Buffer.byteLength(text) > this.messageBytes) {
      throw new RangeError(
        `a message of ${Buffer.byteLength(text)} bytes: ${this.messageBytes} are read`,
      );
    }
    return text;
  }

  message(text: string): void {
    let message: Message;
    try {
      message = JSON.parse(text) as Message;
    } catch (error) {
      this.gone(`what the server said cannot be read: ${(error as Error).message}`);
      return;
    }
    if (message.method === undefined) {
      this.#answer(message);
      return;
    }
    const params = (message.params ?? {}) as Params;
    if (message.id != null) void this.#serve(message.id, message.method, params);
    else if (message.method === "$/cancel") this.#serving.get(params["id"])?.abort();
    else this.#handler.told(message.method, params);
  }

  gone(how: string): void {
    if (this.#gone) return;
    // Before the server has said its limits, there was nothing to lose.
    const isLost = how !== CLOSED && Number.isFinite(this.messageBytes);
    const why = isLost ? `${how}\n${NOT_RESTARTED}` : how;
    this.#gone = new ServerGone(why);
    for (const waiting of this.#pending.values()) waiting.reject(new ServerGone(why));
    for (const serving of this.#serving.values()) serving.abort();
    this.#handler.gone();
  }

  #answer(message: Message): void {
    const { error } = message;
    if (message.id == null && error) {
      // Whose message it was nobody knows, so nobody may go on waiting.
      this.gone(`the server cannot read what it is sent: ${error.message}`);
    }
    const waiting = this.#pending.get(message.id as number);
    if (!waiting) return;
    if (error) waiting.reject(new RpcError(error.code, error.message, error.data));
    else waiting.resolve(message.result);
  }

  async #serve(id: number | string, method: string, params: Params): Promise<void> {
    if (this.#serving.has(id) || this.#answered.has(id)) return;
    const controller = new AbortController();
    this.#serving.set(id, controller);
    let answer: string;
    try {
      const result = await answering.run(true, () =>
        this.#handler.asked(method, params, controller.signal),
      );
      // What cannot be sent must fail here, where it can be told.
      answer = this.#written({ id, result: result ?? null });
    } catch (error) {
      const code = error instanceof RpcError ? error.code : ErrorCode.Internal;
      answer = this.#written({ id, error: { code, message: wordsOf(error).slice(0, 10_000) } });
    }
    this.#serving.delete(id);
    if (controller.signal.aborted) return;
    this.#answered.add(id);
    if (this.#answered.size > REMEMBERED) {
      for (const oldest of this.#answered) {
        this.#answered.delete(oldest);
        break;
      }
    }
    // Who is gone need not hear it.
    await this.#transport.send(answer).catch(() => {});
  }

  async close(): Promise<void> {
    this.gone(CLOSED);
    await this.#transport.close();
  }
}
