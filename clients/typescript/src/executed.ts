// What the hooks of one event said.

import type { ExecuteResult, Outcome } from "./types.js";

/** The result of one event. */
export class Executed implements ExecuteResult {
  /** The merged outcome of all hooks. */
  readonly outcome: Outcome;
  /** The text for the model. */
  readonly textForModel?: string;
  /** The text for the user, where a block concerns only the user. */
  readonly textForUser?: string;
  /** The result in the dialect's own shape, where it was asked for. */
  readonly native?: unknown;

  /** @internal */
  constructor(result: ExecuteResult) {
    this.outcome = result.outcome;
    Object.assign(this, result);
  }

  /** The operation must not go on. */
  get blocked(): boolean {
    return this.outcome.blocked;
  }

  /** Why it was blocked. */
  get reason(): string | undefined {
    return this.outcome.blockReason;
  }

  /** The agent must stop. */
  get stops(): boolean {
    return !this.outcome.continue;
  }

  /** Texts for the model. */
  get context(): string[] {
    return this.outcome.additionalContext ?? [];
  }
}
