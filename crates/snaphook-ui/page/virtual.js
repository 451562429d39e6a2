// A list that holds any number of rows and shows those in view. Rows have one height, and the
// list asks for them by their place; what is not there yet is a placeholder.

import { h } from "./dom.js";

const OVERSCAN = 8;

/** A list. `row(index)` makes the element of a row, or nothing where it is not known yet. */
export class VirtualList {
  constructor({ label, row, open, onView }) {
    Object.assign(this, { row, open, onView, count: 0, shown: new Map(), active: -1, version: 0 });
    this.inner = h("div", { class: "rows", role: "presentation" });
    this.element = h(
      "div",
      {
        class: "list",
        role: "listbox",
        tabindex: "0",
        "aria-label": label,
        onkeydown: (event) => this.key(event),
        onclick: (event) => this.click(event),
      },
      this.inner,
    );
    this.element.addEventListener("scroll", () => this.schedule(), { passive: true });
    this.observer = new ResizeObserver(() => this.refresh());
    this.observer.observe(this.element);
  }

  /** The height of a row, as the style has it. */
  get height() {
    return (this.measured ??= parseFloat(getComputedStyle(this.element).getPropertyValue("--row")) || 44);
  }

  /** Sets how many rows there are; `added` came before the first one. */
  resize(count, added = 0) {
    const atTop = this.element.scrollTop < this.height / 2;
    this.count = count;
    this.inner.style.setProperty("height", `${count * this.height}px`);
    this.element.setAttribute("data-count", count);
    if (added) {
      if (this.active >= 0) this.active += added;
      // What somebody reads stays where it is.
      if (!atTop) this.element.scrollTop += added * this.height;
    }
    this.refresh();
    return atTop;
  }

  /** Makes every row in view anew. */
  refresh() {
    this.measured = undefined;
    this.version += 1;
    this.inner.style.setProperty("height", `${this.count * this.height}px`);
    this.schedule();
  }

  schedule() {
    if (this.planned) return;
    this.planned = true;
    requestAnimationFrame(() => {
      this.planned = false;
      this.render();
    });
  }

  /** The places in view. */
  range() {
    const first = Math.floor(this.element.scrollTop / this.height);
    const visible = Math.ceil(this.element.clientHeight / this.height);
    return [Math.max(0, Math.min(first, this.count - 1)), Math.min(this.count, first + visible + 1)];
  }

  render() {
    const [first, last] = this.range();
    const from = Math.max(0, first - OVERSCAN);
    const to = Math.min(this.count, last + OVERSCAN);
    for (const [index, known] of this.shown) {
      if (index < from || index >= to || known.version !== this.version) {
        known.element.remove();
        this.shown.delete(index);
      }
    }
    for (let index = from; index < to; index++) {
      if (this.shown.has(index)) continue;
      const element = this.row(index) ?? h("div", { class: "row loading", "aria-hidden": "true" });
      element.setAttribute("role", "option");
      element.setAttribute("aria-posinset", index + 1);
      element.setAttribute("aria-setsize", this.count);
      element.setAttribute("aria-selected", index === this.active);
      element.id = `row-${index}`;
      element.dataset.index = index;
      element.style.setProperty("transform", `translateY(${index * this.height}px)`);
      this.shown.set(index, { element, version: this.version });
      this.inner.append(element);
    }
    this.onView?.(first, last);
  }

  select(index) {
    if (!this.count) return;
    this.active = Math.max(0, Math.min(this.count - 1, index));
    const top = this.active * this.height;
    const { scrollTop, clientHeight } = this.element;
    if (top < scrollTop) this.element.scrollTop = top;
    else if (top + this.height > scrollTop + clientHeight) this.element.scrollTop = top + this.height - clientHeight;
    this.element.setAttribute("aria-activedescendant", `row-${this.active}`);
    this.version += 1;
    this.schedule();
  }

  key(event) {
    if (event.target !== this.element || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.height) - 1);
    const moves = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: page, PageUp: -page };
    if (event.key in moves) this.select(this.active < 0 ? this.range()[0] : this.active + moves[event.key]);
    else if (event.key === "Home") this.select(0);
    else if (event.key === "End") this.select(this.count - 1);
    else if (event.key === "Enter" && this.active >= 0) this.open(this.active);
    else return;
    event.preventDefault();
  }

  click(event) {
    const row = event.target.closest(".row");
    if (!row || !this.element.contains(row)) return;
    this.active = Number(row.dataset.index);
    this.open(this.active);
  }

  toTop() {
    this.element.scrollTop = 0;
    this.schedule();
  }
}
