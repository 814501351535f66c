// The log of the rules' decisions, newest first.

import { fill, h } from "../shared/dom.js";
import { oneAtATime, repeatedly } from "../shared/live.js";
import { nothing } from "../shared/states.js";
import { sentence } from "../shared/texts.js";
import { say } from "../shared/notices.js";
import { decidingPlaces, explanation } from "../shared/explanation.js";

/** How many decisions the page keeps; the emulator keeps a hundred. */
const kept = 500;

export class RequestLog {
  #list = h("ol.log", { role: "list", "aria-label": "Requests, newest first" });
  #blank = h("div.log-blank", {});
  #problem = h("p.error", { role: "alert", hidden: true });
  #text = h("input", { type: "search", placeholder: "Filter", "aria-label": "Filter by text", autocomplete: "off", spellcheck: "false", "data-log-filter": true, oninput: () => this.#filtered(false) });
  #denied = h("input", { type: "checkbox", "data-log-denied": true, onchange: () => this.#filtered(true) });
  #background = h("input", { type: "checkbox", "data-log-background": true, onchange: () => this.#anew() });
  #pause = h("button.quiet", { type: "button", "aria-pressed": "false", "data-action": "pause", onclick: () => this.#turn() }, "Pause");
  #bar;
  #entries = [];
  #last = 0;
  #quietTurns = 0;
  #open = null;
  #stop = null;
  #isFirst = true;
  /** Whether the next look begins with an empty list. */
  #startsOver = false;

  /**
   * @param {object} options service; point: shows places in the source; unpoint; actions: makes the buttons in an explanation; onnew: called when there are new decisions; onopen: called with
   *   the number of the request whose explanation was opened, null when it was closed; onfilter: called with the filter's text and denied, and whether
   *   it was chosen rather than typed.
   */
  constructor({ service, point, unpoint, actions, onnew, onopen, onfilter }) {
    Object.assign(this, { service, point, unpoint, actions, onnew, onopen, onfilter });
    const choice = (input, text, title) => h("label.log-denied", { title }, input, h("span", {}, text));
    this.#bar = h("div.log-bar", {}, this.#text, choice(this.#denied, "Denied only", null),
      choice(this.#background, "Background reads", "Devices on the chat page read repeatedly. Their allowed reads are hidden unless you turn this on."), this.#pause);
    this.element = h("div.log-panel", {}, this.#bar, this.#problem, this.#blank, h("div.log-scroll", {}, this.#list));
    this.#stop = repeatedly(1000, () => this.#look());
  }

  stop() {
    this.#stop?.();
  }

  /** Opens the explanation of a request by its number, even if it is not listed. */
  async open(number) {
    let one = this.#entries.find((entry) => entry.decision.number === number);
    if (!one) {
      const [decision] = (await this.service.decisions(0, 1, { number })) ?? [];
      if (!decision) {
        say(`The emulator no longer has request ${number}: it keeps the last 100, and the last 100 denials.`, { isProblem: true });
        return;
      }
      one = this.#entries.find((entry) => entry.decision.number === number) ?? this.#insert(decision);
    }
    one.item.hidden = false;
    if (one.detail.hidden) this.#toggle(one);
    one.row.focus({ preventScroll: true });
    one.item.scrollIntoView({ block: "nearest" });
  }

  /** Closes the open explanation. */
  close() {
    if (this.#open === null) return;
    this.#close(this.#open);
    this.unpoint();
  }

  /** Filters the requests. */
  filter(text, denied) {
    if (text === this.#text.value && denied === this.#denied.checked) return;
    this.#text.value = text;
    this.#denied.checked = denied;
    this.#filter();
  }

  // ---- Requests to the emulator

  /** Adds what is new. */
  #look = oneAtATime(() => this.#addNew());

  #ask(after, limit) {
    return this.service.decisions(after, limit, { background: this.#background.checked });
  }

  async #addNew() {
    if (this.#startsOver) this.#forget();
    try {
      let decisions = await this.#ask(this.#last);
      if (decisions === null) {
        this.#unavailable();
        return;
      }
      this.#quietTurns = decisions.length === 0 ? this.#quietTurns + 1 : 0;
      // A restarted emulator counts from one again.
      if (this.#quietTurns % 10 === 9 && this.#last > 0) {
        const newest = await this.service.decisions(0, 1);
        if ((newest?.at(-1)?.number ?? 0) < this.#last) {
          this.#forget();
          decisions = await this.#ask(0);
        }
      }
      this.#problem.hidden = true;
      this.#add(decisions);
    } catch (error) {
      this.#problem.textContent = `${sentence(error.message)} Trying again.`;
      this.#problem.hidden = false;
    }
    this.#isFirst = false;
  }

  #forget() {
    this.#startsOver = false;
    this.#entries = [];
    this.#last = 0;
    this.#open = null;
    this.#isFirst = true;
    fill(this.#list);
  }

  #anew() {
    this.#startsOver = true;
    this.#look();
  }

  #unavailable() {
    this.#stop?.();
    this.#stop = null;
    this.#bar.hidden = true;
    fill(this.#blank, nothing("This emulator has no log", ["Google's emulator does not explain its decisions. The embedded emulator does: ", h("code.command", {}, "receipts emulator start"), ". Coverage and trying requests work with both."]));
    this.#blank.hidden = false;
  }

  #add(decisions) {
    if (decisions.length > 0) {
      this.#last = decisions.at(-1).number;
      for (const decision of decisions) {
        if (this.#entries.some((entry) => entry.decision.number === decision.number)) continue;
        const one = this.#insert(decision);
        if (!this.#isFirst) one.item.classList.add("is-new");
      }
      for (const old of this.#entries.splice(kept)) old.item.remove();
      this.onnew();
    }
    this.#filter();
  }

  /** Inserts a decision in order, newest first. */
  #insert(decision) {
    const one = this.#entry(decision);
    const place = this.#entries.findIndex((entry) => entry.decision.number < decision.number);
    if (place < 0) {
      this.#entries.push(one);
      this.#list.append(one.item);
    } else {
      this.#entries[place].item.before(one.item);
      this.#entries.splice(place, 0, one);
    }
    return one;
  }

  // ---- Entries

  #entry(decision) {
    const operations = decision.operations ?? [];
    const count = decision.operationCount ?? operations.length;
    const reason = decision.allowed ? "" : decision.reason ?? "";
    const id = `decision-${decision.number}`;
    const row = h("button.log-row", { type: "button", "aria-expanded": "false", "aria-controls": id, onclick: () => this.#toggle(one) },
      h(decision.allowed ? "span.badge.ok" : "span.badge.danger", {}, decision.allowed ? "Allowed" : "Denied"),
      h("span.log-what", { dir: "auto" }, operations.slice(0, 2).map((operation, index) => [index > 0 && ", ", h("strong", {}, operation.method), " ", operation.target]), count > 2 && ` and ${count - 2} more`),
      h("time.log-time", { datetime: decision.time, title: decision.time }, timeText(new Date(decision.time))),
      h("span.log-who", {}, decision.user === null ? "nobody" : h("bdi", {}, decision.user), reason !== "" && [" · ", h("span.log-reason", { dir: "auto" }, reason)]));
    const detail = h("div.log-detail", { id, hidden: true });
    const item = h("li", { "data-decision": decision.number, "data-allowed": String(decision.allowed) }, row, detail);
    const words = [decision.headline, ...operations.map(({ method, target }) => `${method} ${target}`), decision.user ?? "nobody", reason];
    const one = { decision, item, row, detail, words: words.join("\n").toLowerCase() };
    return one;
  }

  #toggle(one) {
    const opens = one.detail.hidden;
    if (this.#open && this.#open !== one) this.#close(this.#open);
    if (!opens) {
      this.close();
      this.onopen(null);
      return;
    }
    this.#open = one;
    this.onopen(one.decision.number);
    one.row.setAttribute("aria-expanded", "true");
    fill(one.detail, explanation(one.decision, this.point, this.actions(one.decision)));
    one.detail.hidden = false;
    this.point(decidingPlaces(one.decision), true);
    one.item.scrollIntoView({ block: "nearest" });
  }

  #close(one) {
    one.row.setAttribute("aria-expanded", "false");
    one.detail.hidden = true;
    fill(one.detail);
    if (this.#open === one) this.#open = null;
  }

  #filtered(isChoice) {
    this.#filter();
    this.onfilter({ text: this.#text.value, denied: this.#denied.checked }, isChoice);
  }

  #filter() {
    const words = this.#text.value.trim().toLowerCase();
    let count = 0;
    for (const one of this.#entries) {
      const fits = (!this.#denied.checked || !one.decision.allowed) && (words === "" || one.words.includes(words));
      one.item.hidden = !fits;
      if (fits) count += 1;
    }
    this.#blank.hidden = count > 0;
    if (count > 0) return;
    fill(this.#blank, this.#entries.length > 0
      ? nothing("No matches", this.#denied.checked ? "No denied request matches the filter." : "No request matches the filter.")
      : nothing("No requests yet", "The rules' decisions appear here. Requests by an administrator, or without rules, need no decision. Try a request, or open a chat."));
  }

  #turn() {
    const pauses = this.#stop !== null;
    this.#stop?.();
    this.#stop = pauses ? null : repeatedly(1000, () => this.#look());
    this.#pause.setAttribute("aria-pressed", String(pauses));
    this.#pause.textContent = pauses ? "Resume" : "Pause";
    this.element.classList.toggle("is-paused", pauses);
  }
}

function timeText(time) {
  if (Number.isNaN(time.getTime())) return "";
  const clock = time.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
  const isToday = time.toDateString() === new Date().toDateString();
  return isToday ? clock : `${time.toLocaleDateString(undefined, { day: "numeric", month: "short" })} ${clock}`;
}
