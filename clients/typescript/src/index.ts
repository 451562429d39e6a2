// Hooks for AI agents, by the engine of `snaphook serve`.

export {
  AgentBlocked,
  AgentHooks,
  type AgentOptions,
  type CompactionDecision,
  type NotificationFields,
  type PromptDecision,
} from "./agent.js";
export {
  type ApprovalAnswerOptions,
  type ApprovalFilter,
  type ClientOptions,
  type QuestionAnswer,
  Snaphook,
  type StartOptions,
} from "./client.js";
export { ErrorCode, RpcError, ServerGone, ServerNotFound, SnaphookError } from "./errors.js";
export { type Answer, FunctionCall, type FunctionHook } from "./functions.js";
export { Executed } from "./executed.js";
export {
  type AfterTool,
  type BeforeTool,
  type GateOptions,
  GateResult,
  type GateStatus,
  type HookFailure,
  type Permit,
  type Run,
  type ToolCall,
} from "./gate.js";
export {
  type ActionRequest,
  type HumanInterrupt,
  type HumanResponse,
  type ToolApprovalRequest,
  type ToolApprovalResponse,
  fromHumanResponse,
  fromToolApprovalResponse,
  toHumanInterrupt,
  toToolApprovalRequest,
} from "./inbox.js";
export type * from "./inputs.js";
export {
  type CallOptions,
  type ExecuteOptions,
  type Input,
  type InputArguments,
  type InputOf,
  type Message,
  Scope,
} from "./scope.js";
export { Session, type SessionOptions } from "./session.js";
export type * from "./types.js";
export { VERSION } from "./version.js";
