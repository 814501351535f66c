// The pane of a collection's documents, fifty at a time.

import { writeAddress } from "../shared/addresses.js";
import { fill, h, icon, setText } from "../shared/dom.js";
import { isNarrowed } from "../shared/firestore/query.js";
import { icons } from "../shared/icons.js";
import { fadeChanges, failed, loading, nothing, tellChange } from "../shared/states.js";
import { plural } from "../shared/texts.js";
import { toolButton } from "./collections.js";
import { pageSize } from "./database.js";
import { exportDocuments } from "./export.js";
import { filterForm } from "./filter.js";
import { fileChoice } from "./import.js";
import { newDocument } from "./new-document.js";
import { showQuery } from "./query-dialog.js";
import { Selection } from "./selection.js";
import { filterText, isSameList, previewLine } from "./summaries.js";
import { TotalsRow } from "./totals.js";

/** How long somebody has to pause before what they have typed is looked for, in milliseconds. */
const typingPause = 250;

export class DocumentsPane {
  #database;
  #collection;
  #view;
  #tellView;
  #list = h("div.data-pane-body", {});
  #filterHolder = h("div.filter-holder", { hidden: true });
  #summary = h("p.filter-summary", { hidden: true });
  #filterButton = h("button.icon-button", { type: "button", "aria-label": "Filter and order", title: "Filter and order", "aria-expanded": "false", "data-action": "filter", onclick: () => this.#toggleFilter() }, icon(icons.funnel));
  #totalsButton = toolButton("Totals", "totals", icons.sum, () => this.#apply({ ...this.#view, totals: this.#view.totals === undefined ? "" : undefined }));
  #prefix = h("input.data-pane-search", { type: "search", placeholder: "Find by id", "aria-label": "Find documents whose id begins with", autocomplete: "off", spellcheck: "false", "data-find": true, oninput: () => this.#typed() });
  #status = h("span.visually-hidden", { role: "status" });
  #selection;
  #totals;
  #tools;
  #documents = null;
  #cursor = null;
  #selected = null;
  #isStopped = false;
  /** The number of the latest query: answers to earlier ones are ignored. */
  #query = 0;
  #typing = null;

  /**
   * @param {object} view The filters, orders and prefix: see structuredQuery; totals: see TotalsRow.
   * @param {(view: object, isTyping: boolean) => void} tellView Called when somebody changes them.
   */
  constructor(database, collection, view, tellView) {
    this.#database = database;
    this.#collection = collection;
    this.#view = view;
    this.#tellView = tellView;
    this.#prefix.value = view.prefix ?? "";
    this.#selection = new Selection(database, () => this.#documents && this.#draw(this.#documents), (documents) => exportDocuments(database, collection, { documents }));
    this.#totals = new TotalsRow(database, collection, (totals) => this.#apply({ ...this.#view, totals }));
    this.#tools = this.#makeTools();
    this.element = h("section.data-pane.documents-pane", { "aria-label": `Documents in ${collection.join("/")}` },
      h("div.data-pane-head", {}, h("h2", { dir: "auto" }, collection.at(-1)), this.#prefix, this.#filterButton),
      this.#filterHolder, this.#summary, this.#tools, this.#selection.element, this.#list, this.#totals.element, this.#status);
    this.#load();
  }

  #makeTools() {
    const file = fileChoice(this.#database, this.#collection, () => this.element);
    return h("div.data-pane-tools", {},
      h("button.quiet.data-pane-add", { type: "button", "data-action": "add-document", onclick: () => this.#add() }, "+ Add document"),
      h("div.tool-group", {},
        toolButton("Select documents", "select", icons.boxes, () => this.#selection.turn(true)),
        this.#totalsButton,
        toolButton("The query in code", "query-code", icons.code, () => showQuery(this.#database, this.#collection, this.#view)),
        toolButton("Import documents", "import", icons.upload, () => file.click()), file,
        toolButton("Export documents", "export", icons.download, () => exportDocuments(this.#database, this.#collection, { view: this.#view }))));
  }

  /** Queries again for as many documents as are shown. */
  async look() {
    const query = ++this.#query;
    const count = Math.max(pageSize, this.#documents?.length ?? 0);
    try {
      const found = await this.#database.documents(this.#collection, this.#view, count);
      if (!this.#isLatest(query)) return;
      const before = this.#documents;
      const isSame = before !== null && isSameList(before, found.documents) && (this.#cursor === null) === (found.cursor === null);
      this.#documents = found.documents;
      this.#cursor = found.cursor;
      if (!isSame) this.#draw(before);
      this.#addUp();
    } catch (error) {
      if (this.#isLatest(query) && this.#documents === null) fill(this.#list, failed(error, () => this.#load()));
    }
  }

  /** Shows another filter, order or prefix, which the address names. */
  show(view) {
    if (JSON.stringify(view) === JSON.stringify(this.#view)) return;
    this.#view = view;
    this.#prefix.value = view.prefix ?? "";
    if (!this.#filterHolder.hidden) this.#toggleFilter();
    this.#load();
  }

  /** Marks the document that the pane beside it shows; null for none. */
  select(id) {
    this.#selected = id;
    for (const link of this.#list.querySelectorAll(".document-row")) {
      if (link.dataset.document.split("/").at(-1) === id) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }

  stop() {
    this.#isStopped = true;
    clearTimeout(this.#typing);
  }

  #isLatest(query) {
    return !this.#isStopped && query === this.#query;
  }

  #load() {
    this.#documents = null;
    this.#cursor = null;
    this.#summarize();
    fill(this.#list, loading("Loading documents", 7));
    return this.look();
  }

  async #more(event) {
    const button = event.currentTarget;
    button.disabled = true;
    const query = ++this.#query;
    try {
      const found = await this.#database.documents(this.#collection, this.#view, pageSize, this.#cursor);
      if (!this.#isLatest(query)) {
        button.disabled = false;
        return;
      }
      const first = this.#documents.length;
      this.#documents = [...this.#documents, ...found.documents];
      this.#cursor = found.cursor;
      this.#draw(this.#documents);
      this.#list.querySelectorAll(".document-row")[first]?.focus();
    } catch (error) {
      button.disabled = false;
      button.before(failed(error, () => {
        button.previousElementSibling.remove();
        button.click();
      }));
    }
  }

  async #add() {
    const path = await newDocument(this.#database, this.#collection, false);
    if (!path) return;
    tellChange(this.element);
    location.hash = this.#addressOf(path);
  }

  /** The address that shows a document beside the list as it is. */
  #addressOf(path) {
    return writeAddress({ page: "data", path, view: this.#view });
  }

  // ---- Filter and order

  #typed() {
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => this.#apply({ ...this.#view, prefix: this.#prefix.value.trim() }, true), typingPause);
  }

  #toggleFilter() {
    const opens = this.#filterHolder.hidden;
    this.#filterHolder.hidden = !opens;
    this.#filterButton.setAttribute("aria-expanded", String(opens));
    if (!opens) {
      this.#filterButton.focus();
      return;
    }
    const form = filterForm(this.#database, { ...this.#view, collection: this.#database.nameOf(this.#collection) }, this.#fieldsSeen, (view) => this.#apply(view), () => this.#toggleFilter());
    fill(this.#filterHolder, form.element);
    form.focus();
  }

  #apply({ filters, orders, prefix, totals }, isTyping = false) {
    this.#view = { ...(filters && { filters }), ...(orders && { orders }), ...(prefix && { prefix }), ...(totals !== undefined && { totals }) };
    if (!this.#filterHolder.hidden && !filters && !orders) this.#toggleFilter();
    this.#tellView(this.#view, isTyping);
    this.#load();
  }

  #summarize() {
    const text = filterText(this.#view, this.#database.name);
    this.#summary.hidden = text === "";
    this.#filterButton.classList.toggle("is-on", text !== "");
    if (text !== "") fill(this.#summary, h("span", { dir: "auto" }, text), h("button.quiet", { type: "button", "data-action": "clear-filter", onclick: () => this.#apply({ prefix: this.#view.prefix, totals: this.#view.totals }) }, "Clear"));
  }

  get #fieldsSeen() {
    return [...new Set((this.#documents ?? []).flatMap((document) => Object.keys(document.fields ?? {})))].sort();
  }

  #addUp() {
    this.#totalsButton.classList.toggle("is-on", this.#view.totals !== undefined);
    this.#totalsButton.setAttribute("aria-pressed", String(this.#view.totals !== undefined));
    return this.#totals.show(this.#view, this.#fieldsSeen);
  }

  // ---- Drawing

  #draw(before) {
    const [list, documents] = [this.#list, this.#documents];
    this.#selection.take(documents);
    this.#tools.hidden = this.#selection.isOn;
    if (documents.length === 0) {
      fill(list, isNarrowed(this.#view) ? nothing("No matches", "No document matches the filter. Documents without the field never do.") : nothing("No documents", "This collection is empty."));
      return;
    }
    const focused = list.contains(document.activeElement) ? document.activeElement.dataset.document : null;
    const top = list.scrollTop;
    const versions = before && new Map(before.map((one) => [one.name, one.updateTime]));
    fill(list, h("ul.data-pane-list", { role: "list" }, documents.map((one) => this.#item(one, versions))),
      this.#cursor && h("button.quiet.data-pane-more", { type: "button", "data-action": "load-more", onclick: (event) => this.#more(event) }, "Load more"));
    list.scrollTop = top;
    fadeChanges(list);
    if (focused) [...list.querySelectorAll("a")].find((link) => link.dataset.document === focused)?.focus();
    setText(this.#status, `${plural(documents.length, "document")}${this.#cursor ? ", and more" : ""}`);
  }

  #item(one, versions) {
    const row = this.#row(one, versions);
    if (!this.#selection.isOn || one.updateTime === undefined) return h("li", {}, row);
    return h("li.is-selectable", {}, this.#selection.box(one.name, this.#database.segmentsOf(one.name).at(-1)), row);
  }

  #row({ name, fields = {}, updateTime }, versions) {
    const path = this.#database.segmentsOf(name);
    const isMissing = updateTime === undefined;
    const isChanged = versions && versions.get(name) !== updateTime;
    return h(`a.data-pane-row.document-row${isMissing ? ".is-missing" : ""}${isChanged ? ".changed" : ""}`, {
      href: this.#addressOf(path),
      "data-document": path.join("/"),
      "aria-current": path.at(-1) === this.#selected ? "true" : null,
    }, icon(icons.document), h("span.document-text", {},
      h("span.document-id", { dir: "auto" }, path.at(-1)),
      h("span.document-preview", { dir: "auto" }, isMissing ? "no document, only collections below" : previewLine(fields, this.#view, this.#database.name))));
  }
}
