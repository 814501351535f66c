// The keyboard: which keys lead where. No DOM.

/** The pages, by the letter after G. */
export const pageKeys = { c: "chat", d: "data", q: "requests", r: "rules", t: "tests", w: "worker", f: "faults" };

const requestKeys = [["p", "Pause, or go on", "[data-action=pause]"], ["x", "Export HAR", "[data-action=export]"]];
const ruleKeys = [["e", "Edit the rules", "[data-action=edit-rules]"], ["p", "Pause the log, or go on", "[data-action=pause]"], ["v", "Versions", "[data-action=versions]"]];

/** What single keys press on a page, by the page: [key, what it does, the element]. "" are those of every page. */
export const actionKeys = {
  "": [["/", "Go to the search or filter of the page", "main :is(input[type=search], input[data-jump])"]],
  chat: [["m", "Write a message on the first device", "[data-composer]"], ["o", "First device offline or online", "[data-action=offline]"]],
  data: [["n", "Add a document", "[data-action=add-document]"], ["e", "Edit the document", "[data-action=edit-document]"]],
  requests: requestKeys,
  "tree-requests": requestKeys,
  rules: ruleKeys,
  "tree-rules": ruleKeys,
  faults: [["x", "Switch all off", "[data-action=all-off]"]],
};

/** The keys that act on a page. */
export function actionsOf(page) {
  return [...(actionKeys[page] ?? []), ...actionKeys[""]];
}

/**
 * What a key means: {kind: "palette" | "map" | "page" | "action" | "prefix" | "none", …}.
 *
 * @param {{key: string, ctrlKey: boolean, metaKey: boolean, altKey: boolean}} event
 * @param {object} state page: the shown page; isText: whether somebody types a text; hasDialog: whether a dialog is open; isPrefixed: whether G was pressed
 *   just before; usesKeys: whether single keys are shortcuts.
 */
export function meaningOf({ key, ctrlKey, metaKey, altKey }, { page, isText, hasDialog, isPrefixed, usesKeys }) {
  const none = { kind: "none" };
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === "k") return { kind: "palette" };
  if (ctrlKey || metaKey || altKey || isText || hasDialog || !usesKeys) return none;
  if (key === "?") return { kind: "map" };
  const letter = key.length === 1 ? key.toLowerCase() : key;
  if (isPrefixed) return Object.hasOwn(pageKeys, letter) ? { kind: "page", page: pageKeys[letter] } : none;
  if (letter === "g") return { kind: "prefix" };
  const action = actionsOf(page).find(([one]) => one === letter);
  return action ? { kind: "action", selector: action[2] } : none;
}
