// Where the program is found, and what `npx snaphook` does with it.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { type TestContext, test } from "node:test";

import { platformPackage } from "../src/program.js";

const PACKAGE = resolve(import.meta.dirname, "../..");

/** A folder with this package in its `node_modules`, as npm leaves it there. */
class Installed {
  readonly folder = mkdtempSync(join(tmpdir(), "snaphook-"));
  readonly cli = this.path("node_modules/snaphook/dist/src/cli.js");

  constructor(test: TestContext) {
    test.after(() => rmSync(this.folder, { recursive: true, force: true }));
    const own = this.path("node_modules/snaphook");
    cpSync(join(PACKAGE, "dist/src"), join(own, "dist/src"), { recursive: true });
    cpSync(join(PACKAGE, "package.json"), join(own, "package.json"));
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** A program that says which one it is, and what it was given. */
  program(folder: string, script = 'echo "$0" "$@"; exit 7'): string {
    const file = this.path(join(folder, "snaphook"));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return file;
  }

  platformProgram(script?: string): string {
    const name = platformPackage();
    assert.ok(name);
    const program = this.program(`node_modules/${name}/bin`, script);
    writeFileSync(this.path(`node_modules/${name}/package.json`), JSON.stringify({ name }));
    return program;
  }

  /** Only what is named here: `SNAPHOOK_BINARY` of whoever runs the tests would come first. */
  environment(env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
    return { PATH: `${this.path("on-path")}:/usr/bin:/bin`, ...env };
  }

  run(env: NodeJS.ProcessEnv = {}) {
    return spawnSync(process.execPath, [this.cli, "fire", "a b"], {
      cwd: this.folder,
      env: this.environment(env),
      encoding: "utf8",
    });
  }
}

const onlyWithShell = { skip: process.platform === "win32" && "the programs are shell scripts" };

test("the package for this platform brings the program", onlyWithShell, (t) => {
  const installed = new Installed(t);
  installed.program("on-path");
  const ran = installed.run();
  assert.equal(ran.stdout, `${installed.path("on-path/snaphook")} fire a b\n`);
  const program = installed.platformProgram();
  const { stdout, status } = installed.run();
  assert.equal(stdout, `${program} fire a b\n`);
  assert.equal(status, 7);
});

test("the environment variable comes first", onlyWithShell, (t) => {
  const installed = new Installed(t);
  installed.platformProgram();
  const named = installed.program("named");
  assert.equal(installed.run({ SNAPHOOK_BINARY: named }).stdout, `${named} fire a b\n`);
  const missing = installed.run({ SNAPHOOK_BINARY: "/none/snaphook" });
  assert.equal(missing.status, 2);
  assert.match(missing.stderr, /cannot start \/none\/snaphook/);
});

test("without the package for this platform, the error helps and blocks", onlyWithShell, (t) => {
  const installed = new Installed(t);
  // A program that cannot be started does not count.
  writeFileSync(installed.path("snaphook"), "#!/bin/sh\n", { mode: 0o644 });
  const { status, stdout, stderr } = installed.run({ PATH: `${installed.folder}:/none` });
  assert.deepEqual([status, stdout], [2, ""]);
  assert.match(stderr, /^error: the package @snaphook\/cli-.*is not installed/);
  assert.match(stderr, /\nhelp: install again without `--omit=optional`/);
});

test("the command of this package never starts itself", onlyWithShell, (t) => {
  const installed = new Installed(t);
  const links = installed.path("node_modules/.bin");
  mkdirSync(links);
  chmodSync(installed.cli, 0o755);
  // As npm links it.
  symlinkSync(installed.cli, join(links, "snaphook"));
  const linked = installed.run({ PATH: `${links}:${dirname(process.execPath)}:/usr/bin:/bin` });
  assert.equal(linked.status, 2);
  assert.match(linked.stderr, /^error: the package @snaphook\/cli-.*is not installed/);
  // As pnpm links it.
  const scripts = installed.path("scripts");
  mkdirSync(scripts);
  const script = `#!/bin/sh\nexec "${process.execPath}" "${installed.cli}" "$@"\n`;
  writeFileSync(join(scripts, "snaphook"), script, { mode: 0o755 });
  const scripted = installed.run({ PATH: `${scripts}:/usr/bin:/bin` });
  assert.equal(scripted.status, 2);
  assert.match(scripted.stderr, /^error: the package @snaphook\/cli-.*is not installed/);
});

test("a signal reaches the program, and its end is that of the command", onlyWithShell, async (t) => {
  const installed = new Installed(t);
  installed.platformProgram("trap 'exit 9' TERM; echo ready; while test -e $0; do sleep 0.05; done");
  const child = spawn(process.execPath, [installed.cli], {
    env: installed.environment(),
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => child.kill("SIGKILL"));
  await once(child.stdout, "data");
  child.kill("SIGTERM");
  assert.deepEqual(await once(child, "exit"), [9, null]);

  installed.platformProgram("echo ready; kill -KILL $$");
  const killed = spawn(process.execPath, [installed.cli], { env: installed.environment(), stdio: "ignore" });
  assert.deepEqual(await once(killed, "exit"), [null, "SIGKILL"]);
});

test("the platforms are those that are packed", () => {
  const table = readFileSync(join(PACKAGE, "../../packaging/platforms.json"), "utf8");
  const packed: { npm: string }[] = JSON.parse(table);
  const source = readFileSync(join(PACKAGE, "src/program.ts"), "utf8");
  const known = new Set(source.match(/@snaphook\/cli-[a-z0-9-]+/g));
  assert.deepEqual(known, new Set(packed.map(({ npm }) => npm)));
});
