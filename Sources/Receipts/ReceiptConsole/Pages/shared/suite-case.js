// A case of a suite, made from a request that the rules have decided: to copy, or to add to a suite's file.

import { request } from "./api.js";
import { writeAddress } from "./addresses.js";
import { attempt, cancelButton, inDialog } from "./dialogs.js";
import { fill, h } from "./dom.js";
import { errorLine, freshID } from "./fields.js";
import { copyText } from "./notices.js";
import { failed, loading } from "./states.js";

/**
 * A button that makes a case of the request of a decision.
 *
 * @param {{store: string, number: number}} decision In which database, and its number there.
 */
export function caseButton({ store, number }) {
  const make = () => request("POST", "/api/suites/case", { store, number });
  return h("button", { type: "button", "data-action": "make-case", onclick: () => showCase(make, decidedWords(store)) }, "Make a test case");
}

function decidedWords(store) {
  const data = store === "firestore" ? "documents" : "data";
  return `The same request by the same user, with the ${data} that the rules looked at. It expects what the rules decided: change that if the decision was wrong.`;
}

/**
 * Shows a case in a dialog.
 *
 * @param {() => Promise<{name: string, text: string, files: string[]}>} make Makes the case.
 * @param {string} words What it is.
 */
export function showCase(make, words) {
  return inDialog("Make a test case", "div", (close) => {
    const body = h("div.case-body", {}, loading("Making the case", 4));
    load(body, make, words, close);
    return body;
  });
}

async function load(body, make, words, close) {
  try {
    fill(body, content(await make(), words, close));
    body.querySelector(".primary, [data-action=copy-case]")?.focus();
  } catch (error) {
    fill(body, failed(error, () => load(body, make, words, close)), h("div.dialog-actions", {}, cancelButton(close, "Close")));
  }
}

function content({ name, text, files }, words, close) {
  const problem = errorLine();
  const copy = h("button", { type: "button", class: files.length === 0 ? "primary" : null, "data-action": "copy-case", onclick: () => copyText(text, "the case") }, "Copy");
  const file = h("select", { id: freshID("suite"), "data-case-file": true }, files.map((path) => h("option", { value: path }, path)));
  const add = h("button.primary", { type: "button", "data-action": "add-case", onclick: () => attempt(add, problem, () => addCase(file.value, name, text), close) }, "Add to the suite");
  return [
    h("p", {}, words),
    h("pre.case-text.code-box", { tabindex: "0", dir: "auto", "aria-label": "The case as YAML", "data-case-text": true }, text),
    files.length > 0 ? h("p.case-target", {}, h("label", { for: file.id }, "Suite"), file)
      : h("p.quiet-line", { "data-no-suites": true }, "To add it to a file from here, start with the suites: ", h("code.command", {}, "receipts emulator start --console --suite FILE"), "."),
    problem.element,
    h("div.dialog-actions", {}, cancelButton(close), copy, files.length > 0 && add),
  ];
}

/** Adds the case, and shows it among the tests. */
async function addCase(file, name, text) {
  await request("POST", "/api/suites/add", { file, text });
  location.hash = writeAddress({ page: "tests", file, name });
}
