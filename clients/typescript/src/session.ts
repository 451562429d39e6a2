// One session of an agent: it remembers what hooks did in it.

import type { Snaphook } from "./client.js";
import type { FunctionHook } from "./functions.js";
import type { AfterTool, BeforeTool, GateFunctions } from "./gate.js";
import type { Params } from "./rpc.js";
import { Scope } from "./scope.js";
import type { SessionNotice } from "./types.js";

/** Notices that wait for somebody who reads them; the oldest goes first. */
const KEPT = 1000;

export interface SessionOptions {
  /** Its id; without one, the server makes one. */
  id?: string;
  /** Its working directory, for inputs that have none. */
  cwd?: string;
  /** Functions as hooks, for this session. */
  functions?: FunctionHook[];
  /** Functions before every tool call of `gate`, after those of the client. */
  beforeTool?: BeforeTool[];
  /** Functions after every tool call of `gate`, after those of the client. */
  afterTool?: AfterTool[];
}

/** One session. Made by `hooks.session()`. */
export class Session extends Scope implements AsyncDisposable {
  /** Its id. */
  readonly id: string;
  #client: Snaphook;
  #keys: string[];
  /** The key of each function that was added, by the hook's id. */
  #added = new Map<string, string>();
  #gateFunctions: Required<GateFunctions>;
  #notices: SessionNotice[] = [];
  #readers: (() => void)[] = [];
  #ended = false;

  /** @internal */
  constructor(
    client: Snaphook,
    id: string,
    keys: string[],
    gateFunctions: Required<GateFunctions>,
  ) {
    super();
    this.#gateFunctions = gateFunctions;
    this.#client = client;
    this.id = id;
    this.#keys = keys;
  }

  protected get client(): Snaphook {
    return this.#client;
  }

  /** @internal */
  gateFunctions(): Required<GateFunctions> {
    const [all, own] = [this.#client.gateFunctions(), this.#gateFunctions];
    return { before: [...all.before, ...own.before], after: [...all.after, ...own.after] };
  }

  protected inSession(): Params {
    return { sessionId: this.id };
  }

  /**
   * Ends it: background hooks may finish within `patience` milliseconds. Returns the notices that
   * were not sent before.
   */
  async end(patience = 1000): Promise<SessionNotice[]> {
    try {
      const params = { sessionId: this.id, patienceMs: Math.round(patience) };
      const result = await this.#client.request("session/end", params);
      const { notices } = result as { notices: SessionNotice[] };
      for (const notice of notices) this.told(notice);
      return notices;
    } finally {
      this.over();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Whoever ended it before, or lost the server, need not do so again.
    if (!this.#ended && this.#client.isOpen) await this.end();
  }

  /**
   * What background hooks have to say, until the session ends. Each notice is given to one reader.
   */
  async *notices(): AsyncGenerator<SessionNotice, void, undefined> {
    for (;;) {
      const notice = this.#notices.shift();
      if (notice) yield notice;
      else if (this.#ended) return;
      else await new Promise<void>((resolve) => this.#readers.push(resolve));
    }
  }

  /** Adds a function as a hook, and returns the hook's id. */
  async addFunction(hook: FunctionHook): Promise<string> {
    const { key, event, matcher, definition } = this.#client.functions.describe(hook);
    try {
      const hookId = await this.addHook(event, definition, matcher);
      this.#keys.push(key);
      this.#added.set(hookId, key);
      return hookId;
    } catch (error) {
      this.#client.functions.forget([key]);
      throw error;
    }
  }

  /**
   * Adds a hook as settings have them, such as `{ type: "command", command: "…" }`, and returns
   * its id.
   */
  async addHook(event: string, hook: Record<string, unknown>, matcher?: string): Promise<string> {
    const params = { sessionId: this.id, event, hook, ...(matcher !== undefined && { matcher }) };
    return ((await this.#client.request("session/addHook", params)) as { hookId: string }).hookId;
  }

  /** Removes a hook that was added; false when there is none of that id. */
  async removeHook(hookId: string): Promise<boolean> {
    const params = { sessionId: this.id, hookId };
    const result = await this.#client.request("session/removeHook", params);
    const key = this.#added.get(hookId);
    if (key !== undefined) {
      this.#added.delete(hookId);
      this.#keys = this.#keys.filter((other) => other !== key);
      this.#client.functions.forget([key]);
    }
    return (result as { removed: boolean }).removed;
  }

  /**
   * Says what the agent is about to do, or with null that it is done. The builtin `require_intent`
   * denies calls without an intent.
   */
  async setIntent(intent: string | null): Promise<void> {
    const params = { sessionId: this.id, ...(intent !== null && { intent }) };
    await this.#client.request("intent/set", params);
  }

  /** The variables that hooks set, for the commands of the agent. */
  async env(): Promise<Record<string, string>> {
    const result = await this.#client.request("session/env", { sessionId: this.id });
    return (result as { env: Record<string, string> }).env;
  }

  /**
   * Changes the permissions of this session. `update` is written like an entry of
   * `updatedPermissions`: `{ type: "setMode", mode: "plan" }`.
   */
  async updatePermissions(update: Record<string, unknown>): Promise<void> {
    await this.#client.request("permissions/update", { sessionId: this.id, update });
  }

  /** @internal */
  told(notice: SessionNotice): void {
    this.#notices.push(notice);
    if (this.#notices.length > KEPT) this.#notices.shift();
    this.#wake();
  }

  /** @internal */
  over(): void {
    this.#ended = true;
    this.#client.functions.forget(this.#keys);
    this.#client.forget(this);
    this.#wake();
  }

  #wake(): void {
    for (const reader of this.#readers.splice(0)) reader();
  }
}
