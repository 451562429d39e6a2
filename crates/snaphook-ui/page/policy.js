// What each hook did, with small charts; and a backtest of proposed settings against the log.

import { get, post } from "./api.js";
import { button, failure, h, s, show } from "./dom.js";
import { counted, moment, took } from "./format.js";

const HOUR = 3_600_000;
const RANGES = [["hour", HOUR], ["day", 24 * HOUR], ["week", 7 * 24 * HOUR], ["month", 30 * 24 * HOUR]];
const HEIGHT = 28;
const MOST_BYTES = 4 * 1024 * 1024;

/** Runs over time: blocks and failures stand at the bottom of their bar. */
function bars(hook) {
  if (!hook.runs) return h("span", { class: "muted" }, "–");
  const most = Math.max(1, ...hook.runs);
  const width = 4;
  const bar = (value, below, at, tone) =>
    value > 0 &&
    s("rect", {
      class: `bar ${tone}`,
      x: at * width,
      y: (HEIGHT - ((value + below) / most) * HEIGHT).toFixed(1),
      width: width - 1,
      height: Math.max(1, (value / most) * HEIGHT).toFixed(1),
    });
  const words = `${hook.name}: ${counted(hook.calls, "run")}, ${counted(hook.blocks, "block")}, ${counted(hook.failures + hook.timeouts, "failure")}`;
  return s(
    "svg",
    { viewBox: `0 0 ${hook.runs.length * width} ${HEIGHT}`, class: "chart", role: "img", "aria-label": words, preserveAspectRatio: "none" },
    hook.runs.map((runs, at) => {
      const [blocked, failed] = [hook.blocked[at], hook.failed[at]];
      return [bar(blocked, 0, at, "bad"), bar(failed, blocked, at, "warn"), bar(runs - blocked - failed, blocked + failed, at, "calm")];
    }),
  );
}

/** From p50 to p95, on one scale for all hooks. */
function times(hook, most) {
  const place = (us) => (Math.log10(Math.max(1, us)) / Math.log10(Math.max(10, most))) * 100;
  return s(
    "svg",
    { viewBox: "0 0 100 10", class: "times", preserveAspectRatio: "none", role: "img", "aria-label": `p50 ${took(hook.p50 / 1000)}, p95 ${took(hook.p95 / 1000)}` },
    s("line", { x1: 0, x2: 100, y1: 5, y2: 5, class: "rail" }),
    s("rect", { class: "bar accent", x: place(hook.p50).toFixed(1), y: 2, width: Math.max(1.5, place(hook.p95) - place(hook.p50)).toFixed(1), height: 6, rx: 1 }),
  );
}

function table(read) {
  if (!read.hooks.length) return h("p", { class: "empty" }, "No hook ran in this time.");
  const most = Math.max(...read.hooks.map((hook) => hook.max));
  const number = (value, tone) => h("td", { class: value ? `number ${tone}` : "number muted" }, value.toLocaleString("en"));
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": "Hooks" },
    h(
      "table",
      { class: "policy" },
      h("thead", {}, h("tr", {}, ["Hook", "Activity", "Runs", "Blocks", "Failures", "Timeouts", "p50", "p95", "p50 – p95"].map((name, at) => h("th", { scope: "col", class: at > 1 && at < 8 ? "number" : "" }, name)))),
      h(
        "tbody",
        {},
        read.hooks.map((hook) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, h("a", { href: `#/timeline/${encodeURIComponent(JSON.stringify({ hooks: [hook.name] }))}` }, hook.name)),
            h("td", { class: "chart-cell" }, bars(hook)),
            number(hook.calls, ""),
            number(hook.blocks, "bad"),
            number(hook.failures, "warn"),
            number(hook.timeouts, "warn"),
            h("td", { class: "number" }, took(hook.p50 / 1000)),
            h("td", { class: "number" }, took(hook.p95 / 1000)),
            h("td", { class: "times-cell" }, times(hook, most)),
          ),
        ),
      ),
    ),
  );
}

function backtestResult(result, name) {
  const columns = [["ran", "ran"], ["would run", "runs"], ["no longer runs", "noLongerRuns"], ["now runs", "nowRuns"], ["now blocks", "nowBlocks"], ["no longer blocks", "noLongerBlocks"]];
  const shown = result.told.slice(0, 100);
  return h(
    "div",
    { class: "result", role: "status" },
    h("h3", {}, `${counted(result.changed, "event")} of ${result.events.toLocaleString("en")} would change with ${name}`),
    h("p", { class: "muted" }, "Nothing was run: this says which hooks would take part. The file stands for all settings."),
    result.problems.map((problem) => h("p", { class: "warning" }, problem)),
    result.hooks.length > 0 &&
      h(
        "div",
        { class: "scroll", tabindex: "0", role: "region", "aria-label": "Hooks of the backtest" },
        h(
          "table",
          { class: "policy" },
          h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Hook"), columns.map(([label]) => h("th", { scope: "col", class: "number" }, label)))),
          h("tbody", {}, result.hooks.map((hook) => h("tr", {}, h("th", { scope: "row" }, hook.hook), columns.map(([, key]) => h("td", { class: hook[key] ? "number" : "number muted" }, hook[key]))))),
        ),
      ),
    shown.length > 0 && h("ul", { class: "changes" }, shown.map((one) => h("li", {}, h("a", { href: `#/event/${one.id}` }, `event ${one.id}, ${one.event}${one.tool ? ` ${one.tool}` : ""}`), one.error && h("span", { class: "chip warn" }, one.error), one.changes.map((change) => h("div", {}, change.message))))),
    result.told.length > shown.length && h("p", { class: "muted" }, "More events change; `snaphook replay --settings FILE` lists all."),
  );
}

export function policy(main, [range]) {
  let isShown = true;
  const chosen = RANGES.find(([name]) => name === range) ?? RANGES[2];
  const since = Date.now() - chosen[1];
  const place = h("div", {}, h("p", { class: "muted" }, "Reading …"));
  const result = h("div", {});

  async function backtest(file) {
    if (!file) return;
    if (file.size > MOST_BYTES) return show(result, failure(new Error("the file is too large to be settings")));
    show(result, h("p", { class: "muted" }, `Holding the events of the last ${chosen[0]} against ${file.name} …`));
    try {
      const text = await file.text();
      const done = await post("backtest", { name: file.name, text, since });
      if (isShown) show(result, backtestResult(done, file.name));
    } catch (error) {
      if (isShown) show(result, failure(error));
    }
  }

  const input = h("input", { type: "file", class: "hidden", id: "proposed", accept: ".json,.jsonc,.yaml,.yml,.toml", onchange: () => backtest(input.files[0]) });
  const drop = h(
    "div",
    {
      class: "drop",
      ondragover: (event) => {
        event.preventDefault();
        drop.classList.add("over");
      },
      ondragleave: () => drop.classList.remove("over"),
      ondrop: (event) => {
        event.preventDefault();
        drop.classList.remove("over");
        backtest(event.dataTransfer.files[0]);
      },
    },
    h("p", {}, h("b", {}, "Drop a proposed settings file here"), " to see what it would have changed."),
    button("Choose a file", () => input.click()),
    input,
  );
  show(
    main,
    h(
      "header",
      { class: "event-head" },
      h("h1", {}, "Policy"),
      h("nav", { class: "ranges", "aria-label": "Time" }, RANGES.map(([name]) => h("a", { href: `#/policy/${name}`, "aria-current": name === chosen[0] ? "true" : undefined }, `last ${name}`))),
    ),
    h("section", { class: "panel" }, place),
    h("section", { class: "panel" }, h("h2", {}, "Backtest"), drop, result),
  );
  get("policy", { filter: JSON.stringify({ since }) }).then(
    (read) => {
      if (!isShown) return;
      show(
        place,
        h("p", { class: "muted" }, `${counted(read.events, "event")} since ${moment(read.since)}`, read.dropped > 0 && ` · ${read.dropped} were not logged`),
        h("p", { class: "legend" }, [["calm", "ran"], ["bad", "blocked"], ["warn", "failed"]].map(([tone, word]) => h("span", {}, h("i", { class: `swatch ${tone}` }), word))),
        table(read),
      );
    },
    (error) => isShown && show(place, failure(error)),
  );
  return () => {
    isShown = false;
  };
}
