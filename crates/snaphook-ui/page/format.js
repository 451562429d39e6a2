// Times, durations and words as people read them.

const two = (number) => String(number).padStart(2, "0");

/** The time of day, with milliseconds where asked. */
export function clock(milliseconds, exact = false) {
  const at = new Date(milliseconds);
  const text = `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
  return exact ? `${text}.${String(at.getMilliseconds()).padStart(3, "0")}` : text;
}

/** The day, unless it is today. */
export function day(milliseconds) {
  const at = new Date(milliseconds);
  if (at.toDateString() === new Date().toDateString()) return "";
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Day and time. */
export const moment = (milliseconds, exact) =>
  [day(milliseconds), clock(milliseconds, exact)].filter(Boolean).join(" ");

/** A duration in milliseconds. */
export function took(ms) {
  if (!Number.isFinite(ms)) return "–";
  if (ms < 1) return `${Math.round(ms * 1000)} µs`;
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.round(ms / 60_000)} min`;
}

/** Seconds as `1:05`. */
export function countdown(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

/** How long ago. */
export function ago(milliseconds) {
  const seconds = Math.round((Date.now() - milliseconds) / 1000);
  if (seconds < 5) return "just now";
  if (seconds < 90) return `${seconds} s ago`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min ago`;
  if (seconds < 129_600) return `${Math.round(seconds / 3600)} h ago`;
  return moment(milliseconds);
}

export const counted = (count, word) =>
  `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;

/** The last part of a path. */
export const tail = (path) => path.split(/[/\\]/).filter(Boolean).pop() ?? path;

/** A colour for a session: the same one each time. */
export function hue(text) {
  let sum = 7;
  for (const char of text) sum = (sum * 31 + char.codePointAt(0)) % 360;
  return sum;
}

const DECISIONS = {
  blocked: ["bad", "blocked"],
  stop: ["bad", "stop"],
  ask: ["warn", "ask"],
  defer: ["warn", "defer"],
  abandoned: ["warn", "abandoned"],
  allow: ["good", "allow"],
  none: ["calm", "go on"],
};

/** The tone and the word of a decision. */
export const decision = (word) => DECISIONS[word] ?? ["calm", word];

const STATUSES = {
  success: ["good", "✓"],
  blocked: ["bad", "✗"],
  failed: ["warn", "!"],
  timedOut: ["warn", "⏱"],
  cancelled: ["calm", "–"],
  skipped: ["calm", "–"],
  background: ["calm", "…"],
};

/** The tone and the mark of a hook's status. */
export const status = (word) => STATUSES[word] ?? ["calm", "·"];

export const statusWord = (word) => (word === "timedOut" ? "timed out" : word);
