// The dialogs of the tree page: edit a value, add a child.

import { ConsoleError } from "../shared/api.js";
import { attempt, inDialog } from "../shared/dialogs.js";
import { h } from "../shared/dom.js";
import { errorLine, textField } from "../shared/fields.js";
import { checkKey } from "../shared/realtime/paths.js";
import { jsonFrom, shownText, textOf, typeOf, types } from "../shared/realtime/values.js";

/** The entity tag of a place where there is nothing. */
const nothingThere = "null_etag";

/**
 * Lets somebody change a value. If it has changed since, the dialog says so, and saving again overwrites it.
 *
 * @param {object} node The node; editing starts with its JSON.
 * @returns {Promise<boolean>} Whether it was changed.
 */
export function editValue(database, node) {
  return inDialog("Edit the value", "form", (close, form) => {
    const value = valueField(node.json, true);
    let base = node.json;
    const save = async (json) => {
      const now = await database.tagged(node.segments);
      if (now.json !== base) {
        base = now.json;
        throw new ConsoleError(`The value has changed in the meantime. It is now ${described(now.json)}. Save again to overwrite it.`);
      }
      if (!await database.put(node.segments, json, now.tag)) throw new ConsoleError("The value changed just now. Save again.");
      return true;
    };
    return [place("At", node.segments), value.element, ...saving(form, close, () => {
      const json = value.read();
      return json === null ? null : () => save(json);
    })];
  });
}

/**
 * Lets somebody add a child.
 *
 * @returns {Promise<string|false>} Its key.
 */
export function addChild(database, segments) {
  return inDialog("Add a child", "form", (close, form) => {
    const key = textField("Key", h("input", { type: "text", autocomplete: "off", spellcheck: "false", dir: "auto", autofocus: true, placeholder: "leave empty for an automatic key", "data-key": true }));
    const value = valueField("\"\"", false);
    const save = async (name, json) => {
      if (name === "") return await database.push(segments, json);
      // Adding never overwrites.
      if (!await database.put([...segments, name], json, nothingThere)) throw new ConsoleError("A child with this key already exists. Choose another key, or edit that child.");
      return name;
    };
    return [place("In", segments), key.element, value.element, ...saving(form, close, () => {
      const name = key.read((text) => {
        if (text !== "") checkKey(text);
        return text;
      });
      const json = value.read();
      return name === null || json === null ? null : () => save(name, json);
    })];
  });
}

function place(word, segments) {
  return h("p.dialog-place", { dir: "auto" }, `${word} /${segments.join("/")}`);
}

/** A value in a few words. */
function described(json) {
  if (/^[{[]/.test(json)) return "an object with children";
  return json === "null" ? "deleted" : shownText(json, 60);
}

/** The error line, and the buttons. */
function saving(form, close, prepare) {
  const problem = errorLine();
  const button = h("button.primary", { type: "submit", "data-action": "save-value" }, "Save");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (button.disabled) return;
    const act = prepare();
    if (act === null) form.querySelector("[aria-invalid=true]")?.focus();
    else attempt(button, problem, act, close);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  return [problem.element, h("div.dialog-actions", {}, h("button", { type: "button", "data-action": "cancel", onclick: () => close(false) }, "Cancel"), button)];
}

/** The type of a value, and the value itself. Changing the type keeps the text. */
function valueField(json, isFirst) {
  const type = h("select", { name: "type" }, Object.entries(types).map(([name, title]) => h("option", { value: name }, title)));
  const kind = typeOf(json);
  type.value = kind === "null" ? "string" : kind;
  const text = textField("Value", h("textarea", { name: "value", rows: 3, spellcheck: "false", autocomplete: "off", dir: "auto", autofocus: isFirst }));
  text.input.value = textOf(json);
  const flag = h("select", { name: "flag" }, h("option", { value: "true" }, "true"), h("option", { value: "false" }, "false"));
  flag.value = json === "false" ? "false" : "true";
  const flagField = h("div.dialog-field", {}, h("label", {}, h("span", {}, "Value"), flag));
  const adapt = () => {
    text.element.hidden = type.value === "boolean" || type.value === "time";
    flagField.hidden = type.value !== "boolean";
    text.input.dispatchEvent(new Event("input"));
  };
  type.addEventListener("change", adapt);
  adapt();
  return {
    element: h("div.value-fields", {}, h("div.dialog-field", {}, h("label", {}, h("span", {}, "Type"), type)), text.element, flagField),
    read: () => (type.value === "boolean" ? flag.value : text.read((written) => jsonFrom(type.value, written))),
  };
}
