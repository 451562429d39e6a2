import { execSync } from "node:child_process";

import { AgentBlocked, AgentHooks, Snaphook } from "snaphook";

// What a model would answer: commands to run, and texts.
const MODEL = [{ command: "rm -rf build" }, "done", { command: "echo 3 passed" }, "all tests pass"];

const runTool = ({ command }: Record<string, unknown>) =>
  execSync(String(command), { encoding: "utf8" }).trim();

const client = await Snaphook.start({ settings: ["settings.json"] });
const hooks = new AgentHooks(await client.session());

async function work(texts: string[]): Promise<string> {
  for (const text of texts) console.log("to the model:", text);
  for (let answer = MODEL.shift(); answer !== undefined; answer = MODEL.shift()) {
    if (typeof answer === "string") {
      console.log("model:", answer);
      return answer;
    }
    const done = await hooks.gate("Bash", answer, runTool);
    console.log("tool:", done.textForModel);
    if (done.stops) break;
  }
  return "";
}

try {
  await hooks.run("clean up", work);
} catch (error) {
  // A refused prompt, or a hook that stops the agent.
  if (!(error instanceof AgentBlocked)) throw error;
  console.log("blocked:", error.message);
}
await client.close();
