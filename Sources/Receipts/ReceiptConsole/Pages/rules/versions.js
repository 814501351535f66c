// The versions that the rules had in this run, and the file that they came from: what changed when, and the way back.

import { fill, h } from "../shared/dom.js";
import { inDialog } from "../shared/dialogs.js";
import { loading } from "../shared/states.js";
import { differenceText, differenceView } from "./difference.js";
import { shortName } from "./review.js";

/** How the rules that are loaded stand to the file: null for no file, or one that is the same; else in words. */
export function fileState(file, loaded) {
  if (!file || loaded === undefined) return null;
  const name = shortName(file.name);
  if (file.content === null) return { kind: "unreadable", text: `${name} cannot be read` };
  if (file.content === loaded) return null;
  return file.isNewer ? { kind: "newer", text: `differs from ${name}, which is newer` } : { kind: "differs", text: `differs from ${name}` };
}

/**
 * Lists the versions.
 *
 * @param {object} service See RulesRecord.
 * @param {(content: string, what: string) => Promise<void>} restore Publishes a version again.
 */
export function showVersions(service, restore) {
  return inDialog("Versions of this run", "div", (close) => {
    const body = h("div.versions-body", {}, loading("The versions are loading", 4));
    const problem = h("p.error", { role: "alert", hidden: true });
    const act = async (button, version) => {
      button.disabled = true;
      try {
        await restore(version.content, `The version of ${timeText(version.time)}`);
        close(true);
      } catch (error) {
        button.disabled = false;
        problem.textContent = error.message;
        problem.hidden = false;
      }
    };
    service.versions().then((versions) => fill(body, versionList(versions, act)), (error) => {
      fill(body);
      problem.textContent = error.message;
      problem.hidden = false;
    });
    return [body, problem, h("div.dialog-actions", {}, h("button", { type: "button", autofocus: true, "data-action": "cancel", onclick: () => close(false) }, "Close"))];
  });
}

function versionList(versions, act) {
  const current = versions.at(-1);
  return h("ol.versions", { role: "list" }, versions.toReversed().map((version) => {
    const before = versions[versions.indexOf(version) - 1];
    const restore = h("button", { type: "button", "data-action": "restore-version", onclick: () => act(restore, version) }, "Restore");
    return h("li", { "data-version": version.number },
      h("div.version-head", {},
        h("span.version-time", {}, h("time", { datetime: new Date(version.time).toISOString() }, timeText(version.time)), " · ", origin(version, before)),
        version === current ? h("span.badge.ok", {}, "Loaded") : restore),
      h("p.version-change", {}, before ? `${differenceText(before.content, version.content)}, from the version before` : "The first version that the console has seen"),
      version !== current && h("details", {}, h("summary", {}, `Against what is loaded: ${differenceText(version.content, current.content)}`), differenceView(version.content, current.content, "From this version to what is loaded")));
  }));
}

function origin(version, before) {
  if (version.isPublished) return "published here";
  return before ? "published elsewhere" : "at the start";
}

/**
 * Shows in what the file differs from what is loaded.
 *
 * @param {(content: string, what: string) => Promise<void>} publish Publishes what is in the file.
 */
export function showFile(file, loaded, publish) {
  const name = shortName(file.name);
  return inDialog(`What is loaded differs from ${name}`, "div", (close) => {
    const problem = h("p.error", { role: "alert", hidden: true });
    const button = h("button.primary", { type: "button", "data-action": "load-file", onclick: async () => {
      button.disabled = true;
      try {
        await publish(file.content, `What is in ${name}`);
        close(true);
      } catch (error) {
        button.disabled = false;
        problem.textContent = error.message;
        problem.hidden = false;
      }
    } }, `Load ${name}`);
    return [
      h("p.dialog-place", { dir: "auto" }, file.name),
      file.content === null ? h("p", {}, "The file cannot be read.") : [
        h("p", {}, file.isNewer ? "The file has been changed since the emulator was started." : "Other rules were published since the emulator was started."),
        h("p.version-change", {}, `From the file to what is loaded: ${differenceText(file.content, loaded)}.`),
        differenceView(file.content, loaded, `From ${name} to what is loaded`)],
      problem,
      h("div.dialog-actions", {}, h("button", { type: "button", autofocus: true, "data-action": "cancel", onclick: () => close(false) }, "Close"), file.content !== null && button),
    ];
  });
}

function timeText(time) {
  return new Date(time).toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
}
