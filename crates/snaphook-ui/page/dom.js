// Makes elements. Nothing here, or anywhere on this page, turns text into markup; every text goes
// through `reveal`, because names, paths, commands and what models say are hostile.

// Characters that show nothing, or change the order or the look of others.
const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb]|(?<!\p{Emoji})[\ufe0e\ufe0f]|[\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]|\p{Surrogate}/gu;

const SVG = "http://www.w3.org/2000/svg";

const code = (char) => "U+" + char.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");

/** A text as nodes, with hidden characters shown by their codes. */
export function reveal(text) {
  const string = String(text);
  // `search` leaves no place behind from which `matchAll` would go on.
  if (string.search(HIDDEN) < 0) return document.createTextNode(string);
  const all = document.createDocumentFragment();
  let from = 0;
  for (const found of string.matchAll(HIDDEN)) {
    if (found.index > from) all.append(string.slice(from, found.index));
    const mark = document.createElement("span");
    mark.className = "hidden-char";
    mark.title = "a character that would not be seen";
    mark.textContent = code(found[0]);
    all.append(mark);
    from = found.index + found[0].length;
  }
  if (from < string.length) all.append(string.slice(from));
  return all;
}

/** A text for attributes and titles. */
export const plain = (text) => String(text).replace(HIDDEN, (char) => `<${code(char)}>`);

/** JSON in which hidden characters are escapes, so that they are seen and stay. */
export const escapeJson = (text) =>
  text.replace(HIDDEN, (char) =>
    [...Array(char.length).keys()]
      .map((at) => "\\u" + char.charCodeAt(at).toString(16).padStart(4, "0"))
      .join(""),
  );

const TEXT_ATTRIBUTES = new Set(["title", "aria-label", "alt", "placeholder"]);

function fill(element, properties, children) {
  for (const [key, value] of Object.entries(properties ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "data") for (const [name, it] of Object.entries(value)) element.dataset[name] = it;
    else if (key === "style")
      for (const [name, it] of Object.entries(value)) element.style.setProperty(name, it);
    else if (key === "value" || key === "checked" || key === "disabled") element[key] = value;
    else element.setAttribute(key, TEXT_ATTRIBUTES.has(key) ? plain(value) : value === true ? "" : value);
  }
  put(element, children);
  return element;
}

function put(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false) continue;
    element.append(child instanceof Node ? child : reveal(child));
  }
}

/** An element with properties and children; strings become text. */
export const h = (tag, properties, ...children) =>
  fill(document.createElement(tag), properties, children);

/** An SVG element. */
export const s = (tag, properties, ...children) =>
  fill(document.createElementNS(SVG, tag), properties, children);

/** Replaces what an element holds. */
export function show(element, ...children) {
  element.replaceChildren();
  put(element, children);
  return element;
}

/** A text of code: in its logical order, whatever direction its letters have. */
export const pre = (text, properties) => h("pre", { class: "code", tabindex: "0", ...properties }, text);

/** A button. */
export const button = (label, onclick, properties) =>
  h("button", { type: "button", onclick, ...properties }, label);

/** A short message that goes by itself. */
export function toast(text, kind = "info") {
  const one = h("div", { class: `toast ${kind}` }, text);
  document.getElementById("toasts").append(one);
  setTimeout(() => one.remove(), 6000);
}

/** What to show when something could not be done. */
export const failure = (error) =>
  h(
    "div",
    { class: "problem", role: "alert" },
    h("strong", {}, error.message),
    error.help && h("p", {}, error.help),
  );
