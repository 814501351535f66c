// A chart of a value over time, drawn by hand: with the mouse and the keyboard it tells each value, and it can be read as a table.

import { fill, h, setText } from "./dom.js";
import { nearestIndex, niceMaximum, rowsOf, runsOf, stepFrom } from "./chart-scale.js";

const namespace = "http://www.w3.org/2000/svg";
const minute = 60_000;
/** The room for the labels on the left, and for half of the newest point on the right, in pixels. */
const [gutter, edge] = [48, 6];

function shape(name, attributes) {
  const element = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

function timeText(time) {
  return new Date(time).toLocaleTimeString();
}

export class TimeChart {
  #title;
  #format;
  #span;
  #height;
  #least;
  #points = [];
  #end = Date.now();
  /** The time of the chosen point; null for the newest. */
  #chosen = null;
  #drawing;
  #frame;
  #top = h("span.chart-label.is-top", {});
  #half = h("span.chart-label.is-middle", {});
  #tip = h("span.chart-tip", { hidden: true });
  #now = h("strong.chart-now", {});
  #table = h("details.chart-table", {}, h("summary", {}, "Table"));
  #resized = new ResizeObserver(() => this.#draw());

  /**
   * @param {object} of title; format: a value as text; span: how far it looks back, in milliseconds; height: in pixels; least: the least end of the scale.
   */
  constructor({ title, format, span, height = 110, least = 10 }) {
    [this.#title, this.#format, this.#span, this.#height, this.#least] = [title, format, span, height, least];
    this.#drawing = shape("svg", { class: "chart-drawing", "aria-hidden": "true", preserveAspectRatio: "none", height });
    this.#frame = h("div.chart-frame", {
      tabindex: "0", role: "slider", "aria-label": `${title} over time`, "aria-readonly": "true", "aria-valuemin": "0",
      onkeydown: (event) => this.#key(event), onpointermove: (event) => this.#point(event), onpointerleave: () => this.#choose(null), onblur: () => this.#choose(null),
    }, this.#drawing, this.#top, this.#half, this.#tip);
    const back = Math.round(span / minute);
    this.element = h("figure.chart", {}, h("figcaption", {}, h("span", {}, title), this.#now), this.#frame,
      h("div.chart-times", { "aria-hidden": "true" }, h("span", {}, `${back} min ago`), h("span", {}, `${back / 2} min`), h("span", {}, "now")), this.#table);
    this.#table.addEventListener("toggle", () => this.#fillTable());
    this.#resized.observe(this.#drawing);
  }

  /** Shows points up to a time. */
  show(points, end) {
    this.#points = points.filter(({ time }) => time >= end - this.#span && time <= end);
    this.#end = end;
    this.#draw();
    if (this.#table.open) this.#fillTable();
  }

  stop() {
    this.#resized.disconnect();
  }

  // ---- Reading

  #index() {
    return nearestIndex(this.#points, this.#chosen ?? this.#end);
  }

  #choose(time) {
    this.#chosen = time;
    this.#mark();
  }

  #point(event) {
    const { left, width } = this.#frame.getBoundingClientRect();
    this.#choose(this.#end - this.#span * ((left + width - edge - event.clientX) / (width - gutter - edge)));
  }

  #key(event) {
    const steps = { ArrowLeft: [-1, 1], ArrowRight: [1, 1], PageUp: [-1, 12], PageDown: [1, 12], Home: [-1, Infinity], End: [1, Infinity] }[event.key];
    if (steps === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const index = stepFrom(this.#points, this.#index(), ...steps);
    if (index >= 0) this.#choose(this.#points[index].time);
  }

  // ---- Drawing

  #draw() {
    const values = this.#points.map(({ value }) => value ?? 0);
    const [width, height] = [Math.max(100, this.#drawing.clientWidth || 600), this.#height];
    const scale = niceMaximum(Math.max(0, ...values), this.#least);
    this.#x = (time) => width - edge - ((this.#end - time) / this.#span) * (width - gutter - edge);
    this.#y = (value) => height - 2 - (value / scale) * (height - 14);
    this.#width = width;
    this.#drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const lines = [scale, scale / 2].map((value) => shape("line", { class: "chart-grid", x1: gutter, x2: width, y1: this.#y(value), y2: this.#y(value) }));
    const paths = runsOf(this.#points).flatMap((run) => {
      const places = run.map(({ time, value }) => `${this.#x(time).toFixed(1)},${this.#y(value).toFixed(1)}`);
      const [from, to] = [this.#x(run[0].time).toFixed(1), this.#x(run.at(-1).time).toFixed(1)];
      return [shape("path", { class: "chart-area", d: `M${from},${height}L${places.join("L")}L${to},${height}Z` }), shape("path", { class: "chart-line", d: `M${places.join("L")}` })];
    });
    this.#drawing.replaceChildren(...lines, ...paths, this.#cursor, this.#dot);
    setText(this.#top, this.#format(scale));
    setText(this.#half, this.#format(scale / 2));
    this.#frame.setAttribute("aria-valuemax", String(scale));
    this.#mark();
  }

  #x = () => 0;
  #y = () => 0;
  #width = 100;
  #cursor = shape("line", { class: "chart-cursor", y1: 0, y2: "100%" });
  #dot = shape("circle", { class: "chart-dot", r: 4 });

  /** Marks the chosen point, or the newest. */
  #mark() {
    const point = this.#points[this.#index()];
    const last = this.#points.findLast(({ value }) => value !== null);
    setText(this.#now, last === undefined ? "–" : this.#format(last.value));
    this.#dot.toggleAttribute("hidden", point === undefined);
    this.#cursor.toggleAttribute("hidden", point === undefined || this.#chosen === null);
    this.#tip.hidden = point === undefined || this.#chosen === null;
    this.#frame.setAttribute("aria-valuenow", String(point?.value ?? 0));
    this.#frame.setAttribute("aria-valuetext", point === undefined ? "Nothing yet" : `${this.#format(point.value)}, ${timeText(point.time)}`);
    if (point === undefined) return;
    const x = this.#x(point.time);
    for (const [name, value] of [["x1", x], ["x2", x]]) this.#cursor.setAttribute(name, String(value));
    this.#dot.setAttribute("cx", String(x));
    this.#dot.setAttribute("cy", String(this.#y(point.value)));
    setText(this.#tip, `${this.#format(point.value)} · ${timeText(point.time)}`);
    this.#tip.dataset.side = x > this.#width / 2 ? "start" : "end";
  }

  #fillTable() {
    if (!this.#table.open) return;
    const rows = rowsOf(this.#points, 5 * minute);
    const table = h("table", {}, h("caption.visually-hidden", {}, `${this.#title}, by five minutes`),
      h("thead", {}, h("tr", {}, ["From", "Least", "Greatest", "Last"].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, rows.map(({ begin, least, greatest, last }) => h("tr", {}, h("th", { scope: "row" }, timeText(begin)), [least, greatest, last].map((value) => h("td", {}, this.#format(value)))))));
    fill(this.#table, h("summary", {}, "Table"), rows.length === 0 ? h("p", {}, "Nothing yet.") : table);
  }
}
