// Ways to a server: what they have in common, and a stream of lines.

import type { Readable, Writable } from "node:stream";

import { ServerGone } from "./errors.js";

/** Hears what comes over a transport. */
export interface Listener {
  /** A message came. */
  message(text: string): void;
  /** There will be no more, and why. */
  gone(why: string): void;
}

/** What a message is, where that matters to whoever carries it. */
export interface Sending {
  /** It is the request of this id. */
  id?: number;
  /** Others may wait until it is answered. */
  holds?: boolean;
}

/** Carries messages to a server and back, each one JSON text. */
export interface Transport {
  /** Gets to the server. */
  open(listener: Listener): Promise<void>;
  /** Sends a message; done when it is on its way. */
  send(message: string, sending?: Sending): Promise<void>;
  /**
   * Takes a request back that was sent; false, or not there, where that needs a message that
   * follows it.
   */
  takeBack?(id: number): boolean;
  /** Lets go of everything that it holds. */
  close(): Promise<void>;
}

/** Tells a listener of every line of a stream, of any length. */
export function listen(stream: Readable, onLine: (line: string) => void): void {
  let pieces: Buffer[] = [];
  stream.on("data", (data: Buffer) => {
    let start = 0;
    for (let end = data.indexOf(10); end >= 0; end = data.indexOf(10, start)) {
      pieces.push(data.subarray(start, end));
      const line = Buffer.concat(pieces).toString("utf8");
      pieces = [];
      start = end + 1;
      if (line.trim() !== "") onLine(line);
    }
    if (start < data.length) pieces.push(data.subarray(start));
  });
  stream.on("end", () => {
    const rest = Buffer.concat(pieces).toString("utf8");
    pieces = [];
    if (rest.trim() !== "") onLine(rest);
  });
}

/** Writes a line; done when the system has it, so that nobody writes ahead of the reader. */
export function write(stream: Writable, line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(`${line}\n`, (error) => {
      if (error) reject(new ServerGone(`the connection to the server is closed: ${error.message}`));
      else resolve();
    });
  });
}

/** Whether it was over within so many milliseconds. */
export async function within(milliseconds: number, done: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false);
  });
  const result = await Promise.race([done.then(() => true as const), late]);
  clearTimeout(timer);
  return result;
}
