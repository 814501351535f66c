// The pane of a collection's documents, fifty at a time.

import { fill, h, icon } from "../shared/dom.js";
import { writeAddress } from "../shared/addresses.js";
import { fieldNames } from "../shared/firestore/paths.js";
import { pageSize } from "./database.js";
import { plural, preview, sortedNames, typeOf } from "../shared/firestore/values.js";
import { isNarrowed, operators } from "../shared/firestore/query.js";
import { filterForm } from "./filter.js";
import { newDocument } from "../shared/dialogs.js";
import { fadeChanges, failed, loading, nothing, tellChange } from "../shared/states.js";

const page = "M6 3h8l4 4v14H6zM14 3v4h4";
const funnel = "M4 5h16l-6 8v6l-4-2v-4z";

/**
 * Shows the documents of a collection.
 *
 * @param {object} asked What is asked for: see structuredQuery.
 * @param {(view: object, isTyping: boolean) => void} tellView Hears what is asked for instead.
 * @returns {{element, look, select, ask, stop}} See collectionsPane; ask takes what is asked for from now on.
 */
export function documentsPane(database, collection, asked, tellView) {
  let view = asked;
  const list = h("div.data-pane-body", {});
  const filterHolder = h("div.filter-holder", { hidden: true });
  const summary = h("p.filter-summary", { hidden: true });
  const filterButton = h("button.icon-button", { type: "button", "aria-label": "Filter and order", title: "Filter and order", "aria-expanded": "false", "data-action": "filter", onclick: toggleFilter }, icon(funnel));
  const prefix = h("input.data-pane-search", { type: "search", placeholder: "Find by id", "aria-label": "Find documents whose id begins with", autocomplete: "off", spellcheck: "false", "data-find": true });
  prefix.value = view.prefix ?? "";
  const status = h("span.visually-hidden", { role: "status" });
  const element = h("section.data-pane.documents-pane", { "aria-label": `Documents in ${collection.join("/")}` },
    h("div.data-pane-head", {}, h("h2", { dir: "auto" }, collection.at(-1)), prefix, filterButton),
    filterHolder, summary,
    h("button.quiet.data-pane-add", { type: "button", "data-action": "add-document", onclick: add }, "+ Add document"),
    list, status);
  let documents = null;
  let cursor = null;
  let selected = null;
  let isStopped = false;
  // An answer to a question that is no longer asked is passed over.
  let question = 0;
  let typing = null;

  prefix.addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(() => apply({ ...view, prefix: prefix.value.trim() }, true), 250);
  });

  async function add() {
    const path = await newDocument(database, collection, false);
    if (!path) return;
    tellChange(element);
    location.hash = addressOf(path);
  }

  /** Where a document is shown, beside the list as it is. */
  function addressOf(path) {
    return writeAddress({ page: "data", path, view });
  }

  function toggleFilter() {
    const opens = filterHolder.hidden;
    filterHolder.hidden = !opens;
    filterButton.setAttribute("aria-expanded", String(opens));
    if (!opens) {
      filterButton.focus();
      return;
    }
    const names = new Set((documents ?? []).flatMap((document) => Object.keys(document.fields ?? {})));
    const form = filterForm(database, { ...view, collection: database.nameOf(collection) }, [...names].sort(), apply, toggleFilter);
    fill(filterHolder, form.element);
    form.focus();
  }

  function apply({ filter, order, prefix: begin }, isTyping = false) {
    view = { ...(filter && { filter }), ...(order && { order }), ...(begin && { prefix: begin }) };
    if (!filterHolder.hidden && !view.filter && !view.order) toggleFilter();
    tellView(view, isTyping === true);
    load();
  }

  /** Takes what the address says. */
  function ask(next) {
    if (JSON.stringify(next) === JSON.stringify(view)) return;
    view = next;
    prefix.value = view.prefix ?? "";
    if (!filterHolder.hidden) toggleFilter();
    load();
  }

  function load() {
    documents = null;
    cursor = null;
    summarize();
    fill(list, loading("Documents are loading", 7));
    return look();
  }

  /** Asks again for as much as is shown. */
  async function look() {
    question += 1;
    const number = question;
    const count = Math.max(pageSize, documents?.length ?? 0);
    try {
      const found = await database.documents(collection, view, count);
      if (isStopped || number !== question) return;
      const before = documents;
      const isAsBefore = before !== null && isSameList(before, found.documents) && (cursor === null) === (found.cursor === null);
      documents = found.documents;
      cursor = found.cursor;
      if (!isAsBefore) draw(before);
    } catch (error) {
      if (isStopped || number !== question) return;
      if (documents === null) fill(list, failed(error, load));
    }
  }

  async function more(event) {
    const button = event.currentTarget;
    button.disabled = true;
    question += 1;
    const number = question;
    try {
      const found = await database.documents(collection, view, pageSize, cursor);
      if (isStopped || number !== question) {
        button.disabled = false;
        return;
      }
      const first = documents.length;
      documents = [...documents, ...found.documents];
      cursor = found.cursor;
      draw(documents);
      list.querySelectorAll(".document-row")[first]?.focus();
    } catch (error) {
      button.disabled = false;
      button.before(failed(error, () => {
        button.previousElementSibling.remove();
        button.click();
      }));
    }
  }

  function summarize() {
    const parts = [];
    if (view.filter) parts.push(`${fieldNames(view.filter.field).join(".")} ${operators.find(([, name]) => name === view.filter.operator)[0]} ${preview(view.filter.value, database.name, 30)}`);
    if (view.order) parts.push(`by ${fieldNames(view.order.field).join(".")} ${view.order.direction === "DESCENDING" ? "↓" : "↑"}`);
    summary.hidden = parts.length === 0;
    filterButton.classList.toggle("is-on", parts.length > 0);
    if (parts.length > 0) fill(summary, h("span", { dir: "auto" }, parts.join(" · ")), h("button.quiet", { type: "button", "data-action": "clear-filter", onclick: () => apply({ prefix: view.prefix }) }, "Clear"));
  }

  function draw(before) {
    if (documents.length === 0) {
      fill(list, isNarrowed(view) ? nothing("Nothing fits", "No document fits the filter. Documents without the field are left out too.") : nothing("No documents", "This collection is empty."));
      return;
    }
    const focused = list.contains(document.activeElement) ? document.activeElement.dataset.document : null;
    const top = list.scrollTop;
    const versions = before && new Map(before.map((document) => [document.name, document.updateTime]));
    fill(list, h("ul.data-pane-list", { role: "list" }, documents.map((document) => h("li", {}, row(document, versions)))),
      cursor && h("button.quiet.data-pane-more", { type: "button", "data-action": "load-more", onclick: more }, "Load more"));
    list.scrollTop = top;
    fadeChanges(list);
    if (focused) [...list.querySelectorAll("a")].find((link) => link.dataset.document === focused)?.focus();
    const text = `${plural(documents.length, "document")}${cursor ? ", and more" : ""}`;
    if (status.textContent !== text) status.textContent = text;
  }

  function row(document, versions) {
    const path = database.segmentsOf(document.name);
    const isMissing = document.updateTime === undefined;
    const isChanged = versions && versions.get(document.name) !== document.updateTime;
    return h(`a.data-pane-row.document-row${isMissing ? ".is-missing" : ""}${isChanged ? ".changed" : ""}`, {
      href: addressOf(path),
      "data-document": path.join("/"),
      "aria-current": path.at(-1) === selected ? "true" : null,
    }, icon(page), h("span.document-text", {}, h("span.document-id", { dir: "auto" }, path.at(-1)), h("span.document-preview", { dir: "auto" }, isMissing ? "no document, only collections below" : line(document))));
  }

  /** A few fields: first those that are asked about, but for what is the same in all. */
  function line(document) {
    const fields = document.fields ?? {};
    const compared = view.filter?.operator === "EQUAL" ? undefined : view.filter?.field;
    const asked = [view.order?.field, compared].filter(Boolean).map((path) => fieldNames(path)[0]);
    const weight = (name) => (asked.includes(name) ? 0 : ["string", "timestamp", "integer", "boolean", "double"].includes(typeOf(fields[name])) ? 1 : 2);
    const names = sortedNames(fields).sort((a, b) => weight(a) - weight(b)).slice(0, 4);
    return names.length === 0 ? "no fields" : names.map((name) => `${name}: ${preview(fields[name], database.name, 40)}`).join(" · ");
  }

  load();
  return {
    element,
    look,
    ask,
    select(id) {
      selected = id;
      for (const link of list.querySelectorAll(".document-row")) {
        if (link.dataset.document.split("/").at(-1) === id) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
    },
    stop() {
      isStopped = true;
      clearTimeout(typing);
    },
  };
}

function isSameList(before, after) {
  return before.length === after.length && before.every((document, index) => document.name === after[index].name && document.updateTime === after[index].updateTime);
}
