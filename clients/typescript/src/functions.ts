// Hooks that are functions of this program.

import { ErrorCode, RpcError } from "./errors.js";
import type { Params } from "./rpc.js";
import type { FunctionCallParams } from "./types.js";

/** What a hook answers: the JSON that a command hook prints, or nothing. */
export type Answer = Record<string, unknown> | null | undefined | void;

/** A function as a hook. */
export interface FunctionHook {
  /** The event it answers. */
  event: string;
  /** What the event's values must match. */
  matcher?: string;
  /** Its name in outcomes; else that of the function. */
  name?: string;
  /** How long it may take, in seconds. */
  timeout?: number;
  /** A guard's failure blocks. */
  guard?: boolean;
  /** Remove it after its first successful run. */
  once?: boolean;
  /** What to show while it runs. */
  statusMessage?: string;
  /** It only looks on: people do not count it. */
  internal?: boolean;
  /** The function. What it throws means that the hook failed. */
  run(call: FunctionCall): Answer | Promise<Answer>;
}

/** One call of a function hook, and the answers that it may give. */
export class FunctionCall {
  /** The event's canonical name. */
  readonly event: string;
  /** What a hook reads. */
  readonly input: Record<string, unknown>;
  /** The session. */
  readonly sessionId: string;
  /** The hook's name. */
  readonly name: string;

  constructor(
    params: FunctionCallParams,
    /** Aborted when nobody waits for the answer any more. */
    readonly signal: AbortSignal,
  ) {
    this.event = params.event;
    this.input = params.input;
    this.sessionId = params.sessionId;
    this.name = params.name;
  }

  /** The tool, on events about one. */
  get toolName(): string {
    return String(this.input["tool_name"] ?? "");
  }

  /** What the tool is called with. */
  get toolInput(): Record<string, unknown> {
    const given = this.input["tool_input"];
    return typeof given === "object" && given !== null ? (given as Record<string, unknown>) : {};
  }

  /** The operation must not go on. */
  block(reason: string): Answer {
    return { decision: "block", reason };
  }

  /** The agent stops. */
  stop(reason: string): Answer {
    return { continue: false, stopReason: reason };
  }

  /** The model is told this. */
  context(text: string): Answer {
    return this.#own({ additionalContext: text });
  }

  /** PreToolUse: the call goes on without asking, perhaps with another input. */
  allow(reason?: string, updatedInput?: Record<string, unknown>): Answer {
    return this.#decide("allow", reason, updatedInput && { updatedInput });
  }

  /** PreToolUse: a person is asked. */
  ask(reason?: string): Answer {
    return this.#decide("ask", reason);
  }

  #decide(permissionDecision: string, reason?: string, more?: Params): Answer {
    const why = reason !== undefined && { permissionDecisionReason: reason };
    return this.#own({ permissionDecision, ...why, ...more });
  }

  #own(fields: Params): Answer {
    return { hookSpecificOutput: { hookEventName: this.event, ...fields } };
  }
}

/** Every function of one client, by what the server calls it. */
export class Functions {
  #byKey = new Map<string, FunctionHook>();
  #next = 0;

  /** Keeps a function, and says what the server must know of it. */
  describe(hook: FunctionHook): { key: string; event: string; matcher?: string; definition: Params } {
    const { event, matcher, guard, run, name: given, ...options } = hook;
    const name = given ?? (run.name && run.name !== "run" ? run.name : "function");
    const key = `${name}-${++this.#next}`;
    this.#byKey.set(key, hook);
    const failure = guard && { onFailure: "block" };
    const definition = { type: "function", function: key, name, ...failure, ...options };
    return { key, event, ...(matcher !== undefined && { matcher }), definition };
  }

  forget(keys: Iterable<string>): void {
    for (const key of keys) this.#byKey.delete(key);
  }

  async call(params: FunctionCallParams, signal: AbortSignal): Promise<Answer> {
    const hook = this.#byKey.get(params.function);
    if (!hook) {
      throw new RpcError(ErrorCode.MethodNotFound, `unknown function \`${params.function}\``);
    }
    const answer = await hook.run(new FunctionCall(params, signal));
    if (answer != null && (typeof answer !== "object" || Array.isArray(answer))) {
      throw new TypeError(`${params.name} must answer an object or nothing, not ${String(answer)}`);
    }
    return answer;
  }
}
