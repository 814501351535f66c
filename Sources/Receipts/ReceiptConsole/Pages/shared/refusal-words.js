// Why a server has refused something, in plain words. No DOM.

/** What a page says that acts as the console itself, and may not. */
export const notAllowed = "The console may not do this: its credentials, or the security rules, do not allow it.";

/** What servers say of rules that deny something: it is about their insides. */
const wordsOfRules = /PERMISSION_DENIED|permission denied|insufficient permissions|evaluation error|false for '|security rules/i;

/** The words for a refusal of which nothing more is known. */
export function plainReason({ status, message, code, decision }) {
  if (decision || ((status === 401 || status === 403) && wordsOfRules.test(message))) return "the security rules do not allow it.";
  if (status === 0) return message;
  if (status === 404) return "it is not there any more.";
  if (status === 429 || code === "RESOURCE_EXHAUSTED") return "the server has too much to do, or a quota is used up. Try again later.";
  if (status >= 500) return "the server cannot be reached, or has failed. Try again later.";
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

/** The address of the page that explains a decision. */
export function requestAddress({ store, number }) {
  return `#/${store === "firestore" ? "rules" : "tree-rules"}/request/${number}`;
}

/** Where an emulator tells of one decision. */
export function decisionPath(number, store, project) {
  return store === "firestore" ? `/emulator/v1/projects/${project}:explain?number=${number}` : `/.inspect/decisions.json?number=${number}`;
}
