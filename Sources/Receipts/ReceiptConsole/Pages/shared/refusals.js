// Refusals: what failed, why, and links to the causes.

import { h } from "./dom.js";
import { database, firestore, request } from "./api.js";
import { callAddress, decisionPath, plainReason, requestAddress } from "./refusal-words.js";

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
  const links = h("span.refusal-links", {}, link(decision));
  decided(decision).then((found) => {
    if (found === null) return;
    text.textContent = `${what}: ${found.reason}.`;
    links.append(...more(decision, found));
  });
  return h("span.refusal", { "data-refusal": decision.number }, text, " ", links);
}

/** The reason for a refusal, with links to the whole explanation, the line that decided, and the request. */
export function why(decision) {
  const text = h("span", { dir: "auto" });
  const links = h("span.refusal-links", {}, link(decision));
  decided(decision).then((found) => {
    if (found === null) return;
    text.textContent = `${found.reason}. `;
    links.append(...more(decision, found));
  });
  return h("span.refusal", { "data-refusal": decision.number }, text, links);
}

function link(decision) {
  return h("a", { href: requestAddress(decision), "data-why": decision.number }, "Why?");
}

/** Links to the line of the rules that decided, and to the request. */
function more(decision, { deciding }) {
  const page = decision.store === "firestore" ? "rules" : "tree-rules";
  const line = deciding?.sourcePosition?.line;
  return [
    line && h("a", { href: `#/${page}/line/${line}`, "data-rule-line": line }, `Line ${line}`),
    h("a", { href: callAddress(decision), "data-request-link": decision.number }, "Request"),
  ].filter(Boolean);
}

/** The decision with its reason; null if the emulator no longer has it. */
async function decided({ store, number }) {
  try {
    about ??= await request("GET", "/api/about");
    const path = decisionPath(number, store, about.firestore?.project);
    const json = store === "firestore" ? (await firestore("GET", path)).json : JSON.parse((await database("GET", path)).text);
    const [found] = json.decisions ?? [];
    return found?.reason ? found : null;
  } catch {
    // The plain words are shown already.
    return null;
  }
}
