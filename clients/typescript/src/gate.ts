// The tool gate: everything that happens around one tool call. It decides about the call, runs the
// tool on the input as hooks rewrote it, and fires PostToolUse or PostToolUseFailure. It fails
// closed: the tool runs only after a decision to allow it.

import { randomUUID } from "node:crypto";
import { debuglog } from "node:util";

import { SnaphookError, wordsOf } from "./errors.js";
import type { Input, Scope } from "./scope.js";
import type { Decision, Outcome } from "./types.js";

const log = debuglog("snaphook-gate");

const WITHHELD =
  "The tool ran, but its output is withheld: the hooks after the call could not run";
const CANCELLED = "the tool call was cancelled";

/** A tool call that hooks, rules and the person allowed, and that is about to run. */
export interface ToolCall {
  /** The id of this invocation. */
  readonly id: string;
  readonly toolName: string;
  /** The input, as hooks rewrote it. */
  readonly toolInput: Record<string, unknown>;
  /** The id that the model gave the call, else that of the invocation. */
  readonly toolUseId: string;
}

/** The tool: gets the input as hooks rewrote it and returns its result. */
export type Run<T> = (toolInput: Record<string, unknown>, signal: AbortSignal) => T | Promise<T>;

/** What a function before a call answers: a text or `false` denies, nothing or `true` lets it go on. */
export type Permit = string | boolean | null | undefined | void;

/** A function before tool calls. One that throws denies the call. */
export type BeforeTool = (call: ToolCall) => Permit | Promise<Permit>;

/** A function after tool calls, whatever became of them. */
export type AfterTool = (result: GateResult<unknown>) => unknown;

export interface GateFunctions {
  before?: BeforeTool[];
  after?: AfterTool[];
}

export interface GateOptions extends GateFunctions {
  /** The id that the model gave the call. */
  toolUseId?: string;
  /** The MCP server, where the tool is one's. */
  mcpServer?: string;
  /** Other fields of the inputs, such as `permission_mode`. */
  fields?: Input;
  /** How long the tool itself may run, in milliseconds. */
  timeout?: number;
  /** Cancels the call, wherever it is. */
  signal?: AbortSignal;
}

/** A function of the gate that failed. */
export interface HookFailure {
  hook: string;
  message: string;
}

export type GateStatus = "done" | "denied" | "deferred" | "failed" | "timedOut" | "cancelled";

/** What became of a tool call. */
export class GateResult<T> {
  /**
   * `done`: the tool ran. `denied`, `deferred`: it did not run. `failed`, `timedOut`, `cancelled`:
   * it was started and did not finish, or the call was cancelled before.
   */
  status: GateStatus = "denied";
  /** The tool's result; a text, a list or an object where hooks rewrote it. Only when `done`. */
  value: T | unknown = undefined;
  /** Why the tool did not run, or how it failed. */
  reason: string | undefined;
  /** What the tool threw, or the error for which nobody could decide. */
  error: unknown;
  /** The whole decision. */
  decision: Decision | undefined;
  /** Texts that hooks add for the model, in order. */
  context: string[] = [];
  /** What hooks say about the result, in words for the model. */
  feedback: string | undefined;
  /** Texts for a permission classifier. */
  classifierContext: string[] = [];
  /** Texts for the user. */
  forUser: string[] = [];
  /** Why a hook stops the agent, if one does. The agent must end its turn. */
  stop: string | undefined;
  /** How long the tool itself ran, in milliseconds. */
  durationMs = 0;
  /** Functions of the gate that failed. */
  failures: HookFailure[] = [];

  /** @internal */
  constructor(
    /** The id of this invocation. */
    readonly id: string,
    readonly toolName: string,
    /** The input, as hooks rewrote it. */
    public toolInput: Record<string, unknown>,
  ) {}

  /** Whether the tool ran to its end. */
  get ran(): boolean {
    return this.status === "done";
  }

  /** The agent must stop; `stop` says why. */
  get stops(): boolean {
    return this.stop !== undefined;
  }

  /** Whether the text for the model tells of an error or a denial. */
  get isError(): boolean {
    return this.status !== "done";
  }

  /**
   * The tool's result for the model: a text as it is, any other value as JSON, a denial with its
   * reason; then feedback and context of hooks.
   */
  get textForModel(): string {
    const first = this.status === "done" ? textOf(this.value) : (this.reason ?? "");
    const more = this.feedback === undefined ? [] : [this.feedback];
    return [first, ...more, ...this.context].join("\n");
  }

  /**
   * Keeps what an outcome says beside its decision; a text that hooks repeat when they see a
   * rewritten call is kept once.
   * @internal
   */
  take(outcome: Outcome): void {
    addNew(this.context, outcome.additionalContext);
    addNew(this.classifierContext, outcome.classifierContext);
    addNew(this.forUser, outcome.systemMessages);
    if (!outcome.continue) this.stop ??= outcome.stopReason ?? "a hook stopped the agent";
  }
}

/**
 * Takes one tool call through the gate.
 * @internal
 */
export async function execute<T>(
  scope: Scope,
  functions: Required<GateFunctions>,
  toolName: string,
  toolInput: Record<string, unknown>,
  run: Run<T>,
  options: GateOptions,
): Promise<GateResult<T>> {
  const result = new GateResult<T>(randomUUID(), toolName, toolInput);
  const fields: Input = {
    ...options.fields,
    tool_use_id: options.toolUseId ?? result.id,
    ...(options.mcpServer !== undefined && { mcp_server: options.mcpServer }),
  };
  const { signal } = options;
  log("%s start tool=%s", result.id, toolName);
  let started: number | undefined;
  try {
    if (await isAllowed(scope, functions.before, result, fields, signal)) {
      signal?.throwIfAborted();
      started = performance.now();
      log("%s tool", result.id);
      await runTool(result, run, options);
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
    result.status = "cancelled";
    result.reason = CANCELLED;
    result.error = error;
  }
  log("%s result %s", result.id, result.status);
  if (started !== undefined) {
    result.durationMs = performance.now() - started;
    await fireAfter(scope, result, fields);
  }
  for (const after of functions.after) {
    try {
      await after(result);
    } catch (error) {
      noteFailure(result, after.name, error);
    }
  }
  log("%s end %s", result.id, result.status);
  return result;
}

async function isAllowed(
  scope: Scope,
  before: BeforeTool[],
  result: GateResult<unknown>,
  fields: Input,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { toolName } = result;
  let decision: Decision;
  try {
    const options = signal === undefined ? {} : { signal };
    decision = await scope.authorize(toolName, result.toolInput, fields, options);
  } catch (error) {
    if (!(error instanceof SnaphookError)) throw error;
    result.error = error;
    result.reason = `The tool call was denied: nobody could decide about it: ${error.message}`;
    return false;
  }
  result.decision = decision;
  for (const outcome of decision.outcomes) result.take(outcome);
  result.stop ??= decision.stop;
  if (decision.decision !== "allow") {
    const words = decision.textForModel ?? decision.reason ?? "The tool call was denied";
    if (decision.decision === "defer") {
      result.status = "deferred";
      result.reason = decision.reason ?? "the decision is left to the host";
    } else {
      result.reason = decision.retry ? `${words}\nYou may try again.` : words;
    }
    return false;
  }
  result.toolInput = decision.toolInput as Record<string, unknown>;
  const toolUseId = String(fields["tool_use_id"]);
  const call: ToolCall = { id: result.id, toolName, toolInput: result.toolInput, toolUseId };
  for (const hook of before) {
    const denial = await ask(hook, call, result);
    log("%s pre hook=%s %s", result.id, hook.name, denial === undefined ? "allowed" : "denied");
    if (denial !== undefined) {
      result.reason = denial;
      return false;
    }
  }
  return true;
}

/** Why a function denies the call, if it does. One that fails denies. */
async function ask(
  hook: BeforeTool,
  call: ToolCall,
  result: GateResult<unknown>,
): Promise<string | undefined> {
  const name = hook.name || "a function";
  try {
    const answer: unknown = await hook(call);
    if (answer == null || answer === true) return undefined;
    if (answer === false) return `The tool call was denied by ${name}`;
    if (typeof answer === "string") return answer;
    throw new TypeError(`it answered ${String(answer)}`);
  } catch (error) {
    noteFailure(result, name, error);
    return `${name} failed; blocking because onFailure is "block"`;
  }
}

async function runTool<T>(
  result: GateResult<T>,
  run: Run<T>,
  { timeout, signal }: GateOptions,
): Promise<void> {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let abort: (() => void) | undefined;
  const interrupted = new Promise<"timedOut" | "cancelled">((resolve) => {
    if (timeout !== undefined) timer = setTimeout(() => resolve("timedOut"), timeout);
    abort = () => resolve("cancelled");
    signal?.addEventListener("abort", abort, { once: true });
  });
  try {
    const input = structuredClone(result.toolInput);
    const running = (async () => ({ value: await run(input, stop.signal) }))();
    // A tool that fails after it was given up must not end the program.
    running.catch(() => {});
    const ended = await Promise.race([running, interrupted]);
    if (typeof ended === "object") {
      result.status = "done";
      result.value = ended.value;
      return;
    }
    stop.abort(signal?.reason);
    result.status = ended;
    result.reason =
      ended === "cancelled" ? CANCELLED : `the tool timed out after ${(timeout ?? 0) / 1000} s`;
  } catch (error) {
    result.status = "failed";
    result.error = error;
    result.reason = (error instanceof Error && error.message) || wordsOf(error);
  } finally {
    clearTimeout(timer);
    if (abort) signal?.removeEventListener("abort", abort);
  }
}

async function fireAfter(scope: Scope, result: GateResult<unknown>, fields: Input): Promise<void> {
  const input: Input = {
    ...fields,
    tool_name: result.toolName,
    tool_input: result.toolInput,
    duration_ms: Math.round(result.durationMs),
  };
  try {
    const done = result.status === "done";
    const ran = done
      ? await scope.fire("PostToolUse", { ...input, tool_response: sendable(result.value) })
      : await scope.fire("PostToolUseFailure", {
          ...input,
          error: result.reason,
          is_interrupt: result.status === "cancelled",
        });
    result.take(ran.outcome);
    result.feedback = ran.textForModel;
    const rewritten: unknown = ran.outcome.updatedToolOutput;
    if (rewritten === undefined) return;
    if (done) result.value = rewritten;
    else if (result.status === "failed") result.reason = textOf(rewritten);
  } catch (error) {
    if (!(error instanceof SnaphookError)) throw error;
    // Not the tool's failure. A hook may be there to hide secrets, so nobody may see what no hook
    // has seen.
    noteFailure(result, "PostToolUse", error);
    if (result.status === "done") result.value = WITHHELD;
    else if (result.status === "failed") result.reason = WITHHELD;
  }
}

function noteFailure(result: GateResult<unknown>, hook: string, error: unknown): void {
  log("%s hook=%s failed: %s", result.id, hook, wordsOf(error));
  result.failures.push({ hook, message: wordsOf(error) });
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(sendable(value));
}

/** The value, or its text where it has no JSON form. */
function sendable(value: unknown): unknown {
  if (value === undefined) return null;
  try {
    return JSON.stringify(value) === undefined ? String(value) : value;
  } catch {
    return String(value);
  }
}

function addNew(texts: string[], more: string[] = []): void {
  const before = new Set(texts);
  texts.push(...more.filter((text) => !before.has(text)));
}
