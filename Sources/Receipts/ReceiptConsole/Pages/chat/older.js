// The messages before those that a list has: asked for a page at a time as somebody scrolls, or all of them on the way to the first one.

import { tryAgain } from "../shared/again.js";
import { fill, h } from "../shared/dom.js";

/** What a list knows of older messages, and what it says of them at its top. */
export class OlderMessages {
  #ask;
  #begin;
  #add;
  #state = "idle";
  #homeward = null;
  #loading = null;
  #loadAgain = () => this.load();

  /** Whether there is nothing before what the list has. */
  isComplete = true;

  /**
   * @param {object} options
   * @param {() => Promise<{messages: object[], isComplete: boolean}>} options.ask Asks for the page before those that were asked for.
   * @param {() => void} options.begin Hears that messages are on their way.
   * @param {(messages: object[]|null) => number} options.add Takes messages in, oldest first, or null when none have come; says how many
   *   were new, and shows them.
   */
  constructor({ ask, begin, add }) {
    this.#ask = ask;
    this.#begin = begin;
    this.#add = add;
    this.top = h("div.list-top");
    this.progress = h("div.homeward", { hidden: true }, h("span.spinner", { "aria-hidden": "true" }), h("span", { role: "status" }));
  }

  /** Begins anew, with other messages. */
  reset() {
    this.stop();
    this.#state = "idle";
  }

  /** Whether more could be asked for just now. */
  get isIdle() {
    return !this.isComplete && this.#state === "idle";
  }

  /** Whether all of them are on their way. */
  get isHomeward() {
    return this.#homeward !== null;
  }

  /** Asks for one page. */
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
      // Without anything new it would go on forever: then a button asks for more.
      if (count === 0 && !isComplete) this.#state = "asked";
    } catch (error) {
      this.#failed(error);
    }
    this.show(1);
  }

  /**
   * Asks for all of them, and adds them at once when they are there, so that nothing moves before.
   *
   * @returns {Promise<boolean>} Whether the first message is there; false when it was stopped, or has failed.
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
        this.#tell(found.length);
        const page = await this.#ask();
        found = page.messages.concat(found);
        // A page without anything would be asked for again and again.
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

  /** Asks for no more than what is on its way. */
  stop() {
    this.#homeward = null;
    this.progress.hidden = true;
  }

  #tell(count) {
    this.progress.hidden = false;
    this.progress.lastChild.textContent = count === 0 ? "Going to the first message" : `Going to the first message: ${count.toLocaleString()} read`;
  }

  #failed(error) {
    this.#add(null);
    this.#state = "failed";
    tryAgain(error, this.#loadAgain, () => this.top.isConnected && this.#state === "failed");
  }

  /** Says at the top of the list how things are. */
  show(length) {
    const state = length === 0 ? "none" : this.isComplete && this.#state !== "loading" ? "complete" : this.#state;
    if (this.top.dataset.state === state) return;
    this.top.dataset.state = state;
    const again = (text) => h("button.quiet", { type: "button", onclick: () => this.load() }, text);
    const contents = {
      loading: () => [h("span.spinner", { "aria-hidden": "true" }), h("span", null, "Loading older messages")],
      failed: () => [h("span", null, "Older messages did not load."), again("Try again")],
      asked: () => [again("Load older messages")],
    };
    fill(this.top, contents[state]?.());
  }
}
