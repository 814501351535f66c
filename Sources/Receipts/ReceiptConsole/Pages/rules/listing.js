// The source: numbered lines, coverage on the expressions, and a tooltip with their values.

import { fill, h } from "../shared/dom.js";
import { Source } from "../shared/source.js";
import { BlockView } from "./block-view.js";
import { kinds, outermostByLine, pieces, summary } from "./coverage.js";
import { coverageHint } from "./hint.js";
import { expressionAt } from "./keys.js";

/** Where in the view a line appears after scrolling to it. */
const above = 1 / 3;

export class Listing {
  #hint = coverageHint();
  #code = h("div.source", { "data-source": true, role: "group", tabindex: "-1", "aria-label": "Rules with coverage. Arrow keys move between expressions; Enter links to the line." });
  // On a narrow screen it is one line that scrolls, so it can be focused.
  #legend = h("ul.legend", { role: "list", "aria-label": "Coverage", tabindex: "0" });
  #blocks;
  #found = [];
  #byLine = new Map();
  #marks = [];
  #text = null;

  /**
   * @param {object} language The language of the rules.
   * @param {(line: number) => void} online Called with the line that somebody chooses.
   */
  constructor(language, online) {
    this.online = online;
    this.source = new Source("");
    this.#blocks = new BlockView(language, (line) => this.choose(line));
    this.element = h("div.listing", {}, this.#code, this.#blocks.element, this.#legend);
    this.#listen();
  }

  /**
   * Shows a text.
   *
   * @param {object[]} found Its expressions: see Coverage.
   * @param {number[]|null} changed Those that have changed; null for all.
   */
  show(text, found, changed = null) {
    if (text === this.#text && changed !== null && found === this.#found) {
      this.#update(changed);
      return;
    }
    if (text === this.#text && found.length === 0 && this.#found.length === 0) return;
    if (text !== this.#text) this.source = new Source(text);
    this.#text = text;
    this.#found = found;
    this.#marks = this.#marks.filter((mark) => mark.end <= text.length);
    this.#draw();
  }

  /** Marks places, and scrolls to the first. */
  mark(positions) {
    this.#marks = positions.map((position) => this.source.range(position));
    this.#draw();
    this.#goTo(this.#code.querySelector(".is-marked"), true);
  }

  unmark() {
    if (this.#marks.length === 0) return;
    this.#marks = [];
    this.#draw();
  }

  /** Marks a line, and scrolls there. */
  markLine(number) {
    const line = this.source.lines[number - 1];
    if (!line) return;
    const text = this.source.text.slice(line.start, line.end);
    this.#marks = [{ start: line.start + (text.length - text.trimStart().length), end: line.end }];
    this.#draw();
    this.#goTo(this.#code.querySelector(".is-marked"), false);
  }

  /** Marks a line that somebody has chosen. */
  choose(number) {
    this.markLine(number);
    this.online(number);
  }

  /** The scroll position. */
  get scroll() {
    return this.#code.scrollTop;
  }

  set scroll(top) {
    this.#code.scrollTop = top;
  }

  /** The height of a line. */
  get lineHeight() {
    return this.#code.querySelector("[data-line]")?.getBoundingClientRect().height ?? 20;
  }

  stop() {
    this.#hint.remove();
  }

  // ---- Drawing

  #draw() {
    const focus = this.#code.contains(document.activeElement) ? Number(document.activeElement.dataset.start) : null;
    const { scrollTop, scrollLeft } = this.#code;
    this.#hide();
    this.#byLine = outermostByLine(this.source, this.#found);
    // A mark may span lines: highlight the first one.
    const begins = new Set(this.#marks.map((mark) => this.source.lineAt(mark.start)));
    const lines = pieces(this.source, this.#found, this.#marks);
    fill(this.#code, lines.map((parts, index) => this.#line(index + 1, parts, begins.has(index + 1))));
    this.#code.scrollTop = scrollTop;
    this.#code.scrollLeft = scrollLeft;
    const stops = this.#stops();
    const stop = stops.find((one) => Number(one.dataset.start) === focus) ?? stops[0];
    stop?.setAttribute("tabindex", "0");
    if (focus !== null) stop?.focus({ preventScroll: true });
    this.#drawLegend();
  }

  /** Redraws only what has changed. */
  #update(changed) {
    if (changed.length === 0) return;
    const wanted = new Set(changed);
    for (const one of this.#stops()) {
      const index = Number(one.dataset.expression);
      if (!wanted.has(index) || one.dataset.coverage === this.#found[index].kind) continue;
      one.classList.replace(`cover-${one.dataset.coverage}`, `cover-${this.#found[index].kind}`);
      one.dataset.coverage = this.#found[index].kind;
    }
    const expressions = new Set(changed.map((index) => this.#found[index]));
    for (const [number, expression] of this.#byLine) {
      if (expressions.has(expression)) this.#code.children[number - 1]?.querySelector(".source-sign")?.replaceWith(this.#sign(expression));
    }
    this.#drawLegend();
  }

  #drawLegend() {
    this.#blocks.show(this.source, this.#found);
    const counts = summary(this.#found);
    fill(this.#legend, this.#found.length > 0 && Object.entries(kinds).filter(([kind]) => kind !== "value").map(([kind, { sign, name }]) => {
      const count = kind === "both" ? counts.both + counts.value : counts[kind];
      return h("li", { title: `Conditions and functions: ${count}` }, h(`span.legend-sample.cover-${kind}`, {}, sign), `${kind === "both" ? "True and false, or a value" : name}`, h("span.legend-count", {}, String(count)));
    }));
    this.#legend.hidden = this.#found.length === 0;
  }

  #line(number, parts, isMarked) {
    const outermost = this.#byLine.get(number);
    return h(isMarked ? "div.source-line.is-marked" : "div.source-line", { "data-line": number },
      h("span.source-number", { "aria-hidden": "true", title: "Link to this line" }, String(number)),
      outermost ? this.#sign(outermost) : h("span.source-sign", {}),
      h("code.source-text", {}, parts.length === 0 ? "\u200b" : parts.map((part) => this.#piece(part))));
  }

  #sign({ kind, total }) {
    const { sign, name } = kinds[kind];
    return h(`span.source-sign.sign-${kind}`, { title: `${name}, ${total}×` }, h("span", { "aria-hidden": "true" }, sign), h("span.source-count", {}, total > 9999 ? "9999+" : String(total)));
  }

  #piece(part) {
    const text = this.source.text.slice(part.start, part.end);
    const classes = [part.token && `token-${part.token}`, part.isMarked && "marked"];
    const expression = part.expression === null || part.token === "comment" ? null : this.#found[part.expression];
    // Spaces get no tooltip of their own.
    if (!expression || text.trim() === "") {
      const list = classes.filter(Boolean);
      return list.length === 0 ? text : h("span", { class: list.join(" ") }, text);
    }
    classes.push("expression", `cover-${expression.kind}`);
    return h("span", { class: classes.filter(Boolean).join(" "), "data-expression": part.expression, "data-start": part.start, "data-coverage": expression.kind, tabindex: "-1", "aria-describedby": "coverage-tip" }, text);
  }

  #goTo(line, isSmooth) {
    if (!line) return;
    const top = this.#code.scrollTop + line.getBoundingClientRect().top - this.#code.getBoundingClientRect().top - this.#code.clientHeight * above;
    const isQuiet = !isSmooth || matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.#code.scrollTo({ top, behavior: isQuiet ? "auto" : "smooth" });
  }

  // ---- Tooltip and keyboard

  #stops() {
    return [...this.#code.querySelectorAll("[data-expression]")];
  }

  #hintFor(target) {
    const expression = this.#found[Number(target.dataset.expression)];
    if (!expression) return;
    for (const one of this.#code.querySelectorAll(".is-around")) one.classList.remove("is-around");
    for (const one of this.#stops()) {
      const start = Number(one.dataset.start);
      if (start >= expression.start && start < expression.end) one.classList.add("is-around");
    }
    this.#hint.show(target, expression, this.#found, this.source);
  }

  #hide() {
    this.#hint.hide();
    for (const one of this.#code.querySelectorAll(".is-around")) one.classList.remove("is-around");
  }

  #listen() {
    const code = this.#code;
    const targetOf = (event) => event.target.closest?.("[data-expression]");
    const focused = () => code.querySelector("[data-expression]:focus-visible");
    code.addEventListener("mouseover", (event) => {
      const target = targetOf(event);
      if (target) this.#hintFor(target);
      else if (!code.contains(document.activeElement)) this.#hide();
    });
    code.addEventListener("mouseleave", () => (focused() ? this.#hintFor(focused()) : this.#hide()));
    code.addEventListener("focusin", (event) => {
      const target = targetOf(event);
      if (!target) return;
      for (const one of code.querySelectorAll("[data-expression][tabindex='0']")) one.setAttribute("tabindex", "-1");
      target.setAttribute("tabindex", "0");
      this.#hintFor(target);
    });
    code.addEventListener("focusout", () => this.#hide());
    // While scrolling, the tooltip follows the focused expression, but not one under the pointer.
    code.addEventListener("scroll", () => {
      const box = focused()?.getBoundingClientRect();
      const frame = code.getBoundingClientRect();
      if (box && box.top >= frame.top && box.bottom <= frame.bottom) this.#hintFor(focused());
      else this.#hide();
    }, { passive: true });
    code.addEventListener("click", (event) => {
      const number = event.target.closest?.(".source-number");
      if (number) this.choose(lineOf(number));
    });
    code.addEventListener("keydown", (event) => this.#press(event, targetOf(event)));
  }

  #press(event, here) {
    if (event.key === "Escape") {
      this.#hide();
      return;
    }
    if (!here || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter") {
      this.choose(lineOf(here));
      return;
    }
    const next = expressionAt(event.key, here, this.#stops());
    if (next === undefined) return;
    event.preventDefault();
    next?.focus({ preventScroll: true });
    next?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

/** The number of the line that an element is in. */
function lineOf(element) {
  return Number(element.closest("[data-line]").dataset.line);
}
