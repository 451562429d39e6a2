// Requests to the program. The key comes in the fragment of the address, which browsers do not
// send, and is taken out of it at once. It stays in this tab's storage, which other ports of this
// machine cannot read, and goes along in a header.

const NAME = "snaphook.key";
const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("snaphook");

/** What the program refused. */
export class ApiError extends Error {
  constructor(status, body) {
    super(body?.error ?? `the program answered ${status}`);
    this.status = status;
    this.help = body?.help;
    this.ended = body?.ended;
  }
}

let key = null;

/** Takes the key out of the address, or asks the other tabs of this page for it. */
export async function takeKey() {
  const found = /^#key=([\x21-\x7e]{16,})$/.exec(location.hash);
  if (found) {
    sessionStorage.setItem(NAME, found[1]);
    history.replaceState(null, "", location.pathname);
  }
  key = sessionStorage.getItem(NAME);
  if (!key && channel) {
    key = await new Promise((resolve) => {
      const listen = ({ data }) => data?.key && resolve(data.key);
      channel.addEventListener("message", listen);
      channel.postMessage({ ask: true });
      setTimeout(() => resolve(null), 300);
    });
    if (key) sessionStorage.setItem(NAME, key);
  }
  channel?.addEventListener("message", ({ data }) => {
    if (data?.ask && key) channel.postMessage({ key });
  });
  return key !== null;
}

/** Forgets a key that is no longer valid. */
export function forgetKey() {
  key = null;
  sessionStorage.removeItem(NAME);
}

async function request(path, options = {}) {
  let response;
  try {
    response = await fetch(`/api/${path}`, {
      cache: "no-store",
      credentials: "omit",
      redirect: "error",
      ...options,
      headers: { authorization: `Bearer ${key ?? ""}`, ...options.headers },
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError(0, {
      error: "snaphook cannot be reached",
      help: "it has ended or restarts; this page tries again by itself",
    });
  }
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => null));
  return response;
}

const query = (parameters) =>
  new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null));

/** Reads something. */
export const get = async (path, parameters = {}, signal) =>
  (await request(`${path}?${query(parameters)}`, { signal })).json();

/** Does something. */
export const post = async (path, body) =>
  (
    await request(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    })
  ).json();

/** Follows server-sent events: calls `on(name, data)` for each, until the end. */
export async function follow(path, parameters, signal, on) {
  const response = await request(`${path}?${query(parameters)}`, { signal });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  on("open");
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      let [name, data] = ["message", ""];
      for (const line of block.split("\n")) {
        if (line.startsWith("event:")) name = line.slice(6).trim();
        else if (line.startsWith("data:")) data += line.slice(5).trimStart();
      }
      if (data) on(name, JSON.parse(data));
    }
  }
}
