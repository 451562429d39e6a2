// What the adapters have in common: the prompts among messages, and tools that no hook can guard.

import type { AgentHooks, AgentOptions } from "../agent.js";
import { AgentBlocked } from "../agent.js";

export interface GuardOptions extends AgentOptions {
  /** Names of tools that may run where no hook sees them. */
  unguarded?: readonly string[];
}

/** A message of a conversation, as far as an adapter reads it. */
export interface Message {
  role?: string;
  content?: unknown;
}

export function userMessage(text: string): Message {
  return { role: "user", content: text };
}

/** The text of a message, without its pictures and files. */
export function textOf({ content }: Message): string {
  if (typeof content === "string") return content;
  return ((content ?? []) as { text?: string }[]).map((part) => part.text ?? "").join("\n");
}

/**
 * Lets hooks decide about what the user said since the model spoke last. Returns the messages for
 * the model. A refusal throws an {@link AgentBlocked}.
 */
export async function beginWith(hooks: AgentHooks, messages: Message[]): Promise<Message[]> {
  const end = messages.findLastIndex(({ role }) => role !== "user") + 1;
  const prompts = messages.slice(end);
  if (prompts.length === 0) return messages;
  const decision = await hooks.begin(prompts.map(textOf).join("\n"));
  if (decision.refusal !== undefined) throw new AgentBlocked(decision.refusal);
  const said = decision.isRewritten ? [userMessage(decision.prompt)] : prompts;
  return [...messages.slice(0, end), ...said, ...decision.context.map(userMessage)];
}

/** Refuses a tool whose calls would not pass the gate. */
export function refuseTool(name: string, why: string, help: string): never {
  throw new TypeError(`\`${name}\` ${why}, so no hook can guard it\nhelp: ${help}`);
}
