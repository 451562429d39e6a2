// The OpenAI Agents SDK behind the gate.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  Agent,
  type Model,
  type ModelRequest,
  type ModelResponse,
  RunState,
  Runner,
  Usage,
  setTracingDisabled,
  tool,
  webSearchTool,
} from "@openai/agents";
import { Snaphook } from "snaphook";
import { z } from "zod";

import { asTool, guard, run } from "snaphook/adapters/openai-agents";

import { BINARY, type Case, PROMPT, callsOf, drive } from "./harness.js";

setTracingDisabled(true);

function unused(): never {
  throw new Error("the model is not asked in this way");
}

class Scripted implements Model {
  constructor(
    readonly one: Case,
    readonly name: string,
  ) {}

  async getResponse({ input }: ModelRequest): Promise<ModelResponse> {
    const turn = this.one.answer(this.name, input);
    const output: ModelResponse["output"] = callsOf(turn).map(({ id, name, input }) => ({
      type: "function_call" as const,
      callId: id,
      name,
      status: "completed" as const,
      arguments: JSON.stringify(input),
    }));
    if (turn.text !== undefined) {
      const content = [{ type: "output_text" as const, text: turn.text }];
      output.push({ type: "message", role: "assistant", status: "completed", content });
    }
    return { usage: new Usage(), output };
  }

  getStreamedResponse = unused;
}

function agentOf(one: Case, name = "main"): Agent<any, any> {
  const echo = tool({
    name: "echo",
    description: "Says it again.",
    parameters: z.object({ text: z.string() }),
    needsApproval: one.resumes,
    execute: async ({ text }) => one.echo(text),
  });
  const helps = one.hasHelper && name === "main";
  const helper = helps ? [asTool(one.session, agentOf(one, "helper"), "helper", "Helps.")] : [];
  return new Agent({ name, model: new Scripted(one, name), tools: [echo, ...helper] });
}

drive(async (one) => {
  const agent = agentOf(one);
  const runner = new Runner({ tracingDisabled: true });
  let result: any = await run(one.session, agent, PROMPT, { runner });
  if (one.resumes) {
    const state = await RunState.fromString(guard(one.session, agent), result.state.toString());
    state.approve(state.getInterruptions()[0]!);
    result = await run(one.session, agent, state, { runner });
  }
  return result.finalOutput;
});

test("a tool that no hook can guard is refused", async (t) => {
  const hooks = await Snaphook.start({ binary: BINARY, stderr: () => {} });
  t.after(() => hooks.close());
  const model: Model = { getResponse: unused, getStreamedResponse: unused };
  const hosted = new Agent({ name: "a", model, tools: [webSearchTool()] });
  await assert.rejects(run(hooks, hosted, PROMPT), /does not run here/);
  const inner = new Agent({ name: "b", model }).asTool({ toolName: "b", toolDescription: "" });
  const outer = new Agent({ name: "a", model, tools: [inner] });
  await assert.rejects(run(hooks, outer, PROMPT), /without the gate/);
});
