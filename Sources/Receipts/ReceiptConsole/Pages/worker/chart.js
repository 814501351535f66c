// The chart of how many receipts were waiting over the last two minutes.

import { h } from "../shared/dom.js";
import { chartSpan, niceMaximum } from "./rates.js";

const namespace = "http://www.w3.org/2000/svg";
const height = 160;

export class QueueChart {
  #area = shape("path", { class: "chart-area" });
  #line = shape("path", { class: "chart-line" });
  #dot = shape("circle", { class: "chart-dot", r: 4 });
  #middle = shape("line", { class: "chart-grid" });
  #top = shape("line", { class: "chart-grid" });
  #svg = shape("svg", { class: "chart-drawing", "aria-hidden": "true", preserveAspectRatio: "none" });
  #maximum = h("span.chart-label.is-top", {});
  #half = h("span.chart-label.is-middle", {});
  #summary = h("p.visually-hidden", {});
  #samples = [];
  #resized = new ResizeObserver(() => this.#draw());

  constructor() {
    this.#svg.append(this.#top, this.#middle, this.#area, this.#line, this.#dot);
    this.element = h("div.chart", {}, h("div.chart-frame", {}, this.#svg, this.#maximum, this.#half),
      h("div.chart-times", { "aria-hidden": "true" }, h("span", {}, "2 min ago"), h("span", {}, "1 min"), h("span", {}, "now")), this.#summary);
    this.#resized.observe(this.#svg);
  }

  /** Shows samples, oldest first. */
  show(samples) {
    this.#samples = samples;
    this.#draw();
    const counts = samples.map((one) => one.queued);
    this.#summary.textContent = `Over the last two minutes, between ${Math.min(...counts)} and ${Math.max(...counts)} receipts were waiting; now ${counts.at(-1)}.`;
  }

  stop() {
    this.#resized.disconnect();
  }

  #draw() {
    const samples = this.#samples;
    const width = Math.max(100, this.#svg.clientWidth || 600);
    this.#svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const end = samples.at(-1)?.time ?? Date.now();
    const scale = niceMaximum(Math.max(0, ...samples.map((one) => one.queued)));
    const x = (time) => width - 6 - ((end - time) / chartSpan) * (width - 6);
    const y = (queued) => height - 2 - (queued / scale) * (height - 14);
    for (const [grid, value] of [[this.#top, scale], [this.#middle, scale / 2]]) {
      for (const [name, at] of [["x1", 0], ["x2", width], ["y1", y(value)], ["y2", y(value)]]) grid.setAttribute(name, String(at));
    }
    this.#maximum.textContent = scale.toLocaleString();
    this.#half.textContent = (scale / 2).toLocaleString();
    const points = samples.map((one) => `${x(one.time).toFixed(1)},${y(one.queued).toFixed(1)}`);
    this.#line.setAttribute("d", points.length > 0 ? `M${points.join("L")}` : "");
    this.#area.setAttribute("d", points.length > 0 ? `M${x(samples[0].time).toFixed(1)},${height}L${points.join("L")}L${x(end).toFixed(1)},${height}Z` : "");
    this.#dot.setAttribute("cx", String(x(end)));
    this.#dot.setAttribute("cy", String(y(samples.at(-1)?.queued ?? 0)));
  }
}

function shape(name, attributes) {
  const element = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}
