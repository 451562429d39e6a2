// Hooks for AI agents, by the engine of `snaphook serve`.

export { type ClientOptions, Snaphook, type StartOptions } from "./client.js";
export { ErrorCode, RpcError, ServerGone, ServerNotFound, SnaphookError } from "./errors.js";
export { type Answer, FunctionCall, type FunctionHook } from "./functions.js";
export type { CallOptions, ExecuteOptions, Input } from "./scope.js";
export { Session, type SessionOptions } from "./session.js";
export type * from "./types.js";
export { VERSION } from "./version.js";
