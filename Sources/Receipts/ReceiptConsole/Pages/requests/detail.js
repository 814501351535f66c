// One call: what it asked for, what it cost, why the rules decided so, and what can be made of it.

import { costText, durationText, statusText, targetText, whoOf, claimsOf, ownClaims } from "./calls.js";
import { replayView } from "./replay.js";
import { writeAddress } from "../shared/addresses.js";
import { chatLink } from "../shared/causes.js";
import { fill, h } from "../shared/dom.js";
import { explanation } from "../shared/explanation.js";
import { copyText } from "../shared/notices.js";
import { requestAddress } from "../shared/refusal-words.js";
import { failed, loading } from "../shared/states.js";
import { pageOf } from "../shared/stores.js";
import { caseButton } from "../shared/suite-case.js";

/**
 * Shows a call.
 *
 * @param {object} options call; about; service: a CallService; close: what the link back to the list does.
 */
export function callDetail({ call, about, service, close }) {
  return h("section.call-detail", { "aria-label": "The chosen call", "data-call-detail": call.number },
    h("a.call-back", { href: close, "data-action": "all-calls" }, "← All requests"),
    h("div.call-head", {}, h("h2", { dir: "auto" }, h("span", {}, call.method), " ", targetText(call)), badge(call)),
    facts(call, service),
    call.message && !(call.status === "PERMISSION_DENIED" && call.decision !== undefined) && h("p.call-message", { dir: "auto" }, call.message.trim()),
    actions(call, about, service),
    call.decision !== undefined && decisionView(call, service, pageOf(about, "rules", service.store)),
    call.request ? h("details.call-request", {}, h("summary", {}, "Request"), h("pre.code-box", { dir: "auto" }, service.requestText(call)))
      : h("p.quiet-line", {}, service.whyUnkept));
}

/** Shows what has become of a call meanwhile: a listener goes on, costs more, and ends. */
export function refreshDetail(element, call, service) {
  const key = JSON.stringify([statusText(call), costText(call), call.microseconds]);
  if (element.dataset.key === key) return;
  element.dataset.key = key;
  element.querySelector(".call-head .badge").replaceWith(badge(call));
  element.querySelector(".call-facts").replaceWith(facts(call, service));
}

function badge(call) {
  return h(call.status === "OK" ? "span.badge.ok" : "span.badge.danger", {}, statusText(call));
}

function facts(call, service) {
  const claims = claimsOf(call);
  const others = claims === null ? "{}" : JSON.stringify(ownClaims(claims));
  const entries = [["Who", h("span", { dir: "auto" }, whoOf(call), others.length > 2 && h("code.call-claims", {}, ` ${others}`))], ["When", h("time", { datetime: call.time }, call.time.replace("T", " ").replace(/(\.\d{3})\d*Z$/, "$1 UTC"))],
    ["Protocol", call.protocol], ["Took", durationText(call.microseconds)], [service.costName, costText(call) || "nothing"]];
  return h("dl.call-facts", {}, entries.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))));
}

function actions(call, about, service) {
  const copy = (name, title, text, what) => h("button", {
    type: "button", "data-copy": name, disabled: text === null, title: text === null ? "This call has no such form." : null, onclick: () => copyText(text, what),
  }, title);
  const path = service.dataPath(call);
  const place = call.path ?? call.targets?.[0];
  const user = claimsOf(call)?.sub ?? null;
  return h("div.call-actions", {},
    call.decision !== undefined && caseButton({ store: service.store, number: call.decision }),
    copy("curl", "Copy as curl", service.curl(call), "the command"),
    copy("swift", "Copy as Swift", service.swift(call), "the program"),
    call.decision !== undefined && h("a.button", { href: requestAddress({ store: service.store, number: call.decision }), "data-action": "show-rules" }, "Show in the rules"),
    path && h("a.button", { href: writeAddress({ page: pageOf(about, "data", service.store), path }), "data-action": "show-data" }, "Show the data"),
    place && chatLink(about, place, user, service.store));
}

/** Why the rules decided so, and the same request once more. */
function decisionView(call, service, rules) {
  const element = h("div.call-decision", {}, loading("Loading the explanation", 3));
  load(element, call, service, rules);
  return element;
}

async function load(element, call, service, rules) {
  const goTo = ([position]) => (location.hash = `#/${rules}/line/${position.line}`);
  try {
    const decision = await service.decision(call.decision);
    if (decision === null) fill(element, h("p.quiet-line", {}, "The emulator no longer has the decision: it keeps the last 100, and the last 100 denials."));
    else fill(element, explanation(decision, goTo), replayView(call, service, goTo));
  } catch (error) {
    fill(element, failed(error, () => load(element, call, service, rules)));
  }
}
