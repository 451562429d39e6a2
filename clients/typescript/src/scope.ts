// What can be done in a session, and outside of any.

import type { Snaphook } from "./client.js";
import type { Params } from "./rpc.js";
import type { Decision, ExecuteResult, ExplainResult } from "./types.js";

/** An input: what hooks read. */
export type Input = Record<string, unknown>;

export interface CallOptions {
  /** Takes the request back: its hooks are ended. */
  signal?: AbortSignal;
}

export interface ExecuteOptions extends CallOptions {
  /** Wait for background hooks, too. */
  wait?: boolean;
  /** Add the result in the dialect's own shape. */
  native?: boolean;
}

export abstract class Scope {
  /** @internal */
  protected abstract get client(): Snaphook;
  /** @internal */
  protected abstract inSession(): Params;

  /**
   * Runs the hooks of one event. The event may be null when the input has `hook_event_name`.
   */
  async execute(
    event: string | null,
    input: Input = {},
    options: ExecuteOptions = {},
  ): Promise<ExecuteResult> {
    const { signal, ...how } = options;
    const params = { ...this.#event(event, input), ...how };
    return (await this.client.request("hooks/execute", params, signal)) as ExecuteResult;
  }

  /** Fires an event that nobody waits for. */
  async observe(event: string | null, input: Input = {}, options: CallOptions = {}): Promise<void> {
    await this.client.request("hooks/observe", this.#event(event, input), options.signal);
  }

  /** Whether any hook could run on an event: ask before building a costly input. */
  async has(event: string, options: CallOptions = {}): Promise<boolean> {
    const params = { event, ...this.inSession() };
    const result = await this.client.request("hooks/has", params, options.signal);
    return (result as { has: boolean }).has;
  }

  /** Which hooks would run on this input, and why the others would not. */
  async explain(
    event: string | null,
    input: Input = {},
    options: CallOptions = {},
  ): Promise<ExplainResult> {
    const params = this.#event(event, input);
    return (await this.client.request("hooks/explain", params, options.signal)) as ExplainResult;
  }

  /**
   * Decides whether a tool call may run: hooks, rules, the mode, and the person that the approver
   * asks. `more` are other fields of the input, such as `permission_mode`.
   */
  async authorize(
    toolName: string,
    toolInput: Record<string, unknown>,
    more: Input = {},
    options: CallOptions = {},
  ): Promise<Decision> {
    const input = { ...more, tool_name: toolName, tool_input: toolInput };
    const params = { input, ...this.inSession() };
    return (await this.client.request("permissions/authorize", params, options.signal)) as Decision;
  }

  #event(event: string | null, input: Input): Params {
    return { input, ...(event !== null && { event }), ...this.inSession() };
  }
}
