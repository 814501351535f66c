// The pane of one document: its fields to look at and to edit, and the collections below it.

import { fill, h, icon } from "../shared/dom.js";
import { hashOf } from "../shared/firestore/paths.js";
import { changedFields, changedPlaces, plural, timestampText } from "../shared/firestore/values.js";
import { fieldTree, localTime } from "../shared/firestore/field-tree.js";
import { fieldsEditor, focusProblem } from "./editor.js";
import { conflictNotice } from "./conflict.js";
import { confirmed, newDocument } from "../shared/dialogs.js";
import { fadeChanges, failed, loading, nothing, tellChange } from "../shared/states.js";
import { copyText, say } from "../shared/notices.js";

const folder = "M3 7a2 2 0 0 1 2-2h4l2 2h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z";
const bin = "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5";
const copyPath = "M9 9h10v11H9zM15 9V5H5v11h4";

/**
 * Shows a document.
 *
 * @returns {{element, look, stop, discard: () => void, isEdited: () => boolean}} See collectionsPane; isEdited tells whether changes would be lost.
 */
export function documentPane(database, path) {
  const actions = h("div.document-actions", {});
  const body = h("div.data-pane-body.document-body", {});
  const status = h("span.visually-hidden", { role: "status" });
  const element = h("section.data-pane.document-pane", { "aria-label": `Document ${path.join("/")}`, "data-open-document": path.join("/") },
    h("div.data-pane-head", {}, h("h2", { dir: "auto" }, path.at(-1)), actions), body, status);
  const folds = new Map();
  let current;
  let below = [];
  let editing = null;
  let isStopped = false;

  async function look() {
    try {
      const [document, collections] = await Promise.all([database.document(path), database.collections(path)]);
      if (isStopped) return;
      const before = current;
      const areSameCollections = before !== undefined && collections.join("/") === below.join("/");
      current = document;
      below = collections;
      if (editing) {
        noticeChange();
      } else if (before === undefined || !areSameCollections || before?.updateTime !== document?.updateTime) {
        draw(before && document ? changedPlaces(before.fields ?? {}, document.fields ?? {}) : new Set());
        if (before !== undefined && before?.updateTime !== document?.updateTime) status.textContent = document ? "The document has changed." : "The document has been deleted.";
      }
    } catch (error) {
      if (isStopped || current !== undefined) return;
      fill(body, failed(error, retry));
    }
  }

  function retry() {
    fill(body, loading("The document is loading", 6));
    return look();
  }

  function draw(changed) {
    const top = body.scrollTop;
    const focused = body.contains(document.activeElement) ? placeOf(document.activeElement) : null;
    if (current === null) drawMissing();
    else drawFields(changed);
    body.scrollTop = top;
    fadeChanges(body);
    if (focused) body.querySelector(`[data-field="${CSS.escape(focused)}"]`)?.querySelector("summary, a, button")?.focus();
  }

  function placeOf(one) {
    return one.closest("[data-field]")?.dataset.field ?? null;
  }

  function drawMissing() {
    fill(actions, copyButton());
    fill(body,
      nothing("There is no such document", below.length > 0 ? "It is listed because collections lie below it." : "It may have been deleted.",
        h("button", { type: "button", "data-action": "create-missing", onclick: createMissing }, "Create it")),
      below.length > 0 && belowList());
  }

  async function createMissing() {
    if (await newDocument(database, path.slice(0, -1), false, { id: path.at(-1) })) tellChange(element);
  }

  function drawFields(changed) {
    const fields = current.fields ?? {};
    const isEmpty = Object.keys(fields).length === 0;
    fill(actions, copyButton(),
      h("button.icon-button", { type: "button", "aria-label": "Delete the document", title: "Delete the document", "data-action": "delete-document", onclick: askDelete }, icon(bin)),
      h("button", { type: "button", "data-action": "edit-document", onclick: () => edit() }, "Edit"));
    fill(body,
      h("div.section-head", {}, h("h3", {}, "Fields"), h("button.quiet", { type: "button", "data-action": "new-field", onclick: () => edit(null, true) }, "+ Add field")),
      isEmpty ? h("p.quiet-line", {}, "The document has no fields.") : fieldTree(fields, { database: database.name, changed, folds, onedit: (name) => edit(name) }),
      belowList(),
      h("dl.document-times", {}, time("Created", current.createTime), time("Changed", current.updateTime)));
  }

  function time(label, text) {
    return h("div", {}, h("dt", {}, label), h("dd", {}, h("time", { datetime: text, title: localTime(text) }, timestampText(text))));
  }

  function belowList() {
    return h("section.below", { "aria-label": "Collections below" },
      h("div.section-head", {}, h("h3", {}, "Collections below"), h("button.quiet", { type: "button", "data-action": "start-collection", onclick: async () => {
        const made = await newDocument(database, path, true);
        if (!made) return;
        tellChange(element);
        location.hash = hashOf(made);
      } }, "+ Start collection")),
      below.length === 0
        ? h("p.quiet-line", {}, "None.")
        : h("ul.data-pane-list", { role: "list" }, below.map((id) => h("li", {}, h("a.data-pane-row.collection-row", { href: hashOf([...path, id]), "data-collection": [...path, id].join("/") }, icon(folder), h("span", { dir: "auto" }, id))))));
  }

  function copyButton() {
    return h("button.icon-button", { type: "button", "aria-label": "Copy the path", title: "Copy the path", "data-action": "copy-path", onclick: () => copyText(path.join("/"), "The path") }, icon(copyPath));
  }

  function askDelete() {
    const count = Object.keys(current?.fields ?? {}).length;
    const stays = below.length === 0
      ? "There are no collections below it."
      : `What lies below it stays: ${below.join(", ")}. It can still be reached by its path.`;
    return confirmed({
      title: "Delete this document?",
      texts: [`${path.join("/")} goes for good, with ${count === 0 ? "no fields" : `its ${plural(count, "field")}`}.`, stays],
      action: "Delete",
      act: async () => {
        await database.delete(path);
        tellChange(element);
        say(`${path.join("/")} is deleted.`);
      },
    });
  }

  // ---- Editing

  function edit(name = null, addsField = false) {
    if (current === null) return;
    editing = { base: current, notice: h("div.notice-holder", {}), problem: h("p.error", { role: "alert", hidden: true }) };
    drawEditor(current.fields ?? {});
    if (addsField) editing.editor.add();
    else editing.editor.focus(name);
  }

  function drawEditor(fields) {
    editing.editor = fieldsEditor(fields, { database: database.name, label: "the document" });
    editing.save = h("button.primary", { type: "submit", form: "document-form", "data-action": "save-document" }, "Save");
    fill(actions, h("button", { type: "button", "data-action": "cancel-edit", onclick: leave }, "Cancel"), editing.save);
    const form = h("form.document-form", { id: "document-form", novalidate: true, onsubmit: (event) => {
      event.preventDefault();
      save();
    } }, editing.notice, editing.editor.element, editing.problem);
    form.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
    });
    // Enter in a field should not save by accident what is half written; the button and Ctrl+Enter do.
    form.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && event.target instanceof HTMLInputElement && !event.ctrlKey && !event.metaKey) event.preventDefault();
    });
    fill(body, form);
  }

  function leave() {
    editing = null;
    draw(new Set());
    actions.querySelector("[data-action=edit-document]")?.focus();
  }

  async function save() {
    if (editing.isBusy) return;
    const fields = editing.editor.read();
    if (fields === null) {
      focusProblem(body);
      return;
    }
    const names = changedFields(editing.base.fields ?? {}, fields);
    if (names.length === 0) {
      leave();
      return;
    }
    editing.isBusy = true;
    editing.save.disabled = true;
    editing.problem.hidden = true;
    const saved = editing;
    try {
      await database.update(path, Object.fromEntries(names.filter((name) => name in fields).map((name) => [name, fields[name]])), names, editing.base.updateTime);
      editing = null;
      await look();
      if (!isStopped && body.querySelector("form")) leave();
      tellChange(element);
      say(`${path.join("/")} is saved.`);
    } catch (error) {
      saved.isBusy = false;
      saved.save.disabled = false;
      if (error.code === "FAILED_PRECONDITION" || error.status === 404) await look();
      // What is said about a change that came between is said by its notice.
      if (editing && !isChangedMeanwhile()) showProblem(error.message);
      else editing?.notice.scrollIntoView({ block: "nearest" });
    }
  }

  function showProblem(message) {
    editing.problem.textContent = message;
    editing.problem.hidden = false;
  }

  function isChangedMeanwhile() {
    return current?.updateTime !== editing.base.updateTime;
  }

  function noticeChange() {
    if (!isChangedMeanwhile() || editing.isBusy || editing.seen === (current?.updateTime ?? "")) return;
    editing.seen = current?.updateTime ?? "";
    editing.problem.hidden = true;
    fill(editing.notice, conflictNotice(editing.base, current, editing.editor.read(true), database.name, { discard: leave, keep }));
  }

  /** Goes on with the newest version, and with what was changed here on top of it. */
  async function keep() {
    const mine = editing.editor.read();
    if (mine === null) {
      focusProblem(body);
      return;
    }
    if (current === null) {
      try {
        await database.create(path, mine);
        editing = null;
        await look();
        tellChange(element);
        say(`${path.join("/")} is saved.`);
      } catch (error) {
        showProblem(error.message);
      }
      return;
    }
    const fields = { ...(current.fields ?? {}) };
    for (const name of changedFields(editing.base.fields ?? {}, mine)) {
      if (name in mine) fields[name] = mine[name];
      else delete fields[name];
    }
    editing.base = current;
    editing.seen = undefined;
    fill(editing.notice);
    drawEditor(fields);
    editing.save.focus();
  }

  retry();
  return {
    element,
    look,
    stop: () => (isStopped = true),
    discard: () => editing && leave(),
    isEdited() {
      if (!editing) return false;
      const fields = editing.editor.read(true);
      return fields === null || changedFields(editing.base.fields ?? {}, fields).length > 0;
    },
  };
}
