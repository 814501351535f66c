// Refusals: what failed, why, and a link to the explanation.

import { h } from "./dom.js";
import { database, firestore, request } from "./api.js";
import { decisionPath, plainReason, requestAddress } from "./refusal-words.js";

let about = null;

/**
 * Says that something failed. If an emulator's rules denied it, the reason is fetched, and a link leads to the whole explanation.
 *
 * @param {string} what Such as "Not sent".
 * @param {object} error A ConsoleError, or anything with message, status and decision.
 * @returns {HTMLElement} The reason is added when it arrives.
 */
export function refusal(what, error) {
  const { decision } = error;
  const text = h("span", { dir: "auto", "data-refusal-text": true }, `${what}: ${plainReason(error)}`);
  if (!decision) return h("span.refusal", { "data-refusal": "" }, text);
  reasonOf(decision).then((reason) => {
    if (reason !== null) text.textContent = `${what}: ${reason}.`;
  });
  return h("span.refusal", { "data-refusal": decision.number }, text, " ", link(decision));
}

/** The reason for a refusal, with the link to the whole explanation. */
export function why(decision) {
  const text = h("span", { dir: "auto" });
  reasonOf(decision).then((reason) => {
    if (reason !== null) text.textContent = `${reason}. `;
  });
  return h("span.refusal", { "data-refusal": decision.number }, text, link(decision));
}

function link(decision) {
  return h("a", { href: requestAddress(decision), "data-why": decision.number }, "Why?");
}

/** The rules' reason, in one sentence; null if the emulator no longer has it. */
async function reasonOf({ store, number }) {
  try {
    about ??= await request("GET", "/api/about");
    const path = decisionPath(number, store, about.firestore?.project);
    const json = store === "firestore" ? (await firestore("GET", path)).json : JSON.parse((await database("GET", path)).text);
    return json.decisions?.[0]?.reason ?? null;
  } catch {
    // The plain words are shown already.
    return null;
  }
}
