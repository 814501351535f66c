// Imports documents from a file: shows first what it would write.

import { cancelButton, inDialog } from "../shared/dialogs.js";
import { fill, h, setText } from "../shared/dom.js";
import { errorLine } from "../shared/fields.js";
import { changedFields } from "../shared/firestore/values.js";
import { loading, tellChange } from "../shared/states.js";
import { plural } from "../shared/texts.js";
import { isExportFile, readFiles, readFolder } from "./export-folder.js";
import { documentsIn, largestFile } from "./files.js";
import { reportFailures } from "./report.js";
import { noteChange, sayDone } from "./undo.js";

/** How many documents to show before they are imported. */
const mostShown = 100;

/** A hidden field that lets somebody choose a file: click it. */
export function fileChoice(database, collection, element) {
  const input = h("input", { type: "file", accept: ".jsonl,.json,.ndjson,application/json", "aria-label": "File to import", "data-import-file": true, hidden: true, onchange: () => {
    const [file] = input.files;
    if (file) importFile(database, collection, file, element());
    // The same file can be chosen again.
    input.value = "";
  } });
  return input;
}

/**
 * Lets somebody drop a file on the page.
 *
 * @param {() => string[]} collection The collection that is open, or none.
 * @returns {() => void} Ends it.
 */
export function acceptDrops(database, element, collection) {
  const hasFile = (event) => event.dataTransfer?.types.includes("Files") && !document.querySelector("dialog[open]");
  const turn = (isOver) => element.classList.toggle("is-drop-target", isOver);
  const over = (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    turn(true);
  };
  const leave = (event) => event.relatedTarget === null && turn(false);
  const drop = (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    turn(false);
    const [entry] = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.());
    importFile(database, collection(), entry?.isDirectory ? entry : event.dataTransfer.files[0], element);
  };
  const handlers = { dragover: over, dragleave: leave, drop };
  for (const [kind, handler] of Object.entries(handlers)) addEventListener(kind, handler);
  return () => Object.entries(handlers).forEach(([kind, handler]) => removeEventListener(kind, handler));
}

/** Reads a file or the folder of an export, shows what is in it, and imports it. */
function importFile(database, collection, file, element) {
  return inDialog(`Import ${file.name}`, "div", (close) => {
    const body = h("div.import-body", {}, loading("Reading the file", 4));
    const problem = errorLine();
    const actions = h("div.dialog-actions", {}, cancelButton(close));
    planOf(database, collection, file).then((plan) => {
      fill(body, plan.problems ? problemList(plan.problems) : planView(plan));
      if (!plan.problems && plan.added.length + plan.replaced.length > 0) actions.append(importButton(plan, { database, element, file, close, problem, body }));
    }, (error) => {
      fill(body);
      problem.show(error.message);
    });
    return [body, problem.element, actions];
  });
}

/** What the file would write. */
async function planOf(database, collection, file) {
  const { text, problems: unreadable } = await read(file);
  if (unreadable.length > 0) return { problems: unreadable };
  const { documents, problems, origin } = documentsIn(text, database.name, collection);
  if (problems.length > 0) return { problems };
  const named = documents.map((document) => ({ ...document, name: database.nameOf(document.path) }));
  const existing = await database.existing(named.map(({ name }) => name));
  const plan = { added: [], replaced: [], same: [], origin };
  for (const document of named) {
    const before = existing.get(document.name) ?? null;
    const kind = before === null ? "added" : changedFields(before.fields ?? {}, document.fields).length > 0 ? "replaced" : "same";
    plan[kind].push({ ...document, before });
  }
  return plan;
}

/** The text of a file, or the lines of an export. */
async function read(file) {
  const problem = (message) => ({ text: "", problems: [{ line: null, message }] });
  if (file.isDirectory) return await readFolder(file);
  if (isExportFile(file.name)) return await readFiles([file]);
  if (file.size > largestFile) return problem(`The file has ${Math.ceil(file.size / 1_000_000)} MB; at most ${largestFile / 1_000_000} MB can be imported here. Use receipts emulator start --import.`);
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()), problems: [] };
  } catch {
    return problem("The file is not text in UTF-8.");
  }
}

function problemList(problems) {
  return [
    h("p", { role: "alert" }, "Nothing can be imported:"),
    h("ul.write-list", { role: "list", tabindex: "0", "aria-label": "Problems", "data-import-problems": problems.length }, problems.map(({ line, message }) => h("li", {}, line !== null && h("strong", {}, `Line ${line}`), h("span", { dir: "auto" }, message)))),
  ];
}

const kinds = [["added", "New", "badge.ok"], ["replaced", "Replaced", "badge.danger"], ["same", "Unchanged", "badge"]];

function planView(plan) {
  const shown = kinds.flatMap(([kind, label, badge]) => plan[kind].map(({ path, fields }) => ({ path, fields, label, badge }))).slice(0, mostShown);
  const total = plan.added.length + plan.replaced.length + plan.same.length;
  return [
    h("p", { role: "status", "data-import-plan": true }, `${plural(total, "document")}: ${kinds.filter(([kind]) => plan[kind].length > 0).map(([kind, label]) => `${plan[kind].length.toLocaleString()} ${label.toLowerCase()}`).join(", ")}.`),
    plan.origin && h("p.dialog-place", { dir: "auto" }, `They were exported from ${plan.origin}, and go to this database.`),
    h("ul.write-list", { role: "list", tabindex: "0", "aria-label": "Documents in the file" }, shown.map(({ path, fields, label, badge }) => h("li", {}, h(`span.${badge}`, {}, label), h("strong", { dir: "auto" }, path.join("/")), h("span", {}, plural(Object.keys(fields).length, "field"))))),
    total > shown.length && h("p", {}, `And ${plural(total - shown.length, "more", "more")}.`),
    plan.replaced.length > 0 && h("label.import-choice", {}, h("input", { type: "checkbox", checked: true, "data-replace": true }), h("span", {}, "Replace existing documents with the ones in the file")),
  ];
}

function importButton(plan, { database, element, file, close, problem, body }) {
  const box = body.querySelector("[data-replace]");
  const chosen = () => (box?.checked ? [...plan.added, ...plan.replaced] : plan.added);
  const button = h("button.primary", { type: "button", "data-action": "confirm-import" });
  const draw = () => {
    setText(button, `Import ${plural(chosen().length, "document")}`);
    button.disabled = chosen().length === 0;
  };
  box?.addEventListener("change", draw);
  draw();
  button.addEventListener("click", async () => {
    button.disabled = true;
    problem.hide();
    const writes = chosen().map(({ name, fields, before }) => ({ name, before, write: { update: { name, fields }, currentDocument: before === null ? { exists: false } : { updateTime: before.updateTime } } }));
    try {
      const { done, failed } = await database.writeAll(writes, (count) => setText(button, `${count} of ${writes.length}`));
      const what = `Imported ${plural(done.length, "document")} from ${file.name}`;
      noteChange(database, what, done);
      close(true);
      tellChange(element);
      if (failed.length === 0) sayDone(database, element, what);
      else await reportFailures(what, failed, database);
    } catch (error) {
      problem.show(error.message);
      draw();
    }
  });
  return button;
}
