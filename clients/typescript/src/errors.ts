// What can go wrong, as errors that say what to do.

/** What an error of the server is about. */
export const ErrorCode = {
  ParseError: -32700,
  InvalidRequest: -32600,
  MethodNotFound: -32601,
  InvalidParams: -32602,
  Internal: -32603,
  UnknownSession: -32001,
  NotInitialized: -32002,
  ShuttingDown: -32003,
  TooManyRequests: -32004,
  UnsupportedVersion: -32005,
  SessionTaken: -32006,
  Settings: -32007,
  Approval: -32008,
  Cancelled: -32800,
} as const;

/**
 * Any error of this library. A guard in an agent treats it as "not allowed": nobody looked at the
 * call.
 */
export class SnaphookError extends Error {
  override name = "SnaphookError";
}

/** The program that is to be started is not there, or cannot be run. */
export class ServerNotFound extends SnaphookError {
  override name = "ServerNotFound";
}

/** There is no server at the other end, or no longer. */
export class ServerGone extends SnaphookError {
  override name = "ServerGone";
}

/** The server refused a request. */
export class RpcError extends SnaphookError {
  override name = "RpcError";

  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

/** The words of whatever was thrown. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/**
 * Calls somebody who only looks on. What goes wrong there is told as a warning, and stops nothing:
 * not the client, and not the program either.
 */
export function callBack(call: () => unknown): void {
  try {
    // It may be an async function.
    Promise.resolve(call()).catch(warn);
  } catch (error) {
    warn(error);
  }
}

function warn(error: unknown): void {
  const detail = error instanceof Error ? error.stack : undefined;
  process.emitWarning(`a callback failed: ${wordsOf(error)}`, {
    type: "SnaphookWarning",
    ...(detail !== undefined && { detail }),
  });
}
