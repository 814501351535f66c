// The review before publishing: what changes, compared to the loaded rules and to the file that they came from.

import { fill, h } from "../shared/dom.js";
import { differenceText, differenceView } from "./difference.js";
import { effectView } from "./effect.js";

/**
 * @param {object} options text: the rules to publish; loaded: the loaded rules; file: see RulesRecord, or null; theirs: whether somebody else
 *   has published meanwhile; compare: finds what the change allows and denies, or null; publish, back: what the buttons do.
 * @returns {{element, focus}}
 */
export function rulesReview({ text, loaded, file, theirs, compare, publish, back }) {
  const views = [{ name: "loaded", title: "Compared to the loaded rules", base: loaded }];
  if (file && file.content !== null && file.content !== loaded) views.push({ name: "file", title: `Compared to ${shortName(file.name)}`, base: file.content });
  const body = h("div.review-body", {});
  const choices = views.map((view) => h("button.tab", { type: "button", "aria-pressed": "false", "data-review": view.name, onclick: () => choose(view) }, view.title, h("span.review-count", {}, differenceText(view.base, text))));
  const button = h("button.primary", { type: "button", "data-action": "confirm-publish", onclick: () => publish(button) }, "Publish");
  const element = h("div.rules-review", { role: "group", "aria-label": "Review of the changes", "data-rules-review": true },
    theirs && h("p.rules-notice", { role: "alert", "data-theirs": true }, h("strong", {}, "Someone else has published rules in the meantime."), " The comparison is with theirs: publishing yours replaces them. They stay in the list of versions."),
    h("div.review-choices", {}, choices),
    compare && effectView(() => compare(loaded, text)),
    body,
    h("p.quiet-line.review-hint", {}, file ? `Publishing changes the rules of the emulator, not ${shortName(file.name)}.` : "Publishing changes the rules of the emulator, not a file."),
    h("div.rules-editor-actions", {}, h("span.editor-state", {}), h("button.quiet", { type: "button", "data-action": "back-to-editing", onclick: back }, "Back to editing"), button));

  function choose(view) {
    for (const choice of choices) choice.setAttribute("aria-pressed", String(choice.dataset.review === view.name));
    fill(body, differenceView(view.base, text, `Changes ${view.title.toLowerCase()}`));
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
