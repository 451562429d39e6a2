// Mastra behind the gate.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Mastra } from "@mastra/core";
import { Agent } from "@mastra/core/agent";
import { InMemoryStore } from "@mastra/core/storage";
import { createTool } from "@mastra/core/tools";
import { MockLanguageModelV4 } from "ai/test";
import { Snaphook } from "snaphook";
import { z } from "zod";

import { guard } from "snaphook/adapters/mastra";

import { BINARY, type Case, PROMPT, drive, modelOf } from "./harness.js";

function agentOf(one: Case, name = "main"): Agent {
  const echo = createTool({
    id: "echo",
    description: "Says it again.",
    inputSchema: z.object({ text: z.string() }),
    requireApproval: one.resumes,
    execute: async ({ text }) => one.echo(text),
  });
  const helper = createTool({
    id: "helper",
    description: "Helps.",
    inputSchema: z.object({ task: z.string() }),
    execute: async ({ task }) => (await agentOf(one, "helper").generate(task)).text,
  });
  const helps = one.hasHelper && name === "main";
  return new Agent({
    id: name,
    name,
    instructions: "Work.",
    // Mastra's own type of it is narrower; it only calls `doGenerate` and `doStream`.
    model: new MockLanguageModelV4(modelOf(one, name)) as any,
    tools: helps ? { echo, helper } : { echo },
    ...guard(one.session, name === "main" ? {} : { agentType: name }),
  });
}

drive(async (one) => {
  const mastra = new Mastra({
    agents: { main: agentOf(one) },
    storage: new InMemoryStore(),
    logger: false,
  });
  const agent = mastra.getAgent("main");
  let result = await agent.generate(PROMPT, { maxSteps: 9 });
  if (one.resumes) {
    const payload = result.suspendPayload as { toolCallId: string };
    const ids = { runId: result.runId as string, toolCallId: payload.toolCallId };
    result = await agent.approveToolCallGenerate(ids);
  }
  return result.tripwire?.reason ?? result.text;
});

test("a tool that no hook can guard is refused", async (t) => {
  const hooks = await Snaphook.start({ binary: BINARY, stderr: () => {} });
  t.after(() => hooks.close());
  const elsewhere = createTool({ id: "elsewhere", description: "", inputSchema: z.object({}) });
  const agent = new Agent({
    id: "main",
    name: "main",
    instructions: "Work.",
    model: new MockLanguageModelV4() as any,
    tools: { elsewhere },
    ...guard(hooks),
  });
  new Mastra({ agents: { main: agent }, logger: false });
  await assert.rejects(agent.generate(PROMPT), /does not run here/);
});
