// The versions of the rules in this run, and the file that they came from: what changed when, and ways to restore it.

import { cancelButton, inDialog } from "../shared/dialogs.js";
import { fill, h } from "../shared/dom.js";
import { errorLine } from "../shared/fields.js";
import { loading } from "../shared/states.js";
import { differenceText, differenceView } from "./difference.js";
import { compareWithFile } from "./file-dialog.js";
import { shortName } from "./review.js";

/** How the loaded rules differ from the file, in words; null if they do not, or there is no file. */
export function fileState(file, loaded) {
  if (!file || loaded === undefined) return null;
  const name = shortName(file.name);
  if (file.content === null) return { kind: "unreadable", text: `${name} cannot be read` };
  if (file.content === loaded) return null;
  return file.isNewer ? { kind: "newer", text: `differs from ${name}, which is newer` } : { kind: "differs", text: `differs from ${name}` };
}

/** A button's action: closes the dialog after it, or shows what failed. */
async function perform(button, problem, close, action) {
  button.disabled = true;
  try {
    await action();
    close(true);
  } catch (error) {
    button.disabled = false;
    problem.show(error.message);
  }
}

/**
 * Lists the versions.
 *
 * @param {object} service See RulesRecord.
 * @param {(content: string, what: string) => Promise<void>} restore Publishes a version again.
 */
export function showVersions(service, restore) {
  return inDialog("Versions of this run", "div", (close) => {
    const body = h("div.versions-body", {}, loading("Loading versions", 4));
    const problem = errorLine();
    const restoreVersion = (button, version) => perform(button, problem, close, () => restore(version.content, `the version of ${timeText(version.time)}`));
    service.versions().then((versions) => fill(body, versionList(versions, restoreVersion)), (error) => {
      fill(body);
      problem.show(error.message);
    });
    return [body, problem.element, h("div.dialog-actions", {}, cancelButton(close, "Close"))];
  });
}

function versionList(versions, restoreVersion) {
  const current = versions.at(-1);
  return h("ol.versions", { role: "list" }, versions.map((version, index) => {
    const before = versions[index - 1];
    const restore = h("button", { type: "button", "data-action": "restore-version", onclick: () => restoreVersion(restore, version) }, "Restore");
    return h("li", { "data-version": version.number },
      h("div.version-head", {},
        h("span.version-time", {}, h("time", { datetime: new Date(version.time).toISOString() }, timeText(version.time)), " · ", origin(version, before)),
        version === current ? h("span.badge.ok", {}, "Loaded") : restore),
      h("p.version-change", {}, before ? `Compared to the previous version: ${differenceText(before.content, version.content)}` : "The first version that the console has seen"),
      version !== current && h("details", {}, h("summary", {}, `Compared to the loaded version: ${differenceText(version.content, current.content)}`), differenceView(version.content, current.content, "Changes from this version to the loaded one")));
  }).toReversed());
}

function origin(version, before) {
  if (version.isPublished) return "published here";
  return before ? "published elsewhere" : "at the start";
}

/**
 * Shows how the file differs from the loaded rules.
 *
 * @param {object} service See RulesRecord.
 * @param {(content: string, what: string) => Promise<void>} publish Publishes the content of the file.
 */
export function showFile(service, file, loaded, publish) {
  const name = shortName(file.name);
  return inDialog(`The loaded rules differ from ${name}`, "div", (close) => {
    const problem = errorLine();
    const save = h("button", { type: "button", "data-action": "save-loaded", onclick: () => {
      close(false);
      compareWithFile(service, loaded);
    } }, `Save to ${name}…`);
    const button = h("button.primary", { type: "button", "data-action": "load-file", onclick: () => perform(button, problem, close, () => publish(file.content, name)) }, `Load ${name}`);
    return [
      h("p.dialog-place", { dir: "auto" }, file.name),
      file.content === null ? h("p", {}, "The file cannot be read.") : [
        h("p", {}, file.isNewer ? "The file has changed since the emulator started." : "Other rules have been published since the emulator started."),
        h("p.version-change", {}, `From the file to the loaded rules: ${differenceText(file.content, loaded)}.`),
        differenceView(file.content, loaded, `Changes from ${name} to the loaded rules`)],
      problem.element,
      h("div.dialog-actions", {}, cancelButton(close, "Close"), file.content !== null && file.isWritable && save, file.content !== null && button),
    ];
  });
}

function timeText(time) {
  return new Date(time).toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
}
