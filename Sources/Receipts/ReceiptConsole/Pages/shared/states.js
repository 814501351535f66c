// What a pane shows without content: that it is loading, that it is empty, or what failed.

import { tryAgain } from "./again.js";
import { h } from "./dom.js";

/** Tells the page that a pane has written something, so that the others refresh. */
export function tellChange(element) {
  element.dispatchEvent(new CustomEvent("database-changed", { bubbles: true }));
}

/** Removes the highlight of changes after a while. */
export function fadeChanges(element) {
  const marked = element.querySelectorAll(".changed");
  if (marked.length > 0) setTimeout(() => marked.forEach((one) => one.classList.remove("changed")), 2400);
}

/** Grey bars in place of lines that are loading. */
export function loading(label, lines = 5) {
  return h("div.data-pane-loading", { role: "status" }, h("span.visually-hidden", {}, label), Array.from({ length: lines }, () => h("div.skeleton", {})));
}

/** What failed, with a button to try again. After an outage it is tried again automatically. */
export function failed(error, retry) {
  const element = h("div.error.data-pane-error", { role: "alert" }, h("p", {}, error.message), h("button", { type: "button", "data-action": "retry-load", onclick: retry }, "Try again"));
  tryAgain(error, retry, () => element.isConnected);
  return element;
}

/** Why there is no content, in a sentence or two. */
export function nothing(title, text, ...more) {
  return h("div.empty.data-pane-empty", {}, h("p.empty-title", {}, title), text && h("p", {}, text), more);
}
