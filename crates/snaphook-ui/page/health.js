// What is wrong: findings about settings files and agents, hooks that nobody has trusted, records
// that were lost.

import { get } from "./api.js";
import { failure, h, show } from "./dom.js";
import { counted } from "./format.js";
import { dropped, on } from "./live.js";

const TONES = { error: "bad", warning: "warn", hint: "calm", note: "calm" };

function finding(one) {
  const place = one.file && `${one.file}${one.line ? `:${one.line}:${one.column}` : ""}`;
  return h(
    "li",
    { class: "finding" },
    h("span", { class: `badge ${TONES[one.severity] ?? "calm"}` }, one.severity),
    h("div", {}, h("p", {}, one.message, " ", h("code", { class: "muted" }, one.code)), place && h("p", { class: "muted path" }, place), one.help && h("p", { class: "help" }, one.help)),
  );
}

function findings(list, nothing) {
  return list.length ? h("ul", { class: "findings" }, list.map(finding)) : h("p", { class: "fine" }, nothing);
}

const tile = (label, value, tone) => h("div", { class: `tile ${tone}` }, h("b", {}, value), h("span", {}, label));

function worst(list) {
  if (list.some((one) => one.severity === "error")) return "bad";
  return list.some((one) => one.severity === "warning") ? "warn" : "good";
}

export function health(main) {
  let isShown = true;
  const tiles = { settings: null, untrusted: null, agents: null };
  const top = h("div", { class: "tiles" });
  const settings = h("div", {}, h("p", { class: "muted" }, "Checking …"));
  const agents = h("div", {}, h("p", { class: "muted" }, "Looking at the agents of this machine …"));
  const drawTiles = () =>
    show(top, tiles.settings, tiles.untrusted, tiles.agents, tile("events not logged", dropped.toLocaleString("en"), dropped ? "warn" : "good"));
  show(
    main,
    h("h1", {}, "Health"),
    top,
    h("section", { class: "panel" }, h("h2", {}, "Settings"), settings),
    h("section", { class: "panel" }, h("h2", {}, "Agents"), agents),
    h(
      "section",
      { class: "panel" },
      h("h2", {}, "The log"),
      h("p", {}, "A record is dropped when too many events come at once, or the log cannot be written. The events themselves ran with all their hooks."),
    ),
  );
  drawTiles();
  get("health/settings").then(
    (read) => {
      if (!isShown) return;
      const count = read.findings.length;
      tiles.settings = tile("findings in settings", count, worst(read.findings));
      tiles.untrusted = tile("untrusted hooks", read.untrusted.length, read.untrusted.length ? "warn" : "good");
      drawTiles();
      show(
        settings,
        h("p", { class: "muted" }, `${counted(read.hooks, "hook")} in `, h("code", {}, read.project)),
        read.switchedOff.map((by) => h("p", { class: "warning" }, `Hooks are switched off by ${by}.`)),
        findings(read.findings, "No findings."),
        read.untrusted.length > 0 && [
          h("h3", {}, "Hooks that nobody has trusted"),
          h("p", {}, "They do not run. Look at them, and run ", h("code", {}, "snaphook trust"), " in the project."),
          h("ul", { class: "findings" }, read.untrusted.map((hook) => h("li", { class: "finding" }, h("span", { class: "badge warn" }, hook.trust), h("div", {}, h("p", {}, h("b", {}, hook.name), ` on ${hook.event}`), hook.file && h("p", { class: "muted path" }, `${hook.file}${hook.line ? `:${hook.line}` : ""}`))))),
        ],
      );
    },
    (error) => isShown && show(settings, failure(error)),
  );
  get("health/agents").then(
    (read) => {
      if (!isShown) return;
      const all = [...read.settings.findings, ...read.agents.flatMap((agent) => agent.findings)];
      tiles.agents = tile("findings about agents", all.length, worst(all));
      drawTiles();
      show(
        agents,
        read.agents.length === 0 && h("p", { class: "muted" }, "No agent was found on this machine."),
        read.agents.map((agent) =>
          h(
            "section",
            { class: "agent-card" },
            h("h3", {}, agent.title, " ", h("small", {}, agent.version ?? ""), " ", h("span", { class: `badge ${agent.inForce ? "good" : "calm"}` }, agent.inForce ? "in force" : agent.installed.length ? "not in force" : "not installed")),
            findings(agent.findings, "No findings."),
          ),
        ),
        read.settings.findings.length > 0 && findings(read.settings.findings),
      );
    },
    (error) => isShown && show(agents, failure(error)),
  );
  const end = on("state", drawTiles);
  return () => {
    isShown = false;
    end();
  };
}
