// The shortcuts of the frame, and the map of them.

import { actionsOf, meaningOf, pageKeys } from "./shortcuts.js";
import { loadStyles } from "./styles.js";
import { cancelButton, inDialog } from "../shared/dialogs.js";
import { h } from "../shared/dom.js";
import { setUsesKeys, usesKeys } from "../shared/settings.js";
import { pageOf, storeOf } from "../shared/stores.js";

const names = { chat: "Chat", data: "Data", requests: "Requests", rules: "Rules", tests: "Tests", worker: "Worker", faults: "Faults" };
/** How long G waits for a letter, in milliseconds. */
const patience = 1500;
const texts = "input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]:not([contenteditable=false])";

/** Follows the keyboard from now on. */
export function followKeys(about) {
  let prefixed = 0;
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    const meaning = meaningOf(event, {
      page: document.body.dataset.page, isText: event.target instanceof Element && event.target.matches(texts),
      hasDialog: document.querySelector("dialog[open]") !== null, isPrefixed: Date.now() - prefixed < patience, usesKeys: usesKeys(),
    });
    prefixed = meaning.kind === "prefix" ? Date.now() : 0;
    if (meaning.kind === "none" || meaning.kind === "prefix") return;
    if (meaning.kind === "action" && !press(meaning.selector)) return;
    event.preventDefault();
    if (meaning.kind === "palette") openPalette(about);
    if (meaning.kind === "map") showKeys();
    if (meaning.kind === "page") location.hash = `#/${storeOf(meaning.page) ? pageOf(about, meaning.page, "firestore") : meaning.page}`;
  });
}

/** Presses a button, or gives a field the focus. Returns whether there is one. */
function press(selector) {
  const element = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled);
  if (!element) return false;
  element.focus();
  if (element.matches("button, a")) element.click();
  return true;
}

/** Opens the palette, or closes it. Its parts are loaded the first time. */
export async function openPalette(about) {
  // Another dialog waits for an answer.
  if (document.querySelector("dialog[open]:not(.palette)") !== null) return;
  const [{ flipPalette }] = await Promise.all([import("./palette.js"), loadStyles("palette")]);
  flipPalette(about);
}

/** Shows the map of the keyboard. */
export async function showKeys() {
  await loadStyles("palette");
  const page = document.body.dataset.page;
  const row = (keys, text) => h("div.key-row", {}, h("dt", {}, keys.map((key) => h("kbd", {}, key))), h("dd", {}, text));
  const box = h("input", { type: "checkbox", "data-uses-keys": true, onchange: () => setUsesKeys(box.checked) });
  box.checked = usesKeys();
  await inDialog("Keyboard", "div", (close) => [
    h("div.key-columns", {},
      h("section", {}, h("h3", {}, "Everywhere"), h("dl", {}, row(["Ctrl", "K"], "Go to anything (also ⌘ K)"), row(["?"], "This map"), row(["Esc"], "Close a dialog"), Object.entries(pageKeys).map(([key, name]) => row(["G", key.toUpperCase()], names[name])))),
      h("section", {}, h("h3", {}, "On this page"), h("dl", {}, actionsOf(page).map(([key, text]) => row([key.toUpperCase()], text))))),
    h("label.key-choice", {}, box, h("span", {}, "Single keys are shortcuts, except while you type")),
    h("p.key-more", {}, "Lists, messages, the rules and data have arrows of their own, described in Documentation/Console.md."),
    h("div.dialog-actions", {}, cancelButton(close, "Close")),
  ]);
}
