// The versions of a document: what changed in each, who wrote it, and what allowed it.

import { writeAddress } from "../shared/addresses.js";
import { inDialog } from "../shared/dialogs.js";
import { fill, h } from "../shared/dom.js";
import { changedPlaces, preview } from "../shared/firestore/values.js";
import { causes } from "../shared/past/bar.js";
import { authorOf, loadVersions, momentText } from "../shared/past/commits.js";
import { failed, loading, nothing } from "../shared/states.js";
import { valueAt } from "./places.js";

/** Shows the versions in a dialog. */
export function showVersions(database, path) {
  return inDialog(`Versions of ${path.at(-1)}`, "div", (close) => {
    const body = h("div.versions-body", {}, loading("Loading the versions", 4));
    load(body, database, path);
    return [body, h("div.dialog-actions", {}, h("button", { type: "button", autofocus: true, "data-action": "close-versions", onclick: () => close(false) }, "Close"))];
  });
}

async function load(body, database, path) {
  try {
    const found = await loadVersions(database.name, path);
    if (found === null) fill(body, nothing("No versions", "This emulator keeps no list of them. Start receipts emulator to look at the past."));
    else if (found.versions.length === 0) fill(body, nothing("No versions", `The document was never written since ${momentText(found.begin)}, which is as far as the emulator remembers.`));
    else fill(body, list(found, database, path));
  } catch (error) {
    fill(body, failed(error, () => load(body, database, path)));
  }
}

/** The newest version first. */
function list({ versions, hasMore }, database, path) {
  const rows = versions.map((version, index) => row(version, versions[index - 1] ?? null, index > 0 || (!hasMore && version.time !== undefined), database, path));
  return [h("ol.versions", { role: "list", reversed: true }, rows.reverse()), hasMore && h("p.quiet-line", {}, "Earlier versions were left out.")];
}

function row(version, before, isKnown, database, path) {
  const [old, now] = [before?.document?.fields ?? {}, version.document?.fields ?? {}];
  const what = version.time === undefined ? "The oldest version that is remembered" : version.document === undefined ? "deleted it" : before?.document ? "changed" : isKnown ? "created it" : "wrote it";
  return h("li.version", { "data-version": version.time ?? "oldest" },
    h("time.timeline-time", { datetime: version.time ?? null }, version.time === undefined ? "before" : momentText(version.time)),
    h("span.timeline-what", { dir: "auto" }, version.time === undefined ? what : `${authorOf(version)} ${what}`),
    version.document !== undefined && h("ul.version-changes", { role: "list" }, before?.document ? differences(old, now, database) : Object.keys(now).sort().map((name) => h("li.new", { dir: "auto" }, `+ ${name}: ${preview(now[name], database.name)}`))),
    h("span.timeline-facts", {}, version.time !== undefined && h("span", {}, h("a", { href: writeAddress({ page: "data", path, at: version.time }), "data-action": "show-then" }, "Show then"), causes(version))));
}

/** The places that changed; of nested ones only the innermost. */
function differences(old, now, database) {
  const places = [...changedPlaces(old, now)];
  const inner = places.filter((place) => !places.some((other) => other !== place && (other.startsWith(`${place}.`) || other.startsWith(`${place}[`))));
  return inner.map((place) => {
    const [before, after] = [valueAt(old, place), valueAt(now, place)];
    return [before !== undefined && h("li.gone", { dir: "auto" }, `− ${place}: ${preview(before, database.name)}`), after !== undefined && h("li.new", { dir: "auto" }, `+ ${place}: ${preview(after, database.name)}`)];
  });
}
