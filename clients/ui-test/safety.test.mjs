// What the page may do in a real browser, and the pictures of its five views.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { lines } from "./records.mjs";
import { freePort, openBrowser, openTab, World } from "./world.mjs";

let browser;
before(async () => (browser = await openBrowser()));
after(() => browser.close());

const home = (address) => address.split("#")[0];

test("no request leaves the machine, and the key is in no address", async () => {
  const world = new World();
  try {
    const address = await world.page();
    const key = address.split("=")[1];
    const context = await browser.newContext();
    const asked = [];
    context.on("request", (request) => asked.push(request.url()));
    const tab = await context.newPage();
    await tab.goto(address);
    await tab.locator('#link[data-state="live"]').waitFor();
    for (const view of ["timeline", "policy", "health", "inbox"]) {
      await tab.goto(`${home(address)}#/${view}`);
      await tab.locator(`body[data-shown="${view}"]`).waitFor();
    }
    assert.ok(asked.length > 10);
    for (const url of asked) {
      assert.ok(url.startsWith(home(address)), url);
      assert.ok(!url.split("#")[0].includes(key), url);
    }
    assert.ok(!tab.url().includes(key));
    assert.ok(!(await tab.evaluate(() => document.cookie + JSON.stringify(history.state))).includes(key));
    // A second tab of the same browser needs no key in its address.
    const second = await context.newPage();
    await second.goto(home(address));
    await second.locator('#link[data-state="live"]').waitFor();
    // Another browser does.
    const other = await (await browser.newContext()).newPage();
    await other.goto(home(address));
    await other.getByText("This page needs its key").waitFor();
  } finally {
    await world.end();
  }
});

test("another page on the same machine can neither ask nor frame it", async () => {
  const world = new World();
  const evil = createServer((request, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<!doctype html><title>other</title>");
  }).listen(await freePort(), "127.0.0.1");
  try {
    await once(evil, "listening");
    const address = await world.page();
    await openTab(browser, address);
    const tab = await (await browser.newContext()).newPage();
    await tab.goto(`http://127.0.0.1:${evil.address().port}/`);
    const results = await tab.evaluate(async ([page, key]) => {
      const attempt = async (options) => {
        try {
          return (await fetch(`${page}api/approvals`, options)).status;
        } catch {
          return "blocked";
        }
      };
      const frame = document.createElement("iframe");
      frame.src = page;
      document.body.append(frame);
      await new Promise((resolve) => (frame.onload = resolve));
      let inside = "closed";
      try {
        inside = frame.contentDocument ? "open" : "closed";
      } catch {
        inside = "closed";
      }
      return [
        await attempt({ headers: { authorization: `Bearer ${key}` } }),
        await attempt({ credentials: "include" }),
        (await attempt({ method: "POST", mode: "no-cors", body: "{}" })) === 0 ? "opaque" : "blocked",
        inside,
      ];
    }, [home(address), address.split("=")[1]]);
    assert.deepEqual(results.slice(0, 2), ["blocked", "blocked"]);
    assert.equal(results[3], "closed");
  } finally {
    evil.close();
    await world.end();
  }
});

test("the five views look as in the book", async () => {
  const world = new World();
  const pictures = process.env.SNAPHOOK_PICTURES;
  try {
    const file = join(world.root, "seed.jsonl");
    writeFileSync(file, lines(1200, Date.now() - 20_000, 18_000));
    await world.run("log", "--from", file, "--file", world.log, "-n", "1");
    const address = await world.page();
    const tab = await openTab(browser, address, { viewport: { width: 1180, height: 720 } });
    const loaded = await tab.evaluate(() => Math.round(performance.getEntriesByType("navigation")[0].loadEventEnd));
    console.log(`# first load: ${loaded} ms`);
    const agent = world.agent([{ name: "Bash", input: { command: "cargo test --quiet && git push origin main 2>&1 | tee push.log" } }], { session: "release-1.4" });
    const shot = async (name) => {
      await tab.evaluate(() => document.fonts.ready);
      // Lanes are drawn a moment after the rows.
      await tab.waitForTimeout(400);
      if (pictures) await tab.screenshot({ path: join(pictures, `ui-${name}.png`) });
    };
    await tab.locator("article.approval").waitFor();
    await shot("inbox");
    await tab.goto(`${home(address)}#/timeline`);
    await tab.locator(".row.bad").first().waitFor();
    await tab.locator(".lane").first().waitFor();
    await shot("timeline");
    const id = await tab.locator(".row.bad").first().getAttribute("data-id");
    await tab.goto(`${home(address)}#/event/${id}`);
    await tab.locator(".hook").first().waitFor();
    await shot("event");
    await tab.goto(`${home(address)}#/policy/day`);
    await tab.locator("table.policy").waitFor();
    await shot("policy");
    await tab.goto(`${home(address)}#/health`);
    await tab.getByText("findings in settings").waitFor();
    await tab.getByText("findings about agents").waitFor();
    await shot("health");
    agent.kill("SIGKILL");
    assert.deepEqual(tab.problems, []);
  } finally {
    await world.end();
  }
});
