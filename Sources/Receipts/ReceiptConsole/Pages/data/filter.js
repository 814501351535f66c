// The form above a collection: which documents, and in which order.

import { h } from "../shared/dom.js";
import { errorLine, focusProblem, freshID } from "../shared/fields.js";
import { fieldNames, fieldPathFromText } from "../shared/firestore/paths.js";
import { operators, takesList } from "../shared/firestore/query.js";
import { make, typeOf, types } from "../shared/firestore/values.js";
import { ValueError } from "../shared/texts.js";
import { valueEditor } from "./editor.js";

/**
 * A form for a filter and an order.
 *
 * @param {object} view The present ones: see structuredQuery; with collection: the collection's whole name.
 * @param {string[]} fieldsSeen Field names to suggest.
 * @param {(view: object) => void} apply Called with the filter and order that somebody chooses.
 */
export function filterForm(database, view, fieldsSeen, apply, close) {
  const names = h("datalist", { id: freshID("fields") }, ["__name__", ...fieldsSeen].map((name) => h("option", { value: name })));
  const field = fieldInput("Field to filter by", view.filter?.field, names);
  const operator = h("select", { "aria-label": "Operator" }, operators.map(([text, name]) => h("option", { value: name }, text)));
  operator.value = view.filter?.operator ?? "EQUAL";
  const value = comparedValue(database, view.filter?.value, operator);
  const order = fieldInput("Field to order by", view.order?.field, names);
  const direction = h("select", { "aria-label": "Direction" }, h("option", { value: "ASCENDING" }, "ascending"), h("option", { value: "DESCENDING" }, "descending"));
  direction.value = view.order?.direction ?? "ASCENDING";
  const problem = errorLine("field-problem");

  const read = () => {
    const next = { prefix: view.prefix };
    if (field.value.trim() !== "") {
      next.filter = { field: readPath(field), operator: operator.value, value: value.read() };
      if (next.filter.value === null) return null;
      if (next.filter.field === "__name__") next.filter.value = documentName(next.filter.value, view.collection);
    }
    if (order.value.trim() !== "") next.order = { field: readPath(order), direction: direction.value };
    return next;
  };
  const submit = (event) => {
    event.preventDefault();
    problem.hide();
    try {
      const next = read();
      if (next) apply(next);
      else focusProblem(form);
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      problem.show(error.message);
      focusProblem(form);
    }
  };
  const form = h("form.filter-form", { novalidate: true, "data-filter": true, onkeydown: submitOnEnter, onsubmit: submit },
    names,
    h("div.filter-line", {}, h("span.filter-word", {}, "Where"), field, operator, value.element),
    h("div.filter-line", {}, h("span.filter-word", {}, "Order by"), order, direction),
    problem.element,
    h("div.filter-actions", {},
      h("button.quiet", { type: "button", onclick: close }, "Close"),
      h("button", { type: "button", "data-action": "clear-filter", onclick: () => apply({ prefix: view.prefix }) }, "Clear"),
      h("button.primary", { type: "submit", "data-action": "apply-filter" }, "Apply")));
  return { element: form, focus: () => field.focus() };
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
