// The form for trying a request, and what the rules say about it.

import { fill, h } from "../shared/dom.js";
import { errorLine } from "../shared/fields.js";
import { say } from "../shared/notices.js";
import { ValueError } from "../shared/texts.js";
import { decidingPlaces, explanation } from "../shared/explanation.js";

const tones = { allowed: ".is-ok", denied: ".is-danger", failed: ".is-danger" };

/** Fields that say whom a request is made as. */
function identityFields() {
  const as = h("select", { name: "as", "aria-label": "As whom" }, h("option", { value: "user" }, "a user"), h("option", { value: "nobody" }, "nobody signed in"), h("option", { value: "admin" }, "administrator"));
  const user = h("input", { name: "user", type: "text", placeholder: "User id", "aria-label": "User id", autocomplete: "off", spellcheck: "false" });
  const claims = h("input", { name: "claims", type: "text", placeholder: "Claims, such as {\"admin\": true}", "aria-label": "Claims as JSON", autocomplete: "off", spellcheck: "false" });
  const line = h("div.try-line", {}, user, claims);
  return {
    inputs: [as, user, claims],
    lines: [h("div.try-line", {}, h("label.try-as", {}, h("span", {}, "As"), as)), line],
    adapt: () => (line.hidden = as.value !== "user"),
  };
}

function checkLine(name, label) {
  const input = h("input", { name, type: "checkbox" });
  return { input, element: h("label.try-check", {}, input, h("span", {}, label)) };
}

/** The form; it makes one request at a time. */
export class TryForm {
  #kind;
  #options;
  #identity = identityFields();
  #method;
  #path = h("input", { name: "path", type: "text", "aria-label": "Path", autocomplete: "off", spellcheck: "false" });
  #text;
  #textLabel = h("span", {});
  #textField;
  #checks;
  #problem = errorLine();
  #button = h("button.primary", { type: "submit", "data-action": "try" }, "Ask");
  #result = h("div.try-result", { "data-try-result": "", "aria-live": "polite" });

  /**
   * @param {object} kind What depends on the kind of database. memory: what was last entered, by the names of the fields; it is kept while the console
   *   is open. methods. writes(method). text: attributes of the text area. checks: labels of check boxes by name. adapt(method): {path, label, hint}:
   *   placeholders and the label of the text area, hidden where label is null; checks: the names of the visible ones. help: an element below the text area.
   *   read(): the request, or a ValueError. ask(request): its answer. view(request, answer): {words, details, decision} to show for it.
   * @param {object} options point: shows places in the source; onasked: called after each request.
   */
  constructor(kind, options) {
    this.#kind = kind;
    this.#options = options;
    this.#method = h("select", { name: "method", "aria-label": "Method" }, kind.methods.map((name) => h("option", { value: name }, name)));
    this.#text = h("textarea", { spellcheck: "false", autocomplete: "off", ...kind.text });
    this.#textField = h("div.try-body", {}, h("label", {}, this.#textLabel, this.#text), kind.help);
    this.#checks = Object.entries({ ...kind.checks, changesNothing: "Only ask, change nothing" }).map(([name, label]) => checkLine(name, label));
    // Changing data is a decision to make anew each time.
    kind.memory.changesNothing = true;
    for (const input of this.#inputs) input.value = kind.memory[input.name];
    for (const { input } of this.#checks) input.checked = kind.memory[input.name];
    const changed = () => this.#changed();
    const form = h("form.try-form", { "data-try": true, novalidate: true, onsubmit: (event) => this.#submit(event), oninput: changed, onchange: changed },
      this.#identity.lines, h("div.try-line.try-what", {}, this.#method, this.#path), this.#textField, this.#checks.map((check) => check.element),
      this.#problem.element, h("div.try-actions", {}, this.#button));
    this.element = h("div.try-panel", {}, form, this.#result);
    this.#adapt();
  }

  get #inputs() {
    return [...this.#identity.inputs, this.#method, this.#path, this.#text];
  }

  #changed() {
    this.#problem.hide();
    const { memory } = this.#kind;
    for (const input of this.#inputs) memory[input.name] = input.value;
    for (const { input } of this.#checks) memory[input.name] = input.checked;
    this.#adapt();
  }

  /** Shows what the method needs, and nothing else. */
  #adapt() {
    const method = this.#method.value;
    const { path, label, hint, checks = [] } = this.#kind.adapt(method);
    const isWrite = this.#kind.writes(method);
    this.#identity.adapt();
    this.#path.placeholder = path;
    this.#textField.hidden = label === null;
    this.#textLabel.textContent = label ?? "";
    this.#text.placeholder = hint ?? "";
    for (const { input, element } of this.#checks) element.hidden = input.name === "changesNothing" ? !isWrite : !checks.includes(input.name);
    this.#button.textContent = isWrite && !this.#kind.memory.changesNothing ? "Carry out" : "Ask";
  }

  async #submit(event) {
    event.preventDefault();
    if (this.#button.disabled) return;
    this.#problem.hide();
    let request;
    try {
      request = this.#kind.read();
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      this.#problem.show(error.message);
      // The result that is shown belongs to another request.
      fill(this.#result);
      this.#result.dataset.tryResult = "";
      return;
    }
    this.#button.disabled = true;
    this.#result.setAttribute("aria-busy", "true");
    try {
      const answer = await this.#kind.ask(request);
      this.#show(request, answer);
      if (answer.wasDone) say("The request was carried out.");
    } catch (error) {
      this.#problem.show(error.message);
    }
    this.#button.disabled = false;
    this.#result.removeAttribute("aria-busy");
    this.#options.onasked();
  }

  #show(request, answer) {
    const result = this.#result;
    const { point } = this.#options;
    const { words, details, decision } = this.#kind.view(request, answer);
    const wouldBe = this.#kind.writes(request.method) && request.changesNothing && !answer.wasDone;
    result.dataset.tryResult = answer.outcome;
    fill(result,
      h(`div.try-outcome${tones[answer.outcome] ?? ""}`, {},
        h("p.try-title", {}, h("strong", {}, titleOf(answer.outcome, wouldBe)), ` ${request.method} `, h("bdi", {}, request.target)),
        answer.text && h("p", {}, answer.text),
        // If there is an explanation, the server's message comes after it.
        !decision && words),
      details,
      decision && explanation(decision, point),
      words && decision && h("details.server-words", {}, h("summary", {}, "Message from the server"), words));
    if (answer.decision) point(decidingPlaces(answer.decision), true);
    result.scrollIntoView({ block: "nearest" });
  }
}

function titleOf(outcome, wouldBe) {
  switch (outcome) {
    case "allowed": return wouldBe ? "Would be allowed" : "Allowed";
    case "denied": return wouldBe ? "Would be denied" : "Denied";
    case "unknown": return "Unknown";
    case "free": return "Administrator";
    default: return "Failed";
  }
}

/** The server's message and its status. */
export function serverWords(parts, status) {
  return h("p.try-message", {}, parts, h("span.try-status", {}, ` (${status})`));
}
