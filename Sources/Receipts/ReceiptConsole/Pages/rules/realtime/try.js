// The form in which somebody makes a request of a Realtime Database by hand, and what the rules said to it.

import { fill, h } from "../../shared/dom.js";
import { cut } from "../../shared/firestore/values.js";
import { decidingPlaces, explanation } from "../explanation.js";
import { askingForm, identityFields, serverWords } from "../try-form.js";
import { ask, methods, readRequest } from "./asking.js";

/** What was written last stays while the console is open. That something is carried out has to be wanted each time anew. */
const memory = { as: "user", user: "bob", claims: "", method: "read", path: "", value: "", changesNothing: true };

/** How much of what was read is shown; all of it is on the data page. */
const shownLength = 2000;

/**
 * @param {object} options service; point: shows places in the source; onasked: told when something was asked.
 */
export function tryForm({ service, point, onasked }) {
  const identity = identityFields();
  const method = h("select", { name: "method", "aria-label": "Method" }, methods.map((name) => h("option", { value: name }, name)));
  const path = h("input", { name: "path", type: "text", placeholder: "messages/team/m1", "aria-label": "Path", autocomplete: "off", spellcheck: "false" });
  const value = h("textarea", { name: "value", rows: 4, spellcheck: "false", autocomplete: "off", placeholder: "{\"text\": \"Hello\", \"time\": {\".sv\": \"timestamp\"}}" });
  const changesNothing = h("input", { name: "changesNothing", type: "checkbox" });
  const valueField = h("div.try-body", {}, h("label", {}, h("span", {}, "Value, as JSON; null removes what is there"), value));
  const onlyAskLine = h("label.try-check", {}, changesNothing, h("span", {}, "Only ask, change nothing"));
  const fields = [...identity.inputs, method, path, value];
  for (const input of fields) input.value = memory[input.name];
  memory.changesNothing = true;
  changesNothing.checked = true;

  const form = askingForm({
    lines: [identity.lines, h("div.try-line.try-what", {}, method, path), valueField, onlyAskLine],
    keep() {
      for (const input of fields) memory[input.name] = input.value;
      memory.changesNothing = changesNothing.checked;
      adapt();
    },
    read: () => readRequest(memory),
    ask: (request) => ask(request, service),
    show(request, answer) {
      form.result.dataset.tryResult = answer.outcome;
      fill(form.result, answerView(request, answer, point));
      if (answer.decision) point(decidingPlaces(answer.decision), true);
      form.result.scrollIntoView({ block: "nearest" });
    },
    done: onasked,
  });

  function adapt() {
    const isWrite = method.value === "write";
    identity.adapt();
    valueField.hidden = !isWrite;
    onlyAskLine.hidden = !isWrite;
    form.button.textContent = isWrite && !changesNothing.checked ? "Carry out" : "Ask";
  }

  adapt();
  return { element: form.element };
}

function answerView(request, answer, point) {
  const wouldBe = request.method === "write" && request.changesNothing;
  const titles = { allowed: wouldBe ? "Would be allowed" : "Allowed", denied: wouldBe ? "Would be denied" : "Denied", failed: "It failed", free: "Administrator" };
  const tone = { allowed: ".is-ok", denied: ".is-danger", failed: ".is-danger" }[answer.outcome] ?? "";
  const words = answer.message && h("p.try-message", {}, answer.message, h("span.try-status", {}, ` (${answer.status})`));
  return [
    h(`div.try-outcome${tone}`, {},
      h("p.try-title", {}, h("strong", {}, titles[answer.outcome]), ` ${request.method} `, h("bdi", {}, request.target)),
      answer.text && h("p", {}, answer.text),
      // Where there is an explanation, what the server says itself comes last.
      words && !answer.decision && words),
    answer.value !== undefined && h("pre.try-value", { dir: "auto", tabindex: "0", "aria-label": "What was read" }, cut(answer.value, shownLength)),
    answer.decision && explanation(answer.decision, point),
    words && answer.decision && serverWords(words),
  ];
}
