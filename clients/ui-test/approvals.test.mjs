// Approvals in a real browser: a real agent waits for the answer of a person at the page.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { freePort, openBrowser, openTab, World } from "./world.mjs";

let browser;
before(async () => (browser = await openBrowser()));
after(() => browser.close());

const push = { name: "Bash", input: { command: "echo pushed > pushed.txt && echo it is pushed" } };

/** Does something in a world of its own, and looks for what the page complained about. */
async function inWorld(work) {
  const world = new World();
  try {
    await work(world);
  } finally {
    await world.end();
  }
}

const waiting = (tab) => tab.locator('article.approval[data-state="pending"]');
const ended = (tab, state) => tab.locator(`article.approval[data-state="${state}"]`);

test("a call waits, is allowed in the page, and goes on", () =>
  inWorld(async (world) => {
    const tab = await openTab(browser, await world.page());
    const agent = world.agent([push], { expects: ["it is pushed"] });
    await waiting(tab).waitFor();
    assert.match(await tab.title(), /^\(1\)/);
    assert.match(await waiting(tab).innerText(), /echo pushed > pushed\.txt/);
    await tab.getByRole("button", { name: "Allow", exact: true }).click();
    await ended(tab, "approved").waitFor();
    assert.equal(await agent.ended, 0, agent.text);
    assert.match(agent.text, /That was all/);
    assert.match(await ended(tab, "approved").innerText(), /approved by token:ui \(page\)/);
    assert.deepEqual(tab.problems, []);
  }));

test("a call is denied with words, and they reach the model", () =>
  inWorld(async (world) => {
    const tab = await openTab(browser, await world.page());
    const agent = world.agent([push], { expects: ["push to a branch, not to main"] });
    await waiting(tab).waitFor();
    await tab.getByLabel("Words for the model").fill("push to a branch, not to main");
    await tab.getByRole("button", { name: "Deny" }).click();
    await ended(tab, "denied").waitFor();
    assert.equal(await agent.ended, 0, agent.text);
    assert.match(agent.text, /That was all/);
  }));

test("an input is edited, and the edited call runs", () =>
  inWorld(async (world) => {
    const tab = await openTab(browser, await world.page());
    const agent = world.agent([push], { expects: ["only a look"] });
    await waiting(tab).waitFor();
    await tab.getByText("Edit the input").click();
    await tab.getByLabel("The edited input as JSON").fill('{"command": "echo only a look"}');
    await tab.getByRole("button", { name: "Allow with an edited input" }).click();
    // The hook asks about the edited call, too.
    const again = tab.locator('.inbox-list').first().locator(".inbox-item.warn", { hasText: "only a look" });
    await Promise.race([ended(tab, "approved").waitFor(), again.waitFor()]);
    if (agent.exitCode === null) {
      const buttons = again.or(tab.getByRole("button", { name: /^Next/ })).first();
      await Promise.race([
        agent.ended,
        buttons.click().then(() => tab.getByRole("button", { name: "Allow", exact: true }).click()).catch(() => {}),
      ]);
    }
    assert.equal(await agent.ended, 0, agent.text);
    assert.match(agent.text, /That was all/);
  }));

test("two tabs answer at once: one counts, the other is told", () =>
  inWorld(async (world) => {
    const address = await world.page();
    const tabs = [await openTab(browser, address), await openTab(browser, address)];
    const agent = world.agent([push]);
    for (const tab of tabs) await waiting(tab).waitFor();
    const click = (tab, name) => tab.getByRole("button", { name, exact: true }).click().catch(() => {});
    await Promise.all([click(tabs[0], "Allow"), click(tabs[1], "Deny")]);
    const states = [];
    for (const tab of tabs) {
      const article = tab.locator('article.approval:not([data-state="pending"])');
      await article.waitFor();
      states.push(await article.getAttribute("data-state"));
    }
    assert.equal(states[0], states[1]);
    assert.ok(["approved", "denied"].includes(states[0]), states[0]);
    assert.equal(await agent.ended, 0, agent.text);
    const said = /tool: .*pushed|it is pushed|refused|denied/s;
    assert.match(agent.text, said);
  }));

test("the page restarts while a request waits", () =>
  inWorld(async (world) => {
    const port = String(await freePort());
    const key = world.write("key", "0123456789abcdef0123456789abcdef");
    (await import("node:fs")).chmodSync(key, 0o600);
    const tab = await openTab(browser, await world.page("--port", port, "--token-file", key));
    const agent = world.agent([push], { expects: ["it is pushed"] });
    await waiting(tab).waitFor();
    world.ui.kill("SIGKILL");
    await world.ui.ended;
    await tab.locator('#link[data-state="away"]').waitFor();
    await world.page("--port", port, "--token-file", key);
    await tab.locator('#link[data-state="live"]').waitFor();
    await tab.getByRole("button", { name: "Allow", exact: true }).click();
    await ended(tab, "approved").waitFor();
    assert.equal(await agent.ended, 0, agent.text);
    assert.match(agent.text, /That was all/);
  }));

test("the agent is killed: its request is cancelled", () =>
  inWorld(async (world) => {
    const tab = await openTab(browser, await world.page());
    const agent = world.agent([push]);
    await waiting(tab).waitFor();
    agent.kill("SIGKILL");
    await ended(tab, "cancelled").waitFor();
    assert.match(await ended(tab, "cancelled").innerText(), /the agent that asked is gone/);
    assert.equal(await tab.getByRole("button", { name: "Allow", exact: true }).count(), 0);
  }));

test("a request expires: the call is denied, and the model is told", () =>
  inWorld(async (world) => {
    const tab = await openTab(browser, await world.page());
    const agent = world.agent([push], { wait: 3, expects: ["nobody answered in time"] });
    await ended(tab, "expired").waitFor();
    assert.equal(await agent.ended, 0, agent.text);
    assert.match(agent.text, /That was all/);
  }));

test("where nobody looks, nothing waits", () =>
  inWorld(async (world) => {
    await world.page();
    const agent = world.agent([push]);
    assert.equal(await agent.ended, 0, agent.text);
    assert.doesNotMatch(agent.text, /it is pushed$/m);
  }));

test("by keyboard alone a call is found, read and allowed", () =>
  inWorld(async (world) => {
    const tab = await openTab(browser, await world.page());
    const agent = world.agent([push], { expects: ["it is pushed"] });
    await waiting(tab).waitFor();
    const focused = () => tab.evaluate(() => `${document.activeElement.tagName} ${document.activeElement.textContent.trim()}`);
    const seen = [];
    for (let step = 0; step < 60; step++) {
      await tab.keyboard.press("Tab");
      seen.push(await focused());
      if (seen.at(-1) === "BUTTON Allow") break;
    }
    assert.ok(seen.some((one) => one.endsWith("Timeline")), seen.join("\n"));
    assert.equal(seen.at(-1), "BUTTON Allow", seen.join("\n"));
    const outline = await tab.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
    assert.notEqual(outline, "none");
    await tab.keyboard.press("Enter");
    await ended(tab, "approved").waitFor();
    assert.equal(await agent.ended, 0, agent.text);
  }));

test("a phone shows and answers it without scrolling sideways", () =>
  inWorld(async (world) => {
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, colorScheme: "dark" };
    const tab = await openTab(browser, await world.page(), phone);
    const agent = world.agent([push], { expects: ["it is pushed"] });
    await tab.locator(".inbox-item.warn").tap();
    await waiting(tab).waitFor();
    const wide = () => tab.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok((await wide()) <= 0);
    const allow = tab.getByRole("button", { name: "Allow", exact: true });
    assert.ok((await allow.boundingBox()).height >= 40);
    await allow.tap();
    await ended(tab, "approved").waitFor();
    assert.equal(await agent.ended, 0, agent.text);
    for (const view of ["Timeline", "Policy", "Health", "Inbox"]) {
      await tab.locator(".tabs").getByText(view).tap();
      await tab.locator(`body[data-shown="${view.toLowerCase()}"]`).waitFor();
      assert.ok((await wide()) <= 0, view);
    }
  }));
