// The form for a fault of any kind.

import { fill, h } from "../shared/dom.js";
import { groups, methods } from "../shared/fault-words.js";
import { problemLine, focusProblem } from "../shared/fields.js";
import { countOf, effects, faultOf, statuses } from "./reading.js";

const kinds = { status: "An error", latency: "A late answer", cutAfter: "A stream that breaks", wrongCount: "A wrong count for listeners", documentRate: "A rate for each document", collectionRate: "A rate for each collection" };

function field(label, input, ...more) {
  const problem = problemLine(input);
  return { input, problem, element: h("div.fault-field", {}, h("label", {}, h("span", {}, label), input), problem.element, more) };
}

function number(name, value, attributes = {}) {
  return h("input", { name, value, inputmode: "decimal", autocomplete: "off", spellcheck: "false", ...attributes });
}

function choice(name, options) {
  return h("select", { name }, options.map(([value, text]) => h("option", { value }, text)));
}

export class FaultForm {
  #fields;
  #kind;
  #button = h("button.primary", { type: "submit", "data-action": "add-fault" }, "Switch on");

  /** @param {(fault: object, seed: number|undefined) => Promise<boolean>} add Adds a fault; false if it was refused. */
  constructor(add) {
    this.#kind = choice("kind", Object.entries(kinds));
    this.#fields = {
      status: field("Status", choice("status", statuses.map((name) => [name, name]))),
      when: field("When", choice("when", [["before", "before it is carried out"], ["after", "after it was carried out"]])),
      from: field("Seconds, from", number("from", "0.5")),
      to: field("to", number("to", "", { placeholder: "the same" })),
      cutAfter: field("Messages before", number("cutAfter", "5")),
      rate: field("Writes a second", number("rate", "1")),
      calls: field("Calls", choice("calls", [["", "all"], ...Object.keys(groups).map((name) => [name, `all ${name}`]), ...methods.map((name) => [name, name])])),
      share: field("Share in %", number("share", "100")),
      times: field("Times at most", number("times", "", { placeholder: "any number" })),
      seed: field("Seed", number("seed", "", { placeholder: "as before" })),
    };
    this.element = h("details.fault-form", {}, h("summary", {}, "Another fault"),
      h("form", { novalidate: true, onsubmit: (event) => this.#submit(event, add) },
        h("div.fault-field", {}, h("label", {}, h("span", {}, "Effect"), this.#kind)), Object.values(this.#fields).map(({ element }) => element), h("div.fault-send", {}, this.#button)));
    this.#kind.addEventListener("change", () => this.#adapt());
    this.#adapt();
  }

  /** The seed of the faults that are on. */
  set seed(seed) {
    this.#fields.seed.input.placeholder = seed === undefined ? "any" : `as before: ${seed}`;
  }

  /** Shows the fields of the chosen effect. */
  #adapt() {
    const needed = effects[this.#kind.value];
    for (const [name, { element }] of Object.entries(this.#fields)) element.hidden = !needed.includes(name);
  }

  async #submit(event, add) {
    event.preventDefault();
    const value = (name, read) => this.#fields[name].problem.check(false, () => read(this.#fields[name].input.value.trim()));
    const fault = faultOf(this.#kind.value, value);
    const seed = value("seed", (text) => countOf(text, 0, Number.MAX_SAFE_INTEGER));
    if (fault === null || seed === null) return focusProblem(this.element);
    this.#button.disabled = true;
    await add(fault, seed);
    this.#button.disabled = false;
  }
}
