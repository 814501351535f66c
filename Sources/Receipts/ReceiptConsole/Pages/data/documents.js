// The pane of a collection's documents: fifty, and as many again as are there for each time that somebody wants more.

import { writeAddress } from "../shared/addresses.js";
import { fill, h, icon, setText } from "../shared/dom.js";
import { isNarrowed } from "../shared/firestore/query.js";
import { icons } from "../shared/icons.js";
import { Rows } from "../shared/rows.js";
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
/** The most documents that are loaded at a time. */
const largestPage = 1000;

export class DocumentsPane {
  #database;
  #collection;
  #view;
  #tellView;
  #list = h("div.data-pane-body", {});
  #rowList = h("ul.data-pane-list", { role: "list" });
  #moreButton = h("button.quiet.data-pane-more", { type: "button", "data-action": "load-more", onclick: () => this.#more() }, "Load more");
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
  #rows;
  /** The versions of documents before a change that is being drawn. */
  #before = null;
  #cursor = null;
  #selected = null;
  #isStopped = false;
  /** The number of the latest query: answers to earlier ones are ignored. */
  #query = 0;
  /** More documents that are being loaded; null for none. */
  #growing = null;
  /** How many refreshes wait for their answer. */
  #looks = 0;
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
    this.#rows = new Rows(this.#list, this.#rowList, (one) => this.#describe(one));
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
    // Somebody's wish for more is not lost to a refresh.
    if (this.#growing !== null) await this.#growing;
    const query = ++this.#query;
    const count = Math.max(pageSize, this.#documents?.length ?? 0);
    this.#looks += 1;
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
    } finally {
      this.#looks -= 1;
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
    this.#query += 1;
    this.#growing = null;
    this.#documents = null;
    this.#cursor = null;
    // Links and previews follow the filter.
    this.#rows.clear();
    this.#summarize();
    fill(this.#list, loading("Loading documents", 7));
    return this.look();
  }

  async #more() {
    const isRefreshing = this.#looks > 0;
    const growing = this.#grow();
    this.#growing = growing;
    this.#moreButton.disabled = true;
    await growing;
    this.#moreButton.disabled = false;
    if (this.#growing !== growing) return;
    this.#growing = null;
    // The answer to that refresh was ignored.
    if (isRefreshing) this.look();
  }

  async #grow() {
    const query = ++this.#query;
    const first = this.#documents.length;
    try {
      const found = await this.#database.documents(this.#collection, this.#view, Math.min(largestPage, Math.max(pageSize, first)), this.#cursor);
      if (!this.#isLatest(query)) return;
      this.#documents = [...this.#documents, ...found.documents];
      this.#cursor = found.cursor;
      this.#draw(this.#documents);
      this.#rows.reveal(first)?.querySelector(".document-row").focus();
    } catch (error) {
      if (!this.#isLatest(query)) return;
      const problem = failed(error, () => {
        problem.remove();
        this.#more();
      });
      this.#moreButton.before(problem);
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
    if (list.firstElementChild !== this.#rowList || list.childElementCount > 2) {
      const top = list.scrollTop;
      fill(list, this.#rowList, this.#moreButton);
      list.scrollTop = top;
    }
    this.#before = before && new Map(before.map((one) => [one.name, one.updateTime]));
    this.#rows.show(documents);
    this.#before = null;
    this.#moreButton.hidden = this.#cursor === null;
    fadeChanges(list);
    if (focused && !list.contains(document.activeElement)) [...list.querySelectorAll("a")].find((link) => link.dataset.document === focused)?.focus({ preventScroll: true });
    setText(this.#status, `${plural(documents.length, "document")}${this.#cursor ? ", and more" : ""}`);
  }

  #describe(one) {
    const isSelectable = this.#selection.isOn && one.updateTime !== undefined;
    const box = !isSelectable ? "" : this.#selection.has(one.name) ? "on" : "off";
    return { key: one.name, version: `${one.updateTime} ${box}`, draw: () => this.#item(one, isSelectable) };
  }

  #item(one, isSelectable) {
    const row = this.#row(one);
    if (!isSelectable) return h("li", {}, row);
    return h("li.is-selectable", {}, this.#selection.box(one.name, this.#database.segmentsOf(one.name).at(-1)), row);
  }

  #row({ name, fields = {}, updateTime }) {
    const path = this.#database.segmentsOf(name);
    const isMissing = updateTime === undefined;
    const isChanged = this.#before !== null && this.#before.get(name) !== updateTime;
    return h(`a.data-pane-row.document-row${isMissing ? ".is-missing" : ""}${isChanged ? ".changed" : ""}`, {
      href: this.#addressOf(path),
      "data-document": path.join("/"),
      "aria-current": path.at(-1) === this.#selected ? "true" : null,
    }, icon(icons.document), h("span.document-text", {},
      h("span.document-id", { dir: "auto" }, path.at(-1)),
      h("span.document-preview", { dir: "auto" }, isMissing ? "no document, only collections below" : previewLine(fields, this.#view, this.#database.name))));
  }
}
