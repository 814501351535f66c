// The list of a conversation's messages. Only the rows near the view are in the DOM, however many messages there are. The position of
// each follows from the heights of those before it, which are estimated until they are measured.

import { Heights, windowOf } from "./heights.js";
import { MessageRow } from "./message.js";
import { Messages } from "./messages.js";
import { OlderMessages } from "./older.js";
import { describeRow, estimateHeight } from "./rows.js";
import { fill, h, icon } from "../shared/dom.js";
import { icons } from "../shared/icons.js";

/** The most rows in the DOM, unless more are in view. */
const mostRows = 80;
const insetTop = 48;
const insetBottom = 10;

/** A list of messages, oldest first, that keeps the reader's position. */
export class MessageList {
  #messages = new Messages();
  #heights = new Heights();
  #rows = new Map();
  #context = { isGroup: false, labelsLastOnly: false, newestMine: null };
  #reading;
  #actions;
  #older;
  #width = 0;
  #laidOut = { start: 0, end: 0 };
  #anchor = null;
  #isAtBottom = true;
  #arrived = 0;
  #frame = null;
  #active = null;
  #rowSizes;
  #viewSize;

  /**
   * @param {object} options
   * @param {string} options.label The label of the list.
   * @param {import("./reading.js").Reading} options.reading Notices which messages are on the screen.
   * @param {object} options.actions What the buttons of the rows do.
   * @param {() => Promise<{messages: object[], isComplete: boolean}>} options.loadOlder Loads older messages.
   */
  constructor({ label, reading, actions, loadOlder }) {
    this.#reading = reading;
    this.#actions = actions;
    this.#older = new OlderMessages({ ask: loadOlder, begin: () => this.#messages.awaitOlder(), add: (found) => this.#addOlder(found) });
    this.canvas = h("div.list-canvas", { role: "list", "aria-label": label }, this.#older.top);
    this.scroller = h("div.list", {
      "data-list": "", tabindex: "0", role: "group", "aria-label": label,
      onscroll: () => this.#scrolled(),
      onkeydown: (event) => this.#key(event),
      onfocusin: (event) => this.#focused(event),
    }, this.canvas);
    this.jump = h("button.jump", { type: "button", hidden: true, "data-action": "newest", onclick: () => this.scrollToNewest() });
    this.element = h("div.list-frame", null, this.scroller, this.#older.progress, this.jump);
    this.#rowSizes = new ResizeObserver((entries) => this.#rowsResized(entries));
    this.#viewSize = new ResizeObserver(() => this.#layout());
    this.#viewSize.observe(this.scroller);
  }

  get length() {
    return this.#messages.length;
  }

  message(id) {
    return this.#messages.entry(id)?.message;
  }

  newestMine() {
    return this.#messages.newestMine();
  }

  /** Replaces all messages. */
  reset(messages) {
    this.#messages.reset(messages);
    if (this.#anchor !== null && !this.#isAtBottom && this.#messages.entry(this.#anchor.id) === undefined) this.#isAtBottom = true;
    this.#older.reset();
    this.#arrived = 0;
    this.#rowsMoved();
    this.#layout();
  }

  /** Applies changes; returns their effects. */
  apply(changes) {
    const result = this.#messages.apply(changes);
    for (const { after } of result.changed) if (!after.unread) this.#reading.forget(after.id);
    for (const { kind, message } of changes) if (kind === "removed") this.#reading.forget(message.id);
    const hasSent = result.added.some((message) => message.mine && message.sending !== "sent");
    if (hasSent) this.#isAtBottom = true;
    if (!this.#isAtBottom) {
      const newest = this.#messages.at(this.#messages.length - 1);
      if (newest !== undefined && !newest.mine && result.added.includes(newest)) this.#arrived += result.added.length;
    }
    if (result.moved) this.#rowsMoved();
    this.#layout(new Set(result.added.map((message) => message.id)));
    return result;
  }

  /** Sets what kind of conversation this is, and whether there are older messages. */
  setContext({ isGroup, labelsLastOnly, isComplete }) {
    this.#context = { ...this.#context, isGroup, labelsLastOnly };
    if (!this.#older.isHomeward) this.#older.isComplete = isComplete;
    this.#layoutLater();
  }

  scrollToNewest() {
    this.#older.stop();
    this.#isAtBottom = true;
    this.#layout();
  }

  /** Moves the focus to the receipt of a message, or to the list. */
  focusReceipt(id) {
    const button = this.#rows.get(id)?.receiptButton;
    (button ?? this.scroller).focus({ preventScroll: true });
  }

  stop() {
    this.#older.stop();
    cancelAnimationFrame(this.#frame);
    this.#rowSizes.disconnect();
    this.#viewSize.disconnect();
  }

  // Positions

  get #total() {
    return insetTop + this.#heights.total + insetBottom;
  }

  /** A short conversation is at the bottom, next to the message field. */
  #shift(view) {
    return Math.max(0, view - this.#total);
  }

  #rowsMoved() {
    const width = this.scroller.clientWidth;
    this.#heights.reset(this.#messages.entries.map((entry) => entry.height ?? estimateHeight(entry.message, width)));
  }

  #rememberAnchor() {
    const { scrollTop, clientHeight } = this.scroller;
    this.#isAtBottom = scrollTop + clientHeight >= this.#total - 24;
    const index = this.#heights.indexAt(scrollTop - insetTop);
    if (index >= 0) {
      this.#anchor = { id: this.#messages.at(index).id, index, delta: scrollTop - insetTop - this.#heights.offset(index) };
    }
  }

  #wantedTop(view) {
    const lowest = Math.max(0, this.#total - view);
    if (this.#isAtBottom || this.#anchor === null) return lowest;
    let index = this.#messages.indexOf(this.#anchor.id);
    // The message is gone: take the one in its place.
    if (index < 0) index = Math.min(this.#anchor.index, this.#messages.length - 1);
    return Math.min(lowest, Math.max(0, insetTop + this.#heights.offset(index) + this.#anchor.delta));
  }

  // Putting rows into the DOM

  #layoutLater() {
    this.#frame ??= requestAnimationFrame(() => this.#layout());
  }

  #layout(fresh = null) {
    cancelAnimationFrame(this.#frame);
    this.#frame = null;
    const view = this.scroller.clientHeight;
    // A hidden list is laid out when it is shown.
    if (view === 0) return;
    this.#context.newestMine = this.#messages.newestMine()?.id ?? null;
    this.#adaptToWidth();
    let top = 0;
    for (let pass = 0; pass < 4; pass += 1) {
      top = this.#wantedTop(view);
      this.#laidOut = windowOf(this.#heights, top - insetTop, view, view * 0.75, mostRows);
      const changed = this.#show(this.#laidOut, fresh);
      if (!this.#measure(changed)) break;
    }
    this.#position(view);
    this.#older.show(this.#messages.length);
    this.#showJump(view);
    this.#chooseTabStop();
    this.#loadOlderIfNear(view);
  }

  /** Another width changes all heights: they are estimated again, and those in the DOM measured. */
  #adaptToWidth() {
    const width = this.scroller.clientWidth;
    if (width === this.#width) return;
    this.#width = width;
    // The rows' margin shrinks by the width of the scroll bar.
    this.scroller.style.setProperty("--scrollbar", `${Math.min(12, this.scroller.offsetWidth - width)}px`);
    for (const entry of this.#messages.entries) entry.height = null;
    this.#rowsMoved();
    this.#measure([...this.#rows.values()]);
  }

  /** Puts exactly these rows into the DOM, in order; returns those that are new or have changed. */
  #show({ start, end }, fresh) {
    const wanted = new Set();
    for (let index = start; index < end; index += 1) wanted.add(this.#messages.at(index).id);
    for (const [id, row] of this.#rows) {
      if (wanted.has(id)) continue;
      // The row with the focus stays, out of view: without it, the focus would move to the start of the page.
      const hasFocus = row.element.contains(document.activeElement);
      if (hasFocus && this.#messages.entry(id) !== undefined) continue;
      if (hasFocus) this.scroller.focus({ preventScroll: true });
      this.#remove(id, row);
    }
    const changed = [];
    const kept = [...this.#rows.keys()].filter((id) => !wanted.has(id)).map((id) => this.#messages.indexOf(id));
    const indexes = [...kept.filter((index) => index < start), ...range(start, end), ...kept.filter((index) => index >= end)];
    let place = this.#older.top.nextSibling;
    for (const index of indexes) {
      const message = this.#messages.at(index);
      let row = this.#rows.get(message.id);
      const isNew = row === undefined;
      if (isNew) {
        row = new MessageRow(this.#actions);
        this.#rows.set(message.id, row);
      }
      const bubble = row.bubble;
      const description = describeRow(this.#messages.at(index - 1), message, this.#messages.at(index + 1), this.#context);
      if (row.update(message, description)) changed.push(row);
      if (bubble !== null && bubble !== row.bubble) this.#reading.unwatch(bubble);
      if (message.unread && !message.mine) this.#reading.watch(row.bubble, message.id);
      else this.#reading.unwatch(row.bubble);
      if (row.element === place) place = place.nextSibling;
      else this.canvas.insertBefore(row.element, place);
      if (isNew) this.#rowSizes.observe(row.element);
      if (isNew && fresh?.has(message.id)) appear(row.element);
    }
    return changed;
  }

  #remove(id, row) {
    this.#rowSizes.unobserve(row.element);
    this.#reading.unwatch(row.bubble);
    row.element.remove();
    this.#rows.delete(id);
  }

  /** Measures rows; returns whether any height differed from its estimate. */
  #measure(rows) {
    let isOther = false;
    for (const row of rows) isOther = this.#setHeight(row.message.id, row.element.getBoundingClientRect().height) || isOther;
    return isOther;
  }

  #setHeight(id, height) {
    const index = this.#messages.indexOf(id);
    if (index < 0 || height === 0) return false;
    this.#messages.entry(id).height = height;
    if (Math.abs(this.#heights.at(index) - height) < 0.1) return false;
    this.#heights.set(index, height);
    return true;
  }

  #position(view) {
    const shift = this.#shift(view);
    const size = this.#older.isComplete ? this.#messages.length : -1;
    for (const [id, row] of this.#rows) {
      const index = this.#messages.indexOf(id);
      row.element.style.top = `${shift + insetTop + this.#heights.offset(index)}px`;
      row.element.setAttribute("aria-posinset", index + 1);
      row.element.setAttribute("aria-setsize", size);
    }
    this.canvas.style.height = `${Math.max(view, this.#total)}px`;
    const top = this.#wantedTop(view);
    if (Math.abs(this.scroller.scrollTop - top) > 0.5) this.scroller.scrollTop = top;
  }

  #rowsResized(entries) {
    let isOther = false;
    for (const { target, borderBoxSize } of entries) {
      isOther = this.#setHeight(target.dataset.message, borderBoxSize[0].blockSize) || isOther;
    }
    if (!isOther) return;
    // Rows in the DOM move at once, before they are painted; others that come into view follow in the next frame.
    this.#position(this.scroller.clientHeight);
    this.#layoutLater();
  }

  // Moving in the list

  #scrolled() {
    this.#rememberAnchor();
    if (this.#isAtBottom) this.#arrived = 0;
    const { scrollTop, clientHeight } = this.scroller;
    const { start, end } = windowOf(this.#heights, scrollTop - insetTop, clientHeight, clientHeight * 0.25, mostRows);
    if (start < this.#laidOut.start || end > this.#laidOut.end) {
      this.#layout();
    } else {
      // The rows in the DOM reach beyond the view, so most scrolling costs nothing.
      this.#showJump(clientHeight);
      this.#loadOlderIfNear(clientHeight);
    }
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { scroller } = this;
    const page = scroller.clientHeight * 0.85;
    const steps = { ArrowUp: -56, ArrowDown: 56, PageUp: -page, PageDown: page, Home: -Infinity, End: Infinity };
    if (!Object.hasOwn(steps, event.key)) return;
    event.preventDefault();
    // Any other movement cancels the way to the first message.
    this.#older.stop();
    if (event.key.startsWith("Arrow") && event.target !== scroller && this.#moveFocus(event.key === "ArrowUp" ? -1 : 1)) return;
    if (event.key === "Home") {
      this.#goToFirst();
    } else if (event.key === "End") {
      this.scrollToNewest();
    } else {
      scroller.scrollTop += steps[event.key];
    }
  }

  /** Goes to the first message of all. Those between are loaded first; nothing moves until then. */
  async #goToFirst() {
    if (!(await this.#older.loadAll()) || this.#messages.length === 0) return;
    this.#isAtBottom = false;
    this.#anchor = { id: this.#messages.at(0).id, index: 0, delta: -insetTop };
    this.#layout();
  }

  #buttons() {
    return [...this.canvas.querySelectorAll("button.receipt")];
  }

  /** Moves the focus from receipt to receipt with the arrow keys. Only one of them is in the tab order, since there may be many. */
  #moveFocus(step) {
    const buttons = this.#buttons();
    const next = buttons[buttons.indexOf(document.activeElement) + step];
    if (!next) return false;
    next.focus({ preventScroll: true });
    next.closest(".row").scrollIntoView({ block: "nearest" });
    return true;
  }

  #focused(event) {
    const row = event.target.closest?.(".row");
    this.#active = row ? row.dataset.message : null;
    this.#chooseTabStop();
  }

  #chooseTabStop() {
    const buttons = this.#buttons();
    const active = this.#rows.get(this.#active)?.receiptButton ?? buttons.at(-1);
    for (const button of buttons) button.tabIndex = button === active ? 0 : -1;
  }

  #showJump(view) {
    const distance = this.#total - view - this.scroller.scrollTop;
    const isNeeded = !this.#isAtBottom && (this.#arrived > 0 || distance > view);
    const text = this.#arrived > 0 ? "New messages" : "";
    if (this.jump.hidden === !isNeeded && this.jump.dataset.text === text) return;
    if (!isNeeded && this.jump === document.activeElement) this.scroller.focus({ preventScroll: true });
    this.jump.hidden = !isNeeded;
    this.jump.dataset.text = text;
    this.jump.setAttribute("aria-label", text || "To the newest message");
    fill(this.jump, text === "" ? null : h("span", null, text), icon(icons.arrowDown));
  }

  // Older messages

  #loadOlderIfNear(view) {
    if (this.#older.isIdle && this.#messages.length > 0 && this.scroller.scrollTop <= view * 1.5) this.#older.load();
  }

  /** Adds older messages, or none if null; returns how many were new. */
  #addOlder(found) {
    const count = this.#messages.addOlder(found ?? []);
    if (count > 0) this.#rowsMoved();
    this.#layout();
    return count;
  }
}

/** Slides in a new message. */
function appear(element) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const steps = [{ opacity: 0, transform: "translateY(10px)" }, { opacity: 1, transform: "none" }];
  element.animate(steps, { duration: 180, easing: "ease-out" });
}

function range(start, end) {
  return Array.from({ length: end - start }, (_, index) => start + index);
}
