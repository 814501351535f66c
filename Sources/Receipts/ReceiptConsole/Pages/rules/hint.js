// The tooltip of an expression: its values, and how often it had them.

import { fill, h } from "../shared/dom.js";
import { kinds, valueLines } from "./coverage.js";

/**
 * @returns {{show: (target, expression, all, source) => void, hide: () => void, remove: () => void}} show places it beside an element.
 */
export function coverageHint() {
  const tip = h("div.coverage-tip", { role: "tooltip", id: "coverage-tip", hidden: true });
  document.body.append(tip);
  return {
    show(target, expression, all, source) {
      fill(tip, content(expression, all, source));
      tip.hidden = false;
      place(tip, target);
    },
    hide: () => (tip.hidden = true),
    remove: () => tip.remove(),
  };
}

function content(expression, all, source) {
  const { lines, rest } = valueLines(expression);
  const around = [];
  for (let { parent } = expression; parent !== null && around.length < 3; { parent } = all[parent]) around.push(all[parent]);
  const times = ({ total }) => (total > 0 ? `, ${total}×` : "");
  return [
    h("p.tip-expression", {}, h("code", {}, source.excerpt(expression))),
    h("p.tip-kind", {}, h(`span.legend-sample.cover-${expression.kind}`, { "aria-hidden": "true" }, kinds[expression.kind].sign), ` ${kinds[expression.kind].name}${times(expression)}`),
    lines.length > 0 && h("table.tip-values", {}, h("tbody", {}, lines.map((one) => h("tr", {}, h("td", {}, `${one.count}×`), h(one.isError ? "td.is-error" : "td", {}, h("code", {}, one.text)))))),
    rest > 0 && h("p.tip-rest", {}, `and ${rest} more ${rest === 1 ? "value" : "values"}`),
    around.length > 0 && h("ul.tip-around", {}, around.map((one) => h("li", {}, h("span", {}, "in "), h("code", {}, source.excerpt(one, 60)), `: ${kinds[one.kind].name.toLowerCase()}${times(one)}`))),
  ];
}

function place(tip, target) {
  const box = target.getClientRects()[0] ?? target.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const below = box.bottom + 8;
  const isBelow = below + height < window.innerHeight - 8 || box.top < height + 16;
  tip.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - width - 8))}px`;
  tip.style.top = `${isBelow ? Math.min(below, window.innerHeight - height - 8) : box.top - height - 8}px`;
}
