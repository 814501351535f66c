// The bar that shows a page's data as it was after any commit that the emulator still remembers.

import { on } from "../api.js";
import { writeAddress } from "../addresses.js";
import { fill, h, icon, setText } from "../dom.js";
import { icons } from "../icons.js";
import { authorOf, changedText, loadCommits, momentText, positionOf } from "./commits.js";

/** How long the slider has to rest before the page follows it, in milliseconds. */
const slidingPause = 100;
/** How long after a change to load the commits again, in milliseconds. */
const changePause = 300;

export class PastBar {
  #database;
  #places;
  #choose;
  #commits = [];
  #hasMore = false;
  #at = null;
  #isOpen = false;
  #timer = null;
  #sliding = null;
  #stops = [];
  /** Opens and closes the bar. Put it into the page's own bar. */
  button = h("button.quiet.past-button", { type: "button", "aria-expanded": "false", "data-action": "past", onclick: () => this.#toggle() }, icon(icons.clock), h("span.button-text", {}, "History"));
  element = h("section.past-bar", { "aria-label": "History", hidden: true });

  /**
   * @param {object} options
   * @param {string} options.database The name "projects/P/databases/D".
   * @param {() => string[]} options.places The paths that the page shows; only their commits are steps.
   * @param {string} options.placesText What these paths are: "this conversation".
   * @param {(time: string|null) => void} options.choose Shows a past time; null for now.
   */
  constructor({ database, places, placesText, choose }) {
    this.#database = database;
    this.#places = places;
    this.#choose = choose;
    const step = (distance, title, drawing) => h("button.icon-button", { type: "button", "aria-label": title, title, "data-step": distance, onclick: () => this.#go(this.#position() + distance) }, icon(drawing));
    this.slider = h("input.past-slider", { type: "range", min: "0", step: "1", "aria-label": "Commits, from the oldest to now", "data-past-slider": true, oninput: () => this.#slid() });
    this.all = h("input", { type: "checkbox", "data-past-all": true, onchange: () => this.#load() });
    this.moment = h("p.past-moment", { role: "status" });
    this.note = h("p.past-note", {});
    this.now = h("button.primary.past-now", { type: "button", "data-action": "back-to-now", title: "Escape", onclick: () => this.#choose(null) }, "Back to now");
    fill(this.element,
      h("div.past-line", {}, step(-1, "One commit back", icons.back), this.slider, step(1, "One commit on", icons.forth), this.now,
        h("button.icon-button.past-close", { type: "button", "aria-label": "Close the history", title: "Close", onclick: () => this.#close() }, icon(icons.cross))),
      h("div.past-line.past-words", {}, this.moment, h("label.past-all", {}, this.all, ` Not only ${placesText}`)), this.note);
    const keys = (event) => this.#key(event);
    document.addEventListener("keydown", keys);
    this.#stops.push(() => document.removeEventListener("keydown", keys), on("changed", () => this.#loadSoon()));
  }

  stop() {
    clearTimeout(this.#timer);
    clearTimeout(this.#sliding);
    for (const stop of this.#stops) stop();
  }

  /** The page shows this time, which the address names; null for now. */
  show(at) {
    const isNews = at !== this.#at;
    this.#at = at;
    if (at !== null && !this.#isOpen) this.#open();
    if (isNews) this.#draw();
  }

  /** The page shows another place. */
  moved() {
    if (this.#isOpen) this.#load();
  }

  #toggle() {
    if (this.#isOpen) this.#close();
    else this.#open();
  }

  #open() {
    this.#isOpen = true;
    this.element.hidden = false;
    this.button.setAttribute("aria-expanded", "true");
    this.#draw();
    this.#load();
  }

  #close() {
    this.#isOpen = false;
    this.element.hidden = true;
    this.button.setAttribute("aria-expanded", "false");
    this.button.focus();
    if (this.#at !== null) this.#choose(null);
  }

  #loadSoon() {
    clearTimeout(this.#timer);
    if (this.#isOpen) this.#timer = setTimeout(() => this.#load(), changePause);
  }

  async #load() {
    try {
      const found = await loadCommits(this.#database, this.all.checked ? [] : this.#places());
      this.#hasMore = found?.hasMore ?? false;
      this.#commits = found?.commits ?? [];
      setText(this.note, found === null ? "This emulator keeps no list of its commits. Start receipts emulator to look at the past." : this.#hasMore ? "These are the latest 1,000 commits." : "");
    } catch (error) {
      setText(this.note, `The commits could not be loaded: ${error.message}`);
    }
    this.#draw();
  }

  /** Now is behind the last commit. */
  #position() {
    return this.#at === null ? this.#commits.length : positionOf(this.#commits, this.#at);
  }

  #go(position) {
    const bounded = Math.max(0, Math.min(position, this.#commits.length));
    this.#choose(this.#commits[bounded]?.time ?? null);
  }

  #slid() {
    clearTimeout(this.#sliding);
    const position = Number(this.slider.value);
    this.#tell(position);
    this.#sliding = setTimeout(() => this.#go(position), slidingPause);
  }

  #draw() {
    const [position, last] = [this.#position(), this.#commits.length];
    this.slider.max = String(last);
    this.slider.disabled = last === 0;
    this.slider.value = String(Math.max(0, position));
    const [back, forth] = this.element.querySelectorAll("[data-step]");
    back.disabled = position <= 0;
    forth.disabled = position >= last;
    this.now.hidden = this.#at === null;
    this.element.classList.toggle("is-past", this.#at !== null);
    this.#tell(position);
  }

  /** Says what the position is: the time, who made the commit, and what it changed. */
  #tell(position) {
    const commit = this.#commits[position];
    this.slider.setAttribute("aria-valuetext", commit ? `${momentText(commit.time)}, ${authorOf(commit)}, ${changedText(commit)}` : "now");
    if (commit === undefined) {
      setText(this.moment, this.#at !== null ? `As it was at ${momentText(this.#at)}, before the commits that are remembered` : this.#commits.length === 0 ? "Nothing has been written here that is still remembered." : "Now. Move the slider to see the data as it was.");
      return;
    }
    fill(this.moment, h("strong", {}, momentText(commit.time)), " · ", h("span", { dir: "auto" }, authorOf(commit)), " wrote ", h("span", { dir: "auto" }, changedText(commit)), causes(commit));
  }

  /** One key leads back, wherever the focus is. */
  #key(event) {
    if (event.key !== "Escape" || this.#at === null || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    if (event.target.matches?.("input:not([type=range]):not([type=checkbox]), textarea, [contenteditable]")) return;
    this.#choose(null);
  }
}

/** Links to the call that made a commit, and to the decision that allowed it. */
export function causes({ call, decision }) {
  return [
    call && [" · ", h("a", { href: writeAddress({ page: "requests", call }), "data-action": "show-call" }, "Request")],
    decision && [" · ", h("a", { href: writeAddress({ page: "rules", request: decision }), "data-action": "show-decision" }, "Why allowed")],
  ];
}
