// The line that says which schema the messages of a conversation have, if it is another one.

import { fill, h } from "../shared/dom.js";

/** Names in a row: "status", "status and delivered-to". */
function inWords(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/**
 * What to say about a layout; null for nothing.
 *
 * @param {{schemas: string[], isMixed: boolean, isReadOnly: boolean}|null} layout
 * @param {string} schema The schema that the conversation was opened with.
 */
export function layoutWords(layout, schema) {
  if (layout === null) return null;
  const names = inWords(layout.schemas);
  if (layout.isReadOnly && layout.schemas.length === 0) {
    return `Read-only: these messages have neither the schema ${schema} nor another one that the console knows. Nothing is written.`;
  }
  if (layout.isReadOnly) return `Read-only: these messages have the schema ${names}, not ${schema}. Nothing is written.`;
  if (layout.isMixed) return `Mixed: these messages have the fields of ${names}. Receipts are written to those that have ${schema}.`;
  return null;
}

/** The line. */
export class LayoutNote {
  #open;
  #schemas;

  /**
   * @param {string[]} schemas The schemas that the console knows.
   * @param {(schema: string) => void} open Opens the conversation with another schema.
   */
  constructor(schemas, open) {
    this.#schemas = schemas;
    this.#open = open;
    this.element = h("div.pane-layout", { role: "status", "data-layout": "none", hidden: true });
  }

  show(layout, schema) {
    const words = layoutWords(layout, schema);
    const key = JSON.stringify([words, layout?.schemas]);
    if (this.element.dataset.key === key) return;
    this.element.dataset.key = key;
    this.element.dataset.layout = words === null ? "none" : layout.isReadOnly ? "read-only" : "mixed";
    this.element.hidden = words === null;
    if (words === null) return;
    const others = layout.isReadOnly ? layout.schemas.filter((name) => this.#schemas.includes(name)) : [];
    fill(this.element, h("span", null, words), others.map((name) => h("button", {
      type: "button", "data-open-as": name, onclick: () => this.#open(name),
    }, `Open as ${name}`)));
  }
}
