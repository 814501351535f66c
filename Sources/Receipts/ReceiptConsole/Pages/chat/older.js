// Loads older messages: page by page as somebody scrolls, or all of them to go to the first one.

import { tryAgain } from "../shared/again.js";
import { fill, h } from "../shared/dom.js";

/** The older messages of a list, and what the list says about them at its top. */
export class OlderMessages {
  #ask;
  #begin;
  #add;
  #state = "idle";
  #homeward = null;
  #loading = null;
  #loadAgain = () => this.load();

  /** Whether the list has the first message. */
  isComplete = true;

  /**
   * @param {object} options
   * @param {() => Promise<{messages: object[], isComplete: boolean}>} options.ask Requests the next older page.
   * @param {() => void} options.begin Called before each request.
   * @param {(messages: object[]|null) => number} options.add Adds messages to the list, oldest first, or none if the request failed; returns how
   *   many were new.
   */
  constructor({ ask, begin, add }) {
    this.#ask = ask;
    this.#begin = begin;
    this.#add = add;
    this.top = h("div.list-top");
    this.progress = h("div.homeward", { hidden: true }, h("span.spinner", { "aria-hidden": "true" }), h("span", { role: "status" }));
  }

  /** Starts again, for other messages. */
  reset() {
    this.stop();
    this.#state = "idle";
  }

  /** Whether more can be requested now. */
  get isIdle() {
    return !this.isComplete && this.#state === "idle";
  }

  /** Whether all of them are being loaded. */
  get isHomeward() {
    return this.#homeward !== null;
  }

  /** Loads one page. */
  load() {
    this.#loading = this.#loadPage();
  }

  async #loadPage() {
    this.#state = "loading";
    this.#begin();
    this.show(1);
    try {
      const { messages, isComplete } = await this.#ask();
      this.isComplete = isComplete;
      this.#state = "idle";
      const count = this.#add(messages);
      // A page with nothing new would lead to the next one without end: let somebody press a button instead.
      if (count === 0 && !isComplete) this.#state = "asked";
    } catch (error) {
      this.#failed(error);
    }
    this.show(1);
  }

  /**
   * Loads all of them, and adds them together, so that nothing moves before.
   *
   * @returns {Promise<boolean>} Whether the list has the first message; false if it was stopped or failed.
   */
  loadAll() {
    const turn = {};
    this.#homeward = turn;
    const before = this.#loading;
    const loading = (async () => {
      await before;
      return await this.#loadRest(turn);
    })();
    this.#loading = loading;
    return loading;
  }

  async #loadRest(turn) {
    if (this.isComplete || this.#homeward !== turn) {
      if (this.#homeward === turn) this.stop();
      return this.isComplete;
    }
    this.#state = "loading";
    this.#begin();
    let found = [];
    try {
      let isComplete = false;
      while (!isComplete && this.#homeward === turn) {
        this.#showProgress(found.length);
        const page = await this.#ask();
        found = page.messages.concat(found);
        // An empty page would be requested again and again.
        isComplete = page.isComplete || page.messages.length === 0;
      }
      this.isComplete = isComplete;
      this.#state = "idle";
      this.#add(found);
    } catch (error) {
      this.#add(found);
      this.#failed(error);
    }
    const isWanted = this.#homeward === turn;
    if (isWanted) this.stop();
    this.show(1);
    return isWanted && this.isComplete;
  }

  /** Requests no more. */
  stop() {
    this.#homeward = null;
    this.progress.hidden = true;
  }

  #showProgress(count) {
    this.progress.hidden = false;
    this.progress.lastChild.textContent = count === 0 ? "Going to the first message" : `Going to the first message: ${count.toLocaleString()} loaded`;
  }

  #failed(error) {
    this.#add(null);
    this.#state = "failed";
    tryAgain(error, this.#loadAgain, () => this.top.isConnected && this.#state === "failed");
  }

  /** Shows the state at the top of the list. */
  show(length) {
    const state = length === 0 ? "none" : this.isComplete && this.#state !== "loading" ? "complete" : this.#state;
    if (this.top.dataset.state === state) return;
    this.top.dataset.state = state;
    const again = (text) => h("button.quiet", { type: "button", onclick: () => this.load() }, text);
    const contents = {
      loading: () => [h("span.spinner", { "aria-hidden": "true" }), h("span", null, "Loading older messages")],
      failed: () => [h("span", null, "Older messages could not be loaded."), again("Try again")],
      asked: () => [again("Load older messages")],
    };
    fill(this.top, contents[state]?.());
  }
}
