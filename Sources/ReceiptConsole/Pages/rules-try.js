// The form in which somebody makes a request by hand, and what the rules said to it.

import { fill, h } from "./dom.js";
import { ask, methods, readRequest } from "./rules-asking.js";
import { notation } from "./rules-json.js";
import { decidingPlaces, explanation } from "./rules-explanation.js";
import { ValueError } from "./data-values.js";
import { hashOf } from "./data-paths.js";
import { fieldTree } from "./data-tree.js";

/** What was written last stays while the console is open. That something is carried out has to be wanted each time anew. */
const memory = { as: "user", user: "bob", claims: "", method: "get", path: "", body: "", replaces: false, changesNothing: true };

const hints = {
  list: "{\"where\": [[\"participants\", \"array-contains\", \"bob\"]], \"limit\": 10}",
  create: "{\"text\": \"Hello\", \"timestamp\": {\"$serverTime\": true}}",
  update: "{\"readBy\": {\"$arrayUnion\": [\"bob\"]}}",
};

/**
 * @param {object} options about; service; point: shows places in the source; pointLine: shows a line of it.
 */
export function tryForm({ about, service, point, pointLine, onasked }) {
  const as = h("select", { name: "as", "aria-label": "As whom" }, h("option", { value: "user" }, "a user"), h("option", { value: "nobody" }, "nobody signed in"), h("option", { value: "admin" }, "administrator"));
  const user = h("input", { name: "user", type: "text", placeholder: "User id", "aria-label": "User id", autocomplete: "off", spellcheck: "false" });
  const claims = h("input", { name: "claims", type: "text", placeholder: "Claims, such as {\"admin\": true}", "aria-label": "Claims as JSON", autocomplete: "off", spellcheck: "false" });
  const method = h("select", { name: "method", "aria-label": "Method" }, methods.map((name) => h("option", { value: name }, name)));
  const path = h("input", { name: "path", type: "text", "aria-label": "Path", autocomplete: "off", spellcheck: "false" });
  const body = h("textarea", { name: "body", rows: 5, spellcheck: "false", autocomplete: "off" });
  const bodyLabel = h("span", {});
  const replaces = h("input", { name: "replaces", type: "checkbox" });
  const changesNothing = h("input", { name: "changesNothing", type: "checkbox" });
  const problem = h("p.error", { role: "alert", hidden: true });
  const button = h("button.primary", { type: "submit", "data-action": "try" }, "Ask");
  const result = h("div.try-result", { "data-try-result": "", "aria-live": "polite" });
  const userLine = h("div.try-line", {}, user, claims);
  const bodyField = h("div.try-body", {}, h("label", {}, bodyLabel, body), notationHelp());
  const replacesLine = h("label.try-check", {}, replaces, h("span", {}, "Replace all fields, instead of those that are named"));
  const onlyAskLine = h("label.try-check", {}, changesNothing, h("span", {}, "Only ask, change nothing"));

  for (const input of [as, user, claims, method, path, body]) input.value = memory[input.name];
  replaces.checked = memory.replaces;
  memory.changesNothing = true;
  changesNothing.checked = true;

  const form = h("form.try-form", { "data-try": true, novalidate: true, onsubmit: submit, oninput: keep, onchange: keep },
    h("div.try-line", {}, h("label.try-as", {}, h("span", {}, "As"), as)),
    userLine,
    h("div.try-line.try-what", {}, method, path),
    bodyField, replacesLine, onlyAskLine, problem, h("div.try-actions", {}, button));
  const element = h("div.try-panel", {}, form, result);

  function keep() {
    for (const input of [as, user, claims, method, path, body]) memory[input.name] = input.value;
    memory.replaces = replaces.checked;
    memory.changesNothing = changesNothing.checked;
    problem.hidden = true;
    adapt();
  }

  function adapt() {
    const isWrite = ["create", "update", "delete"].includes(method.value);
    userLine.hidden = as.value !== "user";
    bodyField.hidden = method.value === "get" || method.value === "delete";
    fill(bodyLabel, method.value === "list" ? "Query, as JSON" : "Fields, as JSON");
    body.placeholder = hints[method.value] ?? "";
    replacesLine.hidden = method.value !== "update";
    onlyAskLine.hidden = !isWrite;
    path.placeholder = method.value === "list" ? "conversations" : "conversations/team/messages/m1";
    button.textContent = isWrite && !changesNothing.checked ? "Carry out" : "Ask";
  }

  async function submit(event) {
    event.preventDefault();
    if (button.disabled) return;
    problem.hidden = true;
    let request;
    try {
      request = readRequest(memory, about);
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      problem.textContent = error.message;
      problem.hidden = false;
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
      problem.textContent = error.message;
      problem.hidden = false;
    }
    button.disabled = false;
    result.removeAttribute("aria-busy");
    onasked();
  }

  function show(request, answer) {
    result.dataset.tryResult = answer.outcome;
    const wouldBe = request.write && request.changesNothing && !answer.wasDone;
    const titles = {
      allowed: wouldBe ? "Would be allowed" : "Allowed",
      denied: wouldBe ? "Would be denied" : "Denied",
      unknown: "Cannot be told",
      failed: "It failed",
      free: "Administrator",
    };
    const tone = { allowed: ".is-ok", denied: ".is-danger", failed: ".is-danger" }[answer.outcome] ?? "";
    const decision = answer.decision && withoutHelper(answer.decision, request);
    fill(result, h(`div.try-outcome${tone}`, {},
      h("p.try-title", {}, h("strong", {}, titles[answer.outcome]), ` ${request.method} `, h("bdi", {}, request.target)),
      answer.text && h("p", {}, answer.text),
      answer.message && serverLine(answer)),
    answer.documents?.length > 0 && documents(answer.documents, request.database),
    answer.documents?.length === 0 && request.method === "list" && h("p.quiet-line", {}, "No documents."),
    decision && explanation(decision, point));
    if (decision) point(decidingPlaces(decision), true);
    result.scrollIntoView({ block: "nearest" });
  }

  /** The server's answer: it names lines of the rules, which a click shows. */
  function serverLine({ message, status }) {
    const parts = message.split(/(L\d+(?::\d+)?)/);
    return h("p.try-message", {}, parts.map((part) => {
      const line = /^L(\d+)/.exec(part);
      return line ? h("button.quiet.try-place", { type: "button", onclick: () => pointLine(Number(line[1])) }, part) : part;
    }), h("span.try-status", {}, ` (${status})`));
  }

  adapt();
  return { element };
}

/** What went along to keep a create from being carried out is not what somebody has asked about. */
function withoutHelper(decision, request) {
  if (request.method !== "create" || !request.changesNothing || (decision.operationCount ?? 1) < 2) return decision;
  const isAsked = (one) => one.method === "create" && one.target === request.target;
  return {
    ...decision,
    headline: `${decision.allowed ? "ALLOWED" : "DENIED"} create ${request.target} as ${decision.user ?? "nobody"}`,
    attempts: (decision.attempts ?? []).filter(isAsked),
  };
}

function documents(list, database) {
  return h("details.try-documents", { open: list.length === 1 }, h("summary", {}, list.length === 1 ? "The document" : `${list.length} documents`),
    list.slice(0, 20).map((document) => {
      const path = document.name.slice(`${database}/documents/`.length);
      return h("section", {}, h("p.try-document", {}, h("a", { href: hashOf(path.split("/")), dir: "auto" }, path)), list.length === 1 && fieldTree(document.fields ?? {}, { database, folds: new Map() }));
    }));
}

function notationHelp() {
  return h("details.try-notation", {}, h("summary", {}, "What JSON does not have"),
    h("dl", {}, notation.map(([text, meaning]) => h("div", {}, h("dt", {}, h("code", {}, text)), h("dd", {}, meaning)))));
}
