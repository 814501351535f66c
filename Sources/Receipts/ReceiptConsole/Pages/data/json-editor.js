// A document as JSON: an editor that says while somebody types whether the text is valid.

import { CodeField, validityLine } from "../shared/code-field.js";
import { h } from "../shared/dom.js";
import { fieldsFromText, notation, textOfFields } from "../shared/firestore/json.js";
import { tokensOfJSON } from "../shared/json-text.js";
import { plural, ValueError } from "../shared/texts.js";

/** How long somebody has to pause before screen readers hear what is wrong, in milliseconds. */
const pause = 400;

/** An editor for the fields of a document, with the same methods as fieldsEditor. */
export function jsonEditor(fields, { database }) {
  const field = new CodeField({ label: "The document as JSON", attributes: { "data-json": true }, tokensOf: tokensOfJSON });
  const validity = validityLine();
  let timer = null;
  /** Marks what is wrong at once; says it now or after a pause. */
  const check = (delay) => {
    const { value, error } = attempt(() => fieldsFromText(field.text, database));
    clearTimeout(timer);
    field.mark(error ? [{ line: error.line, kind: "error" }] : []);
    if (error) field.input.setAttribute("aria-invalid", "true");
    else field.input.removeAttribute("aria-invalid");
    const say = () => validity.show(error ? `Line ${error.line}: ${error.message}` : `Valid: ${plural(Object.keys(value).length, "field")}.`, error !== null);
    if (delay === 0) say();
    else timer = setTimeout(say, delay);
    return value;
  };
  field.input.addEventListener("input", () => check(pause));
  field.text = textOfFields(fields, database);
  check(0);
  return {
    element: h("div.json-editor", {}, field.element, validity.element, notationHelp()),
    read: (isQuiet = false) => (isQuiet ? attempt(() => fieldsFromText(field.text, database)).value : check(0)),
    add: () => field.select(field.text.length),
    focus: (name) => {
      const at = name ? field.text.indexOf(`\n  ${JSON.stringify(name)}:`) : -1;
      field.select(at < 0 ? 0 : at + 3);
    },
  };
}

function attempt(read) {
  try {
    return { value: read(), error: null };
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    return { value: null, error };
  }
}

function notationHelp() {
  return h("details.json-help", {}, h("summary", {}, "Values that JSON does not have"), h("dl", {}, notation.map(([code, meaning]) => h("div", {}, h("dt", {}, h("code", {}, code)), h("dd", {}, meaning)))));
}
