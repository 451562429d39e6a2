// The OpenAI Agents SDK: run an agent behind the gate.
//
//     const result = await run(session, agent, "look around");
//
// Every function tool of the agent, of its MCP servers and of agents that it hands over to passes
// the gate. A tool that cannot, because it runs at the provider, is refused unless `unguarded` names
// it. A refused prompt throws an `AgentBlocked`.

import { Agent, Handoff, RunState, Runner, tool as makeTool } from "@openai/agents";

import { AgentBlocked, AgentHooks } from "../agent.js";
import type { Scope } from "../scope.js";
import { type GuardOptions, type Message, beginWith, refuseTool, userMessage } from "./shared.js";

export { AgentBlocked };

export interface RunOptions extends GuardOptions {
  /** Options of `Runner.run`. */
  run?: Record<string, unknown>;
  /** Runs the agent; else a runner of the SDK's default. */
  runner?: Runner;
}

type Item = Record<string, any>;

/** The guard of each guarded agent. */
const guards = new WeakMap<object, Guard>();

/**
 * Runs an agent. One with an `agentType` is a subagent. When a hook stops the agent, its words are
 * the final output. The state of an interrupted run, read with {@link guard}, may be the input.
 */
export async function run<R = any>(
  scope: Scope,
  agent: object,
  input: unknown,
  options: RunOptions = {},
): Promise<R> {
  const runner = options.runner ?? new Runner();
  let guarded = guard(scope, agent, options) as Agent;
  let ours = guards.get(guarded) as Guard;
  let next = input;
  if (input instanceof RunState) {
    // Its tools were made before: they are those of the run that was interrupted.
    const kept = guards.get(input["_currentAgent"]);
    if (!kept) {
      const help = "read it with `RunState.fromString(guard(session, agent), …)`";
      throw new TypeError(`the tools of this state are not guarded\nhelp: ${help}`);
    }
    guarded = input["_currentAgent"];
    ours = kept;
  } else {
    const items = typeof input === "string" ? [userMessage(input)] : [...(input as Message[])];
    next = await beginWith(ours.hooks, items);
  }
  for (;;) {
    const result = await runner.run(guarded, next, options.run);
    if (result.interruptions.length > 0) return result;
    const words = await ours.hooks.end(String(result.finalOutput ?? ""));
    if (words === undefined) return result;
    guarded = ours.agent(result.lastAgent);
    // A session of the SDK remembers what was said before.
    next = [...(options.run?.["session"] ? [] : result.history), userMessage(words)];
  }
}

/** The agent with its tools behind the gate, to read the state of a run with it. */
export function guard<A extends object>(scope: Scope, agent: A, options: GuardOptions = {}): A {
  const ours = new Guard(new AgentHooks(scope, options), options.unguarded ?? []);
  return ours.agent(agent as unknown as Agent) as unknown as A;
}

/** A subagent as a tool of another agent, with its own calls guarded; instead of `agent.asTool`. */
export function asTool(scope: Scope, agent: object, name: string, description: string): any {
  return makeTool({
    name,
    description,
    parameters: {
      type: "object",
      properties: { task: { type: "string" } },
      required: ["task"],
      additionalProperties: false,
    },
    errorFunction: null,
    execute: async ({ task }: { task: string }) => {
      const done = await run(scope, agent, task, { agentType: name });
      return String(done.finalOutput);
    },
  });
}

/** The guard of one run. */
class Guard {
  #agents = new Map<Agent, Agent>();
  #tools = new Map<Item, Item>();

  constructor(
    readonly hooks: AgentHooks,
    readonly unguarded: readonly string[],
  ) {}

  agent(agent: Agent): Agent {
    if (guards.get(agent) === this) return agent;
    const known = this.#agents.get(agent);
    if (known) return known;
    const guarded: Agent = agent["clone"]({});
    guards.set(guarded, this);
    this.#agents.set(agent, guarded);
    // Also the tools of MCP servers, which are listed for each run.
    guarded.getAllTools = async (...given) => {
      const all = await agent.getAllTools(...given);
      return all.map((tool: Item) => this.#tool(tool));
    };
    guarded["tools"] = agent["tools"].map((tool: Item) => this.#tool(tool));
    guarded["handoffs"] = agent["handoffs"].map((to: Agent | Handoff) => this.#handoff(to));
    const behaviour = agent["toolUseBehavior"];
    guarded["toolUseBehavior"] = (context: unknown, results: Item[]) => {
      const end = (output: unknown) => ({ isFinalOutput: true, finalOutput: String(output) });
      if (this.hooks.stopReason !== undefined) return end(this.hooks.stopReason);
      if (typeof behaviour === "function") return behaviour(context, results);
      const last: string[] = behaviour.stopAtToolNames ?? [];
      for (const { tool, output } of results) {
        if (behaviour === "stop_on_first_tool" || last.includes(tool.name)) return end(output);
      }
      return { isFinalOutput: false };
    };
    return guarded;
  }

  #handoff(to: Agent | Handoff): Agent | Handoff {
    if (!(to instanceof Handoff)) return this.agent(to);
    const invoke = to["onInvokeHandoff"];
    const guarded = Object.assign(Object.create(Object.getPrototypeOf(to)), to);
    guarded.onInvokeHandoff = async (...given: unknown[]) => this.agent(await invoke(...given));
    return guarded;
  }

  #tool(tool: Item): Item {
    const { name, type, invoke } = tool;
    if (this.unguarded.includes(name) || [...this.#tools.values()].includes(tool)) return tool;
    if (type !== "function" || typeof invoke !== "function") {
      refuseTool(name, "does not run here", "remove it, or name it in `unguarded`");
    }
    // What `agent.asTool` returns takes listeners for events of its agent.
    if (typeof tool["on"] === "function") {
      refuseTool(name, "runs an agent without the gate", "make it with `asTool` of this module");
    }
    const known = this.#tools.get(tool);
    if (known) return known;
    const guarded = {
      ...tool,
      invoke: async (context: unknown, text: string, details?: Item) => {
        let given: Record<string, unknown>;
        try {
          given = JSON.parse(text || "{}");
        } catch (error) {
          return `The tool call was denied: its arguments are not JSON: ${String(error)}`;
        }
        const options = { toolUseId: details?.["toolCall"]?.callId };
        const call = (input: Record<string, unknown>) =>
          invoke(context, JSON.stringify(input), details);
        return (await this.hooks.gate(name, given, call, options)).textForModel;
      },
    };
    this.#tools.set(tool, guarded);
    return guarded;
  }
}
