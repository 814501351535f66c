// The list of names that may be written where the cursor is.

import { fill, h } from "../../shared/dom.js";
import { freshID } from "../../shared/fields.js";

const most = 50;

export class Completion {
  #field;
  #completionsAt;
  #list = h("ul.completion", { id: freshID("completion"), role: "listbox", "aria-label": "Names", hidden: true, "data-completion": true });
  #items = [];
  #start = 0;
  #chosen = 0;

  /**
   * @param {CodeField} field
   * @param {(text: string, at: number) => {start, items}} completionsAt See completionsAt of a language.
   */
  constructor(field, completionsAt) {
    this.#field = field;
    this.#completionsAt = completionsAt;
    field.element.append(this.#list);
    const { input } = field;
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-haspopup", "listbox");
    input.setAttribute("aria-controls", this.#list.id);
    input.addEventListener("keydown", (event) => this.#key(event), true);
    input.addEventListener("input", (event) => this.#typed(event));
    for (const kind of ["blur", "click", "scroll"]) input.addEventListener(kind, () => this.close());
  }

  get isOpen() {
    return !this.#list.hidden;
  }

  close() {
    if (!this.isOpen) return;
    this.#list.hidden = true;
    this.#field.input.removeAttribute("aria-activedescendant");
  }

  /** Shows what fits; isAsked: even if nothing has been typed yet. */
  open(isAsked) {
    const { input } = this.#field;
    const at = input.selectionStart;
    const { start, items } = this.#completionsAt(input.value, at);
    const typed = input.value.slice(start, at).toLowerCase();
    if (!isAsked && typed === "" && input.value[at - 1] !== ".") return this.close();
    const fitting = items.map((item) => ({ ...item, rank: rankOf(item.label.toLowerCase(), typed) })).filter(({ rank }) => rank < 3);
    const seen = new Set();
    this.#items = fitting.sort((a, b) => a.rank - b.rank).filter(({ label }) => !seen.has(label) && seen.add(label)).slice(0, most);
    const isDone = this.#items.length === 1 && this.#items[0].label.toLowerCase() === typed;
    if (this.#items.length === 0 || (isDone && !isAsked)) return this.close();
    this.#start = start;
    this.#draw();
    return undefined;
  }

  #draw() {
    this.#chosen = 0;
    fill(this.#list, this.#items.map(({ label, detail }, index) => h("li", { role: "option", id: `${this.#list.id}-${index}`, "data-name": label, onmousedown: (event) => {
      event.preventDefault();
      this.#accept(index);
    } }, h("span.completion-name", {}, label), h("span.completion-detail", {}, detail))));
    this.#list.hidden = false;
    const { element, lineHeight } = this.#field;
    const { left, top } = this.#field.placeOf(this.#start);
    const isBelow = top + lineHeight + this.#list.offsetHeight <= element.clientHeight || top < element.clientHeight / 2;
    this.#list.style.left = `${Math.max(4, Math.min(left, element.clientWidth - this.#list.offsetWidth - 4))}px`;
    this.#list.style.top = `${isBelow ? top + lineHeight : Math.max(0, top - this.#list.offsetHeight)}px`;
    this.#list.style.maxHeight = `${Math.max(80, isBelow ? element.clientHeight - top - lineHeight - 4 : top)}px`;
    this.#choose(0);
  }

  #choose(index) {
    this.#chosen = (index + this.#items.length) % this.#items.length;
    [...this.#list.children].forEach((option, at) => option.setAttribute("aria-selected", String(at === this.#chosen)));
    const option = this.#list.children[this.#chosen];
    option.scrollIntoView({ block: "nearest" });
    this.#field.input.setAttribute("aria-activedescendant", option.id);
  }

  #accept(index) {
    const { input } = this.#field;
    const { insert } = this.#items[index];
    const end = input.selectionStart;
    this.close();
    // A call that is already there keeps its parentheses.
    const text = insert.endsWith("(") && input.value[end] === "(" ? insert.slice(0, -1) : insert;
    this.#field.replace(this.#start, end, text);
    if (text.endsWith(".")) this.open(true);
  }

  #key(event) {
    if ((event.ctrlKey || event.metaKey) && event.key === " ") {
      event.preventDefault();
      this.open(true);
      return;
    }
    if (!this.isOpen) return;
    const act = { ArrowDown: () => this.#choose(this.#chosen + 1), ArrowUp: () => this.#choose(this.#chosen - 1), Enter: () => this.#accept(this.#chosen), Tab: () => this.#accept(this.#chosen), Escape: () => this.close() }[event.key];
    if (!act || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  #typed(event) {
    if (event.inputType === "insertText" && /[\w.$]/.test(event.data ?? "")) this.open(false);
    else if (this.isOpen) this.open(false);
  }
}

/** How well a name fits what is typed: 0 is best, 3 does not fit. */
function rankOf(name, typed) {
  if (name.startsWith(typed)) return 0;
  return name.includes(typed) && typed.length > 1 ? 1 : 3;
}
