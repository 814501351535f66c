// Editors for typed values, for the fields of documents and maps, and for arrays.

import { fill, h, icon } from "../shared/dom.js";
import { problemLine } from "../shared/fields.js";
import { convert, elementsOf, emptyValue, fieldsOf, fromText, make, sortedNames, toText, typeOf, types } from "../shared/firestore/values.js";
import { icons } from "../shared/icons.js";
import { ValueError } from "../shared/texts.js";

/**
 * An editor for one value and its type.
 *
 * @param {object} value The value to start with.
 * @param {object} options database: its name, for references; label: what the value is, for screen readers; types: the types to offer.
 * @returns {{element: HTMLElement, read: () => object|null, focus: () => void}} read returns the value, or null if it is invalid, and says why.
 */
export function valueEditor(value, options) {
  const select = h("select.editor-type", { "aria-label": `Type of ${options.label}` }, (options.types ?? types).map((type) => h("option", { value: type }, type)));
  const holder = h("div.editor-content");
  const element = h("div.value-editor", {}, select, holder);
  let current = value;
  let content = null;
  const draw = () => {
    const type = typeOf(current);
    select.value = type;
    element.dataset.type = type;
    content = contentEditor(type, current, options);
    fill(holder, content.element);
  };
  select.addEventListener("change", () => {
    // The text is kept if the new type allows it.
    current = convert(content.read(true) ?? current, select.value, options.database);
    draw();
    select.dispatchEvent(new Event("input", { bubbles: true }));
  });
  draw();
  return { element, read: (isQuiet = false) => content.read(isQuiet), focus: () => content.focus() };
}

function contentEditor(type, value, options) {
  switch (type) {
    case "null": return { element: h("span.editor-null", {}, "null"), read: () => value, focus() {} };
    case "unknown": return { element: h("span.editor-null", {}, "This type cannot be edited here; the value stays unchanged."), read: () => value, focus() {} };
    case "boolean": return booleanEditor(value, options);
    case "map": return mapEditor(value, options);
    case "array": return arrayEditor(value, options);
    case "geopoint": return geopointEditor(value, options);
    default: return textEditor(type, value, options);
  }
}

function booleanEditor(value, options) {
  const select = h("select", { "aria-label": options.label }, h("option", { value: "true" }, "true"), h("option", { value: "false" }, "false"));
  select.value = String(value.booleanValue);
  return { element: select, read: () => make("boolean", select.value === "true"), focus: () => select.focus() };
}

const hints = {
  integer: "42",
  double: "0.25",
  timestamp: "2026-01-02T11:00:00Z",
  reference: "users/alice",
  bytes: "Base64",
};

function textEditor(type, value, options) {
  const text = toText(value, options.database);
  const isLong = type === "string" || type === "bytes";
  const input = isLong
    ? h("textarea", { rows: Math.min(8, Math.max(1, text.split("\n").length, Math.ceil(text.length / 60))) })
    : h("input", { type: "text", inputmode: type === "integer" ? "numeric" : null, autocomplete: "off" });
  input.value = text;
  input.setAttribute("aria-label", options.label);
  input.setAttribute("spellcheck", "false");
  input.dir = type === "string" ? "auto" : "ltr";
  if (hints[type]) input.placeholder = hints[type];
  const problem = problemLine(input);
  const now = type === "timestamp" && h("button.quiet", { type: "button", onclick: () => {
    input.value = new Date().toISOString();
    input.dispatchEvent(new Event("input", { bubbles: true }));
  } }, "Now");
  const element = h("div.editor-text", {}, now ? h("div.editor-beside", {}, input, now) : input, problem.element);
  return { element, focus: () => input.focus(), read: (isQuiet) => problem.check(isQuiet, () => fromText(type, input.value, options.database)) };
}

function geopointEditor(value, options) {
  const point = value.geoPointValue ?? {};
  const input = (name, number) => {
    const field = h("input", { type: "text", inputmode: "decimal", autocomplete: "off", "aria-label": `${name} of ${options.label}` });
    field.value = String(number ?? 0);
    return field;
  };
  const latitude = input("Latitude", point.latitude);
  const longitude = input("Longitude", point.longitude);
  const problem = problemLine(latitude, longitude);
  const element = h("div.editor-text", {}, h("div.editor-beside", {}, latitude, longitude), problem.element);
  return {
    element,
    focus: () => latitude.focus(),
    read: (isQuiet) => problem.check(isQuiet, () => fromText("geopoint", `${latitude.value},${longitude.value}`, options.database)),
  };
}

function mapEditor(value, options) {
  const editor = fieldsEditor(fieldsOf(value.mapValue), { ...options, of: options.label });
  return {
    element: editor.element,
    focus: () => editor.focus(),
    read: (isQuiet) => {
      const fields = editor.read(isQuiet);
      return fields === null ? null : make("map", { fields });
    },
  };
}

function arrayEditor(value, options) {
  const rows = [];
  const list = h("ol.editor-rows", { role: "list" });
  const number = () => rows.forEach((row, index) => (row.label.textContent = String(index)));
  const add = (element, isNew) => {
    const row = { label: h("span.editor-index", {}, "") };
    row.editor = valueEditor(element, { ...options, label: `element of ${options.label}` });
    row.item = h("li.editor-row", {}, row.label, row.editor.element, removeButton(`Remove an element of ${options.label}`, () => {
      rows.splice(rows.indexOf(row), 1);
      remove(row.item, list, number);
    }));
    rows.push(row);
    list.append(row.item);
    number();
    if (isNew) row.editor.focus();
  };
  elementsOf(value).forEach((element) => add(element, false));
  const button = h("button.quiet.editor-add", { type: "button", "data-action": "add-element", onclick: () => {
    // The next element usually has the type of the last one.
    const last = rows.at(-1)?.editor.read(true);
    add(emptyValue(last ? typeOf(last) : "string"), true);
    list.dispatchEvent(new Event("input", { bubbles: true }));
  } }, "+ Add element");
  return {
    element: h("div.editor-nested", {}, list, button),
    focus: () => (rows.length > 0 ? rows[0].editor.focus() : button.focus()),
    read: (isQuiet) => {
      const values = rows.map((row) => row.editor.read(isQuiet));
      return values.includes(null) ? null : make("array", { values });
    },
  };
}

function removeButton(label, action) {
  return h("button.icon-button.editor-remove", { type: "button", "aria-label": label, "data-action": "remove-field", onclick: action }, icon(icons.cross));
}

function remove(item, list, after) {
  const next = item.nextElementSibling ?? item.previousElementSibling;
  const focusNext = next?.querySelector(".editor-remove") ?? list.parentElement?.querySelector(":scope > .editor-add");
  item.remove();
  after?.();
  focusNext?.focus();
  list.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * An editor for fields with names.
 *
 * @returns {{element, read: () => object|null, add: (name?: string) => void, focus: (name?: string) => void}}
 */
export function fieldsEditor(fields, options) {
  const rows = [];
  const list = h("ul.editor-rows", { role: "list" });
  const add = (name, value, isNew) => {
    const input = h("input.editor-name", { type: "text", autocomplete: "off", spellcheck: "false", dir: "auto", placeholder: "Field", "aria-label": "Name of the field" });
    input.value = name;
    const problem = problemLine(input);
    const row = { input, problem, editor: valueEditor(value, { ...options, label: name === "" ? "the new field" : name }) };
    row.item = h("li.editor-row", { "data-field": name }, h("div.editor-named", {}, input, problem.element), row.editor.element, removeButton(`Remove the field ${name}`, () => {
      rows.splice(rows.indexOf(row), 1);
      remove(row.item, list);
    }));
    input.addEventListener("input", () => (row.item.dataset.field = input.value));
    rows.push(row);
    list.append(row.item);
    if (isNew) input.focus();
  };
  for (const name of sortedNames(fields)) add(name, fields[name], false);
  const addNew = () => {
    add("", emptyValue("string"), true);
    list.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const button = h("button.quiet.editor-add", { type: "button", "data-action": "add-field", onclick: addNew }, "+ Add field");
  const read = (isQuiet) => {
    const names = new Set();
    const result = {};
    let isRight = true;
    for (const row of rows) {
      const name = row.problem.check(isQuiet, () => {
        const text = row.input.value;
        if (text === "") throw new ValueError("Enter a name for the field.");
        if (/^__.*__$/s.test(text)) throw new ValueError("Names such as __this__ are reserved.");
        if (names.has(text)) throw new ValueError("This field already exists.");
        names.add(text);
        return text;
      });
      const value = row.editor.read(isQuiet);
      if (name === null || value === null) isRight = false;
      else Object.defineProperty(result, name, { value, enumerable: true, configurable: true, writable: true });
    }
    return isRight ? result : null;
  };
  return {
    element: h("div.fields-editor", {}, list, button),
    read,
    add: addNew,
    focus: (name) => {
      const row = rows.find((one) => one.input.value === name) ?? rows[0];
      if (row) row.editor.focus();
      else button.focus();
    },
  };
}
