// Rules to change and to publish.

import { fill, h } from "./dom.js";
import { Source } from "./rules-source.js";
import { RulesError } from "./rules-service.js";

/**
 * An editor for one file of the rules.
 *
 * @param {object} options service; files: all of the rules; index: the one that is edited; draft: a text that was begun earlier;
 *   keep: told every change; close: told when it ends, with the warnings once published, else null.
 */
export function rulesEditor({ service, files, index, draft, keep, close }) {
  const original = files[index].content;
  const input = h("textarea.rules-text", { spellcheck: "false", autocomplete: "off", autocapitalize: "off", wrap: "off", "aria-label": "Rules", "data-rules-text": true });
  input.value = draft ?? original;
  const numbers = h("pre.rules-numbers", { "aria-hidden": "true" });
  const issues = h("div.issues-holder", { "aria-live": "polite" });
  const publishButton = h("button.primary", { type: "button", "data-action": "publish", onclick: () => publish(false) }, "Publish");
  const state = h("span.editor-state", {});
  const element = h("div.rules-editor", {},
    h("div.rules-editing", {}, numbers, input),
    issues,
    h("div.rules-editor-actions", {}, state,
      h("button.quiet", { type: "button", "data-action": "discard-draft", onclick: discard }, "Discard"),
      h("button", { type: "button", "data-action": "later", onclick: () => close(null) }, "Go on later"),
      publishButton));

  function changed() {
    const count = input.value.split("\n").length;
    if (numbers.childElementCount !== 0 || numbers.dataset.count !== String(count)) {
      numbers.dataset.count = String(count);
      numbers.textContent = Array.from({ length: count }, (_, line) => line + 1).join("\n");
    }
    const isChanged = input.value !== original;
    keep(isChanged ? input.value : null);
    state.textContent = isChanged ? "Not published yet" : "";
    publishButton.disabled = !isChanged;
  }

  function discard() {
    keep(null);
    close(null);
  }

  async function publish(isSure) {
    if (publishButton.disabled) return;
    publishButton.disabled = true;
    fill(issues);
    try {
      const now = await service.rules();
      if (!isSure && now.files[index]?.content !== original) {
        fill(issues, h("div.rules-notice", { role: "alert" },
          h("p", {}, h("strong", {}, "Somebody else has published rules meanwhile."), " Publishing yours takes theirs away."),
          h("div.rules-notice-actions", {},
            h("button", { type: "button", "data-action": "publish-anyway", onclick: () => {
              publishButton.disabled = false;
              publish(true);
            } }, "Publish mine"),
            h("button.quiet", { type: "button", onclick: () => close(null) }, "Look at theirs, keep mine for later"))));
        return;
      }
      const changedFiles = (now.files.length > index ? now.files : files).map((file, place) => (place === index ? { name: file.name, content: input.value } : { name: file.name, content: file.content }));
      const warnings = await service.publish(changedFiles);
      keep(null);
      close(warnings);
    } catch (error) {
      fill(issues, h("p.error", { role: "alert" }, error.message), error instanceof RulesError && issueList(error.issues, goTo));
    } finally {
      publishButton.disabled = input.value === original;
    }
  }

  function goTo(issue) {
    const place = new Source(input.value).indexOf(issue.line, issue.column);
    input.focus();
    input.setSelectionRange(place, place);
    const height = parseFloat(getComputedStyle(input).lineHeight);
    input.scrollTop = Math.max(0, (issue.line - 4) * height);
  }

  input.addEventListener("input", changed);
  input.addEventListener("scroll", () => (numbers.scrollTop = input.scrollTop), { passive: true });
  input.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s") {
      event.preventDefault();
      publish(false);
    }
  });
  changed();
  return {
    element,
    focus() {
      input.focus();
      input.setSelectionRange(0, 0);
      input.scrollTop = 0;
    },
  };
}

/** What is to be said about rules, each with its place, which a click leads to. */
export function issueList(issues, goTo) {
  return h("ul.issues", { role: "list" }, issues.map((issue) => h(issue.isError ? "li.is-error" : "li", { "data-issue": issue.isError ? "error" : "warning" },
    issue.line !== null && h("button.quiet.issue-place", { type: "button", onclick: () => goTo(issue) }, issue.column === null ? `Line ${issue.line}` : `${issue.line}:${issue.column}`),
    h("span", {}, h("strong", {}, issue.isError ? "Error: " : "Warning: "), issue.text))));
}
