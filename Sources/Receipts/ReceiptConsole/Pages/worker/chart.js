// The chart of how many receipts wait, over the last two minutes.

import { h } from "../shared/dom.js";
import { chartSpan, niceMaximum } from "./rates.js";

const namespace = "http://www.w3.org/2000/svg";
const height = 160;

/** A chart that is given the measurements again whenever there is one more. */
export function queueChart() {
  const area = shape("path", { class: "chart-area" });
  const line = shape("path", { class: "chart-line" });
  const dot = shape("circle", { class: "chart-dot", r: 4 });
  const middle = shape("line", { class: "chart-grid" });
  const top = shape("line", { class: "chart-grid" });
  const svg = shape("svg", { class: "chart-drawing", "aria-hidden": "true", preserveAspectRatio: "none" });
  svg.append(top, middle, area, line, dot);
  const maximum = h("span.chart-label.is-top", {});
  const half = h("span.chart-label.is-middle", {});
  const summary = h("p.visually-hidden", {});
  let shown = [];
  const draw = () => {
    const width = Math.max(100, svg.clientWidth || 600);
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const end = shown.at(-1)?.time ?? Date.now();
    const scale = niceMaximum(Math.max(0, ...shown.map((one) => one.queued)));
    const x = (time) => width - 6 - ((end - time) / chartSpan) * (width - 6);
    const y = (queued) => height - 2 - (queued / scale) * (height - 14);
    for (const [grid, value] of [[top, scale], [middle, scale / 2]]) {
      for (const [name, at] of [["x1", 0], ["x2", width], ["y1", y(value)], ["y2", y(value)]]) grid.setAttribute(name, String(at));
    }
    maximum.textContent = scale.toLocaleString();
    half.textContent = (scale / 2).toLocaleString();
    const points = shown.map((one) => `${x(one.time).toFixed(1)},${y(one.queued).toFixed(1)}`);
    line.setAttribute("d", points.length > 0 ? `M${points.join("L")}` : "");
    area.setAttribute("d", points.length > 0 ? `M${x(shown[0].time).toFixed(1)},${height}L${points.join("L")}L${x(end).toFixed(1)},${height}Z` : "");
    dot.setAttribute("cx", String(x(end)));
    dot.setAttribute("cy", String(y(shown.at(-1)?.queued ?? 0)));
  };
  const observer = new ResizeObserver(draw);
  observer.observe(svg);
  return {
    element: h("div.chart", {}, h("div.chart-frame", {}, svg, maximum, half), h("div.chart-times", { "aria-hidden": "true" }, h("span", {}, "2 min ago"), h("span", {}, "1 min"), h("span", {}, "now")), summary),
    show(samples) {
      shown = samples;
      draw();
      const counts = samples.map((one) => one.queued);
      summary.textContent = `In the last two minutes between ${Math.min(...counts)} and ${Math.max(...counts)} receipts waited; now ${counts.at(-1)}.`;
    },
    stop: () => observer.disconnect(),
  };
}

function shape(name, attributes) {
  const element = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}
