// The table of dead letters: receipts that the server has rejected for good.

import { change, requestGroups, requestLetters } from "./requests.js";
import { confirmed } from "../shared/dialogs.js";
import { fill, h } from "../shared/dom.js";
import { say } from "../shared/notices.js";
import { failed, loading } from "../shared/states.js";
import { plural } from "../shared/texts.js";

/** How many letters the console returns at a time. */
const pageSize = 100;

/** The dead letters, and the buttons to retry or drop them. */
export class Letters {
  #body = h("div.letters-body", {}, loading("Loading dead letters", 4));
  #all = h("div.letters-all", {});
  #title = h("h2", { tabindex: "-1" }, "Dead letters");
  #groups = h("ul.letters-groups", { "aria-label": "Dead letters by reason", hidden: true });
  #isWorking = false;
  /** The letters that are shown; null until the first answer. */
  #letters = null;
  #isComplete = true;
  /** How many there are, as the page last said. */
  #count = 0;

  constructor() {
    this.element = h("section.card.letters", { "aria-label": "Dead letters" }, h("div.letters-head", {}, this.#title, this.#all), this.#groups, this.#body);
    this.#load();
  }

  /** Takes the present number of letters, and loads them again if it is another one; isWorking: whether a worker runs. */
  look(count, isWorking) {
    this.#isWorking = isWorking;
    if (count === this.#count) return;
    this.#count = count;
    // What was done here is shown already; loading again would move the buttons under the pointer.
    const isShown = this.#isComplete && this.#letters?.length === count;
    if (this.#letters !== null && !isShown) this.#load();
  }

  // ---- Requests

  async #load() {
    const wanted = Math.max(pageSize, this.#letters?.length ?? 0);
    try {
      const found = [];
      let isEnd = false;
      while (!isEnd && found.length < wanted) {
        const page = await requestLetters(found.at(-1)?.id);
        found.push(...page);
        isEnd = page.length < pageSize;
      }
      this.#letters = found;
      this.#isComplete = isEnd;
      this.#drawGroups(found.length > 0 ? await requestGroups() : []);
      this.#draw();
    } catch (error) {
      if (this.#letters === null) fill(this.#body, failed(error, () => this.#load()));
      else say(error.message, { isProblem: true });
    }
  }

  async #more(button) {
    button.disabled = true;
    try {
      const page = await requestLetters(this.#letters.at(-1).id);
      const first = this.#letters.length;
      this.#letters = [...this.#letters, ...page];
      this.#isComplete = page.length < pageSize;
      this.#draw();
      this.#body.querySelectorAll("[data-letter]")[first]?.querySelector("button")?.focus();
    } catch (error) {
      button.disabled = false;
      say(error.message, { isProblem: true });
    }
  }

  async #retry(which, button) {
    button.disabled = true;
    try {
      await this.#act("retry", which);
    } catch (error) {
      button.disabled = false;
      say(error.message, { isProblem: true });
    }
  }

  #drop(which, count) {
    const [receipts, messages] = count === 1 ? ["This receipt is", "this message was"] : [`These ${count.toLocaleString()} receipts are`, "these messages were"];
    return confirmed({
      title: count === 1 ? "Drop this dead letter?" : which.all ? "Drop all dead letters?" : `Drop ${count.toLocaleString()} dead letters?`,
      texts: [`${receipts} discarded: nobody will see that ${messages} delivered or read. This cannot be undone.`],
      action: "Drop",
      act: () => this.#act("drop", which),
    });
  }

  async #act(action, which) {
    const count = await change(action, which);
    const start = this.#isWorking ? "" : " Start a worker to write them: receipts worker";
    say(action === "retry" ? `${plural(count, "receipt")} will be tried again.${start}` : `${plural(count, "dead letter")} dropped.`);
    await this.#load();
    (this.#body.querySelector("[data-letter] button") ?? this.#title).focus();
  }

  // ---- Drawing

  /** Shows how many letters have each reason, if they do not all have the same. */
  #drawGroups(groups) {
    const isFocused = this.#groups.contains(document.activeElement);
    this.#groups.hidden = groups.length < 2;
    fill(this.#groups, groups.map(({ code, cause, count, last }) => {
      const name = `${plural(count, "letter")}, ${code}`;
      const button = (action, text, act) => h("button", { type: "button", class: action === "drop-group" ? "quiet" : null, "data-action": action, "aria-label": `${text}: ${name}`, onclick: act }, text);
      return h("li", { "data-group": code },
        h("strong", {}, count.toLocaleString()),
        h("span.letters-reason", {}, h("code", {}, code), h("span", { dir: "auto" }, cause), h("span.letters-last", {}, `last ${new Date(last).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })}`)),
        h("span.letters-actions", {},
          button("retry-group", count === 1 ? "Retry" : `Retry ${count.toLocaleString()}`, (event) => this.#retry({ group: { code, cause } }, event.currentTarget)),
          button("drop-group", count === 1 ? "Drop" : `Drop ${count.toLocaleString()}`, () => this.#drop({ group: { code, cause } }, count))));
    }));
    if (isFocused) (this.#groups.querySelector("button") ?? this.#title).focus();
  }

  #draw() {
    const [letters, body] = [this.#letters, this.#body];
    fill(this.#all, letters.length > 0 && [
      h("button", { type: "button", "data-action": "retry-all", onclick: (event) => this.#retry({ all: true }, event.currentTarget) }, "Retry all"),
      h("button.danger", { type: "button", "data-action": "drop-all", onclick: () => this.#drop({ all: true }, this.#isComplete ? letters.length : Math.max(this.#count, letters.length)) }, "Drop all"),
    ]);
    if (letters.length === 0) {
      fill(body, h("div.empty", {}, h("p.empty-title", {}, "No dead letters"), h("p", {}, "Receipts that the server rejects for good are kept here, with the reason.")));
      return;
    }
    const focused = body.contains(document.activeElement) ? [document.activeElement.closest("[data-letter]")?.dataset.letter, document.activeElement.dataset.action] : null;
    fill(body,
      h("div.letters-table", {}, h("table", {},
        h("thead", {}, h("tr", {}, ["Receipt", "Message", "Reason", "Rejected"].map((name) => h("th", { scope: "col" }, name)), h("th", { scope: "col" }, h("span.visually-hidden", {}, "Actions")))),
        h("tbody", {}, letters.map((letter) => this.#row(letter))))),
      !this.#isComplete && h("button.quiet.letters-more", { type: "button", "data-action": "load-more", onclick: (event) => this.#more(event.currentTarget) }, "Load more"));
    if (focused) body.querySelector(`[data-letter="${CSS.escape(focused[0] ?? "")}"] [data-action="${focused[1]}"]`)?.focus();
  }

  #row({ id, kind, user, conversation, message, code, reason, refusedAt }) {
    const name = `${kind} of ${message} by ${user}`;
    const time = new Date(refusedAt);
    return h("tr", { "data-letter": id },
      h("td", { "data-label": "Receipt" }, h("span.badge", {}, kind), " by ", h("bdi", {}, user)),
      h("td", { "data-label": "Message" }, h("bdi", {}, `${conversation} / ${message}`)),
      h("td.letters-reason", { "data-label": "Reason" }, h("code", {}, code), h("span", { dir: "auto" }, reason)),
      h("td", { "data-label": "Rejected" }, h("time", { datetime: time.toISOString(), title: time.toLocaleString() }, time.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" }))),
      h("td.letters-actions", {},
        h("button", { type: "button", "data-action": "retry", "aria-label": `Retry ${name}`, onclick: (event) => this.#retry({ ids: [id] }, event.currentTarget) }, "Retry"),
        h("button.quiet", { type: "button", "data-action": "drop", "aria-label": `Drop ${name}`, onclick: () => this.#drop({ ids: [id] }, 1) }, "Drop")));
  }
}
