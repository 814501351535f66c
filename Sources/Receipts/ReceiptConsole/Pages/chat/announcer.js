// Announces changes to screen readers, politely: of several at about the same time, only the latest.

import { h } from "../shared/dom.js";

const pause = 800;

/** An element that screen readers read out when its text changes. */
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
