// A text area for code: with numbered lines, colours, and marked lines. Only the visible lines are painted.

import { fill, h, setText } from "./dom.js";
import { Source } from "./source.js";

/** How many lines to paint above and below the visible ones. */
const margin = 12;

export class CodeField {
  #numbers = h("div.code-numbers", { "aria-hidden": "true" });
  #paint = h("div.code-paint", { "aria-hidden": "true" });
  #tokensOf;
  #source = new Source("");
  #tokens = [];
  /** The kind of mark of each marked line: "error" or "warning". */
  #marks = new Map();
  #painted = "";
  #observer = new ResizeObserver(() => this.#draw());

  /**
   * @param {object} options label: the name for screen readers; attributes: more attributes of the text area; tokensOf: finds the tokens of a text: see
   *   tokens.
   */
  constructor({ label, attributes = {}, tokensOf }) {
    this.#tokensOf = tokensOf;
    this.input = h("textarea.code-input", { spellcheck: "false", autocomplete: "off", autocapitalize: "off", autocorrect: "off", wrap: "off", "aria-label": label, ...attributes });
    this.element = h("div.code-field", {}, this.#numbers, h("div.code-area", {}, this.#paint, this.input));
    this.input.addEventListener("input", () => this.#read());
    this.input.addEventListener("scroll", () => this.#draw(), { passive: true });
    this.input.addEventListener("keydown", (event) => this.#key(event));
    this.#observer.observe(this.input);
  }

  get text() {
    return this.input.value;
  }

  set text(text) {
    this.input.value = text;
    this.#read();
  }

  /** The text with its lines. */
  get source() {
    return this.#source;
  }

  get lineHeight() {
    return parseFloat(getComputedStyle(this.input).lineHeight) || 20;
  }

  /** Replaces a part of the text as if somebody had typed it, so that it can be undone. */
  replace(start, end, text) {
    this.input.focus();
    this.input.setSelectionRange(start, end);
    if (document.execCommand(text === "" ? "delete" : "insertText", false, text)) return;
    this.input.setRangeText(text, start, end, "end");
    this.input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** Marks lines: {line, kind: "error" or "warning"}. */
  mark(places) {
    this.#marks = new Map(places.toReversed().map(({ line, kind }) => [line, kind]));
    this.#draw(true);
  }

  /** Moves the cursor to an index, or selects from there, and scrolls to it. */
  select(start, end = start) {
    const { input } = this;
    input.focus({ preventScroll: true });
    input.setSelectionRange(start, end);
    const line = this.#source.lineAt(start);
    const top = (line - 1) * this.lineHeight;
    if (top < input.scrollTop || top > input.scrollTop + input.clientHeight - 3 * this.lineHeight) input.scrollTop = Math.max(0, top - input.clientHeight / 3);
    const left = (start - this.#source.lines[line - 1].start) * this.#letter;
    if (left < input.scrollLeft || left > input.scrollLeft + input.clientWidth - 40) input.scrollLeft = Math.max(0, left - input.clientWidth / 2);
    this.#draw();
  }

  /** Where the character at an index is, in pixels from the corner of the element. */
  placeOf(index) {
    const line = this.#source.lineAt(index);
    const before = this.#source.text.slice(this.#source.lines[line - 1].start, index).replaceAll("\t", "    ");
    const { input } = this;
    const style = getComputedStyle(input);
    return {
      left: input.parentElement.offsetLeft + parseFloat(style.paddingLeft) + before.length * this.#letter - input.scrollLeft,
      top: parseFloat(style.paddingTop) + (line - 1) * this.lineHeight - input.scrollTop,
    };
  }

  stop() {
    this.#observer.disconnect();
  }

  /** The width of a letter, which all have. */
  get #letter() {
    const context = document.createElement("canvas").getContext("2d");
    const { fontSize, fontFamily } = getComputedStyle(this.input);
    context.font = `${fontSize} ${fontFamily}`;
    return context.measureText("0000000000").width / 10;
  }

  /** Enter keeps the indentation of the line. */
  #key(event) {
    if (event.key !== "Enter" || event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const { selectionStart: start, selectionEnd: end, value } = this.input;
    const before = value.slice(value.lastIndexOf("\n", start - 1) + 1, start);
    const indent = before.match(/^[ \t]*/)[0] + (/[{[(]\s*$/.test(before) ? "  " : "");
    if (indent === "") return;
    event.preventDefault();
    this.replace(start, end, `\n${indent}`);
  }

  #read() {
    const text = this.input.value;
    if (text === this.#source.text && this.#painted !== "") return;
    this.#source = new Source(text);
    this.#tokens = this.#tokensOf(text);
    this.#draw(true);
  }

  #draw(isNew = false) {
    const { input } = this;
    const height = this.lineHeight;
    const { lines } = this.#source;
    const first = Math.max(0, Math.floor(input.scrollTop / height) - margin);
    const last = Math.min(lines.length, Math.ceil((input.scrollTop + input.clientHeight) / height) + margin);
    if (isNew || this.#painted !== `${first} ${last}`) {
      this.#painted = `${first} ${last}`;
      const shown = lines.slice(first, last);
      fill(this.#paint, shown.map((line) => this.#line(line)));
      fill(this.#numbers, h("div.code-number-list", {}, shown.map(({ number }) => h(this.#marks.has(number) ? `div.is-${this.#marks.get(number)}` : "div", {}, number))));
      this.#numbers.style.width = `${Math.max(3, String(lines.length).length) + 2}ch`;
    }
    const offset = first * height - input.scrollTop;
    this.#paint.style.transform = `translate(${-input.scrollLeft}px, ${offset}px)`;
    if (this.#numbers.firstElementChild) this.#numbers.firstElementChild.style.transform = `translateY(${offset}px)`;
  }

  #line({ number, start, end }) {
    const { text } = this.#source;
    const parts = [];
    let at = start;
    for (const token of this.#tokensIn(start, end)) {
      const [from, to] = [Math.max(token.start, at), Math.min(token.end, end)];
      if (from > at) parts.push(text.slice(at, from));
      parts.push(h(`span.token-${token.kind}`, {}, text.slice(from, to)));
      at = to;
    }
    parts.push(`${text.slice(at, end)}\n`);
    return h(this.#marks.has(number) ? `div.code-line.is-${this.#marks.get(number)}` : "div.code-line", {}, parts);
  }

  /** The tokens that touch a range: they are in order. */
  #tokensIn(start, end) {
    let [low, high] = [0, this.#tokens.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#tokens[middle].end <= start) low = middle + 1;
      else high = middle;
    }
    const found = [];
    for (let index = low; index < this.#tokens.length && this.#tokens[index].start < end; index += 1) found.push(this.#tokens[index]);
    return found;
  }
}

/** A line below a code field that says whether its text is valid; screen readers hear it once somebody pauses. */
export function validityLine() {
  const element = h("p.code-validity", { role: "status" });
  return {
    element,
    show(text, isProblem) {
      element.classList.toggle("is-problem", isProblem);
      setText(element, text);
    },
  };
}
