// Runs the scenarios of `conformance/adapters` in a framework, by its driver. A driver builds the
// agents of a scenario with the framework's own parts; the model is scripted, and the hooks are
// those of a real `snaphook serve`.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { inspect } from "node:util";

import { AgentBlocked, type Question, Snaphook, type Session } from "snaphook";

const ROOT = process.env["SNAPHOOK_ROOT"] ?? "";
export const BINARY = process.env["SNAPHOOK_BINARY"] || join(ROOT, "target/debug/snaphook");
export const PROMPT = "please look";

/** A turn of a scripted model: what it calls, or what it says. */
export interface Turn {
  calls?: { tool: string; input: Record<string, string> }[];
  text?: string;
}

interface Scenario {
  name: string;
  settings: object;
  models: Record<string, Turn[]>;
  resume?: boolean;
  approver?: string | null;
  expect: {
    requests: number;
    ran: string[];
    asked?: number;
    result: string[];
    saw?: Record<string, string[]>;
    never_saw?: string[];
  };
}

const TABLE = join(ROOT, "conformance/adapters/scenarios.json");
const { scenarios } = JSON.parse(readFileSync(TABLE, "utf8")) as { scenarios: Scenario[] };

/** One scenario on its way: what the driver needs, and what it did. */
export class Case {
  readonly requests: [string, string][] = [];
  readonly ran: string[] = [];
  readonly questions: Question[] = [];

  constructor(
    readonly scenario: Scenario,
    readonly session: Session,
  ) {}

  get hasHelper(): boolean {
    return "helper" in this.scenario.models;
  }

  /** The driver pauses the run before the tool, approves, and resumes it. */
  get resumes(): boolean {
    return this.scenario.resume ?? false;
  }

  /** What the scripted model of an agent answers: a turn of its script. */
  answer(agent: string, request: unknown): Turn {
    const index = this.requests.filter(([one]) => one === agent).length;
    this.requests.push([agent, inspect(request, { depth: 20, maxStringLength: 10_000 })]);
    return this.scenario.models[agent]?.[index] ?? { text: "there is no more" };
  }

  echo(text: string): string {
    this.ran.push(text);
    return `echo: ${text}`;
  }
}

/** The tool calls of a scripted turn: their ids, names and inputs. */
export function callsOf(turn: Turn): { id: string; name: string; input: Record<string, string> }[] {
  const calls = turn.calls ?? [];
  return calls.map(({ tool, input }, index) => ({ id: `call_${index}`, name: tool, input }));
}

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** The scripted model of an agent, for the mock models of the AI SDK. */
export function modelOf(one: Case, name: string) {
  const answer = (prompt: unknown) => {
    const turn = one.answer(name, prompt);
    const calls = callsOf(turn).map(({ id, name, input }) => ({
      type: "tool-call" as const,
      toolCallId: id,
      toolName: name,
      input: JSON.stringify(input),
    }));
    const unified = calls.length > 0 ? ("tool-calls" as const) : ("stop" as const);
    return { calls, text: turn.text, finishReason: { unified, raw: unified } };
  };
  return {
    doGenerate: async ({ prompt }: { prompt: unknown }) => {
      const { calls, text, finishReason } = answer(prompt);
      const said = text === undefined ? [] : [{ type: "text" as const, text }];
      return { content: [...calls, ...said], finishReason, usage: USAGE, warnings: [] };
    },
    doStream: async ({ prompt }: { prompt: unknown }) => {
      const { calls, text, finishReason } = answer(prompt);
      const said = [
        { type: "text-start" as const, id: "1" },
        { type: "text-delta" as const, id: "1", delta: text ?? "" },
        { type: "text-end" as const, id: "1" },
      ];
      const parts = [
        { type: "stream-start" as const, warnings: [] },
        ...(text === undefined ? [] : said),
        ...calls,
        { type: "finish" as const, finishReason, usage: USAGE },
      ];
      const stream = new ReadableStream<(typeof parts)[number]>({
        start(controller) {
          for (const part of parts) controller.enqueue(part);
          controller.close();
        },
      });
      return { stream };
    },
  };
}

function check({ scenario, requests, ran, questions }: Case, result: unknown): void {
  const { expect } = scenario;
  const main = requests.filter(([agent]) => agent === "main");
  assert.equal(main.length, expect.requests, inspect([requests, result]));
  assert.deepEqual([...ran].sort(), [...expect.ran].sort(), inspect(requests));
  if (expect.asked !== undefined) assert.equal(questions.length, expect.asked);
  for (const part of expect.result) assert.ok(String(result).includes(part), String(result));
  for (const [agent, parts] of Object.entries(expect.saw ?? {})) {
    const last = requests.filter(([one]) => one === agent).at(-1)?.[1] ?? "";
    for (const part of parts) assert.ok(last.includes(part), `${agent} saw no ${part}: ${last}`);
  }
  for (const text of expect.never_saw ?? []) {
    for (const [, request] of requests) assert.ok(!request.includes(text), request);
  }
}

/**
 * Runs every scenario with a driver, which returns what the caller of the agent gets. `lacking`
 * names those for which a framework has no place, as the table in the book says.
 */
export function drive(run: (one: Case) => Promise<unknown>, lacking: readonly string[] = []): void {
  for (const scenario of scenarios) {
    if (lacking.includes(scenario.name)) continue;
    test(scenario.name, async () => {
      const folder = mkdtempSync(join(tmpdir(), "snaphook-"));
      const settings = join(folder, "settings.json");
      writeFileSync(settings, JSON.stringify(scenario.settings));
      let one: Case | undefined;
      const approve = async (question: Question) => {
        one?.questions.push(question);
        return scenario.approver ?? null;
      };
      const hooks = await Snaphook.start({
        settings: [settings],
        cwd: folder,
        binary: BINARY,
        stderr: () => {},
        env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_STATE_HOME: folder },
        ...("approver" in scenario && { approve }),
      });
      try {
        one = new Case(scenario, await hooks.session());
        let result: unknown;
        try {
          result = await run(one);
        } catch (error) {
          if (!(error instanceof AgentBlocked)) throw error;
          result = error.message;
        }
        check(one, result);
      } finally {
        await hooks.close();
        rmSync(folder, { recursive: true, force: true });
      }
    });
  }
}
