// The form in which somebody makes a request of a Realtime Database by hand, and what the rules said to it.

import { fill, h } from "./dom.js";
import { ValueError, cut } from "./data-values.js";
import { decidingPlaces, explanation } from "./rules-explanation.js";
import { ask, methods, readRequest } from "./tree-rules-asking.js";

/** What was written last stays while the console is open. That something is carried out has to be wanted each time anew. */
const memory = { as: "user", user: "bob", claims: "", method: "read", path: "", value: "", changesNothing: true };

/** How much of what was read is shown; all of it is on the data page. */
const shownLength = 2000;

/**
 * @param {object} options service; point: shows places in the source; onasked: told when something was asked.
 */
export function tryForm({ service, point, onasked }) {
  const as = h("select", { name: "as", "aria-label": "As whom" }, h("option", { value: "user" }, "a user"), h("option", { value: "nobody" }, "nobody signed in"), h("option", { value: "admin" }, "administrator"));
  const user = h("input", { name: "user", type: "text", placeholder: "User id", "aria-label": "User id", autocomplete: "off", spellcheck: "false" });
  const claims = h("input", { name: "claims", type: "text", placeholder: "Claims, such as {\"admin\": true}", "aria-label": "Claims as JSON", autocomplete: "off", spellcheck: "false" });
  const method = h("select", { name: "method", "aria-label": "Method" }, methods.map((name) => h("option", { value: name }, name)));
  const path = h("input", { name: "path", type: "text", placeholder: "messages/team/m1", "aria-label": "Path", autocomplete: "off", spellcheck: "false" });
  const value = h("textarea", { name: "value", rows: 4, spellcheck: "false", autocomplete: "off", placeholder: "{\"text\": \"Hello\", \"time\": {\".sv\": \"timestamp\"}}" });
  const changesNothing = h("input", { name: "changesNothing", type: "checkbox" });
  const problem = h("p.error", { role: "alert", hidden: true });
  const button = h("button.primary", { type: "submit", "data-action": "try" }, "Ask");
  const result = h("div.try-result", { "data-try-result": "", "aria-live": "polite" });
  const userLine = h("div.try-line", {}, user, claims);
  const valueField = h("div.try-body", {}, h("label", {}, h("span", {}, "Value, as JSON; null removes what is there"), value));
  const onlyAskLine = h("label.try-check", {}, changesNothing, h("span", {}, "Only ask, change nothing"));
  const fields = [as, user, claims, method, path, value];

  for (const input of fields) input.value = memory[input.name];
  memory.changesNothing = true;
  changesNothing.checked = true;

  const form = h("form.try-form", { "data-try": true, novalidate: true, onsubmit: submit, oninput: keep, onchange: keep },
    h("div.try-line", {}, h("label.try-as", {}, h("span", {}, "As"), as)),
    userLine,
    h("div.try-line.try-what", {}, method, path),
    valueField, onlyAskLine, problem, h("div.try-actions", {}, button));

  function keep() {
    for (const input of fields) memory[input.name] = input.value;
    memory.changesNothing = changesNothing.checked;
    problem.hidden = true;
    adapt();
  }

  function adapt() {
    const isWrite = method.value === "write";
    userLine.hidden = as.value !== "user";
    valueField.hidden = !isWrite;
    onlyAskLine.hidden = !isWrite;
    button.textContent = isWrite && !changesNothing.checked ? "Carry out" : "Ask";
  }

  async function submit(event) {
    event.preventDefault();
    if (button.disabled) return;
    problem.hidden = true;
    let request;
    try {
      request = readRequest(memory);
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      say(error);
      // The answer before was to another request.
      fill(result);
      result.dataset.tryResult = "";
      return;
    }
    button.disabled = true;
    result.setAttribute("aria-busy", "true");
    try {
      show(request, await ask(request, service));
    } catch (error) {
      say(error);
    }
    button.disabled = false;
    result.removeAttribute("aria-busy");
    onasked();
  }

  function say(error) {
    problem.textContent = error.message;
    problem.hidden = false;
  }

  function show(request, answer) {
    result.dataset.tryResult = answer.outcome;
    const wouldBe = request.method === "write" && request.changesNothing;
    const titles = { allowed: wouldBe ? "Would be allowed" : "Allowed", denied: wouldBe ? "Would be denied" : "Denied", failed: "It failed", free: "Administrator" };
    const tone = { allowed: ".is-ok", denied: ".is-danger", failed: ".is-danger" }[answer.outcome] ?? "";
    fill(result, h(`div.try-outcome${tone}`, {},
      h("p.try-title", {}, h("strong", {}, titles[answer.outcome]), ` ${request.method} `, h("bdi", {}, request.target)),
      answer.text && h("p", {}, answer.text),
      answer.message && h("p.try-message", {}, answer.message, h("span.try-status", {}, ` (${answer.status})`))),
    answer.value !== undefined && h("pre.try-value", { dir: "auto", tabindex: "0", "aria-label": "What was read" }, cut(answer.value, shownLength)),
    answer.decision && explanation(answer.decision, point));
    if (answer.decision) point(decidingPlaces(answer.decision), true);
    result.scrollIntoView({ block: "nearest" });
  }

  adapt();
  return { element: h("div.try-panel", {}, form, result) };
}
