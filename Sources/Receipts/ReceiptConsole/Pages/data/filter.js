// The form above a collection: which documents, and in which order.

import { h, icon } from "../shared/dom.js";
import { errorLine, focusProblem, freshID } from "../shared/fields.js";
import { fieldNames, fieldPathFromText } from "../shared/firestore/paths.js";
import { operators, takesList } from "../shared/firestore/query.js";
import { make, typeOf, types } from "../shared/firestore/values.js";
import { icons } from "../shared/icons.js";
import { ValueError } from "../shared/texts.js";
import { valueEditor } from "./editor.js";

/**
 * A form for filters and orders.
 *
 * @param {object} view The present ones: see structuredQuery; with collection: the collection's whole name.
 * @param {string[]} fieldsSeen Field names to suggest.
 * @param {(view: object) => void} apply Called with the filters and orders that somebody chooses.
 */
export function filterForm(database, view, fieldsSeen, apply, close) {
  const names = h("datalist", { id: freshID("fields") }, ["__name__", ...fieldsSeen].map((name) => h("option", { value: name })));
  const filters = new Lines("filter", "+ Add filter", (filter) => filterLine(database, filter, names, view.collection));
  const orders = new Lines("order", "+ Add order", (order) => orderLine(order, names));
  for (const filter of view.filters ?? [undefined]) filters.add(filter);
  for (const order of view.orders ?? [undefined]) orders.add(order);
  const problem = errorLine("field-problem");
  const { prefix, totals } = view;
  const submit = (event) => {
    event.preventDefault();
    problem.hide();
    try {
      const next = { filters: filters.read(), orders: orders.read() };
      if (next.filters === null) focusProblem(form);
      else apply({ ...(next.filters.length > 0 && { filters: next.filters }), ...(next.orders.length > 0 && { orders: next.orders }), prefix, totals });
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      problem.show(error.message);
      focusProblem(form);
    }
  };
  const form = h("form.filter-form", { novalidate: true, "data-filter": true, onkeydown: submitOnEnter, onsubmit: submit },
    names, filters.element, orders.element, problem.element,
    h("div.filter-actions", {},
      h("button.quiet", { type: "button", onclick: close }, "Close"),
      h("button", { type: "button", "data-action": "clear-filter", onclick: () => apply({ prefix, totals }) }, "Clear"),
      h("button.primary", { type: "submit", "data-action": "apply-filter" }, "Apply")));
  return { element: form, focus: () => form.querySelector("input").focus() };
}

/** Lines of the same kind, of which there may be more. Those without a field count for nothing. */
class Lines {
  #lines = [];
  #list = h("div.filter-lines", {});
  #make;
  #kind;

  constructor(kind, addText, makeLine) {
    this.#kind = kind;
    this.#make = makeLine;
    this.element = h("div.filter-group", {}, this.#list, h("button.quiet.filter-add", { type: "button", "data-action": `add-${kind}-line`, onclick: () => this.add(undefined).element.querySelector("input").focus() }, addText));
  }

  add(content) {
    const line = this.#make(content);
    const remove = h("button.icon-button.filter-remove", { type: "button", "aria-label": `Remove this ${this.#kind}`, title: `Remove this ${this.#kind}`, "data-action": "remove-line", onclick: () => this.#remove(line) }, icon(icons.cross));
    line.element.append(remove);
    this.#lines.push(line);
    this.#list.append(line.element);
    return line;
  }

  #remove(line) {
    line.element.remove();
    this.#lines = this.#lines.filter((one) => one !== line);
    if (this.#lines.length === 0) this.add(undefined);
    this.#list.querySelector("input").focus();
  }

  /** What the lines say; null if one is invalid, and says why. */
  read() {
    const found = this.#lines.map((line) => line.read()).filter((one) => one !== undefined);
    return found.includes(null) ? null : found;
  }
}

function filterLine(database, filter, names, collection) {
  const field = fieldInput("Field to filter by", filter?.field, names);
  const operator = h("select", { "aria-label": "Operator" }, operators.map(([text, name]) => h("option", { value: name }, text)));
  operator.value = filter?.operator ?? "EQUAL";
  const value = comparedValue(database, filter?.value, operator);
  return {
    element: h("div.filter-line", {}, h("span.filter-word", {}, "Where"), field, operator, value.element),
    read() {
      if (field.value.trim() === "") return undefined;
      const compared = { field: readPath(field), operator: operator.value, value: value.read() };
      if (compared.value === null) return null;
      if (compared.field === "__name__") compared.value = documentName(compared.value, collection);
      return compared;
    },
  };
}

function orderLine(order, names) {
  const field = fieldInput("Field to order by", order?.field, names);
  const direction = h("select", { "aria-label": "Direction" }, h("option", { value: "ASCENDING" }, "ascending"), h("option", { value: "DESCENDING" }, "descending"));
  direction.value = order?.direction ?? "ASCENDING";
  return {
    element: h("div.filter-line", {}, h("span.filter-word", {}, "Order by"), field, direction),
    read: () => (field.value.trim() === "" ? undefined : { field: readPath(field), direction: direction.value }),
  };
}

function fieldInput(label, path, names) {
  const input = h("input", { type: "text", autocomplete: "off", spellcheck: "false", placeholder: "Field", list: names.id, "aria-label": label });
  input.value = path ? readable(path) : "";
  input.addEventListener("input", () => input.removeAttribute("aria-invalid"));
  return input;
}

/** The editor of the value to compare with. Operators that take a list turn it into one, starting with that value, and back. */
function comparedValue(database, first, operator) {
  const editorOf = (content) => valueEditor(content, { database: database.name, label: "the value", types });
  let editor = editorOf(first ?? make("string", ""));
  const element = h("div.filter-value", {}, editor.element);
  operator.addEventListener("change", () => {
    const before = editor.read(true) ?? make("string", "");
    const isList = typeOf(before) === "array";
    if (isList === takesList(operator.value)) return;
    editor = editorOf(isList ? before.arrayValue.values?.[0] ?? make("string", "") : make("array", { values: [before] }));
    element.replaceChildren(editor.element);
  });
  return { element, read: () => editor.read() };
}

/** Enter submits, even in the text area that a string is written in; Shift+Enter breaks the line there. */
function submitOnEnter(event) {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing || !(event.target instanceof HTMLTextAreaElement)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

function readPath(input) {
  try {
    return fieldPathFromText(input.value);
  } catch (error) {
    input.setAttribute("aria-invalid", "true");
    throw error;
  }
}

/** A reference to a document of the collection, for the id that people write. */
function documentName(value, collection) {
  if (typeOf(value) === "array") return make("array", { values: (value.arrayValue.values ?? []).map((one) => documentName(one, collection)) });
  return typeOf(value) === "string" && collection ? make("reference", `${collection}/${value.stringValue}`) : value;
}

/** A field path as people write it: without backticks unless it needs them. */
function readable(path) {
  const names = fieldNames(path);
  return names.length === 1 && !names[0].includes(".") && !names[0].includes("`") ? names[0] : path;
}
