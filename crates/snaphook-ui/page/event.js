// One event: its input, each hook with why it ran or not, what came of it, and what the model was
// told. From here it is fired again, also with another input, or saved as a test case.

import { get, post } from "./api.js";
import { button, escapeJson, failure, h, pre, show, toast } from "./dom.js";
import { counted, decision, moment, status, statusWord, took } from "./format.js";

const json = (value) => JSON.stringify(value, null, 2);
const texts = (value) => (Array.isArray(value) ? value.join("\n") : typeof value === "string" ? value : value && json(value));

/** What an outcome says, to whom. */
const SAID = [
  ["additionalContext", "model", "context"],
  ["feedback", "model", "feedback"],
  ["updatedInput", "model", "the call was rewritten to"],
  ["updatedToolOutput", "model", "the result was replaced by"],
  ["updatedPrompt", "model", "the prompt was rewritten to"],
  ["updatedRequest", "model", "the request was rewritten to"],
  ["updatedResponse", "model", "the answer was replaced by"],
  ["compactInstructions", "model", "instructions for compaction"],
  ["stopReason", "user", "the agent stops"],
  ["systemMessages", "user", "message"],
  ["displayContent", "user", "shown instead"],
  ["permissionRequest", "agent", "the permission request is answered"],
  ["updatedPermissions", "agent", "permissions change"],
  ["elicitation", "agent", "the elicitation is answered"],
];

function said(outcome) {
  const found = [];
  if (outcome.blocked) found.push(["model", "the call was blocked", outcome.blockReason ?? "without a reason"]);
  else if (outcome.permissionDecision) {
    found.push(["agent", `the decision is ${outcome.permissionDecision}`, outcome.permissionDecisionReason ?? ""]);
  }
  for (const [key, to, label] of SAID) {
    const text = texts(outcome[key]);
    if (text) found.push([to, label, text]);
  }
  return found;
}

function saidElement(outcome) {
  const all = said(outcome);
  if (!all.length) return h("p", { class: "muted" }, "Nothing: the hooks let it pass without a word.");
  return h(
    "ul",
    { class: "said-list" },
    all.map(([to, label, text]) => h("li", {}, h("span", { class: `chip ${to === "model" ? "accent" : "calm"}` }, `to the ${to}`), h("b", {}, label), text && pre(text))),
  );
}

function hookElement(hook, today) {
  const [tone, mark] = status(hook.status);
  const place = hook.file ? `${hook.file}${hook.line ? `:${hook.line}` : ""}` : hook.scope;
  const outputs = ["error", "stdout", "stderr", "response"].filter((key) => texts(hook[key])?.trim());
  const facts = [
    hook.exitCode !== undefined && hook.exitCode !== null && `exit ${hook.exitCode}`,
    hook.signal && `signal ${hook.signal}`,
    hook.background && "in the background",
    hook.decided && "decided",
  ].filter(Boolean);
  return h(
    "li",
    { class: `hook ${tone}` },
    h("span", { class: `mark ${tone}`, "aria-hidden": "true" }, mark),
    h(
      "div",
      { class: "hook-body" },
      h("div", { class: "hook-head" }, h("b", {}, hook.name), h("span", { class: `badge ${tone}` }, statusWord(hook.status)), h("span", { class: "muted" }, took(hook.durationMs)), facts.map((fact) => h("span", { class: "chip calm" }, fact))),
      h("div", { class: "muted" }, [hook.type, place].filter(Boolean).join(" · ")),
      hook.skipReason && h("p", {}, `It did not run: ${hook.skipReason}.`),
      outputs.map((key) => h("details", { open: key === "error" || hook.status === "blocked" }, h("summary", {}, key), pre(texts(hook[key])))),
      today && h("p", { class: "today" }, today.runs ? "Today it would run" : "Today it would not run", today.why ? `: ${today.why.message}.` : ".", today.note && ` ${today.note}.`),
    ),
  );
}

function otherHook(hook) {
  return h(
    "li",
    { class: "hook calm" },
    h("span", { class: `mark ${hook.runs ? "good" : "calm"}`, "aria-hidden": "true" }, hook.runs ? "✓" : "–"),
    h("div", { class: "hook-body" }, h("div", { class: "hook-head" }, h("b", {}, hook.name), h("span", { class: "badge calm" }, hook.runs ? "would run" : "does not run")), hook.why && h("p", { class: "muted" }, hook.why.message)),
  );
}

function changesElement(result) {
  const { now } = result;
  const count = result.changes.length;
  return h(
    "div",
    { class: "result", role: "status" },
    h("h3", {}, "Fired again with today's settings"),
    result.problems?.map((problem) => h("p", { class: "warning" }, problem)),
    result.redacted && h("p", { class: "warning" }, "Secrets were removed from the input; hooks saw the replacement."),
    result.cut && h("p", { class: "warning" }, "The input was too long to be kept whole."),
    h("p", {}, now.blocked ? h("span", { class: "badge bad" }, "blocked") : h("span", { class: "badge good" }, now.permissionDecision ?? (now.continue === false ? "stop" : "go on")), ` ${counted((now.hooks ?? []).filter((hook) => hook.status !== "skipped").length, "hook")}, ${took(now.durationMs)}`),
    count ? h("ul", { class: "changes" }, result.changes.map((change) => h("li", {}, change.message))) : h("p", { class: "muted" }, "Nothing changed."),
    saidElement(now),
    h("ul", { class: "hooks" }, (now.hooks ?? []).filter((hook) => hook.status !== "skipped").map((hook) => hookElement(hook))),
  );
}

export function event(main, [id]) {
  let isShown = true;
  const number = Number(id);
  show(main, h("p", { class: "muted" }, "Reading …"));
  const hooksPlace = h("div", {});
  const result = h("div", {});

  async function fireAgain(inputText, from) {
    from.disabled = true;
    show(result, h("p", { class: "muted" }, "Running the hooks …"));
    try {
      const done = await post(`events/${number}/fire`, inputText === undefined ? {} : { inputText });
      show(result, changesElement(done));
    } catch (error) {
      show(result, failure(error));
    }
    from.disabled = false;
    result.scrollIntoView({ block: "nearest" });
  }

  function actions(read) {
    const editor = h("textarea", { class: "editor", rows: "14", spellcheck: "false", "aria-label": "The input as JSON", value: escapeJson(read.inputText) });
    const name = h("input", { "aria-label": "Name of the test file", value: `event-${number}.hooktest.json`, spellcheck: "false" });
    const saved = h("div", { role: "status" });
    return h(
      "section",
      { class: "panel actions" },
      h("h2", {}, "Try it"),
      h("p", { class: "muted" }, "Hooks really run, with the settings of today. Nothing is recorded, and no tool is called."),
      h("div", { class: "buttons" }, button("Fire again", (click) => fireAgain(undefined, click.currentTarget), { class: "primary" })),
      h("details", {}, h("summary", {}, "Edit and fire again"), editor, button("Fire the edited input", (click) => fireAgain(editor.value, click.currentTarget), { class: "primary" })),
      h(
        "details",
        {},
        h("summary", {}, "Save as a test case"),
        h("p", { class: "muted" }, "Written into the project of the event; it expects this outcome."),
        h("div", { class: "inline" }, name, button("Save", async (click) => {
          const from = click.currentTarget;
          from.disabled = true;
          try {
            const done = await post(`events/${number}/save`, { name: name.value });
            show(saved, h("p", {}, "Written to ", h("code", {}, done.file), ". Run it with ", h("code", {}, `snaphook test ${done.file}`), "."), pre(done.text));
            toast("The test case is written", "good");
          } catch (error) {
            show(saved, failure(error));
          }
          from.disabled = false;
        })),
        saved,
      ),
      result,
    );
  }

  function drawHooks(read, explained) {
    const hooks = read.outcome?.hooks ?? [];
    const known = (hook) => explained?.hooks?.find((one) => one.id === hook.id) ?? explained?.hooks?.find((one) => one.name === hook.name);
    const deciders = new Set(read.outcome?.decidedBy ?? []);
    const took_part = new Set(hooks.map((hook) => known(hook)).filter(Boolean));
    const others = (explained?.hooks ?? []).filter((one) => !took_part.has(one) && one.why?.code !== "event");
    const foreign = (explained?.hooks ?? []).filter((one) => !took_part.has(one) && one.why?.code === "event").length;
    show(
      hooksPlace,
      explained?.problems?.map((problem) => h("p", { class: "warning" }, problem)),
      hooks.length
        ? h("ul", { class: "hooks" }, hooks.map((hook) => hookElement({ ...hook, decided: deciders.has(hook.id) }, known(hook))))
        : h("p", { class: "muted" }, read.outcome ? "No hook took part." : "The event was cancelled, and its hooks were stopped."),
      others.length > 0 && [h("h3", {}, "Hooks of today that did not take part"), h("ul", { class: "hooks" }, others.map(otherHook))],
      foreign > 0 && h("p", { class: "muted" }, `${counted(foreign, "more hook")} of today's settings are for other events.`),
      explained?.unknown && h("p", { class: "warning" }, `Parts of the command cannot be analysed: ${explained.unknown}`),
    );
  }

  async function begin() {
    try {
      const read = await get(`events/${number}`);
      if (!isShown) return;
      const [tone, word] = decision(read.decision);
      const outcome = read.outcome ? { ...read.outcome, hooks: undefined } : null;
      const rows = [
        ["Time", moment(read.time, true)],
        ["Took", took(read.us / 1000)],
        ["Session", read.session],
        ["Project", read.project],
        ["Fired by", `${read.source}, dialect ${read.dialect}`],
        ["Subagent", read.input?.agent_type],
      ];
      show(
        main,
        h("nav", { class: "crumbs", "aria-label": "Where you are" }, h("a", { href: "#/timeline" }, "Timeline"), h("span", {}, " / "), h("a", { href: `#/timeline/${encodeURIComponent(JSON.stringify({ sessions: [read.session] }))}` }, read.session)),
        h(
          "header",
          { class: "event-head" },
          h("h1", {}, read.tool ?? read.event, read.tool && h("small", {}, ` ${read.event}`)),
          h("span", { class: `badge big ${tone}` }, word),
          h("span", { class: "spacer" }),
          h("a", { class: "quiet", href: `#/event/${number - 1}`, "aria-label": "Earlier event" }, "← earlier"),
          h("a", { class: "quiet", href: `#/event/${number + 1}`, "aria-label": "Later event" }, "later →"),
        ),
        read.about && h("pre", { class: "code lead" }, read.about),
        read.redacted && h("span", { class: "chip warn" }, "secrets were removed"),
        read.cut && h("span", { class: "chip warn" }, "long texts were cut"),
        h("dl", { class: "facts wide" }, rows.filter(([, value]) => value).map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)))),
        h(
          "div",
          { class: "columns" },
          h(
            "div",
            {},
            h("section", { class: "panel" }, h("h2", {}, "What the model was told"), outcome ? saidElement(outcome) : h("p", { class: "muted" }, "Nobody waited for the outcome.")),
            h("section", { class: "panel" }, h("h2", {}, "Hooks"), hooksPlace),
          ),
          h(
            "div",
            {},
            actions(read),
            h("section", { class: "panel" }, h("h2", {}, "Input"), pre(read.inputText)),
            outcome && h("section", { class: "panel" }, h("h2", {}, "Outcome, merged"), pre(json(outcome))),
          ),
        ),
      );
      drawHooks(read, null);
      if (read.event === "Authorize") return;
      const explained = await get(`events/${number}/explain`).catch((error) => ({ problems: [error.message], hooks: [] }));
      if (isShown) drawHooks(read, explained);
    } catch (error) {
      if (isShown) show(main, failure(error), h("p", {}, h("a", { href: "#/timeline" }, "Back to the timeline")));
    }
  }

  begin();
  return () => {
    isShown = false;
  };
}
