// The form for trying a request to Firestore.

import { hashOf } from "../../shared/addresses.js";
import { h } from "../../shared/dom.js";
import { fieldTree } from "../../shared/firestore/field-tree.js";
import { serverWords, TryForm } from "../try-form.js";
import { ask, methods, readRequest } from "./asking.js";
import { notation } from "./json.js";

/** What was last entered. */
const memory = { as: "user", user: "bob", claims: "", method: "get", path: "", body: "", replaces: false, changesNothing: true };

const hints = {
  list: "{\"where\": [[\"participants\", \"array-contains\", \"bob\"]], \"limit\": 10}",
  create: "{\"text\": \"Hello\", \"timestamp\": {\"$serverTime\": true}}",
  update: "{\"readBy\": {\"$arrayUnion\": [\"bob\"]}}",
};
const labels = { list: "Query as JSON", create: "Fields as JSON", update: "Fields as JSON" };

/** @param {object} options See TryForm; about; service: the emulator's rules; pointLine: shows a line of the source. */
export function tryForm({ about, service, pointLine, ...options }) {
  return new TryForm({
    memory,
    methods,
    writes: (method) => ["create", "update", "delete"].includes(method),
    text: { name: "body", rows: 5 },
    checks: { replaces: "Replace all fields, not only these" },
    help: notationHelp(),
    adapt: (method) => ({
      path: method === "list" ? "conversations" : "conversations/team/messages/m1",
      label: labels[method] ?? null,
      hint: hints[method],
      checks: method === "update" ? ["replaces"] : [],
    }),
    read: () => readRequest(memory, about),
    ask: (request) => ask(request, service),
    view: (request, answer) => ({
      words: answer.message && serverWords(linked(answer.message, pointLine), answer.status),
      details: documents(request, answer.documents),
      decision: answer.decision && withoutHelper(answer.decision, request),
    }),
  }, options);
}

/** The server's message, in which lines of the rules are buttons that show them. */
function linked(message, pointLine) {
  return message.split(/(L\d+(?::\d+)?)/).map((part) => {
    const line = /^L(\d+)/.exec(part);
    return line ? h("button.quiet.try-place", { type: "button", onclick: () => pointLine(Number(line[1])) }, part) : part;
  });
}

/** Leaves out the operation that only kept a create from being carried out: nobody asked about it. */
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

function documents({ method, database }, list = null) {
  if (list === null) return null;
  if (list.length === 0) return method === "list" && h("p.quiet-line", {}, "No documents.");
  const isOne = list.length === 1;
  return h("details.try-documents", { open: isOne }, h("summary", {}, isOne ? "The document" : `${list.length} documents`),
    list.slice(0, 20).map((document) => {
      const path = document.name.slice(`${database}/documents/`.length);
      return h("section", {}, h("p.try-document", {}, h("a", { href: hashOf(path.split("/")), dir: "auto" }, path)), isOne && fieldTree(document.fields ?? {}, { database, folds: new Map() }));
    }));
}

function notationHelp() {
  return h("details.try-notation", {}, h("summary", {}, "Values that JSON does not have"),
    h("dl", {}, notation.map(([text, meaning]) => h("div", {}, h("dt", {}, h("code", {}, text)), h("dd", {}, meaning)))));
}
