// The AI SDK behind the gate.

import assert from "node:assert/strict";
import { test } from "node:test";

import { type ModelMessage, isStepCount, tool } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { Snaphook } from "snaphook";
import { z } from "zod";

import { type GuardOptions, generate } from "snaphook/adapters/ai-sdk";

import { BINARY, type Case, PROMPT, drive, modelOf } from "./harness.js";

async function ask(one: Case, name: string, messages: ModelMessage[]): Promise<any> {
  const echo = tool({
    inputSchema: z.object({ text: z.string() }),
    needsApproval: one.resumes,
    execute: ({ text }) => one.echo(text),
  });
  const helper = tool({
    inputSchema: z.object({ task: z.string() }),
    execute: async ({ task }) => (await ask(one, "helper", [{ role: "user", content: task }])).text,
  });
  const tools = one.hasHelper && name === "main" ? { echo, helper } : { echo };
  const guard: GuardOptions = name === "main" ? {} : { agentType: name };
  const options = { model: new MockLanguageModelV4(modelOf(one, name)), messages, tools, stopWhen: isStepCount(9) };
  return generate(one.session, options, guard);
}

drive(async (one) => {
  const start: ModelMessage[] = [{ role: "user", content: PROMPT }];
  const result = await ask(one, "main", start);
  if (!one.resumes) return result.text;
  const request = result.content.find(({ type }: any) => type === "tool-approval-request");
  const answer = { type: "tool-approval-response", approvalId: request.approvalId, approved: true };
  const said = [...start, ...result.response.messages, { role: "tool", content: [answer] }];
  return (await ask(one, "main", said)).text;
});

test("a tool that no hook can guard is refused", async (t) => {
  const hooks = await Snaphook.start({ binary: BINARY, stderr: () => {} });
  t.after(() => hooks.close());
  const elsewhere = tool({ inputSchema: z.object({}) });
  const options = { model: new MockLanguageModelV4(), prompt: PROMPT, tools: { elsewhere } };
  await assert.rejects(generate(hooks, options), /does not run here/);
});
