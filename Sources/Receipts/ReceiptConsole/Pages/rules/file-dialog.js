// Compares rules with the file that the emulator was started with, and saves them there if somebody wants that.

import { cancelButton, inDialog } from "../shared/dialogs.js";
import { fill, h } from "../shared/dom.js";
import { errorLine } from "../shared/fields.js";
import { say } from "../shared/notices.js";
import { loading } from "../shared/states.js";
import { differenceText, differenceView } from "./difference.js";
import { shortName } from "./review.js";

/**
 * @param {object} service See RulesRecord.
 * @param {string} text The rules to compare, and perhaps to save.
 * @returns {Promise<boolean>} Whether they were saved.
 */
export function compareWithFile(service, text) {
  const body = h("div.file-comparison", {}, loading("Reading the file", 4));
  const problem = errorLine();
  return inDialog("Compared to the file", "div", (close) => {
    const actions = h("div.dialog-actions", {}, cancelButton(close, "Close"));
    const show = async () => {
      const { file } = await service.record();
      fill(body, h("p.dialog-place", { dir: "auto" }, file.name), file.content === null ? h("p", {}, "The file cannot be read.") : [
        h("p.version-change", {}, `From the file to these rules: ${differenceText(file.content, text)}.`),
        differenceView(file.content, text, `Changes from ${shortName(file.name)} to these rules`)]);
      if (file.content !== null && file.content !== text && file.isWritable) actions.append(saveButton(service, file, text, problem, { close, again: () => show().catch(report) }));
    };
    const report = (error) => problem.show(error.message);
    show().catch(report);
    return [body, problem.element, actions];
  });
}

function saveButton(service, file, text, problem, { close, again }) {
  const name = shortName(file.name);
  const button = h("button.primary", { type: "button", "data-action": "save-file", onclick: async () => {
    button.disabled = true;
    problem.hide();
    try {
      await service.save(text, file.content);
      say(`Saved to ${name}.`);
      close(true);
    } catch (error) {
      button.remove();
      problem.show(error.status === 409 ? "Not saved: the file has changed in the meantime. This is the comparison with it as it is now." : `Not saved: ${error.message}.`);
      again();
    }
  } }, `Save to ${name}`);
  return button;
}
