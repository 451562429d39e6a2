// The timeline: recorded events as they happen, the newest first. Any number of them is scrolled:
// pages are read when they come into view, each by the id it begins with.

import { get } from "./api.js";
import { button, failure, h, show } from "./dom.js";
import { clock, counted, day, decision, hue, status, statusWord, tail, took } from "./format.js";
import { drawLanes } from "./lanes.js";
import { dropped, on, wantRows } from "./live.js";
import { VirtualList } from "./virtual.js";

/** Rows that came live and are kept before the list is read anew. */
const MOST_LIVE = 20_000;

const FIELDS = [
  ["agents", "Agent", "claude, codex, serve"],
  ["projects", "Project", "/path/of/project"],
  ["tools", "Tool", "Bash"],
  ["sessions", "Session", "id"],
  ["hooks", "Hook", "name"],
];
const WORDS = ["blocked", "ask", "allow", "stop", "defer", "abandoned", "none"];

const filterOf = (rest) => {
  try {
    return JSON.parse(rest[0] || "{}") ?? {};
  } catch {
    return {};
  }
};

const goTo = (filter) => {
  location.hash = Object.keys(filter).length ? `#/timeline/${encodeURIComponent(JSON.stringify(filter))}` : "#/timeline";
};

export function timeline(main, rest) {
  const filter = filterOf(rest);
  const asked = Object.keys(filter).length ? JSON.stringify(filter) : undefined;
  let base = { first: [], count: 0, page: 200, newest: 0 };
  let pages = new Map();
  let live = [];
  let last = 0;
  let generation = 0;
  let unseen = 0;

  const at = (index) => {
    if (index < live.length) return live[live.length - 1 - index];
    const place = index - live.length;
    return pages.get(Math.floor(place / base.page))?.[place % base.page];
  };

  const list = new VirtualList({
    label: "Events, the newest first",
    row: (index) => {
      const row = at(index);
      if (!row) load(index - live.length);
      return row && rowElement(row);
    },
    open: (index) => {
      const row = at(index);
      if (row) location.hash = `#/event/${row.id}`;
    },
    onView: () => planLanes(),
  });

  const summary = h("p", { class: "summary", role: "status" });
  const lanes = h("div", { class: "lanes" });
  const more = h("button", { type: "button", class: "newer", hidden: true, onclick: () => list.toTop() });
  const problem = h("div", {});
  show(
    main,
    h("h1", { class: "hidden" }, "Timeline"),
    filterBar(filter),
    problem,
    h("section", { class: "panel", "aria-label": "Sessions" }, lanes),
    h("div", { class: "list-frame" }, more, list.element),
    summary,
  );

  function say() {
    const parts = [counted(base.count + live.length, "event")];
    if (base.isCut) parts.push("older ones are not listed");
    if (base.unsearched) parts.push(`the newest ${base.unsearched} were not searched yet`);
    if (dropped) parts.push(`${dropped} were not logged`);
    show(summary, parts.join(" · "));
    const count = base.count + live.length;
    list.element.classList.toggle("is-empty", count === 0);
    list.element.dataset.empty = asked ? "No event fits the filter." : "No event is logged yet. Events appear here as they happen.";
  }

  async function load(place) {
    const number = Math.floor(place / base.page);
    if (place < 0 || pages.has(number) || base.first[number] === undefined) return;
    pages.set(number, undefined);
    const current = generation;
    try {
      const read = await get("events", { first: base.first[number], filter: asked });
      if (current !== generation) return;
      pages.set(number, read.rows);
      list.refresh();
    } catch (error) {
      pages.delete(number);
      if (current === generation) show(problem, failure(error));
    }
  }

  async function reload() {
    const current = ++generation;
    try {
      const read = await get("anchors", { filter: asked });
      if (current !== generation) return;
      show(problem);
      [base, pages, live, unseen] = [read, new Map(), [], 0];
      last = read.newest;
      say();
      list.resize(base.count);
      wantRows({ after: last, filter: asked });
    } catch (error) {
      if (current === generation) {
        show(problem, failure(error), button("Try again", reload));
      }
    }
  }

  const ends = [
    on("state", say),
    on("rows", (rows) => {
      if (rows === null) return reload();
      // What was sent again after an interruption is there already.
      const fresh = rows.filter((row) => row.id > last);
      if (!fresh.length) return;
      last = fresh[fresh.length - 1].id;
      for (const row of fresh) live.push(row);
      const atTop = list.resize(base.count + live.length, fresh.length);
      if (atTop && live.length > MOST_LIVE) return reload();
      unseen = atTop ? 0 : unseen + fresh.length;
      more.hidden = unseen === 0;
      show(more, `↑ ${counted(unseen, "new event")}`);
      say();
    }),
  ];
  list.element.addEventListener("scroll", () => {
    if (list.element.scrollTop < list.height / 2 && unseen) {
      unseen = 0;
      more.hidden = true;
    }
  });

  let planned = null;
  function planLanes() {
    if (planned !== null) return;
    planned = setTimeout(() => {
      planned = null;
      const [from, to] = list.range();
      const rows = [];
      for (let index = from; index < Math.min(to + 60, base.count + live.length); index++) {
        const row = at(index);
        if (row) rows.push(row);
      }
      drawLanes(lanes, rows, (session) => goTo({ ...filter, sessions: [session] }));
    }, 200);
  }

  say();
  reload();
  return () => {
    generation++;
    clearTimeout(planned);
    list.observer.disconnect();
    ends.forEach((end) => end());
    wantRows(null);
  };
}

function rowElement(row) {
  const [tone, word] = decision(row.decision);
  const hooks = row.hooks.filter((hook) => hook.status !== "skipped");
  return h(
    "div",
    { class: `row ${tone}`, data: { id: row.id, end: row.time + row.us / 1000 } },
    h("span", { class: "when", title: `${day(row.time)} ${clock(row.time, true)}` }, clock(row.time)),
    h("span", { class: "swatch", style: { "--hue": hue(row.session) }, title: `session ${row.session}` }),
    h("span", { class: "what" }, h("b", {}, row.tool ?? row.event), row.tool && h("small", {}, row.event), row.agentType && h("small", { class: "agent" }, row.agentType)),
    h("span", { class: "about" }, row.about),
    h(
      "span",
      { class: "chips" },
      hooks.slice(0, 3).map((hook) => {
        const [hookTone, mark] = status(hook.status);
        return h(
          "span",
          { class: `chip ${hookTone}`, title: `${hook.name}: ${statusWord(hook.status)}, ${took(hook.ms)}` },
          h("i", { "aria-hidden": "true" }, mark),
          h("span", {}, hook.name),
          h("em", {}, took(hook.ms)),
        );
      }),
      hooks.length > 3 && h("span", { class: "chip calm" }, `+${hooks.length - 3}`),
    ),
    h("span", { class: "where", title: row.project }, row.project ? tail(row.project) : row.source),
    h("span", { class: `badge ${tone}` }, word),
  );
}

function filterBar(filter) {
  const apply = (event) => {
    event?.preventDefault();
    const data = new FormData(form);
    const next = {};
    const text = data.get("text").trim();
    if (text) next.text = text;
    const word = data.get("decision");
    if (word) next.decisions = [word];
    for (const [name] of FIELDS) {
      const value = data.get(name)?.trim();
      if (value) next[name] = value.split(/\s*,\s*/).filter(Boolean);
    }
    goTo(next);
  };
  const used = FIELDS.filter(([name]) => filter[name]?.length).length;
  const form = h(
    "form",
    { class: "filters", role: "search", onsubmit: apply },
    h("input", { name: "text", type: "search", placeholder: "Search inputs and answers", "aria-label": "Text", value: filter.text ?? "" }),
    h(
      "select",
      { name: "decision", "aria-label": "Decision", onchange: apply },
      h("option", { value: "" }, "Any decision"),
      WORDS.map((word) => h("option", { value: word, selected: filter.decisions?.[0] === word }, decision(word)[1])),
    ),
    h(
      "details",
      { class: "more-filters", open: used > 0 },
      h("summary", {}, used ? `Filters (${used})` : "Filters"),
      h(
        "div",
        { class: "fields" },
        FIELDS.map(([name, label, example]) =>
          h("label", {}, label, h("input", { name, placeholder: example, value: filter[name]?.join(", ") ?? "" })),
        ),
        h("button", { type: "submit", class: "primary" }, "Apply"),
      ),
    ),
    Object.keys(filter).length > 0 && button("Clear", () => goTo({}), { class: "quiet" }),
  );
  return form;
}
