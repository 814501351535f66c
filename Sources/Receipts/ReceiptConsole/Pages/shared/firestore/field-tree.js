// A document's fields as a tree in which maps and arrays fold.

import { h } from "../dom.js";
import { byteCount, contentOf, doubleText, elementsOf, fieldsOf, referencePath, sortedNames, timestampText, typeOf } from "./values.js";
import { localTime, plural } from "../texts.js";
import { hashOf } from "../addresses.js";

/** Longer texts are cut, with a button to show all. */
const longText = 600;

/**
 * The tree of a document's fields.
 *
 * @param {object} options database: its name, for references; changed: a set of places to highlight; folds: a map that keeps what is folded and
 *   which texts are shown in full; onedit: called with the name of a top-level field.
 */
export function fieldTree(fields, options) {
  const names = sortedNames(fields);
  return h("ul.tree", { role: "list" }, names.map((name) => row(name, fields[name], name, { ...options, top: name })));
}

function row(label, value, place, options) {
  const type = typeOf(value);
  const isNested = type === "map" || type === "array";
  const attributes = { "data-field": place, "data-type": type };
  const item = h(options.changed?.has(place) ? "li.tree-row.changed" : "li.tree-row", attributes);
  const line = [h("span.tree-name", { dir: "auto" }, label), isNested ? count(type, value) : shownValue(type, value, place, options), h("span.badge.tree-type", {}, type)];
  const edit = options.onedit && options.top === place && h("button.quiet.tree-edit", { type: "button", "aria-label": `Edit ${label}`, "data-action": "edit-field", onclick: () => options.onedit(label) }, "Edit");
  if (!isNested || sizeOf(type, value) === 0) {
    item.append(h("div.tree-line", {}, line, edit));
    return item;
  }
  const children = type === "map"
    ? sortedNames(fieldsOf(value.mapValue)).map((name) => [name, fieldsOf(value.mapValue)[name], `${place}.${name}`])
    : elementsOf(value).map((element, index) => [String(index), element, `${place}[${index}]`]);
  const isOpen = options.folds.get(place) ?? children.length <= 20;
  // A long list is built when it is first opened.
  const list = h("ul.tree", { role: "list" });
  const build = () => {
    if (list.childElementCount === 0) list.append(...children.map(([name, child, path]) => row(name, child, path, options)));
  };
  if (isOpen) build();
  const details = h("details", { open: isOpen }, h("summary.tree-line", {}, line), list);
  details.addEventListener("toggle", () => {
    options.folds.set(place, details.open);
    if (details.open) build();
  });
  item.append(details);
  if (edit) item.append(edit);
  return item;
}

function sizeOf(type, value) {
  return type === "map" ? Object.keys(fieldsOf(value.mapValue)).length : elementsOf(value).length;
}

function count(type, value) {
  const size = sizeOf(type, value);
  return h("span.tree-count", {}, type === "map" ? plural(size, "field") : plural(size, "element"));
}

function shownValue(type, value, place, options) {
  const content = contentOf(value);
  switch (type) {
    case "string": return longString(content, place, options);
    case "timestamp": return h("time.tree-value", { datetime: content, title: localTime(content) }, timestampText(content));
    case "reference": return reference(content, options.database);
    case "double": return h("span.tree-value", {}, doubleText(content));
    case "geopoint": return h("span.tree-value", {}, `${content?.latitude ?? 0}°, ${content?.longitude ?? 0}°`);
    case "bytes": return h("span.tree-value", { title: plural(byteCount(content), "byte") }, content === "" ? "(no bytes)" : content);
    case "unknown": return h("span.tree-value", {}, JSON.stringify(value));
    default: return h(`span.tree-value.is-${type}`, {}, String(content));
  }
}

function longString(text, place, options) {
  const key = `${place} whole`;
  const isWhole = text.length <= longText || options.folds.get(key);
  const element = h("span.tree-value.is-string", { dir: "auto" }, isWhole ? quoted(text) : quoted(`${text.slice(0, longText)}…`));
  if (isWhole) return element;
  const button = h("button.quiet.tree-more", { type: "button" }, `Show all ${text.length} characters`);
  const both = h("span.tree-long", {}, element, button);
  button.addEventListener("click", () => {
    options.folds.set(key, true);
    element.textContent = quoted(text);
    button.remove();
  });
  return both;
}

function quoted(text) {
  return text === "" ? "(empty text)" : text;
}

function reference(name, database) {
  const path = referencePath(name, database);
  if (path === name) return h("span.tree-value", {}, name);
  return h("a.tree-value", { href: hashOf(path.split("/")) }, path);
}
