// Where one writes: a field that grows, Enter sends, Shift and Enter breaks the line.

import { h, icon } from "./dom.js";

const plane = "M12 19V5M6 11l6-6 6 6";
const longestHeight = 132;

/** The field and its button. */
export class Composer {
  #send;

  /**
   * @param {string} label What the field is called.
   * @param {(text: string) => void} send Sends a text.
   */
  constructor(label, send) {
    this.#send = send;
    this.field = h("textarea", {
      "data-composer": "", rows: "1", placeholder: "Message", "aria-label": label, dir: "auto", autocomplete: "off",
      enterkeyhint: "send",
      oninput: () => this.#changed(), onkeydown: (event) => this.#key(event),
    });
    this.button = h("button.send", { type: "submit", "data-action": "send", "aria-label": "Send", disabled: true }, icon(plane));
    this.element = h("form.composer", {
      onsubmit: (event) => {
        event.preventDefault();
        this.#submit();
      },
    }, this.field, this.button);
  }

  /** Puts a text that could not be sent back, unless something else has been written meanwhile. */
  giveBack(text) {
    if (this.field.value.trim() !== "") return;
    this.field.value = text;
    this.#changed();
  }

  /** Whether one can write. */
  set isEnabled(isEnabled) {
    if (this.field.disabled === !isEnabled) return;
    this.field.disabled = !isEnabled;
    this.#changed();
  }

  #key(event) {
    // While an input method composes a character, Enter belongs to it.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.#submit();
  }

  #submit() {
    const text = this.field.value.trim();
    if (text === "" || this.field.disabled) return;
    this.field.value = "";
    this.#changed();
    this.field.focus();
    this.#send(text);
  }

  #changed() {
    this.button.disabled = this.field.disabled || this.field.value.trim() === "";
    this.field.style.height = "auto";
    const height = this.field.scrollHeight + 2;
    this.field.style.height = this.field.value === "" ? "" : `${Math.min(height, longestHeight)}px`;
    this.field.style.overflowY = height > longestHeight ? "auto" : "hidden";
  }
}
