// Events as a log of JSON lines has them: sessions of an agent and its subagents, as they look in
// everyday work. The same numbers make the same events.

const CALLS = [
  ["Bash", { command: "cargo test -p api --quiet" }],
  ["Edit", { file_path: "/srv/shop/api/src/cart.rs", old_string: "let total = 0;", new_string: "let mut total = 0;" }],
  ["Read", { file_path: "/srv/shop/api/src/main.rs" }],
  ["Bash", { command: "git status --short && git diff --stat" }],
  ["Grep", { pattern: "fn checkout", path: "/srv/shop/api/src" }],
  ["Write", { file_path: "/srv/shop/web/cart.test.ts", content: "test('adds', () => {})\n" }],
  ["Bash", { command: "rm -rf node_modules && npm ci" }],
  ["WebFetch", { url: "https://docs.rs/axum/latest/axum/" }],
  ["Bash", { command: "git push origin topic/cart" }],
];

const HOOKS = [
  ["no-destructive-commands", "blocked", 3.2],
  ["protect-main-branch", "success", 1.4],
  ["format-after-edit", "success", 48],
  ["audit", "success", 0.9],
  ["secrets-scan", "failed", 12],
];

const hook = ([name, status, ms], jitter, decided) => ({
  entry: {
    id: `${name}-0123456789ab`,
    name,
    type: "command",
    scope: "project",
    file: "/srv/shop/.claude/settings.json",
    line: 4 + name.length,
    status,
    durationMs: Math.round((ms + jitter) * 10) / 10,
    ...(status === "blocked" ? { exitCode: 2, stderr: "this command deletes more than it should" } : { exitCode: 0, stdout: "" }),
    ...(status === "failed" ? { exitCode: 1, error: "exit status 1: no scanner in PATH" } : {}),
  },
  decided,
});

/** One record; `at` is its time. */
export function record(number, at) {
  const [tool, input] = CALLS[(number * 7) % CALLS.length];
  const isAfter = number % 2 === 1;
  const dangerous = input.command?.startsWith("rm ") && !isAfter;
  const hooks = [hook(HOOKS[3], number % 5 / 10, false)];
  if (dangerous) hooks.unshift(hook(HOOKS[0], (number % 9) / 10, true));
  else if (input.command && !isAfter) hooks.unshift(hook(HOOKS[1], (number % 7) / 10, false));
  if (isAfter && tool === "Edit") hooks.unshift(hook(HOOKS[2], number % 30, false));
  if (number % 23 === 0) hooks.push(hook(HOOKS[4], number % 8, false));
  const asks = !dangerous && !isAfter && input.command?.startsWith("git push");
  const isPrompt = number % 40 === 0;
  const session = ["checkout-refactor", "fix-login", "nightly-deps"][Math.floor(number / 60) % 3];
  const event = isPrompt ? "UserPromptSubmit" : isAfter ? "PostToolUse" : "PreToolUse";
  const body = isPrompt ? { prompt: "Make the cart total right, and add a test for it." } : { tool_name: tool, tool_input: input, tool_use_id: `toolu_${number}` };
  const decision = isPrompt ? "none" : dangerous ? "blocked" : asks ? "ask" : "none";
  const took = hooks.reduce((most, one) => Math.max(most, one.entry.durationMs), 0);
  return {
    time: at,
    source: "hook",
    session,
    event,
    ...(isPrompt ? {} : { tool }),
    project: "/srv/shop",
    dialect: number % 11 === 0 ? "codex" : "claude",
    decision,
    durationUs: Math.round(took * 1000),
    input: {
      hook_event_name: event,
      session_id: session,
      cwd: "/srv/shop",
      ...(number % 6 === 5 ? { agent_id: `sub-${session}`, agent_type: "reviewer" } : {}),
      ...body,
    },
    outcome: {
      event,
      blocked: dangerous,
      continue: true,
      durationMs: took,
      decidedBy: hooks.filter((one) => one.decided).map((one) => one.entry.id),
      ...(dangerous ? { blockReason: "this command deletes more than it should; name the folder" } : {}),
      ...(asks ? { permissionDecision: "ask", permissionDecisionReason: "pushes leave this machine" } : {}),
      ...(isAfter && tool === "Edit" ? { additionalContext: ["rustfmt changed 2 lines of cart.rs"] } : {}),
      hooks: hooks.map((one) => one.entry),
    },
  };
}

/** So many records as lines, the last one at this time. */
export function lines(count, until, gap = 900) {
  const all = [];
  for (let number = 0; number < count; number++) {
    all.push(JSON.stringify(record(number, until - (count - 1 - number) * gap - (number * 37) % 400)));
  }
  return all.join("\n") + "\n";
}
