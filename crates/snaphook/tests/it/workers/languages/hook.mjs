import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { Block, getenv, run } from "./snaphook-worker.mjs";

const say = (text) => ({ systemMessage: text });

function hook(event) {
  const [what] = (event.tool_input?.do ?? "").split(":");
  switch (what) {
    case "block":
      throw new Block("no\nway");
    case "block-more":
      throw new Block("no", say("seen"));
    case "fail":
      throw new TypeError("oops");
    case "exit":
      console.error("said on stderr");
      process.exit(2);
    case "text":
      return "some text";
    case "none":
      return undefined;
    case "noise":
      console.log("noise");
      process.stdout.write("more noise\n");
      if (spawnSync("cat", { input: "" }).stdout.length > 0) throw new Error("read");
      break;
    case "bad":
      return { x: 1n };
    case "env":
      return say(getenv("TOKEN", "not set"));
    case "folder":
      return say(process.cwd());
    case "crash":
      process.kill(process.pid, "SIGKILL");
  }
  return say(`${process.pid} ${event.tool_use_id}`);
}

async function hookLater(event) {
  const [what, rest] = (event.tool_input?.do ?? "").split(":");
  while (what === "wait" && !existsSync(rest)) {
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return hook(event);
}

const [kind, concurrency] = process.env.KIND.split(" ");
run(kind === "async" ? hookLater : hook, { concurrency: Number(concurrency) });
