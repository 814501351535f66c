// The questions of the tree page: what a value is to be, and what a new child is.

import { h } from "../shared/dom.js";
import { attempt, inDialog } from "../shared/dialogs.js";
import { freshID } from "../data/editor.js";
import { ConsoleError } from "../shared/api.js";
import { ValueError } from "../shared/firestore/values.js";
import { checkKey } from "../shared/realtime/paths.js";
import { jsonFrom, shownText, textOf, typeOf, types } from "../shared/realtime/values.js";

/** The tag of a place where there is nothing. */
const nothingThere = "null_etag";

/**
 * Has a value changed. When somebody else is faster, that is said, and saving again overwrites it.
 *
 * @param {object} node The node; its JSON is what editing begins with.
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
        throw new ConsoleError(`Somebody else has changed it meanwhile: it is ${described(now.json)} now. Save again to overwrite that.`);
      }
      if (!await database.put(node.segments, json, now.tag)) throw new ConsoleError("Somebody else was faster just now. Save again.");
      return true;
    };
    return [place("At", node.segments), value.element, ...saving(form, close, () => {
      const json = value.read();
      return json === null ? null : () => save(json);
    })];
  });
}

/**
 * Has a child added.
 *
 * @returns {Promise<string|false>} Its key.
 */
export function addChild(database, segments) {
  return inDialog("Add a child", "form", (close, form) => {
    const key = textField("Key", h("input", { type: "text", autocomplete: "off", spellcheck: "false", dir: "auto", autofocus: true, placeholder: "left empty, one is chosen", "data-key": true }));
    const value = valueField("\"\"", false);
    const save = async (name, json) => {
      if (name === "") return await database.push(segments, json);
      // What is there already is not overwritten by what seems to be new.
      if (!await database.put([...segments, name], json, nothingThere)) throw new ConsoleError("There is such a child already. Choose another key, or edit that one.");
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

/** What is there now, in a few words. */
function described(json) {
  if (/^[{[]/.test(json)) return "an object with children";
  return json === "null" ? "deleted" : shownText(json, 60);
}

/** The line of what failed, and the buttons. */
function saving(form, close, prepare) {
  const problem = h("p.error", { role: "alert", hidden: true });
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
  return [problem, h("div.dialog-actions", {}, h("button", { type: "button", "data-action": "cancel", onclick: () => close(false) }, "Cancel"), button)];
}

/** A field with a line below it for what is wrong. */
function textField(label, input) {
  const problem = h("p.field-problem", { id: freshID("problem"), hidden: true });
  const say = (message) => {
    problem.hidden = message === null;
    problem.textContent = message ?? "";
    if (message === null) {
      input.removeAttribute("aria-invalid");
      input.removeAttribute("aria-describedby");
    } else {
      input.setAttribute("aria-invalid", "true");
      input.setAttribute("aria-describedby", problem.id);
    }
  };
  input.addEventListener("input", () => say(null));
  return {
    input,
    element: h("div.dialog-field", {}, h("label", {}, h("span", {}, label), input), problem),
    /** What the text stands for, or null where it is wrong, which is then said. */
    read(parse) {
      try {
        return parse(input.value);
      } catch (error) {
        if (!(error instanceof ValueError)) throw error;
        say(error.message);
        return null;
      }
    },
  };
}

/** The type of a value and what it is; what is written goes along with a change of type. */
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
