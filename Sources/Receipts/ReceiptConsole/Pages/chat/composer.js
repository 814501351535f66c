// The message field. It grows with the text; Enter sends, Shift+Enter breaks the line.

import { h, icon } from "../shared/dom.js";
import { icons } from "../shared/icons.js";

const longestHeight = 132;

/** The field and its button. */
export class Composer {
  #send;
  #draft;
  #refusal = null;
  #isEnabled = true;

  /**
   * @param {string} label The label of the field.
   * @param {(text: string) => void} send Sends a text.
   * @param {import("./drafts.js").Draft} draft Keeps the text until it is sent.
   */
  constructor(label, send, draft) {
    this.#send = send;
    this.#draft = draft;
    this.field = h("textarea", {
      "data-composer": "", rows: "1", placeholder: "Message", "aria-label": label, dir: "auto", autocomplete: "off",
      enterkeyhint: "send",
      oninput: () => {
        this.#draft.text = this.field.value;
        this.#changed();
      },
      onkeydown: (event) => this.#key(event),
    });
    this.button = h("button.send", { type: "submit", "data-action": "send", "aria-label": "Send", disabled: true }, icon(icons.send));
    this.element = h("form.composer", {
      onsubmit: (event) => {
        event.preventDefault();
        this.#submit();
      },
    }, this.field, this.button);
    this.field.value = draft.text;
  }

  /** Puts back a text that could not be sent, before what was written meanwhile. */
  giveBack(text) {
    this.#draft.giveBack(text);
    this.field.value = this.#draft.text;
    this.#changed();
  }

  /** Why nobody can write here; null if they can. */
  set refusal(reason) {
    if (this.#refusal === reason) return;
    this.#refusal = reason;
    this.field.placeholder = reason ?? "Message";
    this.#enable();
  }

  /** Whether the field accepts text. */
  set isEnabled(isEnabled) {
    this.#isEnabled = isEnabled;
    this.#enable();
  }

  #enable() {
    const isDisabled = !this.#isEnabled || this.#refusal !== null;
    if (this.field.disabled === isDisabled) return;
    this.field.disabled = isDisabled;
    this.#changed();
  }

  #key(event) {
    // While an input method composes a character, Enter confirms it.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.#submit();
  }

  #submit() {
    const text = this.field.value.trim();
    if (text === "" || this.field.disabled) return;
    this.field.value = "";
    this.#draft.text = "";
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
