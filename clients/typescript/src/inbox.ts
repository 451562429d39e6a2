// Questions as other systems ask them, and their answers as replies: the agent inbox of LangGraph
// and the tool approvals of the AI SDK. Whatever is not a clear yes to this very call is a no.

import { isDeepStrictEqual } from "node:util";

import type { Question } from "./types.js";

const ALLOW = "allow";
const DENY = "deny";

/** A tool call in the agent inbox. */
export interface ActionRequest {
  action: string;
  args: Record<string, unknown>;
}

/** A question in the agent inbox. */
export interface HumanInterrupt {
  action_request: ActionRequest;
  config: {
    allow_ignore: boolean;
    allow_respond: boolean;
    allow_edit: boolean;
    allow_accept: boolean;
  };
  description?: string;
}

/** The answer of a person in the agent inbox. */
export interface HumanResponse {
  type: "accept" | "ignore" | "response" | "edit";
  args: null | string | ActionRequest;
}

/** A part of a message by which the AI SDK asks for the approval of a tool call. */
export interface ToolApprovalRequest {
  type: "tool-approval-request";
  approvalId: string;
  toolCall: { type: "tool-call"; toolCallId: string; toolName: string; input: unknown };
}

/** A part of a message that answers a `ToolApprovalRequest`. */
export interface ToolApprovalResponse {
  type: "tool-approval-response";
  approvalId: string;
  approved: boolean;
  reason?: string;
}

/**
 * The question for the agent inbox. A person may accept or ignore it: a reply has no place for
 * another input or for words to the model.
 */
export function toHumanInterrupt(question: Question): HumanInterrupt {
  return {
    action_request: action(question),
    config: {
      allow_ignore: true,
      allow_respond: false,
      allow_edit: false,
      allow_accept: offers(question, ALLOW),
    },
    description: question.message,
  };
}

/**
 * The reply to the question: the key of an option, or `null`, which denies. The inbox gives an
 * array with one response. An answer of another type, several answers, and an edited call are no
 * yes: the call that would run is not the one that was shown.
 */
export function fromHumanResponse(
  question: Question,
  response: HumanResponse | readonly HumanResponse[] | null | undefined,
): string | null {
  const given: unknown = Array.isArray(response) && response.length === 1 ? response[0] : response;
  if (!isObject(given)) return null;
  const { type, args } = given;
  const isSame = isDeepStrictEqual(args, action(question));
  const accepts = type === "accept" && (args === null || args === undefined || isSame);
  // An edit that changes nothing is a yes to what was shown.
  if ((accepts || (type === "edit" && isSame)) && offers(question, ALLOW)) return ALLOW;
  if ((type === "ignore" || type === "response") && offers(question, DENY)) return DENY;
  return null;
}

/** The question as the AI SDK asks it. */
export function toToolApprovalRequest(question: Question): ToolApprovalRequest {
  return {
    type: "tool-approval-request",
    approvalId: question.questionId,
    toolCall: {
      type: "tool-call",
      toolCallId: question.questionId,
      toolName: question.toolName ?? question.hook,
      input: question.toolInput ?? {},
    },
  };
}

/**
 * The reply to the question: the key of an option, or `null`, which denies. The response must be
 * the one to this question: one that was given for another call is no yes.
 */
export function fromToolApprovalResponse(
  question: Question,
  response: ToolApprovalResponse | null | undefined,
): string | null {
  const given: unknown = response;
  if (!isObject(given) || given.type !== "tool-approval-response") return null;
  if (given.approvalId !== question.questionId) return null;
  if (given.approved === true) return offers(question, ALLOW) ? ALLOW : null;
  return given.approved === false && offers(question, DENY) ? DENY : null;
}

function action(question: Question): ActionRequest {
  const { toolInput } = question;
  return {
    action: question.toolName ?? question.hook,
    args: isObject(toolInput) ? toolInput : {},
  };
}

function offers(question: Question, key: string): boolean {
  return question.options.some((option) => option.key === key);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
