// What the forms for requests by hand have in common: as whom, the button, what went wrong, and the answer.

import { fill, h } from "../shared/dom.js";
import { ValueError } from "../shared/firestore/values.js";
import { say } from "../shared/notices.js";

/** Fields that say as whom a request is made; what was written last is in memory. */
export function identityFields() {
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

/**
 * A form that asks, one request at a time.
 *
 * @param {object} options lines: what is in it; keep: told every change; read: gives the request, or throws a ValueError; ask: makes it; show: shows the
 *   answer to it in result; done: told after each.
 * @returns {{element, button, result, clear: () => void}}
 */
export function askingForm({ lines, keep, read, ask, show, done }) {
  const problem = h("p.error", { role: "alert", hidden: true });
  const button = h("button.primary", { type: "submit", "data-action": "try" }, "Ask");
  const result = h("div.try-result", { "data-try-result": "", "aria-live": "polite" });
  const tell = (error) => {
    problem.textContent = error.message;
    problem.hidden = false;
  };
  const changed = () => {
    problem.hidden = true;
    keep();
  };
  const submit = async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    problem.hidden = true;
    let request;
    try {
      request = read();
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      tell(error);
      // The answer before was to another request.
      fill(result);
      result.dataset.tryResult = "";
      return;
    }
    button.disabled = true;
    result.setAttribute("aria-busy", "true");
    try {
      const answer = await ask(request);
      show(request, answer);
      if (answer.wasDone) say("It was carried out.");
    } catch (error) {
      tell(error);
    }
    button.disabled = false;
    result.removeAttribute("aria-busy");
    done();
  };
  const form = h("form.try-form", { "data-try": true, novalidate: true, onsubmit: submit, oninput: changed, onchange: changed }, lines, problem, h("div.try-actions", {}, button));
  return { element: h("div.try-panel", {}, form, result), button, result };
}

/** The server's own words, for whoever wants to read them. */
export function serverWords(content) {
  return h("details.server-words", {}, h("summary", {}, "The server's own words"), content);
}
