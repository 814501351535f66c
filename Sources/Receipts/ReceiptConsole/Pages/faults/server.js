// The card of the emulator's faults: those that are on, presets, and a form for any other.

import { FaultForm } from "./form.js";
import { setFaults } from "./requests.js";
import { fill, h, setText } from "../shared/dom.js";
import { faultText } from "../shared/fault-words.js";
import { errorLine } from "../shared/fields.js";
import { plural } from "../shared/texts.js";

const presets = [
  ["Slow network", { latency: { from: "0.3s", to: "1.5s" } }],
  ["Lost answers", { methods: ["Commit"], share: 0.2, status: "UNAVAILABLE", afterwards: true }],
  ["Overload", { share: 0.2, status: "RESOURCE_EXHAUSTED" }],
  ["Broken streams", { cutAfter: 5 }],
  ["Wrong count", { wrongCount: true, times: 1 }],
  ["Hot document", { documentRate: 1 }],
];

/** The emulator's message for an error without one of its own. */
const usualMessage = "This failure was requested of the emulator.";

/** A fault without what the emulator has added, with its members in one order. */
function keyOf({ applied, message, ...fault }) {
  if (message && message !== usualMessage) fault.message = message;
  return JSON.stringify(Object.entries(fault).sort(([one], [other]) => (one < other ? -1 : 1)));
}

export class FaultsCard {
  #list = h("ul.faults-list", { "aria-label": "Faults that are on" });
  #seed = h("p.faults-seed", { hidden: true });
  #problem = errorLine();
  #buttons;
  #form = new FaultForm((fault, seed) => this.#set([...this.#faults, fault], seed));
  /** What the emulator said last. */
  #faults = [];
  #present;
  #shown = "";

  constructor() {
    this.#buttons = presets.map(([name, fault]) => h("button.preset", { type: "button", "aria-pressed": "false", "data-preset": name, onclick: () => this.#flip(fault) }, h("strong", {}, name), h("span", {}, faultText(fault))));
    this.element = h("section.card.faults-card", { "aria-label": "Faults of the server" },
      h("h2", {}, "Server and network"), this.#list, this.#seed, this.#problem.element,
      h("div.presets", { role: "group", "aria-label": "Common faults" }, this.#buttons), this.#form.element);
  }

  /** Shows the emulator's answer; null until there is one. */
  show(answer) {
    this.#faults = answer?.faults ?? [];
    this.#present = answer?.seed;
    const keys = this.#faults.map(keyOf);
    presets.forEach(([, fault], index) => this.#buttons[index].setAttribute("aria-pressed", String(keys.includes(keyOf(fault)))));
    this.#form.seed = this.#present;
    this.#seed.hidden = keys.length === 0;
    setText(this.#seed, `Seed ${answer?.seed ?? ""}: the same calls in the same order meet the same faults. A change begins the counts again.`);
    const key = keys.join("\n");
    // The counts change often: a line that stays keeps the focus.
    if (key !== this.#shown) {
      this.#shown = key;
      const hadFocus = this.#list.contains(document.activeElement);
      fill(this.#list, this.#faults.map((fault, index) => this.#line(fault, index)));
      if (hadFocus) (this.#list.querySelector("button") ?? this.#buttons[0]).focus();
    }
    this.#faults.forEach(({ applied }, index) => setText(this.#list.children[index].querySelector("[data-applied]"), applied === 0 ? "not yet" : plural(applied, "time")));
  }

  #line(fault, index) {
    const text = faultText(fault);
    return h("li", { "data-fault": index },
      h("span.fault-text", { dir: "auto" }, text, fault.message && fault.message !== usualMessage ? h("q", { dir: "auto" }, fault.message) : null), h("span.fault-count", { "data-applied": "" }),
      h("button", { type: "button", "aria-label": `Switch off: ${text}`, "data-action": "fault-off", onclick: () => this.#set(this.#faults.filter((_, at) => at !== index)) }, "Off"));
  }

  #flip(fault) {
    const kept = this.#faults.filter((one) => keyOf(one) !== keyOf(fault));
    return this.#set(kept.length < this.#faults.length ? kept : [...this.#faults, fault]);
  }

  async #set(list, seed = this.#present) {
    this.#problem.hide();
    try {
      await setFaults(list, seed);
      return true;
    } catch (error) {
      this.#problem.show(error.message);
      return false;
    }
  }
}
