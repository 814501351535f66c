// The rules to look at: lines with numbers, coverage painted on the expressions, and what each came to in a hint.

import { fill, h } from "./dom.js";
import { Source } from "./rules-source.js";
import { expressions, kinds, outermostByLine, pieces, summary, valueLines } from "./rules-coverage.js";

/**
 * @returns {{element, show: (text, report) => void, mark: (positions) => void, unmark: () => void, stop}} mark points out the places of an explanation, and
 *   scrolls to the first.
 */
export function listing() {
  const tip = h("div.coverage-tip", { role: "tooltip", id: "coverage-tip", hidden: true });
  const code = h("div.source", { "data-source": true, role: "group", "aria-label": "Rules with coverage. Arrow keys go from expression to expression." });
  const legend = h("ul.legend", { role: "list", "aria-label": "Coverage" });
  const element = h("div.listing", {}, code, legend);
  document.body.append(tip);
  let source = new Source("");
  let found = [];
  let marks = [];
  let shown = "";

  function show(text, report) {
    const key = JSON.stringify([text, report ?? null]);
    if (key === shown) return;
    shown = key;
    source = new Source(text);
    found = expressions(report, source);
    marks = marks.filter((mark) => mark.end <= text.length);
    draw();
  }

  function draw() {
    const focus = code.contains(document.activeElement) ? Number(document.activeElement.dataset.start) : null;
    const { scrollTop, scrollLeft } = code;
    hide();
    const byLine = outermostByLine(source, found);
    const lines = pieces(source, found, marks);
    fill(code, lines.map((parts, index) => line(index + 1, parts, byLine.get(index + 1))));
    code.scrollTop = scrollTop;
    code.scrollLeft = scrollLeft;
    const stops = expressionsShown();
    const stop = stops.find((one) => Number(one.dataset.start) === focus) ?? stops[0];
    stop?.setAttribute("tabindex", "0");
    if (focus !== null) stop?.focus();
    const counts = summary(found);
    fill(legend, found.length > 0 && Object.entries(kinds).filter(([kind]) => kind !== "value").map(([kind, { sign, name }]) => {
      const count = kind === "both" ? counts.both + counts.value : counts[kind];
      return h("li", { title: `Conditions and functions: ${count}` }, h(`span.legend-sample.cover-${kind}`, {}, sign), `${kind === "both" ? "True and false, or a value" : name}`, h("span.legend-count", {}, String(count)));
    }));
    legend.hidden = found.length === 0;
  }

  function line(number, parts, outermost) {
    const isMarked = parts.some((part) => part.isMarked);
    const sign = outermost && kinds[outermost.kind];
    return h(isMarked ? "div.source-line.is-marked" : "div.source-line", { "data-line": number },
      h("span.source-number", { "aria-hidden": "true" }, String(number)),
      sign
        ? h(`span.source-sign.sign-${outermost.kind}`, { title: `${sign.name}, ${outermost.total}×` }, h("span", { "aria-hidden": "true" }, sign.sign), h("span.source-count", {}, outermost.total > 9999 ? "9999+" : String(outermost.total)))
        : h("span.source-sign", {}),
      h("code.source-text", {}, parts.length === 0 ? "\u200b" : parts.map(piece)));
  }

  function piece(part) {
    const text = source.text.slice(part.start, part.end);
    const classes = [part.token && `token-${part.token}`, part.isMarked && "marked"];
    const expression = part.expression === null || part.token === "comment" ? null : found[part.expression];
    // Room between expressions says nothing by itself.
    if (!expression || text.trim() === "") {
      const list = classes.filter(Boolean);
      return list.length === 0 ? text : h("span", { class: list.join(" ") }, text);
    }
    classes.push("expression", `cover-${expression.kind}`);
    return h("span", { class: classes.filter(Boolean).join(" "), "data-expression": part.expression, "data-start": part.start, "data-coverage": expression.kind, tabindex: "-1", "aria-describedby": "coverage-tip" }, text);
  }

  const expressionsShown = () => [...code.querySelectorAll("[data-expression]")];

  // ---- The hint

  function hint(target) {
    const index = Number(target.dataset.expression);
    const expression = found[index];
    if (!expression) return;
    for (const one of code.querySelectorAll(".is-around")) one.classList.remove("is-around");
    for (const one of expressionsShown()) {
      const start = Number(one.dataset.start);
      if (start >= expression.start && start < expression.end) one.classList.add("is-around");
    }
    const { lines, rest } = valueLines(expression);
    const around = [];
    for (let parent = expression.parent; parent !== null && around.length < 3; parent = found[parent].parent) around.push(found[parent]);
    fill(tip,
      h("p.tip-expression", {}, h("code", {}, source.excerpt(expression))),
      h("p.tip-kind", {}, h(`span.legend-sample.cover-${expression.kind}`, { "aria-hidden": "true" }, kinds[expression.kind].sign), ` ${kinds[expression.kind].name}${expression.total > 0 ? `, ${expression.total}×` : ""}`),
      lines.length > 0 && h("table.tip-values", {}, h("tbody", {}, lines.map((one) => h("tr", {}, h("td", {}, `${one.count}×`), h(one.isError ? "td.is-error" : "td", {}, h("code", {}, one.text)))))),
      rest > 0 && h("p.tip-rest", {}, `and ${rest} more ${rest === 1 ? "value" : "values"}`),
      around.length > 0 && h("ul.tip-around", {}, around.map((one) => h("li", {}, h("span", {}, "in "), h("code", {}, source.excerpt(one, 60)), `: ${kinds[one.kind].name.toLowerCase()}${one.total > 0 ? `, ${one.total}×` : ""}`))));
    tip.hidden = false;
    place(target);
  }

  function place(target) {
    const box = target.getClientRects()[0] ?? target.getBoundingClientRect();
    const { width, height } = tip.getBoundingClientRect();
    const below = box.bottom + 8;
    const isBelow = below + height < window.innerHeight - 8 || box.top < height + 16;
    tip.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - width - 8))}px`;
    tip.style.top = `${isBelow ? Math.min(below, window.innerHeight - height - 8) : box.top - height - 8}px`;
  }

  function hide() {
    tip.hidden = true;
    for (const one of code.querySelectorAll(".is-around")) one.classList.remove("is-around");
  }

  const targetOf = (event) => event.target.closest?.("[data-expression]");
  code.addEventListener("mouseover", (event) => {
    const target = targetOf(event);
    if (target) hint(target);
    else if (!code.contains(document.activeElement)) hide();
  });
  code.addEventListener("mouseleave", () => {
    const focused = code.querySelector("[data-expression]:focus-visible");
    if (focused) hint(focused);
    else hide();
  });
  code.addEventListener("focusin", (event) => {
    const target = targetOf(event);
    if (!target) return;
    for (const one of code.querySelectorAll("[data-expression][tabindex='0']")) one.setAttribute("tabindex", "-1");
    target.setAttribute("tabindex", "0");
    hint(target);
  });
  code.addEventListener("focusout", hide);
  // The hint goes along with what has the focus, and leaves with what had the pointer.
  code.addEventListener("scroll", () => {
    const focused = code.querySelector("[data-expression]:focus-visible");
    const box = focused?.getBoundingClientRect();
    const frame = code.getBoundingClientRect();
    if (focused && box.top >= frame.top && box.bottom <= frame.bottom) hint(focused);
    else hide();
  }, { passive: true });
  code.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      hide();
      return;
    }
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: "next", ArrowUp: "previous", Home: "first", End: "last" }[event.key];
    const here = targetOf(event);
    if (step === undefined || !here || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const stops = expressionsShown();
    const index = stops.indexOf(here);
    const lineOf = (one) => Number(one.closest("[data-line]").dataset.line);
    let next = null;
    if (typeof step === "number") next = stops[index + step];
    else if (step === "first") [next] = stops;
    else if (step === "last") next = stops.at(-1);
    else if (step === "next") next = stops.slice(index).find((one) => lineOf(one) > lineOf(here));
    else {
      const last = stops.slice(0, index).findLast((one) => lineOf(one) < lineOf(here));
      next = last && stops.find((one) => lineOf(one) === lineOf(last));
    }
    if (!next) return;
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest", inline: "nearest" });
  });

  return {
    element,
    show,
    mark(positions) {
      marks = positions.map((position) => source.range(position));
      draw();
      const first = code.querySelector(".is-marked");
      if (!first) return;
      const top = first.offsetTop - code.clientHeight / 3;
      code.scrollTo({ top, behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
    },
    unmark() {
      if (marks.length === 0) return;
      marks = [];
      draw();
    },
    markLine(number) {
      const one = source.lines[number - 1];
      if (!one) return;
      const text = source.text.slice(one.start, one.end);
      const start = one.start + (text.length - text.trimStart().length);
      marks = [{ start, end: one.end }];
      draw();
      const first = code.querySelector(".is-marked");
      if (first) code.scrollTo({ top: first.offsetTop - code.clientHeight / 3 });
    },
    stop: () => tip.remove(),
  };
}
