// Mastra: a processor of an agent.
//
//     const agent = new Agent({ id, name, instructions, model, tools, ...guard(session) });
//
// All tools of the agent pass the gate: its own, those of MCP servers, toolsets and subagents. A
// refused prompt, and a hook that stops the agent, end the run with a tripwire, whose reason is in
// `result.tripwire`.

import { AgentHooks } from "../agent.js";
import type { Scope } from "../scope.js";
import { type GuardOptions, refuseTool } from "./shared.js";

/** Words of hooks on Stop at most, for each run; the engine has a limit of its own below it. */
const RETRIES = 100;

/** A message of Mastra, as far as the adapter reads and writes it. */
interface Message {
  id: string;
  role: string;
  createdAt: Date;
  content: { format: 2; parts: { type: string; text?: string }[] };
}

interface Arguments {
  messages: Message[];
  state: Record<string, unknown>;
  abort(reason?: string, options?: { retry?: boolean }): never;
  tools?: Record<string, AnyTool>;
  toolCalls?: unknown[];
  text?: string;
}

type Execute = (input: unknown, context?: { toolCallId?: string; abortSignal?: AbortSignal }) => unknown;
interface AnyTool {
  execute?: Execute;
}

/** What makes an agent guarded: spread it into the configuration of the agent. */
export interface Guarded {
  inputProcessors: any[];
  outputProcessors: any[];
  maxProcessorRetries: number;
}

/** Guards an agent; one with an `agentType` is a subagent. */
export function guard(scope: Scope, options: GuardOptions = {}): Guarded {
  const processor = new SnaphookProcessor(scope, options);
  return {
    inputProcessors: [processor],
    outputProcessors: [processor],
    maxProcessorRetries: RETRIES,
  };
}

/** The processor itself, to be the last of an agent that has others. It must be both kinds. */
export class SnaphookProcessor {
  readonly id = "snaphook";
  readonly name = "snaphook";
  #scope: Scope;
  #options: GuardOptions;
  #guarded = new WeakSet<AnyTool>();

  constructor(scope: Scope, options: GuardOptions = {}) {
    this.#scope = scope;
    this.#options = options;
  }

  /** The hooks of a run; Mastra keeps `state` for as long as it lasts. */
  #hooks(state: Record<string, unknown>): AgentHooks {
    return (state["snaphook"] ??= new AgentHooks(this.#scope, this.#options)) as AgentHooks;
  }

  /** Fires UserPromptSubmit, or SubagentStart for a subagent. */
  async processInput({ messages, state, abort }: Arguments): Promise<Message[]> {
    const last = messages.findLastIndex(({ role }) => role !== "user");
    const prompts = messages.slice(last + 1);
    if (prompts.length === 0) return messages;
    const decision = await this.#hooks(state).begin(prompts.map(textOf).join("\n"));
    if (decision.refusal !== undefined) abort(decision.refusal);
    const before = messages.slice(0, last + 1);
    const said = decision.isRewritten ? [user(decision.prompt)] : prompts;
    return [...before, ...said, ...decision.context.map(user)];
  }

  /** Ends the run after a hook stopped the agent; else every tool of the step passes the gate. */
  processInputStep({ state, abort, tools = {} }: Arguments): { tools: Record<string, AnyTool> } {
    const hooks = this.#hooks(state);
    if (hooks.stopReason !== undefined) abort(hooks.stopReason);
    const guarded = Object.entries(tools).map(([name, tool]) => [name, this.#tool(hooks, name, tool)]);
    return { tools: Object.fromEntries(guarded) };
  }

  /** Fires Stop, or SubagentStop for a subagent, when the model calls no tool. */
  async processOutputStep({ messages, state, abort, toolCalls, text }: Arguments): Promise<Message[]> {
    if (toolCalls && toolCalls.length > 0) return messages;
    const words = await this.#hooks(state).end(text);
    if (words !== undefined) abort(words, { retry: true });
    return messages;
  }

  #tool(hooks: AgentHooks, name: string, tool: AnyTool): AnyTool {
    const { execute } = tool;
    if (this.#guarded.has(tool) || this.#options.unguarded?.includes(name)) return tool;
    if (typeof execute !== "function") {
      refuseTool(name, "does not run here", "remove it, or name it in `unguarded`");
    }
    const guarded: AnyTool = Object.assign(Object.create(Object.getPrototypeOf(tool)), tool);
    guarded.execute = async (input, context) => {
      let given: unknown;
      const run = async (toolInput: unknown): Promise<unknown> => {
        given = await execute.call(tool, toolInput, context);
        return given;
      };
      const signal = context?.abortSignal && { signal: context.abortSignal };
      const id = context?.toolCallId !== undefined && { toolUseId: context.toolCallId };
      const how = { ...id, ...signal };
      const done = await hooks.gate(name, input as Record<string, unknown>, run, how);
      if (done.isError) throw done.status === "failed" ? done.error : new Error(done.textForModel);
      const isUnchanged = done.value === given && !done.feedback && done.context.length === 0;
      return isUnchanged ? given : done.textForModel;
    };
    this.#guarded.add(guarded);
    return guarded;
  }
}

function user(text: string): Message {
  const content = { format: 2 as const, parts: [{ type: "text", text }] };
  return { id: crypto.randomUUID(), role: "user", createdAt: new Date(), content };
}

function textOf({ content }: Message): string {
  return content.parts.map((part) => part.text ?? "").join("\n");
}
