// A call as a person must see it to judge it: the commands of a line, the lines that an edit
// changes, where paths lead, and the rest of the input.

import { h, pre } from "./dom.js";

function command(view) {
  const { segments, commands, unknown } = view;
  return h(
    "div",
    { class: "command" },
    h(
      "pre",
      { class: "code line", tabindex: "0", "aria-label": "Command line" },
      segments.map(({ text, command: number }) =>
        number === null ? h("span", { class: "between" }, text) : h("mark", { class: `run run-${number % 6}`, title: commands[number]?.text }, text),
      ),
    ),
    commands.length > 1 &&
      h(
        "ol",
        { class: "commands", "aria-label": "Commands in it" },
        commands.map((one, number) =>
          h("li", {}, h("span", { class: `key run-${number % 6}`, "aria-hidden": "true" }), h("code", {}, one.text || "(an assignment or a redirection)"), one.via.length > 0 && h("small", {}, ` behind ${one.via.join(", ")}`)),
        ),
      ),
    unknown.length > 0 &&
      h("p", { class: "warning" }, "Not everything in it can be read, so it may run something else, too: ", unknown.join("; ")),
  );
}

const SIGNS = { old: "−", new: "+", same: " " };

function difference(one) {
  return h(
    "figure",
    { class: "difference" },
    one.note && h("figcaption", {}, one.note),
    h(
      "div",
      { class: "lines", role: "table", "aria-label": "Changed lines", tabindex: "0" },
      one.lines.map((line) =>
        line.kind === "gap" || line.kind === "note"
          ? h("div", { class: "gap", role: "row" }, line.text ?? "⋯")
          : h(
              "div",
              { class: `diff ${line.kind}`, role: "row" },
              h("span", { class: "number", role: "cell" }, line.line ?? ""),
              h("span", { class: "sign", role: "cell" }, SIGNS[line.kind]),
              h("span", { class: "text", role: "cell" }, line.text),
            ),
      ),
    ),
  );
}

function place(one) {
  const differs = one.real && one.real !== one.path;
  return h(
    "li",
    {},
    one.written && h("span", { class: "chip warn" }, "writes"),
    h("code", {}, one.path),
    differs && [" → ", h("code", {}, one.real)],
    one.notes?.map((note) => h("span", { class: "chip warn" }, note)),
  );
}

/** The call of a request. */
export function callView(approval) {
  const view = approval.call ?? {};
  const known = view.command || view.differences;
  return h(
    "div",
    { class: "call" },
    view.command && command(view.command),
    view.differences?.map(difference),
    view.places?.length > 0 && h("ul", { class: "places", "aria-label": "Paths" }, view.places.map(place)),
    h(
      "details",
      { open: !known },
      h("summary", {}, "The whole input"),
      pre(approval.inputText),
    ),
    approval.redacted > 0 && h("p", { class: "warning" }, `${approval.redacted} secrets are not shown.`),
  );
}
