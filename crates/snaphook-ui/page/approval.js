// One request for approval: what is asked, by whom, why, how long it waits, and the choices.

import { post } from "./api.js";
import { callView } from "./call.js";
import { button, escapeJson, h, show, toast } from "./dom.js";
import { countdown, moment, tail } from "./format.js";
import { learn } from "./live.js";

const STATES = {
  pending: ["warn", "waits"],
  approved: ["good", "approved"],
  denied: ["bad", "denied"],
  answered: ["good", "answered"],
  expired: ["calm", "expired"],
  cancelled: ["calm", "cancelled"],
};

export const stateOf = (approval) => STATES[approval.state] ?? ["calm", approval.state];

/** What it is about, in a few words. */
export function about(approval) {
  const input = approval.input ?? {};
  const said = input.command ?? input.file_path ?? input.path ?? input.url ?? approval.message;
  return typeof said === "string" ? said : approval.message;
}

/** How a request ended, in words. */
export function ending(approval) {
  const { answer } = approval;
  const word = stateOf(approval)[1];
  if (answer) return `${word} by ${answer.by} (${answer.place}) at ${moment(answer.at)}`;
  return approval.endedBecause ? `${word}: ${approval.endedBecause}` : word;
}

const CLASSES = { allowOnce: "primary", deny: "danger" };

function questions(approval) {
  const askers = approval.askedBy.length ? approval.askedBy : [{ name: approval.event }];
  return h(
    "ul",
    { class: "askers", "aria-label": "Who asks, and why" },
    askers.map((one) => h("li", {}, h("b", {}, one.name), one.reason && one.reason !== approval.message && h("span", {}, one.reason))),
  );
}

function facts(approval) {
  const rows = [
    ["Session", approval.session],
    ["Agent", approval.agent],
    ["Folder", approval.cwd],
    ["Event", approval.event],
    ["Digest", approval.digest.slice(0, 16) + "…"],
  ];
  return h(
    "dl",
    { class: "facts" },
    rows.filter(([, value]) => value).map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
  );
}

/** The element of one request; `after` is called when it was answered here. */
export function approvalElement(approval, after) {
  const id = `answer-${approval.id}`;
  const said = h("div", { class: "said", role: "alert" });
  const reason = h("input", { id, class: "reason", placeholder: "Words for the model, if you deny", "aria-label": "Words for the model, if you deny", maxlength: "4000", autocomplete: "off" });
  const editor = h("textarea", { class: "editor", rows: "10", spellcheck: "false", "aria-label": "The edited input as JSON", value: escapeJson(approval.inputText) });
  const edit = approval.choices.find((choice) => choice.kind === "edit");
  const editing = edit && h(
    "details",
    { class: "editing" },
    h("summary", {}, "Edit the input"),
    h("p", {}, "Hooks and rules look at the edited call again before it runs."),
    editor,
    button(edit.label, () => answer(edit), { class: "primary" }),
  );

  async function answer(choice) {
    const body = { digest: approval.digest, choice: choice.key };
    const words = reason.value.trim();
    if (choice.kind === "deny" && words) body.message = words;
    if (choice.kind === "edit") body.inputText = editor.value;
    if (choice.kind === "option" && approval.kind === "elicitation" && choice.key === "accept") body.inputText = editor.value;
    const buttons = [...root.querySelectorAll("button")];
    buttons.forEach((one) => (one.disabled = true));
    try {
      const done = await post(`approvals/${encodeURIComponent(approval.id)}`, body);
      learn(done.approval);
      toast(`${approval.tool ?? "The question"}: ${stateOf(done.approval)[1]}`, stateOf(done.approval)[0]);
      after(done.approval);
    } catch (error) {
      if (error.ended) {
        learn(error.ended);
        after(error.ended);
      }
      toast(error.message, "bad");
      show(said, h("p", { class: "problem" }, error.message, error.help && h("span", {}, " ", error.help)));
      buttons.forEach((one) => (one.disabled = false));
    }
  }

  const choices = approval.choices.filter((choice) => choice.kind !== "edit");
  const isElicited = approval.kind === "elicitation" && choices.some((choice) => choice.key === "accept");
  const timer = h("span", { class: "timer", role: "timer" });
  const bar = h("span", { class: "left" });
  const root = h(
    "article",
    { class: "approval", data: { id: approval.id, state: approval.state }, "aria-label": `${approval.tool ?? approval.event}, ${stateOf(approval)[1]}` },
    h(
      "header",
      {},
      h("h2", {}, approval.tool ?? approval.event, approval.cwd && h("small", {}, ` in ${tail(approval.cwd)}`)),
      h("span", { class: `badge ${stateOf(approval)[0]}` }, stateOf(approval)[1]),
      approval.state === "pending" && timer,
    ),
    approval.state === "pending" && h("div", { class: "time", "aria-hidden": "true" }, bar),
    h("p", { class: "question" }, approval.message),
    questions(approval),
    callView(approval),
    approval.state === "pending"
      ? h(
          "form",
          { class: "choices", onsubmit: (event) => event.preventDefault() },
          choices.some((choice) => choice.kind === "deny") && reason,
          isElicited && editor,
          h(
            "div",
            { class: "buttons" },
            choices.map((choice) =>
              h(
                "div",
                { class: "choice" },
                button(choice.label, () => answer(choice), { class: CLASSES[choice.kind] ?? "", data: { choice: choice.key } }),
                choice.description && h("small", {}, choice.description),
              ),
            ),
          ),
          editing,
          said,
        )
      : h("div", { class: "ended" }, h("p", {}, ending(approval)), approval.answer?.message && h("blockquote", {}, approval.answer.message)),
    facts(approval),
  );
  const tick = () => {
    const left = approval.expires - Date.now();
    show(timer, countdown(left));
    const whole = Math.max(1, approval.expires - approval.created);
    bar.style.setProperty("width", `${Math.max(0, Math.min(100, (left / whole) * 100))}%`);
    root.classList.toggle("soon", left < 15_000);
  };
  if (approval.state === "pending") tick();
  return { element: root, tick };
}
