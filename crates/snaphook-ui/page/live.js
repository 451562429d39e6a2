// What changes while the page is open: one stream for approvals, and for the rows of the timeline
// where that is shown. After an interruption it goes on where it was.

import { follow, get } from "./api.js";

/** Requests by id, and who wants to know of changes. */
export const approvals = new Map();
const listeners = { approvals: new Set(), rows: new Set(), state: new Set(), link: new Set() };

let revision = null;
let generation = null;
let wanted = null;
let abort = null;
let pause = 300;
let started = false;
export let dropped = 0;

/** Calls `listener` on each change; returns what ends that. */
export function on(what, listener) {
  listeners[what].add(listener);
  return () => listeners[what].delete(listener);
}

const tell = (what, ...words) => listeners[what].forEach((listener) => listener(...words));

/** Takes in a request as it is now; an older state of it changes nothing. */
export function learn(approval) {
  const known = approvals.get(approval.id);
  if (known && known.revision > approval.revision) return;
  // What the call looked like when it was asked stays in view.
  if (known?.call && !approval.call) approval.call = known.call;
  approvals.set(approval.id, approval);
}

export const pending = () =>
  [...approvals.values()].filter((one) => one.state === "pending").sort((a, b) => a.created - b.created);

async function readApprovals() {
  const read = await get("approvals");
  approvals.clear();
  read.approvals.forEach(learn);
  revision = read.revision;
  tell("approvals");
}

/** Wants rows after this id that fit the filter, from now on; `null`: none. */
export function wantRows(rows) {
  wanted = rows;
  abort?.abort();
}

function take(name, data) {
  if (name === "open") {
    pause = 300;
    tell("link", "live");
  } else if (name === "approvals") {
    data.changed.forEach(learn);
    revision = data.revision;
    tell("approvals");
  } else if (name === "rows") {
    if (wanted) wanted.after = data.last;
    tell("rows", data.rows);
  } else if (name === "reset") {
    revision = null;
    if (wanted) wanted.after = 0;
    tell("rows", null);
  } else if (name === "state") {
    generation = data.generation;
    dropped = data.dropped;
    tell("state", data);
  }
}

/** Keeps the stream open, for as long as the page is. */
export async function start(onRefused) {
  if (started) return;
  started = true;
  for (;;) {
    abort = new AbortController();
    const current = abort;
    try {
      if (revision === null) await readApprovals();
      const rows = wanted;
      await follow(
        "stream",
        { after: rows?.after, filter: rows?.filter, revision, generation },
        current.signal,
        (name, data) => current.signal.aborted || take(name, data),
      );
    } catch (error) {
      if (error.status === 401) {
        started = false;
        return onRefused();
      }
      if (!current.signal.aborted) {
        tell("link", "away", error);
        // Ids and revisions of another run may mean something else.
        if (error.status === 0) generation = null;
        await new Promise((resolve) => setTimeout(resolve, pause));
        pause = Math.min(pause * 1.6, 3000);
      }
    }
  }
}
