// The form in which somebody makes a request by hand, and what the rules said to it.

import { fill, h } from "../../shared/dom.js";
import { ask, methods, readRequest } from "./asking.js";
import { notation } from "./json.js";
import { decidingPlaces, explanation } from "../explanation.js";
import { askingForm, identityFields, serverWords } from "../try-form.js";
import { hashOf } from "../../shared/firestore/paths.js";
import { fieldTree } from "../../shared/firestore/field-tree.js";

/** What was written last stays while the console is open. That something is carried out has to be wanted each time anew. */
const memory = { as: "user", user: "bob", claims: "", method: "get", path: "", body: "", replaces: false, changesNothing: true };

const hints = {
  list: "{\"where\": [[\"participants\", \"array-contains\", \"bob\"]], \"limit\": 10}",
  create: "{\"text\": \"Hello\", \"timestamp\": {\"$serverTime\": true}}",
  update: "{\"readBy\": {\"$arrayUnion\": [\"bob\"]}}",
};

/**
 * @param {object} options about; service; point: shows places in the source; pointLine: shows a line of it; onasked: told when something was asked.
 */
export function tryForm({ about, service, point, pointLine, onasked }) {
  const identity = identityFields();
  const method = h("select", { name: "method", "aria-label": "Method" }, methods.map((name) => h("option", { value: name }, name)));
  const path = h("input", { name: "path", type: "text", "aria-label": "Path", autocomplete: "off", spellcheck: "false" });
  const body = h("textarea", { name: "body", rows: 5, spellcheck: "false", autocomplete: "off" });
  const bodyLabel = h("span", {});
  const replaces = h("input", { name: "replaces", type: "checkbox" });
  const changesNothing = h("input", { name: "changesNothing", type: "checkbox" });
  const bodyField = h("div.try-body", {}, h("label", {}, bodyLabel, body), notationHelp());
  const replacesLine = h("label.try-check", {}, replaces, h("span", {}, "Replace all fields, instead of those that are named"));
  const onlyAskLine = h("label.try-check", {}, changesNothing, h("span", {}, "Only ask, change nothing"));
  const fields = [...identity.inputs, method, path, body];
  for (const input of fields) input.value = memory[input.name];
  replaces.checked = memory.replaces;
  memory.changesNothing = true;
  changesNothing.checked = true;

  const form = askingForm({
    lines: [identity.lines, h("div.try-line.try-what", {}, method, path), bodyField, replacesLine, onlyAskLine],
    keep() {
      for (const input of fields) memory[input.name] = input.value;
      memory.replaces = replaces.checked;
      memory.changesNothing = changesNothing.checked;
      adapt();
    },
    read: () => readRequest(memory, about),
    ask: (request) => ask(request, service),
    show(request, answer) {
      form.result.dataset.tryResult = answer.outcome;
      fill(form.result, answerView(request, answer, point, pointLine));
      if (answer.decision) point(decidingPlaces(answer.decision), true);
      form.result.scrollIntoView({ block: "nearest" });
    },
    done: onasked,
  });

  function adapt() {
    const isWrite = ["create", "update", "delete"].includes(method.value);
    identity.adapt();
    bodyField.hidden = method.value === "get" || method.value === "delete";
    fill(bodyLabel, method.value === "list" ? "Query, as JSON" : "Fields, as JSON");
    body.placeholder = hints[method.value] ?? "";
    replacesLine.hidden = method.value !== "update";
    onlyAskLine.hidden = !isWrite;
    path.placeholder = method.value === "list" ? "conversations" : "conversations/team/messages/m1";
    form.button.textContent = isWrite && !changesNothing.checked ? "Carry out" : "Ask";
  }

  adapt();
  return { element: form.element };
}

function answerView(request, answer, point, pointLine) {
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
  const words = answer.message && serverLine(answer, pointLine);
  return [
    h(`div.try-outcome${tone}`, {},
      h("p.try-title", {}, h("strong", {}, titles[answer.outcome]), ` ${request.method} `, h("bdi", {}, request.target)),
      answer.text && h("p", {}, answer.text),
      // Where there is an explanation, what the server says itself comes last.
      words && !decision && words),
    answer.documents?.length > 0 && documents(answer.documents, request.database),
    answer.documents?.length === 0 && request.method === "list" && h("p.quiet-line", {}, "No documents."),
    decision && explanation(decision, point),
    words && decision && serverWords(words),
  ];
}

/** The server's answer: it names lines of the rules, which a click shows. */
function serverLine({ message, status }, pointLine) {
  const parts = message.split(/(L\d+(?::\d+)?)/);
  return h("p.try-message", {}, parts.map((part) => {
    const line = /^L(\d+)/.exec(part);
    return line ? h("button.quiet.try-place", { type: "button", onclick: () => pointLine(Number(line[1])) }, part) : part;
  }), h("span.try-status", {}, ` (${status})`));
}

/** What went along to keep a create from being carried out is not what somebody has asked about. */
function withoutHelper(decision, request) {
  if (request.method !== "create" || !request.changesNothing || (decision.operationCount ?? 1) < 2) return decision;
  const isAsked = (one) => one.method === "create" && one.target === request.target;
  const attempts = decision.attempts ?? [];
  const deciding = attempts[decision.deciding?.attempt ?? -1];
  const shown = attempts.filter(isAsked);
  return {
    ...decision,
    headline: `${decision.allowed ? "ALLOWED" : "DENIED"} create ${request.target} as ${decision.user ?? "nobody"}`,
    attempts: shown,
    deciding: deciding && isAsked(deciding) ? { ...decision.deciding, attempt: shown.indexOf(deciding) } : undefined,
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
