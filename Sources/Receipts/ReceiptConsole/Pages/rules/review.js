// What publishing would change, before it is done: from what is loaded, and from the file that the rules came from.

import { fill, h } from "../shared/dom.js";
import { differenceText, differenceView } from "./difference.js";

/**
 * @param {object} options text: what is to be published; loaded: what the emulator goes by; file: see RulesRecord, or null; theirs: whether somebody
 *   else has published meanwhile; publish, back: what is to be done.
 * @returns {{element, focus}}
 */
export function rulesReview({ text, loaded, file, theirs, publish, back }) {
  const views = [{ name: "loaded", title: "From what is loaded", base: loaded }];
  if (file && file.content !== null && file.content !== loaded) views.push({ name: "file", title: `From ${shortName(file.name)}`, base: file.content });
  const body = h("div.review-body", {});
  const choices = views.map((view) => h("button.tab", { type: "button", "aria-pressed": "false", "data-review": view.name, onclick: () => choose(view) }, view.title, h("span.review-count", {}, differenceText(view.base, text))));
  const button = h("button.primary", { type: "button", "data-action": "confirm-publish", onclick: () => publish(button) }, "Publish");
  const element = h("div.rules-review", { role: "group", "aria-label": "What publishing changes", "data-rules-review": true },
    theirs && h("p.rules-notice", { role: "alert", "data-theirs": true }, h("strong", {}, "Somebody else has published rules meanwhile."), " The difference is from theirs: publishing yours takes theirs away. They stay among the versions."),
    h("div.review-choices", {}, choices),
    body,
    h("p.quiet-line.review-hint", {}, file ? `Publishing changes what the emulator goes by. ${shortName(file.name)} stays as it is.` : "Publishing changes what the emulator goes by, and no file."),
    h("div.rules-editor-actions", {}, h("span.editor-state", {}), h("button.quiet", { type: "button", "data-action": "back-to-editing", onclick: back }, "Back to editing"), button));

  function choose(view) {
    for (const choice of choices) choice.setAttribute("aria-pressed", String(choice.dataset.review === view.name));
    fill(body, differenceView(view.base, text, `The difference ${view.title.toLowerCase()}`));
  }

  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape") back();
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s") {
      event.preventDefault();
      if (!button.disabled) publish(button);
    }
  });
  choose(views[0]);
  return { element, focus: () => button.focus() };
}

/** The name of a file without its folders. */
export function shortName(path) {
  return path.split("/").at(-1);
}
