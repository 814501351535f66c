// What forms have in common: ids, and the line that says what is wrong with a field.

import { h } from "./dom.js";
import { ValueError } from "./texts.js";

let lastID = 0;

/** An id for an element that another element refers to. */
export function freshID(prefix) {
  lastID += 1;
  return `${prefix}-${lastID}`;
}

/**
 * The line below one or more inputs that says what is wrong with them. It goes away as soon as somebody types.
 *
 * @returns {{element: HTMLElement, check: (isQuiet: boolean, read: () => any) => any}} check returns what read returns, or null if read throws a
 *   ValueError, which is then shown unless isQuiet.
 */
export function problemLine(...inputs) {
  const element = h("p.field-problem", { id: freshID("problem"), hidden: true });
  const show = (message) => {
    element.hidden = message === null;
    element.textContent = message ?? "";
    for (const input of inputs) {
      if (message === null) {
        input.removeAttribute("aria-invalid");
        input.removeAttribute("aria-describedby");
      } else {
        input.setAttribute("aria-invalid", "true");
        input.setAttribute("aria-describedby", element.id);
      }
    }
  };
  for (const input of inputs) input.addEventListener("input", () => show(null));
  return {
    element,
    check(isQuiet, read) {
      try {
        const value = read();
        if (!isQuiet) show(null);
        return value;
      } catch (error) {
        if (!(error instanceof ValueError)) throw error;
        if (!isQuiet) show(error.message);
        return null;
      }
    },
  };
}

/**
 * A labelled input of a dialog with its problem line.
 *
 * @returns {{input, element, read: (parse: (text: string) => any) => any}} read returns what parse makes of the text, or null if that is invalid.
 */
export function textField(label, input) {
  const problem = problemLine(input);
  return {
    input,
    element: h("div.dialog-field", {}, h("label", {}, h("span", {}, label), input), problem.element),
    read: (parse) => problem.check(false, () => parse(input.value)),
  };
}

/** Moves the focus to the first invalid input. */
export function focusProblem(element) {
  const input = element.querySelector("[aria-invalid=true]");
  input?.focus();
  input?.scrollIntoView({ block: "nearest" });
}

/** The alert of a form, hidden until it has something to say. */
export function errorLine(className = "error") {
  const element = h(`p.${className}`, { role: "alert", hidden: true });
  return {
    element,
    show(message) {
      element.textContent = message;
      element.hidden = false;
    },
    hide: () => (element.hidden = true),
  };
}
