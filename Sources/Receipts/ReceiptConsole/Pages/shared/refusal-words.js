// Why a server rejected a request, in plain words. No DOM.

import { sentence } from "./texts.js";

/** What to say if the console itself lacks permission. */
export const notAllowed = "Permission denied: the console's credentials or the security rules do not allow this.";

/** How servers word a denial by rules. */
const wordsOfRules = /PERMISSION_DENIED|permission denied|insufficient permissions|evaluation error|false for '|security rules/i;

/** The words for a refusal about which nothing more is known. */
export function plainReason({ status, message, code, decision }) {
  if (decision || ((status === 401 || status === 403) && wordsOfRules.test(message))) return "the security rules do not allow it.";
  if (status === 0) return message;
  if (status === 404) return "it no longer exists.";
  if (status === 429 || code === "RESOURCE_EXHAUSTED") return "the server is overloaded, or a quota is used up. Try again later.";
  if (status >= 500) return "the server failed or cannot be reached. Try again later.";
  return sentence(message);
}

/** The address of the page that explains a decision. */
export function requestAddress({ store, number }) {
  return `#/${store === "firestore" ? "rules" : "tree-rules"}/request/${number}`;
}

/** The address of the request of a decision. */
export function callAddress({ store, number }) {
  return `#/${store === "firestore" ? "requests" : "tree-requests"}/decision/${number}`;
}

/** The path of one decision at an emulator. */
export function decisionPath(number, store, project) {
  return store === "firestore" ? `/emulator/v1/projects/${project}:explain?number=${number}` : `/.inspect/decisions.json?number=${number}`;
}
