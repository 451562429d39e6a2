// The hooks of one agent, place by place: its prompt, its tool calls, its end, what goes wrong, and
// compaction. Whatever cannot be decided is refused; hooks on Stop alone cannot keep an agent from
// ending when the server is gone.

import { randomUUID } from "node:crypto";
import { debuglog } from "node:util";

import { SnaphookError, wordsOf } from "./errors.js";
import type { Executed } from "./executed.js";
import { type GateOptions, GateResult, type Run } from "./gate.js";
import type { Input, Scope } from "./scope.js";

const log = debuglog("snaphook-agent");

/** Hooks refused the prompt, so the agent did not run; or they stopped the agent. */
export class AgentBlocked extends Error {
  override name = "AgentBlocked";
}

/** What hooks decided about a prompt. */
export interface PromptDecision {
  /** The prompt, as hooks rewrote it. */
  prompt: string;
  /** Whether hooks rewrote it. */
  isRewritten: boolean;
  /** Texts that hooks add for the model. */
  context: string[];
  /** Why the agent must not run, if so. */
  refusal?: string;
}

/** What hooks decided about a compaction. */
export interface CompactionDecision {
  /** Instructions for it: those that were given, then what hooks add. */
  instructions?: string;
  /** Why the conversation must not be compacted, if so. */
  refusal?: string;
}

/** What a notification says, and of which kind it is: `error`, `warning`, `idle_prompt`, … */
export interface NotificationFields {
  title?: string;
  level?: string;
}

export interface AgentOptions {
  /** The type of a subagent; the main agent has none. */
  agentType?: string;
  /** The id of a subagent; without one, it gets one. */
  agentId?: string;
  /** Other fields of every input, such as `permission_mode`. */
  fields?: Input;
}

/** The hooks of one agent, or of a subagent when it has a type. One for each run. */
export class AgentHooks {
  /** The type of a subagent. */
  readonly agentType: string | undefined;
  /** The id of a subagent. */
  readonly agentId: string;
  /** Why a hook stopped the agent, if one did: no model call may follow. */
  stopReason: string | undefined;
  /** Whether the agent goes on because a hook on Stop sent it back. */
  isSentBack = false;
  #scope: Scope;
  #fields: Input;

  /** The hooks of a session, or of a client, that guard the agent. */
  constructor(scope: Scope, options: AgentOptions = {}) {
    this.#scope = scope;
    this.agentType = options.agentType;
    this.agentId = options.agentId ?? randomUUID();
    this.#fields = { ...options.fields };
  }

  /** The hooks of a subagent, which begins with {@link begin}. */
  subagent(agentType: string, agentId?: string): AgentHooks {
    const id = agentId !== undefined && { agentId };
    return new AgentHooks(this.#scope, { agentType, ...id, fields: this.#fields });
  }

  #allFields(): Input {
    if (this.agentType === undefined) return { ...this.#fields };
    return { ...this.#fields, agent_id: this.agentId, agent_type: this.agentType };
  }

  #fire(event: string, fields: Input = {}): Promise<Executed> {
    return this.#scope.fire(event, { ...this.#allFields(), ...fields });
  }

  /** Fires UserPromptSubmit, or SubagentStart for a subagent. */
  async begin(prompt: string): Promise<PromptDecision> {
    this.isSentBack = false;
    this.stopReason = undefined;
    const decision = { prompt, isRewritten: false, context: [] };
    let executed: Executed;
    try {
      executed =
        this.agentType === undefined
          ? await this.#fire("UserPromptSubmit", { prompt })
          : await this.#fire("SubagentStart");
    } catch (error) {
      if (!(error instanceof SnaphookError)) throw error;
      const refusal = `The prompt was refused: nobody could decide about it: ${error.message}`;
      return { ...decision, refusal };
    }
    if (executed.blocked || executed.stops) return { ...decision, refusal: refusalOf(executed) };
    const rewritten = executed.outcome.updatedPrompt;
    return {
      prompt: rewritten ?? prompt,
      isRewritten: rewritten !== undefined,
      context: [...executed.context],
    };
  }

  /**
   * Takes a tool call through the gate. After a hook stopped the agent, no other call of the same
   * batch is started.
   */
  async gate<T>(
    toolName: string,
    toolInput: Record<string, unknown>,
    run: Run<T>,
    options: GateOptions = {},
  ): Promise<GateResult<T>> {
    if (this.stopReason !== undefined) {
      const result = new GateResult<T>(randomUUID(), toolName, toolInput);
      result.reason = `The tool call was denied: the agent was stopped: ${this.stopReason}`;
      return result;
    }
    const fields = { ...this.#allFields(), ...options.fields };
    const done = await this.#scope.gate(toolName, toolInput, run, { ...options, fields });
    this.stopReason ??= done.stop;
    return done;
  }

  /**
   * Fires Stop, or SubagentStop for a subagent. Returns the text that sends the agent back to work,
   * if a hook does. After so many in a row (`stopHookBlockCap`) it may end all the same.
   */
  async end(lastMessage = "", transcript = ""): Promise<string | undefined> {
    if (this.stopReason !== undefined) return undefined;
    const fields = { stop_hook_active: this.isSentBack, last_assistant_message: lastMessage };
    let executed: Executed;
    try {
      executed =
        this.agentType === undefined
          ? await this.#fire("Stop", fields)
          : await this.#fire("SubagentStop", { ...fields, agent_transcript_path: transcript });
    } catch (error) {
      if (!(error instanceof SnaphookError)) throw error;
      log("the hooks on Stop could not run: %s", wordsOf(error));
      return undefined;
    }
    this.isSentBack = executed.blocked && !executed.stops;
    if (!this.isSentBack) return undefined;
    return executed.textForModel ?? executed.reason ?? "Go on.";
  }

  /**
   * Runs the agent from its prompt to its end: `work` is called with what the model is told next,
   * and returns the last text of the model, until no hook sends the agent back.
   */
  async run(prompt: string, work: (texts: string[]) => Promise<string>): Promise<string> {
    const decision = await this.begin(prompt);
    if (decision.refusal !== undefined) throw new AgentBlocked(decision.refusal);
    let texts = [decision.prompt, ...decision.context];
    for (;;) {
      const last = await work(texts);
      if (this.stopReason !== undefined) throw new AgentBlocked(this.stopReason);
      const words = await this.end(last);
      if (words === undefined) return last;
      texts = [words];
    }
  }

  /** Tells the user something. */
  notify(message: string, type: string, fields: NotificationFields = {}): Promise<Executed> {
    return this.#fire("Notification", { ...fields, message, notification_type: type });
  }

  /** Something went wrong in the agent: fires OnError, then a Notification of the type `error`. */
  async error(message: string): Promise<Executed[]> {
    const level = "error";
    const first = await this.#fire("OnError", { message, level });
    return [first, await this.notify(message, level, { level })];
  }

  /** The agent's loop reached its limit: fires OnMaxIterations, then a Notification. */
  async limitReached(message: string): Promise<Executed[]> {
    const level = "warning";
    const first = await this.#fire("OnMaxIterations", { message, level });
    return [first, await this.notify(message, level, { level })];
  }

  /** The turn ended because of an error (`rate_limit`, `server_error`, …; else `unknown`). */
  failed(error: string): Promise<Executed> {
    this.isSentBack = false;
    return this.#fire("StopFailure", { error });
  }

  /** The conversation is about to be compacted: fires PreCompact. */
  async beforeCompaction(
    trigger: "manual" | "auto",
    instructions?: string,
  ): Promise<CompactionDecision> {
    const fields = { trigger, custom_instructions: instructions ?? null };
    let executed: Executed;
    try {
      executed = await this.#fire("PreCompact", fields);
    } catch (error) {
      if (!(error instanceof SnaphookError)) throw error;
      return { refusal: `The compaction was refused: nobody could decide: ${error.message}` };
    }
    if (executed.blocked || executed.stops) return { refusal: refusalOf(executed) };
    const all = [instructions, executed.outcome.compactInstructions].filter((one) => one);
    return all.length > 0 ? { instructions: all.join("\n\n") } : {};
  }

  /**
   * The conversation was compacted: fires PostCompact, then SessionStart with the source `compact`.
   * Returns what hooks give the session to begin with.
   */
  async compacted(trigger: "manual" | "auto", summary: string): Promise<Executed> {
    await this.#fire("PostCompact", { trigger, compact_summary: summary });
    return this.#fire("SessionStart", { source: "compact" });
  }
}

function refusalOf(executed: Executed): string {
  const words = executed.textForUser ?? executed.textForModel ?? executed.reason;
  return words ?? executed.outcome.stopReason ?? "A hook refused the prompt";
}
