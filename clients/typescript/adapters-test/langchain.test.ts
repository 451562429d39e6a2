// LangChain and LangGraph behind the gate.

import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";
import { Command, MemorySaver } from "@langchain/langgraph";
import { createAgent, humanInTheLoopMiddleware, tool } from "langchain";
import { z } from "zod";

import { snaphookMiddleware } from "snaphook/adapters/langchain";

import { type Case, PROMPT, callsOf, drive } from "./harness.js";

class Scripted extends BaseChatModel {
  constructor(
    readonly one: Case,
    readonly agent: string,
  ) {
    super({});
  }

  _llmType(): string {
    return "scripted";
  }

  override bindTools(): this {
    return this;
  }

  async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const turn = this.one.answer(this.agent, messages.map((message) => message.toDict()));
    const tool_calls = callsOf(turn).map(({ id, name, input }) => ({ id, name, args: input }));
    const message = new AIMessage({ content: turn.text ?? "", tool_calls });
    return { generations: [{ text: turn.text ?? "", message }] };
  }
}

function agentOf(one: Case, name = "main"): any {
  const echo = tool(({ text }: { text: string }) => one.echo(text), {
    name: "echo",
    description: "Says it again.",
    schema: z.object({ text: z.string() }),
  });
  const helper = tool(
    async ({ task }: { task: string }) => {
      const messages = [{ role: "user", content: task }];
      return (await agentOf(one, "helper").invoke({ messages })).messages.at(-1).text;
    },
    { name: "helper", description: "Helps.", schema: z.object({ task: z.string() }) },
  );
  const guard = snaphookMiddleware(one.session, name === "main" ? {} : { agentType: name });
  const asks = humanInTheLoopMiddleware({ interruptOn: { echo: true } });
  return createAgent({
    model: new Scripted(one, name),
    tools: one.hasHelper && name === "main" ? [echo, helper] : [echo],
    middleware: one.resumes ? [guard, asks] : [guard],
    ...(one.resumes && { checkpointer: new MemorySaver() }),
  });
}

drive(async (one) => {
  const agent = agentOf(one);
  const thread = { configurable: { thread_id: "1" } };
  let result = await agent.invoke({ messages: [{ role: "user", content: PROMPT }] }, thread);
  if (one.resumes) {
    const resume = { decisions: [{ type: "approve" }] };
    result = await agent.invoke(new Command({ resume }), thread);
  }
  return result.messages.at(-1).text;
});
