// The inbox: what waits for a person, and what became of the last requests. What is selected
// stays selected, so that no other request comes under a finger that is about to press.

import { h, button, show } from "./dom.js";
import { ago, countdown } from "./format.js";
import { approvals, on, pending } from "./live.js";
import { about, approvalElement, ending, stateOf } from "./approval.js";

export function inbox(main, rest) {
  let chosen = rest[0] ?? null;
  let shown = { id: null, revision: null, view: null };
  const waiting = h("ul", { class: "inbox-list", "aria-label": "Waiting" });
  const recent = h("ul", { class: "inbox-list ended-list", "aria-label": "Answered" });
  const detail = h("div", { class: "detail" });
  const left = h(
    "section",
    { class: "inbox-left", onkeydown: keys },
    h("h1", {}, "Waiting for you"),
    waiting,
    h("h2", { class: "small" }, "Ended"),
    recent,
  );
  show(main, h("div", { class: "inbox", data: { open: chosen ? "yes" : "no" } }, left, detail));
  const frame = main.firstChild;

  const pick = (id) => {
    chosen = id;
    frame.dataset.open = id ? "yes" : "no";
    history.replaceState(null, "", id ? `#/inbox/${id}` : "#/inbox");
    draw();
    if (id) detail.querySelector("article")?.scrollIntoView({ block: "nearest" });
  };

  function keys(event) {
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    const items = [...left.querySelectorAll(".inbox-item")];
    const at = items.indexOf(document.activeElement);
    items[Math.max(0, Math.min(items.length - 1, at + step))]?.focus();
    event.preventDefault();
  }

  function item(approval) {
    const [tone, word] = stateOf(approval);
    const isPending = approval.state === "pending";
    return h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: `inbox-item ${tone}`,
          data: { id: approval.id },
          "aria-current": approval.id === chosen ? "true" : undefined,
          onclick: () => pick(approval.id),
        },
        h("span", { class: "item-head" }, h("b", {}, approval.tool ?? approval.event), h("span", { class: "item-time" }, isPending ? countdown(approval.expires - Date.now()) : ago(approval.answer?.at ?? approval.created))),
        h("span", { class: "item-about" }, about(approval)),
        h("span", { class: "item-foot" }, isPending ? `asked by ${approval.askedBy.map((one) => one.name).join(", ") || approval.event}` : ending(approval).split(" at ")[0] || word),
      ),
    );
  }

  function draw() {
    const now = pending();
    if (!chosen && now.length && matchMedia("(min-width: 760px)").matches) chosen = now[0].id;
    frame.dataset.open = chosen ? "yes" : "no";
    const focused = document.activeElement?.dataset?.id;
    const ended = [...approvals.values()]
      .filter((one) => one.state !== "pending")
      .sort((a, b) => b.revision - a.revision)
      .slice(0, 20);
    show(waiting, now.length ? now.map(item) : h("li", { class: "nothing" }, "Nothing waits."));
    show(recent, ended.length ? ended.map(item) : h("li", { class: "nothing" }, "Nothing yet."));
    if (focused) left.querySelector(`[data-id="${CSS.escape(focused)}"]`)?.focus();
    drawDetail(now);
  }

  function drawDetail(now) {
    const approval = approvals.get(chosen);
    if (!approval) {
      shown = { id: null, revision: null, view: null };
      return show(
        detail,
        h(
          "div",
          { class: "empty" },
          h("h2", {}, "Nothing to decide"),
          h("p", {}, "Calls that need a person appear here. While this page is open, agents wait for your answer."),
        ),
      );
    }
    if (shown.id === approval.id && shown.revision === approval.revision) return;
    const view = approvalElement(approval, () => draw());
    shown = { id: approval.id, revision: approval.revision, view };
    const others = now.filter((one) => one.id !== chosen);
    show(
      detail,
      h("div", { class: "back" }, button("← All requests", () => pick(null), { class: "quiet" })),
      view.element,
      approval.state !== "pending" && others.length > 0 && button(`Next (${others.length} waiting)`, () => pick(others[0].id), { class: "primary next" }),
    );
  }

  const timer = setInterval(() => {
    shown.view?.tick();
    const now = pending();
    for (const element of waiting.querySelectorAll(".inbox-item")) {
      const approval = now.find((one) => one.id === element.dataset.id);
      if (approval) show(element.querySelector(".item-time"), countdown(approval.expires - Date.now()));
    }
  }, 1000);
  const end = on("approvals", draw);
  draw();
  return () => {
    clearInterval(timer);
    end();
  };
}
