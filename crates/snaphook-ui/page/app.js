// The frame of the page: the key, the views, and which one is shown.

import { forgetKey, get, takeKey } from "./api.js";
import { button, h, show, failure } from "./dom.js";
import { on, pending, start } from "./live.js";
import { inbox } from "./inbox.js";
import { timeline } from "./timeline.js";

const main = document.getElementById("main");

// Views that are not shown first come when they are asked for.
const VIEWS = {
  inbox: async () => inbox,
  timeline: async () => timeline,
  event: async () => (await import("./event.js")).event,
  policy: async () => (await import("./policy.js")).policy,
  health: async () => (await import("./health.js")).health,
};

let leave = null;
let turn = 0;

async function route() {
  const [name, ...rest] = location.hash.replace(/^#\/?/, "").split("/");
  const view = VIEWS[name] ? name : "inbox";
  const current = ++turn;
  const tab = view === "event" ? "timeline" : view;
  document.querySelectorAll("[data-view]").forEach((link) => {
    if (link.dataset.view === tab) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  });
  const build = await VIEWS[view]();
  if (current !== turn) return;
  leave?.();
  leave = null;
  document.body.dataset.shown = view;
  main.replaceChildren();
  try {
    leave = build(main, rest.map(decodeURIComponent)) ?? null;
  } catch (error) {
    show(main, failure(error));
  }
}

/** Says how to get in. */
function locked(words) {
  leave?.();
  leave = null;
  document.body.dataset.shown = "locked";
  link("away", words);
  show(
    main,
    h(
      "section",
      { class: "empty" },
      h("h1", {}, "This page needs its key"),
      h("p", {}, words),
      h("p", {}, "Open the whole address that ", h("code", {}, "snaphook ui"), " has printed in the terminal. The part behind the # is the key."),
      button("Try again", () => location.reload()),
    ),
  );
}

function link(state, words) {
  const element = document.getElementById("link");
  element.dataset.state = state;
  document.getElementById("link-words").textContent = words;
}

function countPending() {
  const count = pending().length;
  const badge = document.getElementById("pending");
  badge.hidden = count === 0;
  badge.textContent = String(count);
  badge.setAttribute("aria-label", `${count} waiting`);
  document.title = count ? `(${count}) snaphook` : "snaphook";
}

async function begin() {
  const refused = () => {
    forgetKey();
    locked("The key is no longer valid: snaphook was started again since.");
  };
  if (!(await takeKey())) return locked("There is no key in the address.");
  on("approvals", countPending);
  on("link", (state, error) => {
    link(state, state === "live" ? "live" : error?.status === 0 ? "reconnecting" : (error?.message ?? "reconnecting"));
  });
  // The person must see where they are before anything is loaded.
  await route();
  addEventListener("hashchange", () => {
    // A new address of `snaphook ui` in the same tab.
    if (location.hash.startsWith("#key=")) return location.reload();
    route();
  });
  start(refused);
  get("session").then(
    (session) => (document.querySelector(".brand").title = `snaphook ${session.version}, ${session.log}`),
    () => {},
  );
}

begin();
