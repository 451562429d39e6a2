// LangChain 1.x: a middleware for `createAgent`; its `wrapToolCall` also fits the `ToolNode` of a
// LangGraph of your own.
//
//     const agent = createAgent({ model, tools, middleware: [snaphookMiddleware(session)] });

import { AIMessage, HumanMessage, RemoveMessage, ToolMessage } from "@langchain/core/messages";
import {
  Command,
  ReducedValue,
  StateSchema,
  isCommand,
  isGraphBubbleUp,
} from "@langchain/langgraph";
import { createMiddleware } from "langchain";
import { z } from "zod";

import { AgentHooks, type AgentOptions } from "../agent.js";
import type { Scope } from "../scope.js";

type Fields = Record<string, any>;
type Handler = (request: Fields) => Promise<ToolMessage | Command>;

/** What a run keeps in the state of the graph, so that it survives a checkpoint. */
const stateSchema = new StateSchema({
  /** Why a hook stopped the agent, if one did; of parallel calls, the first. An empty text: none. */
  snaphookStop: new ReducedValue(z.string().optional(), {
    inputSchema: z.string().optional(),
    reducer: (one?: string, other?: string) => (other === "" ? "" : one || other),
  }),
  snaphookAgentId: z.string().optional(),
  snaphookSentBack: z.boolean().optional(),
});

/** Guards an agent; one with an `agentType` is a subagent. */
export function snaphookMiddleware(scope: Scope, options: AgentOptions = {}): any {
  const hooksOf = (state: Fields): AgentHooks => {
    const agentId = state["snaphookAgentId"] as string | undefined;
    const hooks = new AgentHooks(scope, { ...options, ...(agentId && { agentId }) });
    hooks.stopReason = state["snaphookStop"] || undefined;
    hooks.isSentBack = state["snaphookSentBack"] ?? false;
    return hooks;
  };

  /** Fires UserPromptSubmit, or SubagentStart for a subagent. */
  const beforeAgent = async (state: Fields): Promise<Fields> => {
    const hooks = new AgentHooks(scope, options);
    const update = {
      snaphookStop: "",
      snaphookAgentId: hooks.agentId,
      snaphookSentBack: false,
    };
    const all: Fields[] = state["messages"];
    const prompts = all.slice(all.findLastIndex((one) => one["type"] !== "human") + 1);
    if (prompts.length === 0) return update;
    const decision = await hooks.begin(prompts.map((one) => one["text"]).join("\n"));
    const messages: unknown[] = [];
    if (decision.refusal !== undefined || decision.isRewritten) {
      // A refused prompt must not reach the model with the next one either.
      messages.push(...prompts.map(({ id }) => new RemoveMessage({ id })));
    }
    if (decision.refusal !== undefined) {
      messages.push(new AIMessage(decision.refusal));
      return { ...update, messages, jumpTo: "end" };
    }
    if (decision.isRewritten) messages.push(new HumanMessage(decision.prompt));
    messages.push(...decision.context.map((text) => new HumanMessage(text)));
    return { ...update, messages };
  };

  /** Ends the run after a hook stopped the agent. */
  const beforeModel = (state: Fields): Fields | undefined => {
    const stop = state["snaphookStop"];
    return stop ? { messages: [new AIMessage(stop)], jumpTo: "end" } : undefined;
  };

  /** Fires Stop, or SubagentStop for a subagent, when the model calls no tool. */
  const afterModel = async (state: Fields): Promise<Fields | undefined> => {
    const last = state["messages"].at(-1);
    if (last.tool_calls?.length > 0 && state["structuredResponse"] === undefined) return undefined;
    const words = await hooksOf(state).end(last.text);
    if (words === undefined) return undefined;
    return { messages: [new HumanMessage(words)], snaphookSentBack: true, jumpTo: "model" };
  };

  /** Takes a tool call through the gate. */
  const wrapToolCall = async (request: Fields, handler: Handler): Promise<ToolMessage | Command> => {
    const { toolCall: call, state = {} } = request;
    let given: ToolMessage | Command | undefined;
    const run = async (args: Record<string, unknown>): Promise<unknown> => {
      given = await handler({ ...request, toolCall: { ...call, args } });
      const message = messageIn(given);
      if (message?.["status"] === "error") throw new Error(message["text"]);
      return message?.["content"] ?? null;
    };
    const signal = request["runtime"]?.signal;
    const how = { toolUseId: call.id, ...(signal && { signal }) };
    const hooks = hooksOf(state);
    const done = await hooks.gate(call.name, call.args, run, how);
    // The tool interrupted the graph, which is not a failure.
    if (isGraphBubbleUp(done.error)) throw done.error;
    const message = messageIn(given);
    // An output that hooks rewrote or withheld leaves nothing of the old one.
    const isKept = message && done.ran && done.value === message["content"];
    const texts = [done.feedback, ...done.context].filter((text) => text !== undefined);
    const more = texts.map((text) => ({ type: "text", text }));
    const old = isKept ? message["content"] : undefined;
    const told = new ToolMessage({
      content: Array.isArray(old) ? [...old, ...more] : done.textForModel,
      name: call.name,
      tool_call_id: call.id,
      status: done.isError ? "error" : "success",
      ...(isKept && { artifact: message["artifact"] }),
    });
    const stop = done.stop !== undefined && { snaphookStop: done.stop };
    if (isCommand(given) && !Array.isArray(given["update"])) {
      const { graph, goto, update } = given as Fields;
      const others = (update?.messages ?? []).filter((one: unknown) => one !== message);
      return new Command({
        ...(graph && { graph }),
        goto,
        update: { ...update, messages: [told, ...others], ...stop },
      });
    }
    return stop ? new Command({ update: { messages: [told], ...stop } }) : told;
  };

  return createMiddleware({
    name: "snaphook",
    stateSchema,
    beforeAgent: { hook: beforeAgent, canJumpTo: ["end"] },
    beforeModel: { hook: beforeModel, canJumpTo: ["end"] },
    afterModel: { hook: afterModel, canJumpTo: ["model"] },
    wrapToolCall,
  });
}

function messageIn(result: ToolMessage | Command | undefined): ToolMessage | undefined {
  if (ToolMessage.isInstance(result)) return result;
  const messages: unknown[] = (result as Fields | undefined)?.["update"]?.messages ?? [];
  return messages.findLast((one) => ToolMessage.isInstance(one)) as ToolMessage | undefined;
}
