// A server of one's own: it is started here and ends with the client.

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";

import { ServerGone, ServerNotFound, callBack } from "./errors.js";
import { VARIABLE, findProgram } from "./program.js";
import { type Listener, type Transport, listen, within, write } from "./transport.js";

/** Of what the server says to people, so many lines are kept for an error. */
const KEPT = 20;

export interface ProcessOptions {
  /** The program, if it is not to be looked for. */
  binary: string | undefined;
  arguments: string[];
  env: NodeJS.ProcessEnv | undefined;
  /** Hears what the server says to people, line by line. */
  stderr: (line: string) => void;
  /** What the server says is part of the error when it is gone: nobody else shows it. */
  tellsWords: boolean;
  /** How long the server may take to end by itself, in milliseconds. */
  patience: number;
}

export class Process implements Transport {
  #options: ProcessOptions;
  #child: ChildProcessWithoutNullStreams | undefined;
  #complaints: string[] = [];
  /** Why it has ended, once it has. */
  #why: string | undefined;
  /** When the process has ended and everything it wrote is read. */
  #closed: Promise<void> = Promise.resolve();

  constructor(options: ProcessOptions) {
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async open(listener: Listener): Promise<void> {
    const { env } = this.#options;
    const binary = findProgram(this.#options.binary);
    const child = spawn(binary, this.#options.arguments, {
      stdio: ["pipe", "pipe", "pipe"],
      // A Ctrl-C at the terminal is for the agent: it ends the server.
      detached: process.platform !== "win32",
      ...(env && { env }),
    });
    const started = new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", (error: NodeJS.ErrnoException) => {
        reject(new ServerNotFound(notStarted(binary, error)));
      });
    });
    // Who no longer reads is told by `close`.
    child.stdin.on("error", () => {});
    await started;
    this.#child = child;
    listen(child.stdout, (line) => listener.message(line));
    listen(child.stderr, (line) => {
      this.#complaints.push(line);
      if (this.#complaints.length > KEPT) this.#complaints.shift();
      callBack(() => this.#options.stderr(line));
    });
    this.#closed = new Promise((resolve) => {
      // What a server leaves behind may hold its output open.
      child.once("exit", () => {
        setTimeout(() => {
          child.stdout.destroy();
          child.stderr.destroy();
        }, 1000).unref();
      });
      child.once("close", (code, signal) => {
        const how = signal ? `signal ${signal}` : `exit status ${code}`;
        // Words that are on this program's stderr already are not said twice.
        const said = this.#options.tellsWords ? this.#complaints.join("\n").trim() : "";
        this.#why = `${binary} ended (${how})${said && `: ${said}`}`;
        listener.gone(this.#why);
        resolve();
      });
    });
  }

  async send(message: string): Promise<void> {
    const child = this.#child;
    if (!child?.stdin.writable) {
      throw new ServerGone(this.#why ?? "the server is about to end");
    }
    try {
      await write(child.stdin, message);
    } catch (error) {
      // It no longer reads: soon it is known why.
      await within(2000, this.#closed);
      throw this.#why === undefined ? error : new ServerGone(this.#why);
    }
  }

  async close(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    // Without its stdin the server ends by itself.
    child.stdin.end();
    if (await within(this.#options.patience, this.#closed)) return;
    child.kill("SIGTERM");
    if (await within(2000, this.#closed)) return;
    child.kill("SIGKILL");
    await this.#closed;
  }
}

function notStarted(binary: string, error: NodeJS.ErrnoException): string {
  if (error.code !== "ENOENT") return `cannot start ${binary}: ${error.message}`;
  return (
    `cannot find the program \`${binary}\`\n` +
    `help: correct \`binary\` or ${VARIABLE}, or remove it to use the program that was installed ` +
    "with this package"
  );
}
