// The same request once more, on the present data: by the loaded rules, or by edited ones. Nothing is written.

import { fill, h } from "../shared/dom.js";
import { explanation } from "../shared/explanation.js";
import { failed, loading } from "../shared/states.js";

/** Rules that were edited on this page, by the store. */
const drafts = {};

/**
 * @param {object} call The call.
 * @param {object} service A CallService.
 * @param {(positions: object[]) => void} goTo Shows places in the loaded rules.
 */
export function replayView(call, service, goTo) {
  const result = h("div.replay-result", { "aria-live": "polite", "data-replay": "" });
  const text = h("textarea.replay-rules", { rows: 12, spellcheck: "false", autocomplete: "off", "aria-label": "Rules to decide by", "data-replay-rules": true, oninput: () => (drafts[service.store] = text.value) });
  const edit = h("input", { type: "checkbox", "data-replay-edited": true, onchange: () => turn() });
  const run = h("button", { type: "button", "data-action": "replay", onclick: () => ask() }, "Decide again");
  text.hidden = true;

  async function turn() {
    text.hidden = !edit.checked;
    if (!edit.checked || text.value !== "") return;
    try {
      text.value = drafts[service.store] ?? (await service.rules());
    } catch (error) {
      fill(result, failed(error, turn));
    }
  }

  async function ask() {
    const isEdited = edit.checked;
    fill(result, loading("Deciding", 2));
    run.disabled = true;
    try {
      const decision = await service.replay(call, isEdited ? text.value : null);
      result.dataset.replay = decision.allowed ? "allowed" : "denied";
      fill(result, h("p.replay-head", {}, h(decision.allowed ? "span.badge.ok" : "span.badge.danger", {}, decision.allowed ? "Allowed" : "Denied"), isEdited ? " by the edited rules, on the present data" : " by the loaded rules, on the present data"),
        explanation(decision, isEdited ? ([position]) => showLine(text, position.line) : goTo));
    } catch (error) {
      result.dataset.replay = "failed";
      fill(result, failed(error, ask));
    }
    run.disabled = false;
  }

  return h("section.replay", { "aria-label": "Replay" },
    h("div.replay-bar", {}, run, h("label.log-denied", {}, edit, h("span", {}, "By edited rules")), h("span.quiet-line", {}, "Nothing is written.")), text, result);
}

/** Selects a line of a text. */
function showLine(text, line) {
  const before = text.value.split("\n").slice(0, line - 1).join("\n");
  const start = line > 1 ? before.length + 1 : 0;
  const end = text.value.indexOf("\n", start);
  text.focus();
  text.setSelectionRange(start, end < 0 ? text.value.length : end);
}
