// What can be done in a session, and outside of any.

import type { Snaphook } from "./client.js";
import { Executed } from "./executed.js";
import { type GateFunctions, type GateOptions, type GateResult, type Run, execute } from "./gate.js";
import type { EventInputs } from "./inputs.js";
import type { Params } from "./rpc.js";
import type { Decision, ExecuteResult, ExplainResult } from "./types.js";

/** An input: what hooks read. */
export type Input = Record<string, unknown>;

/** The input of an event; that of an event of your own is any object. */
export type InputOf<E extends string> = E extends keyof EventInputs ? EventInputs[E] : Input;

/** What follows the name of an event: its input, where it needs one, and options. */
export type InputArguments<E extends string, O> =
  Record<never, never> extends InputOf<E>
    ? [input?: InputOf<E>, options?: O]
    : [input: InputOf<E>, options?: O];

/** One message of a conversation. */
export interface Message {
  role: "user" | "assistant";
  text: string;
}

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
  /**
   * What the user and the agent said so far, the oldest first, for hooks that a model judges; goes
   * with every event and every tool call. Without it, they read the transcript.
   */
  conversation: readonly Message[] | undefined;

  /** @internal */
  protected abstract get client(): Snaphook;
  /** @internal */
  protected abstract inSession(): Params;

  /**
   * Runs the hooks of one event. The event may be null when the input has `hook_event_name`. A field
   * that the event does not have is an error for the compiler; an event of your own may have any.
   */
  async execute<E extends string>(
    event: E | null,
    ...[input, options = {}]: InputArguments<E, ExecuteOptions>
  ): Promise<Executed> {
    return this.fire(event, input, options);
  }

  /**
   * The same, of an event and an input that are not checked.
   * @internal
   */
  async fire(event: string | null, input?: object, options: ExecuteOptions = {}): Promise<Executed> {
    const { signal, ...how } = options;
    const params = { ...this.#event(event, input), ...how };
    const result = await this.client.request("hooks/execute", params, signal);
    return new Executed(result as ExecuteResult);
  }

  /** Fires an event that nobody waits for. */
  async observe<E extends string>(
    event: E | null,
    ...[input, options = {}]: InputArguments<E, CallOptions>
  ): Promise<void> {
    await this.client.request("hooks/observe", this.#event(event, input), options.signal);
  }

  /** Whether any hook could run on an event: ask before building a costly input. */
  async has(event: string, options: CallOptions = {}): Promise<boolean> {
    const params = { event, ...this.inSession() };
    const result = await this.client.request("hooks/has", params, options.signal);
    return (result as { has: boolean }).has;
  }

  /** Which hooks would run on this input, and why the others would not. */
  async explain<E extends string>(
    event: E | null,
    ...[input, options = {}]: InputArguments<E, CallOptions>
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
    const params = { input, ...this.inSession(), ...this.#said() };
    return (await this.client.request("permissions/authorize", params, options.signal)) as Decision;
  }

  /**
   * Takes a tool call through the gate: decides about it (`authorize`), asks the functions before
   * it, runs `run` with the input as hooks rewrote it, fires PostToolUse or PostToolUseFailure, and
   * calls the functions after it. The tool runs only if everybody allowed it. What it throws is a
   * result, and so is an abort of `options.signal`.
   */
  gate<T>(
    toolName: string,
    toolInput: Record<string, unknown>,
    run: Run<T>,
    options: GateOptions = {},
  ): Promise<GateResult<T>> {
    const own = this.gateFunctions();
    const functions = {
      before: [...own.before, ...(options.before ?? [])],
      after: [...own.after, ...(options.after ?? [])],
    };
    return execute(this, functions, toolName, toolInput, run, options);
  }

  /** @internal */
  abstract gateFunctions(): Required<GateFunctions>;

  #event(event: string | null, input: object = {}): Params {
    return { input, ...(event !== null && { event }), ...this.inSession(), ...this.#said() };
  }

  #said(): Params {
    return this.conversation === undefined ? {} : { conversation: this.conversation };
  }
}
