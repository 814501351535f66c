// The list of calls, newest first, below the listeners that are open.

import { costText, durationText, fits, statusText, sumOf, targetText, whoOf } from "./calls.js";
import { fill, h, setText } from "../shared/dom.js";
import { plural } from "../shared/texts.js";

/** How many calls the page keeps. */
const kept = 500;

export class CallList {
  #rows = [];
  #chosen = null;
  #filter = { text: "", failed: false };
  #list = h("ol.calls", { role: "list", "aria-label": "Calls, newest first" });
  #open = h("ol.calls", { role: "list", "aria-label": "Open listeners" });
  #openTitle = h("summary", {}, "");
  #listeners = h("details.call-listeners", { hidden: true, "data-listeners": "0" }, this.#openTitle, this.#open);
  #listening = [];
  #other = null;

  /** @param {(call: object) => void} choose Called with a call that was clicked. */
  constructor(choose) {
    this.choose = choose;
    this.element = h("div.calls-scroll.log-scroll", {}, this.#listeners, this.#list);
  }

  /** The calls that the filter lets pass, oldest first. */
  get shown() {
    return this.#rows.filter(({ item }) => !item.hidden).map(({ call }) => call).reverse();
  }

  get isEmpty() {
    return this.#rows.length === 0;
  }

  /** The call with a number, or with the number of a decision; null if it is not there. */
  find({ call = null, decision = null }) {
    const fitting = (one) => (call === null ? one.decision === decision : one.number === call);
    return this.#listening.find(fitting) ?? this.#rows.map((row) => row.call).find(fitting) ?? (this.#other && fitting(this.#other) ? this.#other : null);
  }

  /** Keeps a call that is not listed, so that it is found. */
  keep(call) {
    this.#other = call;
  }

  clear() {
    this.#rows = [];
    fill(this.#list);
  }

  /** Adds calls, oldest first. */
  add(calls, isFirst) {
    for (const call of calls) {
      const row = this.#row(call);
      if (!isFirst) row.item.classList.add("is-new");
      this.#rows.unshift(row);
      this.#list.prepend(row.item);
    }
    for (const old of this.#rows.splice(kept)) old.item.remove();
    if (calls.length > 0) this.filter(this.#filter);
  }

  /** Shows the listeners that are open, and what they cost so far. */
  listen(calls) {
    this.#listening = calls;
    this.#listeners.hidden = calls.length === 0;
    this.#listeners.dataset.listeners = String(calls.length);
    setText(this.#openTitle, `${plural(calls.length, "listener")} open, ${costText(sumOf(calls)) || "nothing billed"} so far`);
    const known = new Map(Array.from(this.#open.children, (item) => [item.dataset.call, item]));
    const items = calls.map((call) => {
      const item = known.get(String(call.number)) ?? this.#row(call).item;
      setText(item.querySelector(".call-cost"), costText(call));
      return item;
    });
    if (items.length !== this.#open.children.length || items.some((item, index) => item !== this.#open.children[index])) fill(this.#open, items);
    for (const row of this.#rows) if (row.call.open) this.#update(row, calls.find((call) => call.number === row.call.number) ?? { ...row.call, open: undefined });
  }

  #update(row, call) {
    row.call = call;
    setText(row.item.querySelector(".call-cost"), costText(call));
    setText(row.item.querySelector(".badge"), statusText(call));
  }

  /** Marks the chosen call; null for none. */
  mark(number) {
    this.#chosen = number;
    for (const item of [...this.#list.children, ...this.#open.children]) this.#markItem(item);
  }

  #markItem(item) {
    const isChosen = item.dataset.call === String(this.#chosen);
    if (isChosen) item.firstElementChild.setAttribute("aria-current", "true");
    else item.firstElementChild.removeAttribute("aria-current");
  }

  /** Shows what fits; returns how many calls do. */
  filter(filter) {
    this.#filter = filter;
    let count = 0;
    for (const { call, item } of this.#rows) {
      item.hidden = !fits(call, filter);
      if (!item.hidden) count += 1;
    }
    return count;
  }

  #row(call) {
    const time = new Date(call.time);
    const row = { call };
    row.item = h("li", { "data-call": call.number, "data-status": call.status, "data-method": call.method }, h("button.call-row", { type: "button", onclick: () => this.choose(row.call) },
      h(call.status === "OK" ? "span.badge.ok" : "span.badge.danger", {}, statusText(call)),
      h("span.call-what", {}, h("strong", {}, call.method), " ", h("span", { dir: "auto" }, targetText(call))),
      h("span.call-who", { dir: "auto" }, whoOf(call)),
      h("span.call-cost", {}, costText(call)),
      h("span.call-duration", { title: call.protocol }, durationText(call.microseconds)),
      h("time.call-time", { datetime: call.time, title: call.time }, Number.isNaN(time.getTime()) ? "" : time.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit" }))));
    this.#markItem(row.item);
    return row;
  }
}
