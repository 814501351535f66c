// The form above a collection: which documents, and in which order.

import { h } from "../shared/dom.js";
import { freshID, focusProblem, valueEditor } from "./editor.js";
import { ValueError, make, typeOf, types } from "../shared/firestore/values.js";
import { fieldNames, fieldPathFromText } from "../shared/firestore/paths.js";
import { operators, takesList } from "../shared/firestore/query.js";

/**
 * A form for a filter and an order.
 *
 * @param {object} view What is asked for now: see structuredQuery.
 * @param {(view: object) => void} apply Told when something else is asked for.
 */
export function filterForm(database, view, fieldsSeen, apply, close) {
  const names = h("datalist", { id: freshID("fields") }, ["__name__", ...fieldsSeen].map((name) => h("option", { value: name })));
  const fieldInput = (label, path) => {
    const input = h("input", { type: "text", autocomplete: "off", spellcheck: "false", placeholder: "Field", list: names.id, "aria-label": label });
    input.value = path ? readable(path) : "";
    input.addEventListener("input", () => input.removeAttribute("aria-invalid"));
    return input;
  };
  const field = fieldInput("Field to filter by", view.filter?.field);
  const operator = h("select", { "aria-label": "Operator" }, operators.map(([text, name]) => h("option", { value: name }, text)));
  operator.value = view.filter?.operator ?? "EQUAL";
  let value = valueEditor(view.filter?.value ?? make("string", ""), { database: database.name, label: "the value", types });
  const valueHolder = h("div.filter-value", {}, value.element);
  operator.addEventListener("change", () => {
    // Operators that take a list begin with what was to be compared.
    const before = value.read(true) ?? make("string", "");
    const isList = typeOf(before) === "array";
    if (isList === takesList(operator.value)) return;
    const next = isList ? before.arrayValue.values?.[0] ?? make("string", "") : make("array", { values: [before] });
    value = valueEditor(next, { database: database.name, label: "the value", types });
    valueHolder.replaceChildren(value.element);
  });
  const order = fieldInput("Field to order by", view.order?.field);
  const direction = h("select", { "aria-label": "Direction" }, h("option", { value: "ASCENDING" }, "ascending"), h("option", { value: "DESCENDING" }, "descending"));
  direction.value = view.order?.direction ?? "ASCENDING";
  const problem = h("p.field-problem", { role: "alert", hidden: true });

  const read = () => {
    const next = { prefix: view.prefix };
    if (field.value.trim() !== "") {
      next.filter = { field: path(field), operator: operator.value, value: value.read() };
      if (next.filter.value === null) return null;
      if (next.filter.field === "__name__") next.filter.value = namedDocument(next.filter.value);
    }
    if (order.value.trim() !== "") next.order = { field: path(order), direction: direction.value };
    return next;
  };
  // A document is named by its whole name; its id alone is what people write.
  const namedDocument = (one) => {
    if (typeOf(one) === "array") return make("array", { values: (one.arrayValue.values ?? []).map(namedDocument) });
    return typeOf(one) === "string" && view.collection ? make("reference", `${view.collection}/${one.stringValue}`) : one;
  };
  const path = (input) => {
    try {
      return fieldPathFromText(input.value);
    } catch (error) {
      input.setAttribute("aria-invalid", "true");
      throw error;
    }
  };
  const form = h("form.filter-form", {
    novalidate: true,
    "data-filter": true,
    // A text that is searched for may have several lines, so that its field would take Enter for one more; Shift and Enter add one.
    onkeydown: (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing || !(event.target instanceof HTMLTextAreaElement)) return;
      event.preventDefault();
      form.requestSubmit();
    },
    onsubmit: (event) => {
      event.preventDefault();
      problem.hidden = true;
      try {
        const next = read();
        if (next) apply(next);
        else focusProblem(form);
      } catch (error) {
        if (!(error instanceof ValueError)) throw error;
        problem.textContent = error.message;
        problem.hidden = false;
        focusProblem(form);
      }
    },
  },
  names,
  h("div.filter-line", {}, h("span.filter-word", {}, "Where"), field, operator, valueHolder),
  h("div.filter-line", {}, h("span.filter-word", {}, "Order by"), order, direction),
  problem,
  h("div.filter-actions", {},
    h("button.quiet", { type: "button", onclick: close }, "Close"),
    h("button", { type: "button", "data-action": "clear-filter", onclick: () => apply({ prefix: view.prefix }) }, "Clear"),
    h("button.primary", { type: "submit", "data-action": "apply-filter" }, "Apply")));
  return { element: form, focus: () => field.focus() };
}

/** A field path as people write it: without backticks where none are needed to read it again. */
function readable(path) {
  const names = fieldNames(path);
  return names.length === 1 && !names[0].includes(".") && !names[0].includes("`") ? names[0] : path;
}
