// Modal dialogs.

import { fill, h } from "./dom.js";
import { errorLine, freshID } from "./fields.js";

/**
 * Asks for confirmation of something that cannot be undone. If it fails, the dialog says so and stays open for another attempt.
 *
 * @param {object} question title; texts: paragraphs; action: the button's label; act: what to do, asynchronously.
 * @returns {Promise<boolean>} Whether it was done.
 */
export function confirmed({ title, texts, action, act }) {
  return inDialog(title, "div", (close) => {
    const problem = errorLine();
    const button = h("button.danger", { type: "button", "data-action": "confirm", onclick: () => attempt(button, problem, act, close) }, action);
    return [texts.map((text) => h("p", {}, text)), problem.element, h("div.dialog-actions", {}, cancelButton(close), button)];
  });
}

/** The button that closes a dialog without doing anything. */
export function cancelButton(close, label = "Cancel") {
  return h("button", { type: "button", autofocus: true, "data-action": "cancel", onclick: () => close(false) }, label);
}

/** Performs a button's action and closes the dialog with its result, or shows the error. */
export async function attempt(button, problem, act, close) {
  button.disabled = true;
  problem.hide();
  try {
    close((await act()) ?? true);
  } catch (error) {
    problem.show(error.message);
    button.disabled = false;
    button.focus();
  }
}

/**
 * Shows a dialog until it is closed.
 *
 * @param {string} tag "div" or "form".
 * @param {(close: (value: any) => void, body: HTMLElement) => any} content Makes what is in it.
 * @returns {Promise<any>} What close was called with; false after Escape.
 */
export function inDialog(title, tag, content) {
  return new Promise((resolve) => {
    const heading = h("h2", { id: freshID("dialog") }, title);
    const dialog = h("dialog.data-dialog", { "aria-labelledby": heading.id });
    const body = h(`${tag}.dialog-body`, tag === "form" ? { novalidate: true } : {});
    let answer = false;
    const close = (value) => {
      answer = value;
      dialog.close();
    };
    // Going to another page abandons the question.
    const leave = () => dialog.close();
    addEventListener("hashchange", leave);
    dialog.addEventListener("close", () => {
      removeEventListener("hashchange", leave);
      dialog.remove();
      resolve(answer);
    });
    fill(body, heading, content(close, body));
    dialog.append(body);
    document.body.append(dialog);
    dialog.showModal();
  });
}
