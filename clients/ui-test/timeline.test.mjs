// The timeline in a real browser: many events, live events, hostile ones.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { lines } from "./records.mjs";
import { openBrowser, openTab, PATIENCE, World } from "./world.mjs";

let browser;
before(async () => (browser = await openBrowser()));
after(() => browser.close());

const home = (address) => address.split("#")[0];

async function seeded(world, count) {
  const file = join(world.root, "seed.jsonl");
  writeFileSync(file, lines(count, Date.now()));
  await world.run("log", "--from", file, "--file", world.log, "-n", "1");
}

/** The ids in view, from top to bottom. */
const inView = (tab) =>
  tab.locator(".rows > .row[data-id]").evaluateAll((rows) =>
    rows.map((row) => [Number(row.dataset.index), Number(row.dataset.id)]).sort((a, b) => a[0] - b[0]),
  );

/** Waits until every row in view is there. */
const settled = (tab) =>
  tab.waitForFunction(
    () => {
      const list = document.querySelector(".list");
      const rows = [...list.querySelectorAll(".row")];
      const box = list.getBoundingClientRect();
      const [top, bottom] = [box.top + list.clientTop, box.top + list.clientTop + list.clientHeight];
      const seen = rows.map((row) => [row, row.getBoundingClientRect()]).filter(([, at]) => at.bottom > top + 1 && at.top < bottom - 1);
      const whole = Math.min(list.clientHeight, Number(list.dataset.count) * list.querySelector(".row")?.offsetHeight || 0);
      const covered = seen.reduce((sum, [, at]) => sum + Math.min(at.bottom, bottom) - Math.max(at.top, top), 0);
      return seen.length > 0 && covered >= whole - 4 && seen.every(([row]) => row.dataset.id);
    },
    null,
    { timeout: PATIENCE },
  );

test("100,000 events are scrolled, from the newest to the oldest", async () => {
  const world = new World();
  try {
    await seeded(world, 100_000);
    const address = await world.page();
    const tab = await openTab(browser, address);
    await tab.goto(`${home(address)}#/timeline`);
    await settled(tab);
    assert.equal(await tab.locator(".list").getAttribute("data-count"), "100000");
    assert.equal((await inView(tab))[0][1], 100_000);
    for (const part of [0.25, 0.5, 0.77, 1]) {
      await tab.locator(".list").evaluate((list, part) => (list.scrollTop = part * list.scrollHeight), part);
      await settled(tab);
      for (const [index, id] of await inView(tab)) assert.equal(id, 100_000 - index);
    }
    assert.equal((await inView(tab)).at(-1)[1], 1);
    // A flick through everything: the page never holds more rows than it shows.
    const most = await tab.locator(".list").evaluate(async (list) => {
      let most = 0;
      for (let step = 0; step < 60; step++) {
        list.scrollTop = (list.scrollHeight * step) / 60;
        await new Promise(requestAnimationFrame);
        most = Math.max(most, list.querySelectorAll(".row").length);
      }
      return most;
    });
    assert.ok(most < 80, `${most} rows`);
    assert.deepEqual(tab.problems, []);
    const file = await world.run("log", "--decision", "blocked", "--json", "-n", "100000");
    const count = file.trim().split("\n").length;
    await tab.goto(`${home(address)}#/timeline/${encodeURIComponent('{"decisions":["blocked"]}')}`);
    await tab.waitForFunction((count) => document.querySelector(".list")?.dataset.count === String(count), count);
  } finally {
    await world.end();
  }
});

test("10,000 events at 500 a second: none is lost, none comes twice", async () => {
  const world = new World({ hooks: {} });
  const COUNT = 10_000;
  try {
    const { address, request } = await world.serve("--settings", world.settings);
    const tab = await openTab(browser, address, { viewport: { width: 1200, height: 4000 } });
    await tab.goto(`${home(address)}#/timeline`);
    await tab.locator(".list.is-empty").waitFor();
    // When each row came into view, beside the end of its event.
    await tab.evaluate(() => {
      window.delays = [];
      const seen = new Set();
      new MutationObserver((changes) => {
        const now = Date.now();
        for (const change of changes) {
          for (const row of change.addedNodes) {
            const { id, end } = row.dataset ?? {};
            if (id && !seen.has(id)) {
              seen.add(id);
              window.delays.push(now - Number(end));
            }
          }
        }
      }).observe(document.querySelector(".rows"), { childList: true });
    });
    const { sessionId } = await request("session/start", { sessionId: "many" });
    const began = Date.now();
    const sent = [];
    for (let number = 0; number < COUNT; ) {
      const due = Math.min(COUNT, Math.floor(((Date.now() - began) / 1000) * 500) + 1);
      for (; number < due; number++) {
        const input = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: `echo ${number}` }, tool_use_id: `t${number}` };
        sent.push(request("hooks/execute", { sessionId, input }));
      }
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
    await Promise.all(sent);
    const took = Date.now() - began;
    await tab.waitForFunction((count) => document.querySelector(".list").dataset.count === String(count), COUNT, { timeout: PATIENCE });
    // Scrolling shows rows later.
    const delays = (await tab.evaluate(() => window.delays)).sort((a, b) => a - b);
    const ids = new Set();
    const height = await tab.locator(".list").evaluate((list) => list.clientHeight);
    const whole = await tab.locator(".list").evaluate((list) => list.scrollHeight);
    for (let top = 0; top < whole; top += height - 100) {
      await tab.locator(".list").evaluate((list, top) => (list.scrollTop = top), top);
      await settled(tab);
      for (const [index, id] of await inView(tab)) {
        assert.equal(id, COUNT - index);
        ids.add(id);
      }
    }
    assert.equal(ids.size, COUNT);
    const at = (part) => Math.round(delays[Math.floor(part * (delays.length - 1))]);
    console.log(`# events in the page after: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms (${Math.round(COUNT / (took / 1000))} events a second)`);
    assert.deepEqual(tab.problems, []);
  } finally {
    await world.end();
  }
});

const HOSTILE = [
  "<img src=x onerror=\"document.title='pwned'\">",
  "<script>document.title='pwned'</script>",
  "\u202Egnp.exe\u202C innocent",
  "a\u200Bb\u0007c\u001B[31m\u{E0041}",
  "'\"><svg onload=alert(1)>",
  "javascript:alert(1)",
  "{{7*7}}${7*7}",
];

test("hostile texts are text, and what is hidden in them is shown", async () => {
  const world = new World();
  try {
    const { address, request } = await world.serve("--settings", world.settings);
    const tab = await openTab(browser, address);
    tab.on("dialog", () => tab.problems.push("a dialog"));
    for (const [number, text] of HOSTILE.entries()) {
      const input = {
        hook_event_name: "PreToolUse",
        session_id: text,
        cwd: world.project,
        agent_id: text,
        agent_type: text,
        // Names of tools with blanks or hidden characters are refused before they are logged.
        tool_name: /^[!-~]+$/.test(text) ? `mcp__${text}__x` : "Bash",
        tool_input: { command: text, file_path: text, [text]: text },
      };
      await request("hooks/execute", { input });
    }
    await tab.goto(`${home(address)}#/timeline`);
    await settled(tab);
    await tab.locator(".hidden-char", { hasText: "U+202E" }).first().waitFor();
    // Nothing that is hidden stays so, wherever it stands in a text.
    const raw = /[\u202A-\u202E\u200B\u0007\u001B]/;
    assert.doesNotMatch(await tab.locator("main").innerText(), raw);
    assert.match(await tab.locator(".rows").innerText(), /<img src=x onerror=/);
    for (let id = 1; id <= HOSTILE.length; id++) {
      await tab.goto(`${home(address)}#/event/${id}`);
      await tab.locator(".hooks, .muted").first().waitFor();
      await tab.locator(".actions").waitFor();
    }
    const agent = world.agent([{ name: "Bash", input: { command: `echo '${HOSTILE.join(" ")}'`.replaceAll("\u001B", "") } }], { session: "x-1" });
    await tab.goto(`${home(address)}#/inbox`);
    await tab.locator("article.approval").waitFor();
    await tab.locator("article.approval .hidden-char", { hasText: "U+202E" }).first().waitFor();
    assert.equal(await tab.locator("main img, main script, main iframe, main object").count(), 0);
    assert.doesNotMatch(await tab.title(), /pwned/);
    agent.kill("SIGKILL");
    assert.deepEqual(tab.problems, []);
  } finally {
    await world.end();
  }
});

test("an event is fired again, edited, and saved; settings are backtested", async () => {
  const world = new World();
  try {
    await world.run("trust", "--yes");
    await world.run("fire", "PreToolUse", "--tool", "Bash", "--tool-input", '{"command":"git push"}', "--set", "session_id=s1");
    const address = await world.page();
    const tab = await openTab(browser, address);
    await tab.goto(`${home(address)}#/timeline`);
    await settled(tab);
    // By keyboard: into the list, to the first event, and into it.
    await tab.locator(".list").focus();
    await tab.keyboard.press("ArrowDown");
    await tab.keyboard.press("Enter");
    await tab.getByText("Today it would run").waitFor();
    await tab.getByRole("button", { name: "Fire again" }).click();
    await tab.getByText("Nothing changed.").waitFor();
    await tab.getByText("Edit and fire again").click();
    const editor = tab.getByLabel("The input as JSON");
    await editor.fill((await editor.inputValue()).replace('"Bash"', '"Read"'));
    await tab.getByRole("button", { name: "Fire the edited input" }).click();
    await tab.getByText(/no longer runs/).waitFor();
    await tab.getByText("Save as a test case").click();
    await tab.getByRole("button", { name: "Save", exact: true }).click();
    await tab.getByText("Written to").waitFor();
    await world.run("test", join(world.project, "event-1.hooktest.json"));
    await tab.goto(`${home(address)}#/policy/day`);
    const proposed = { name: "proposed.json", mimeType: "application/json", buffer: Buffer.from('{"hooks": {}}') };
    await tab.locator("#proposed").setInputFiles(proposed);
    await tab.getByText("1 event of 1 would change with proposed.json").waitFor();
    assert.deepEqual(tab.problems, []);
  } finally {
    await world.end();
  }
});
