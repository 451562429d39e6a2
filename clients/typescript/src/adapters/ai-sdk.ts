// The AI SDK: `generateText` behind the gate.
//
//     const result = await generate(session, { model, tools, prompt, stopWhen: stepCountIs(20) });
//
// Every tool passes the gate. A tool without `execute` runs elsewhere, where no hook sees it: it is
// refused unless `unguarded` names it. For `streamText` and `ToolLoopAgent`, give them the tools of
// `guardTools` and ask `AgentHooks` at the other places.

import { generateText } from "ai";

import { AgentBlocked, AgentHooks } from "../agent.js";
import type { Scope } from "../scope.js";
import { type GuardOptions, type Message, beginWith, refuseTool, userMessage } from "./shared.js";

export { AgentBlocked, AgentHooks };

export type { GuardOptions };

/** A tool of the AI SDK, as far as the adapter reads it. */
interface AnyTool {
  execute?(input: never, options: never): unknown;
  toModelOutput?(options: never): unknown;
}

type Execute = (input: unknown, options: { toolCallId: string; abortSignal?: AbortSignal }) => unknown;

/**
 * Runs `generateText` with its tools behind the gate, and again when a hook on Stop sends the model
 * back. A refused prompt, and a hook that stops the agent, throw an {@link AgentBlocked}.
 */
export async function generate<R = any>(
  scope: Scope,
  options: Record<string, any>,
  guard: GuardOptions = {},
): Promise<R> {
  const hooks = new AgentHooks(scope, guard);
  const { prompt, messages: given, tools, stopWhen = [], ...rest } = options;
  let messages = await beginWith(hooks, [...(given ?? asMessages(prompt))]);
  const guarded = guardTools(hooks, tools ?? {}, guard.unguarded);
  const stops = () => hooks.stopReason !== undefined;
  // Without a condition of its own, `generateText` ends after one step.
  const conditions = [stopWhen].flat();
  const mayEnd = conditions.length > 0 ? conditions : [({ steps }: any) => steps.length === 1];
  for (;;) {
    const all = { ...rest, messages, tools: guarded, stopWhen: [...mayEnd, stops] };
    const result = await generateText(all);
    if (hooks.stopReason !== undefined) throw new AgentBlocked(hooks.stopReason);
    // A call that waits for an approval, or for a tool of the caller, is not the end.
    if (result.finishReason === "tool-calls") return result;
    const words = await hooks.end(result.text);
    if (words === undefined) return result;
    messages = [...messages, ...result.response.messages, userMessage(words)];
  }
}

/** The tools, with the gate before each of them. */
export function guardTools<T extends object>(
  hooks: AgentHooks,
  tools: T,
  unguarded: readonly string[] = [],
): T {
  const entries = Object.entries(tools as Record<string, AnyTool>);
  const guarded = entries.map(([name, tool]) => {
    if (unguarded.includes(name)) return [name, tool];
    if (typeof tool.execute !== "function") {
      refuseTool(name, "does not run here", "remove it, or name it in `unguarded`");
    }
    return [name, guardTool(hooks, name, tool)];
  });
  return Object.fromEntries(guarded) as T;
}

function guardTool(hooks: AgentHooks, name: string, tool: AnyTool): AnyTool {
  /** Outputs that hooks changed: they are texts, whatever the tool returns. */
  const changed = new Map<string, string>();
  const execute: Execute = async (input, options) => {
    let given: unknown;
    const run = async (toolInput: unknown): Promise<unknown> => {
      given = await lastOf((tool.execute as unknown as Execute).call(tool, toolInput, options));
      return given;
    };
    const { toolCallId, abortSignal } = options;
    const signal = abortSignal && { signal: abortSignal };
    const how = { toolUseId: toolCallId, ...signal };
    const done = await hooks.gate(name, input as Record<string, unknown>, run, how);
    if (done.isError) throw new Error(done.textForModel);
    const isUnchanged = done.value === given && !done.feedback && done.context.length === 0;
    if (isUnchanged) return given;
    changed.set(toolCallId, done.textForModel);
    return done.textForModel;
  };
  const toModelOutput = (options: { toolCallId: string }): unknown => {
    const value = changed.get(options.toolCallId);
    if (value !== undefined) return { type: "text", value };
    return tool.toModelOutput?.(options as never);
  };
  return { ...tool, execute, ...(tool.toModelOutput && { toModelOutput }) } as AnyTool;
}

/** The result of a tool; one that yields preliminary results ends with it. */
async function lastOf(returned: unknown): Promise<unknown> {
  const value = await returned;
  if (typeof value !== "object" || value === null || !(Symbol.asyncIterator in value)) return value;
  let last: unknown;
  for await (const one of value as AsyncIterable<unknown>) last = one;
  return last;
}

function asMessages(prompt: unknown): Message[] {
  if (prompt === undefined) return [];
  return typeof prompt === "string" ? [userMessage(prompt)] : (prompt as Message[]);
}
