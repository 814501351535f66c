// The sheet at the bottom of a device that says who has read a message.

import { avatar } from "./avatar.js";
import { checkmark } from "./receipt.js";
import { age } from "./time.js";
import { fill, h, icon, setText } from "../shared/dom.js";
import { icons } from "../shared/icons.js";

/** How many people to add to the DOM at once. The rest follow frame by frame, so that hundreds block nothing. */
const peopleAtOnce = 40;
let counter = 0;

function mayMove() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The sheet of a pane. */
export class Sheet {
  #close;
  #retry;
  #sections = new Map();
  #people = new Map();
  #frame = null;
  #shown = null;

  /** @param {{close: () => void, retry: () => void}} actions What the buttons do. */
  constructor({ close, retry }) {
    this.#close = close;
    this.#retry = retry;
    const id = `sheet-title-${++counter}`;
    this.title = h("h2", { id, dir: "auto", tabindex: "-1" }, "Read By");
    this.subtitle = h("p.sheet-subtitle", { dir: "auto", role: "status" });
    this.body = h("div.sheet-body");
    const closeButton = h("button.icon-button", {
      type: "button", "aria-label": "Close", "data-action": "close-sheet", onclick: () => this.#close(),
    }, icon(icons.cross));
    this.sheet = h("div.sheet", {
      role: "dialog", "aria-labelledby": id, "data-state": "loading", onkeydown: (event) => this.#key(event),
    },
    h("div.sheet-grip", { "aria-hidden": "true" }),
    h("div.sheet-head", null, h("div.sheet-titles", null, this.title, this.subtitle), closeButton),
    this.body);
    this.element = h("div.sheet-layer", { hidden: true },
      h("div.sheet-shade", { onclick: () => this.#close() }), this.sheet);
  }

  /** Opens with placeholders. */
  open() {
    setText(this.title, "Read By");
    this.load();
    this.element.hidden = false;
    this.title.focus({ preventScroll: true });
  }

  close() {
    this.element.hidden = true;
    this.#forget();
  }

  /** Shows placeholders. */
  load() {
    this.show({ state: "loading", title: null, subtitle: "", sections: [], error: null });
  }

  /** Shows why loading failed. */
  fail(error) {
    this.show({ state: "failed", title: null, subtitle: "", sections: [], error });
  }

  /** Shows the content of an event. */
  show({ state, title, subtitle, sections, error }) {
    this.sheet.dataset.state = state;
    this.sheet.setAttribute("aria-busy", state === "loading");
    if (title) setText(this.title, title);
    setText(this.subtitle, subtitle ?? "");
    // While it reloads, the people stay.
    if (state === "loading" && sections.length === 0) this.#showLoading();
    else if (state === "failed" && sections.length === 0) this.#showFailure(error);
    else this.#showSections(sections, state === "failed" ? error : null);
  }

  stop() {
    this.#forget();
  }

  #forget() {
    cancelAnimationFrame(this.#frame);
    this.#sections.clear();
    this.#people.clear();
    this.#shown = null;
    fill(this.body);
  }

  #key(event) {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    this.#close();
  }

  #showLoading() {
    if (this.#shown === "loading") return;
    this.#forget();
    this.#shown = "loading";
    fill(this.body, h("div.sheet-skeletons", { "aria-hidden": "true" }, Array.from({ length: 5 }, () =>
      h("div.person", null, h("span.skeleton.skeleton-face"), h("span.skeleton.skeleton-name")))));
  }

  #showFailure(error) {
    this.#forget();
    this.#shown = "failed";
    fill(this.body, h("div.sheet-failure", { role: "alert" },
      h("p", { dir: "auto" }, error ?? "Unable to load read receipts"),
      this.#retryButton("button.primary")));
  }

  #retryButton(tag) {
    return h(tag, { type: "button", "data-action": "retry-sheet", onclick: () => this.#retryNow() }, "Retry");
  }

  #retryNow() {
    this.title.focus({ preventScroll: true });
    this.#retry();
  }

  #showSections(sections, error) {
    if (this.#shown !== "sections") {
      this.#forget();
      this.#shown = "sections";
      this.alert = h("div.error", { role: "alert", hidden: true });
      fill(this.body, this.alert);
    }
    this.alert.hidden = error === null;
    if (error !== null) {
      fill(this.alert, h("span", { dir: "auto" }, error), this.#retryButton("button"));
    }
    cancelAnimationFrame(this.#frame);
    this.#place(sections);
  }

  /** Puts sections and people in order, moving existing elements instead of making new ones. */
  #place(sections) {
    const moves = this.#movesTo(sections);
    const wantedSections = new Set(sections.map((section) => section.kind));
    for (const [kind, section] of this.#sections) {
      if (wantedSections.has(kind)) continue;
      section.element.remove();
      this.#sections.delete(kind);
    }
    const wantedPeople = new Set(sections.flatMap((section) => section.people.map((person) => person.id)));
    for (const [id, person] of this.#people) {
      if (wantedPeople.has(id)) continue;
      person.element.remove();
      this.#people.delete(id);
    }
    let rest = peopleAtOnce;
    let place = this.alert.nextSibling;
    for (const data of sections) {
      const section = this.#section(data);
      if (section.element === place) place = place.nextSibling;
      else this.body.insertBefore(section.element, place);
      rest = this.#placePeople(section, data, rest);
      if (rest < 0) break;
    }
    for (const { element, from } of moves) {
      if (!element.isConnected) continue;
      const to = element.getBoundingClientRect();
      const start = `translate(${from.left - to.left}px, ${from.top - to.top}px)`;
      const steps = [{ transform: start, zIndex: 1 }, { transform: "none", zIndex: 1 }];
      element.animate(steps, { duration: 280, easing: "cubic-bezier(0.3, 0, 0.1, 1)" });
    }
    if (rest < 0) this.#frame = requestAnimationFrame(() => this.#place(sections));
  }

  #placePeople(section, data, atMost) {
    let rest = atMost;
    let place = section.list.firstChild;
    for (const person of data.people) {
      if (!this.#people.has(person.id)) {
        rest -= 1;
        if (rest < 0) return rest;
      }
      const element = this.#person(person, data.kind);
      if (element === place) place = place.nextSibling;
      else section.list.insertBefore(element, place);
    }
    return rest;
  }

  #section({ kind, title, people, count: total }) {
    let section = this.#sections.get(kind);
    if (section === undefined) {
      const id = `sheet-section-${++counter}`;
      const name = h("span", { dir: "auto" });
      const count = h("span.sheet-count");
      const list = h("ul", { "aria-labelledby": id });
      const nobody = h("p.sheet-nobody", null, "Nobody yet");
      const more = h("p.sheet-nobody");
      const element = h("section", { "data-section": kind },
        h("h3", { id }, kind === "read" ? checkmark("doubleCheck") : checkmark("check"), name, count), list, nobody, more);
      section = { element, list, name, count, nobody, more };
      this.#sections.set(kind, section);
    }
    setText(section.name, title);
    setText(section.count, total.toLocaleString());
    section.nobody.hidden = total > 0;
    section.more.hidden = total <= people.length;
    setText(section.more, people.length === 0 ? `${total.toLocaleString()} members` : `and ${(total - people.length).toLocaleString()} more`);
    return section;
  }

  #person(person, kind) {
    let known = this.#people.get(person.id);
    if (known === undefined || known.look !== look(person)) {
      const time = h("span.person-time", { dir: "auto" });
      const element = h("li.person", { "data-person": person.id, "data-kind": person.kind },
        avatar(person), h("span.person-name", { dir: "auto" }, person.name), time);
      known?.element.replaceWith(element);
      known = { element, time, look: look(person), kind };
      this.#people.set(person.id, known);
    }
    known.kind = kind;
    setText(known.time, person.time === null ? "" : age(person.time));
    return known.element;
  }

  /** The positions of people who are about to move to another section, if they are visible. */
  #movesTo(sections) {
    if (!mayMove()) return [];
    const view = this.body.getBoundingClientRect();
    const moves = [];
    for (const { kind, people } of sections) {
      for (const { id } of people) {
        const known = this.#people.get(id);
        if (known === undefined || known.kind === kind) continue;
        const from = known.element.getBoundingClientRect();
        if (from.bottom > view.top && from.top < view.bottom) moves.push({ element: known.element, from });
      }
    }
    return moves.slice(0, 12);
  }
}

function look({ name, initials, photoURL, kind }) {
  return [name, initials, photoURL, kind].join("\u0000");
}
