// Sessions as lanes over time, subagents below their parents. It draws the events that are in
// view in the list below.

import { h, plain, s, show } from "./dom.js";
import { clock, decision, hue, took } from "./format.js";

const MOST = 6;
const WIDTH = 1000;
const HEIGHT = 16;

function groups(rows) {
  const lanes = new Map();
  for (const row of rows) {
    const parent = lanes.get(row.session) ?? { session: row.session, rows: [], children: new Map() };
    lanes.set(row.session, parent);
    if (!row.agentId) {
      parent.rows.push(row);
      continue;
    }
    const child = parent.children.get(row.agentId) ?? { agent: row.agentType ?? row.agentId, session: row.session, rows: [] };
    parent.children.set(row.agentId, child);
    child.rows.push(row);
  }
  return [...lanes.values()];
}

function marks(lane, x) {
  const shown = new Set();
  return lane.rows.flatMap((row) => {
    const [tone, word] = decision(row.decision);
    const at = x(row.time);
    const wide = Math.max(3, x(row.time + row.us / 1000) - at);
    // Marks at one place are one mark, but for those that say more.
    const place = `${Math.round(at / 2)} ${tone}`;
    if (shown.has(place) && tone === "calm") return [];
    shown.add(place);
    const words = `${row.event} ${row.tool ?? ""} ${word}, ${took(row.us / 1000)}`;
    const height = tone === "calm" ? 6 : 12;
    return s(
      "a",
      { href: `#/event/${row.id}`, tabindex: "-1" },
      s("rect", { class: `mark ${tone}`, x: at.toFixed(1), y: (HEIGHT - height) / 2, width: wide.toFixed(1), height, rx: 1.5 }),
      s("title", {}, plain(words)),
    );
  });
}

function line(lane, x, onPick, isChild) {
  const label = isChild ? lane.agent : lane.session;
  return h(
    "div",
    { class: isChild ? "lane child" : "lane" },
    h(
      "button",
      { type: "button", class: "lane-name", title: `show only session ${lane.session}`, onclick: () => onPick(lane.session) },
      h("span", { class: "swatch", style: { "--hue": hue(lane.session) }, "aria-hidden": "true" }),
      label,
    ),
    s(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", class: "lane-line", "aria-hidden": "true" },
      s("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "rail" }),
      marks(lane, x),
    ),
  );
}

/** Draws the lanes of these rows. */
export function drawLanes(element, rows, onPick) {
  if (!rows.length) return show(element);
  const first = Math.min(...rows.map((row) => row.time));
  const last = Math.max(...rows.map((row) => row.time + row.us / 1000), first + 1);
  const x = (time) => ((time - first) / (last - first)) * (WIDTH - 6);
  const all = groups(rows);
  const lanes = all.slice(0, MOST).flatMap((lane) => [
    line(lane, x, onPick, false),
    ...[...lane.children.values()].slice(0, 4).map((child) => line(child, x, onPick, true)),
  ]);
  show(
    element,
    lanes,
    h(
      "div",
      { class: "lane axis" },
      h("span", {}, all.length > MOST ? `${all.length - MOST} more sessions` : ""),
      h("span", { class: "axis-times" }, h("span", {}, clock(first)), h("span", {}, took(last - first)), h("span", {}, clock(last))),
    ),
  );
}
