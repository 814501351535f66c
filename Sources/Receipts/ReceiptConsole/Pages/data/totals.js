// The row below a list with the number of its documents, and the sum and average of a field.

import { fill, h } from "../shared/dom.js";
import { fieldNames, fieldPathFromText } from "../shared/firestore/paths.js";
import { contentOf, doubleText, typeOf } from "../shared/firestore/values.js";
import { freshID, problemLine } from "../shared/fields.js";

export class TotalsRow {
  #database;
  #collection;
  #result = h("dl.totals-result", { role: "status", "data-totals": true });
  #names = h("datalist", { id: freshID("totals") });
  #field = h("input", { type: "text", placeholder: "Field", autocomplete: "off", spellcheck: "false", list: this.#names.id, "aria-label": "Field to add up", "data-total-field": true });
  #problem = problemLine(this.#field);
  #query = 0;
  #shown = null;
  #view = {};

  /** @param {(totals: string|undefined) => void} choose Called with the field to add up; empty for none, undefined to close the row. */
  constructor(database, collection, choose) {
    this.#database = database;
    this.#collection = collection;
    this.element = h("form.totals-row", { hidden: true, "aria-label": "Totals", onsubmit: (event) => {
      event.preventDefault();
      const path = this.#problem.check(false, () => (this.#field.value.trim() === "" ? "" : fieldPathFromText(this.#field.value)));
      if (path !== null) choose(path);
    } }, this.#result, h("div.totals-field", {}, this.#names, this.#field, h("button", { type: "submit", "data-action": "add-up" }, "Sum and average"), this.#problem.element));
  }

  /** Shows the totals of a view, if it wants any. */
  async show(view, fieldsSeen = []) {
    const isOther = view.totals !== this.#view.totals;
    this.#view = view;
    this.element.hidden = view.totals === undefined;
    const query = ++this.#query;
    if (this.element.hidden) return;
    if (isOther) this.#field.value = view.totals === "" ? "" : fieldNames(view.totals).join(".");
    fill(this.#names, fieldsSeen.map((name) => h("option", { value: name })));
    try {
      const totals = await this.#database.totals(this.#collection, view, view.totals);
      if (query !== this.#query) return;
      const values = [["Documents", totals.count], ...(view.totals ? [["Sum", totals.sum], ["Average", totals.average]] : [])];
      const texts = values.map(([label, value]) => [label, totalText(value)]);
      // Screen readers hear it only if it is something else.
      if (this.#shown === String(texts)) return;
      this.#shown = String(texts);
      fill(this.#result, texts.map(([label, text]) => h("div", {}, h("dt", {}, label), h("dd", {}, text))));
    } catch (error) {
      if (query !== this.#query) return;
      this.#shown = null;
      fill(this.#result, h("div.error", {}, error.message));
    }
  }
}

/** A total; the average of no numbers is null. */
export function totalText(value) {
  switch (typeOf(value ?? {})) {
    case "integer": return BigInt(contentOf(value)).toLocaleString();
    case "double": return Number.isInteger(contentOf(value)) ? doubleText(contentOf(value)) : String(Number(Number(contentOf(value)).toPrecision(12)));
    default: return "–";
  }
}
