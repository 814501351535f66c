// Tells screen readers what has changed, politely: the newest of what comes at about the same time.

import { h } from "../shared/dom.js";

const pause = 800;

/** A place that is read out when its text changes. */
export class Announcer {
  #timer = null;
  #text = "";

  constructor() {
    this.element = h("div.visually-hidden", { role: "status", "aria-live": "polite" });
  }

  say(text) {
    this.#text = text;
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.element.textContent = this.#text;
    }, pause);
  }

  stop() {
    clearTimeout(this.#timer);
  }
}
