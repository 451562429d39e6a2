// A server that listens at a Unix socket.

import { type Socket, createConnection } from "node:net";

import { ServerGone } from "./errors.js";
import { type Listener, type Transport, listen, within, write } from "./transport.js";

/** How long the server may take to read what was written before the end, in milliseconds. */
const LAST_BYTES = 1000;

export class UnixSocket implements Transport {
  #path: string;
  #socket: Socket | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  open(listener: Listener): Promise<void> {
    const socket = createConnection(this.#path);
    this.#socket = socket;
    listen(socket, (line) => listener.message(line));
    socket.on("close", () => listener.gone("the server closed the connection"));
    return new Promise((resolve, reject) => {
      socket.once("connect", resolve);
      // Also later ones are heard, which come before `close`.
      socket.on("error", (error) => {
        const start = `start one with \`snaphook serve --socket ${this.#path}\``;
        reject(new ServerGone(`no server answers at ${this.#path}: ${error.message}; ${start}`));
      });
    });
  }

  send(message: string): Promise<void> {
    if (!this.#socket) return Promise.reject(new ServerGone("the connection is closed"));
    return write(this.#socket, message);
  }

  async close(): Promise<void> {
    const socket = this.#socket;
    this.#socket = undefined;
    if (!socket || socket.destroyed) return;
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.end(() => socket.destroy());
    if (await within(LAST_BYTES, closed)) return;
    socket.destroy();
    await closed;
  }
}
