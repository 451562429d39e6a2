// The client: hooks for an agent, served by `snaphook serve`.

import { ErrorCode, RpcError, SnaphookError, callBack } from "./errors.js";
import { type FunctionHook, Functions } from "./functions.js";
import type { AfterTool, BeforeTool, GateFunctions } from "./gate.js";
import { Http } from "./http.js";
import { Process } from "./process.js";
import { Connection, type Params } from "./rpc.js";
import { Scope } from "./scope.js";
import { Session, type SessionOptions } from "./session.js";
import { UnixSocket } from "./socket.js";
import { type Transport, within } from "./transport.js";
import type {
  AnsweredElsewhere,
  Approval,
  FunctionCallParams,
  HookProgress,
  InitializeResult,
  ListResult,
  Question,
  Reloaded,
  SessionNotice,
  SessionStatus,
} from "./types.js";
import { VERSION } from "./version.js";

const PROTOCOL = 1;
/** How long a server may take to say that it has heard of the end, in milliseconds. */
const LAST_WORDS = 5000;

export interface ClientOptions {
  /** Functions as hooks, for every session and outside of any. */
  functions?: FunctionHook[];
  /**
   * Asks a person: the key of the option that was chosen, or nothing; or with more, such as a
   * message for the model with `deny`.
   */
  approve?(
    question: Question,
    signal: AbortSignal,
  ): MaybePromise<string | QuestionAnswer | null | undefined>;
  /** Hears that somebody else was faster than `approve`, and who. */
  onAnswered?(answered: AnsweredElsewhere): void;
  /** Gets requests for approval as they begin to wait and as they end; see `followApprovals`. */
  onApproval?(approval: Approval): void;
  /** Hears what runs in each session. */
  onStatus?(status: SessionStatus): void;
  /** Gets what each hook of a session does: started, output, finished. */
  onProgress?(progress: HookProgress): void;
  /** Functions before every tool call of `gate`. */
  beforeTool?: BeforeTool[];
  /** Functions after every tool call of `gate`. */
  afterTool?: AfterTool[];
  /** Hears that the settings were read again. */
  onSettingsChanged?(change: Reloaded): void;
  /** What the agent is called. */
  name?: string;
}

/** An answer to a question of a rule or a hook. */
export interface QuestionAnswer {
  /** The key of an option. */
  selected: string;
  /** With `deny`: words for the model. */
  message?: string;
  /** With `edit`: the whole input to call the tool with. */
  input?: Record<string, unknown>;
}

/** Which requests for approval are listed: those that wait, if nothing is said. */
export interface ApprovalFilter {
  all?: boolean;
  state?: Approval["state"];
  sessionId?: string;
}

/** More of an answer to a request for approval. */
export interface ApprovalAnswerOptions {
  /** With `deny`: words for the model. */
  message?: string;
  /** With `edit`: the whole input. For an elicitation: what it asks for. */
  input?: Record<string, unknown>;
  /** The key of who answers, where the setting `approvers` asks for one. */
  key?: string;
}

export interface StartOptions extends ClientOptions {
  /** Settings files, instead of those that are found. */
  settings?: string[];
  /** The project whose settings are found. */
  project?: string;
  /** The working directory of inputs that have none. */
  cwd?: string;
  /** Who vouches for the hooks of a project: `all`, `store` or `managed`. */
  trust?: string;
  dialect?: string;
  agent?: string;
  plugins?: string[];
  /** More arguments of `snaphook serve`. */
  arguments?: string[];
  /**
   * The program: else that of SNAPHOOK_BINARY, else the one of the package for this platform, else
   * `snaphook` on the PATH.
   */
  binary?: string;
  env?: NodeJS.ProcessEnv;
  /** Hears what the server says to people, line by line; else that goes to stderr. */
  stderr?(line: string): void;
  /** How long the server may take to end, in milliseconds. */
  patience?: number;
}

type MaybePromise<T> = T | Promise<T>;

/** Hooks for an agent. */
export class Snaphook extends Scope implements AsyncDisposable {
  /** @internal */
  readonly functions = new Functions();
  #options: ClientOptions;
  #connection: Connection;
  #transport: Transport;
  #sessions = new Map<string, Session>();
  #server: InitializeResult | undefined;

  private constructor(transport: Transport, options: ClientOptions) {
    super();
    this.#options = options;
    this.#transport = transport;
    this.#connection = new Connection(transport, {
      asked: (method, params, signal) => this.#asked(method, params, signal),
      told: (method, params) => this.#told(method, params),
      gone: () => this.#lost(),
    });
  }

  /** Starts a server, which ends with the client. */
  static start(options: StartOptions = {}): Promise<Snaphook> {
    const transport = new Process({
      binary: options.binary,
      arguments: argumentsOf(options),
      env: options.env,
      stderr: options.stderr ?? ((line) => process.stderr.write(`${line}\n`)),
      tellsWords: options.stderr !== undefined,
      patience: options.patience ?? 5000,
    });
    return Snaphook.#open(transport, options);
  }

  /** Connects to a server at a Unix socket (`snaphook serve --socket`). */
  static connect(path: string, options: ClientOptions = {}): Promise<Snaphook> {
    return Snaphook.#open(new UnixSocket(path), options);
  }

  /** Connects to a server over HTTP (`snaphook serve --http`). */
  static connectHttp(url: string, token: string, options: ClientOptions = {}): Promise<Snaphook> {
    return Snaphook.#open(new Http(url, token), options);
  }

  static async #open(transport: Transport, options: ClientOptions): Promise<Snaphook> {
    const client = new Snaphook(transport, options);
    try {
      await client.#connection.open();
      client.#server = await client.#initialize();
      client.#connection.messageBytes = client.#server.limits.messageBytes;
    } catch (error) {
      await client.#connection.close();
      throw error;
    }
    return client;
  }

  async #initialize(): Promise<InitializeResult> {
    const { functions = [], approve, onStatus, onProgress, onSettingsChanged, name } = this.#options;
    const params = {
      protocolVersion: PROTOCOL,
      client: { name: name ?? "snaphook-typescript", version: VERSION },
      capabilities: {
        approvals: approve !== undefined,
        status: onStatus !== undefined,
        progress: onProgress !== undefined,
        settings: onSettingsChanged !== undefined,
      },
      functions: functions.map((hook) => this.#described(hook).params),
    };
    return (await this.request("initialize", params)) as InitializeResult;
  }

  #described(hook: FunctionHook): { key: string; params: Params } {
    const { key, definition, ...where } = this.functions.describe(hook);
    return { key, params: { ...where, ...definition } };
  }

  protected get client(): Snaphook {
    return this;
  }

  /** @internal */
  gateFunctions(): Required<GateFunctions> {
    const { beforeTool = [], afterTool = [] } = this.#options;
    return { before: beforeTool, after: afterTool };
  }

  protected inSession(): Params {
    return {};
  }

  /** Whether there is a server at the other end. */
  get isOpen(): boolean {
    return this.#connection.isOpen;
  }

  /** What the server said of itself. */
  get server(): InitializeResult {
    if (!this.#server) throw new SnaphookError("the server has not said anything yet");
    return this.#server;
  }

  /** The process of a server that was started. */
  get pid(): number | undefined {
    return this.#transport instanceof Process ? this.#transport.pid : undefined;
  }

  /** Starts a session. */
  async session(options: SessionOptions = {}): Promise<Session> {
    const { id, cwd, functions = [], beforeTool = [], afterTool = [] } = options;
    const described = functions.map((hook) => this.#described(hook));
    const keys = described.map(({ key }) => key);
    const params = {
      ...(id !== undefined && { sessionId: id }),
      ...(cwd !== undefined && { cwd }),
      functions: described.map(({ params }) => params),
    };
    try {
      const started = (await this.request("session/start", params)) as { sessionId: string };
      const session = new Session(this, started.sessionId, keys, {
        before: beforeTool,
        after: afterTool,
      });
      this.#sessions.set(session.id, session);
      return session;
    } catch (error) {
      this.functions.forget(keys);
      throw error;
    }
  }

  /** Every configured hook, or those of one event. */
  async list(event?: string): Promise<ListResult> {
    return (await this.request("hooks/list", event === undefined ? {} : { event })) as ListResult;
  }

  /** Reads the settings again. */
  async reload(): Promise<Reloaded> {
    return (await this.request("hooks/reload", {})) as Reloaded;
  }

  /** The requests for approval that wait, of every agent of this user; or others. */
  async approvals(filter: ApprovalFilter = {}): Promise<Approval[]> {
    const result = (await this.request("approvals/list", filter)) as { approvals: Approval[] };
    return result.approvals;
  }

  /** One request for approval, as it is now. */
  async approval(id: string): Promise<Approval> {
    return ((await this.request("approvals/show", { id })) as { approval: Approval }).approval;
  }

  /**
   * Answers a request as it was shown. An answer that does not count is an `RpcError`, whose
   * `data.reason` says why: `late` when somebody was faster.
   */
  async answerApproval(
    { id, digest }: Pick<Approval, "id" | "digest">,
    choice: string,
    options: ApprovalAnswerOptions = {},
  ): Promise<Approval> {
    const params = { id, digest, choice, ...options };
    return ((await this.request("approvals/answer", params)) as { approval: Approval }).approval;
  }

  /**
   * Has every request sent to `onApproval` as it begins to wait and as it ends; gives those that
   * wait now. As long as the client is open, agents wait for an answer.
   */
  async followApprovals(since?: number): Promise<Approval[]> {
    const params = since === undefined ? {} : { since };
    const result = await this.request("approvals/subscribe", params);
    return (result as { approvals: Approval[] }).approvals;
  }

  /**
   * Ends the client and its sessions. Requests in flight may finish within `patience`
   * milliseconds. A server that was started ends, too.
   */
  async close(patience = 0): Promise<void> {
    if (this.isOpen) {
      const asked = this.request("shutdown", { patienceMs: Math.round(patience) });
      // It is about to be closed, one way or the other.
      await within(patience + LAST_WORDS, asked.catch(() => {}));
    }
    await this.#connection.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** @internal */
  request(method: string, params: object, signal?: AbortSignal): Promise<unknown> {
    return this.#connection.request(method, params, signal);
  }

  /** @internal */
  forget(session: Session): void {
    this.#sessions.delete(session.id);
  }

  async #asked(method: string, params: Params, signal: AbortSignal): Promise<unknown> {
    if (method === "function/call") {
      return this.functions.call(params as unknown as FunctionCallParams, signal);
    }
    if (method === "approval/request" && this.#options.approve) {
      const chosen = await this.#options.approve(params as unknown as Question, signal);
      return answerTo(params as unknown as Question, chosen);
    }
    throw new RpcError(ErrorCode.MethodNotFound, `unknown method \`${method}\``);
  }

  #told(method: string, params: Params): void {
    const said: unknown = params;
    switch (method) {
      case "hooks/notice": {
        const notice = said as SessionNotice;
        this.#sessions.get(notice.sessionId)?.told(notice);
        break;
      }
      case "approvals/pending":
      case "approvals/settled":
        callBack(() => this.#options.onApproval?.((said as { approval: Approval }).approval));
        break;
      case "approval/answered":
        callBack(() => this.#options.onAnswered?.(said as AnsweredElsewhere));
        break;
      case "hooks/progress":
        callBack(() => this.#options.onProgress?.(said as HookProgress));
        break;
      case "hooks/status":
        callBack(() => this.#options.onStatus?.(said as SessionStatus));
        break;
      case "settings/changed":
        callBack(() => this.#options.onSettingsChanged?.(said as Reloaded));
        break;
    }
  }

  #lost(): void {
    for (const session of this.#sessions.values()) session.over();
  }
}

/** An answer to a question as it was shown: with its digest. */
function answerTo(question: Question, chosen: string | QuestionAnswer | null | undefined): object {
  if (chosen == null) return { cancelled: true };
  const answer = typeof chosen === "string" ? { selected: chosen } : chosen;
  return question.digest === undefined ? answer : { digest: question.digest, ...answer };
}

function argumentsOf(options: StartOptions): string[] {
  const all = ["serve", "--stdio"];
  for (const file of options.settings ?? []) all.push("--settings", file);
  for (const plugin of options.plugins ?? []) all.push("--plugin", plugin);
  for (const name of ["project", "cwd", "trust", "dialect", "agent"] as const) {
    const value = options[name];
    if (value !== undefined) all.push(`--${name}`, value);
  }
  return [...all, ...(options.arguments ?? [])];
}
