// The charts of the last hour.

import { requestHistory } from "./requests.js";
import { hour, secondsText, seriesOf, withRows } from "./history.js";
import { rateText } from "./rates.js";
import { TimeChart } from "../shared/chart.js";
import { h, setText } from "../shared/dom.js";

const perMinute = (value) => `${Number(value.toFixed(1)).toLocaleString()}/min`;

export class Charts {
  #depth = new TimeChart({ title: "Waiting", format: (value) => Math.round(value).toLocaleString(), span: hour, height: 160 });
  #small = {
    intake: new TimeChart({ title: "Taken in", format: rateText, span: hour, least: 1 }),
    written: new TimeChart({ title: "Written", format: rateText, span: hour, least: 1 }),
    refused: new TimeChart({ title: "Refused", format: perMinute, span: hour, least: 2 }),
    latency: new TimeChart({ title: "Wait", format: secondsText, span: hour, least: 1 }),
  };
  #hint = h("p.charts-hint", {});
  #rows = [];
  #outbox = null;

  constructor() {
    this.depth = this.#depth.element;
    this.element = h("section.card.charts", { "aria-label": "The last hour" }, h("h2", {}, "The last hour"), h("div.charts-grid", {}, Object.values(this.#small).map(({ element }) => element)), this.#hint);
  }

  stop() {
    for (const chart of [this.#depth, ...Object.values(this.#small)]) chart.stop();
  }

  /** Asks for new samples, and draws. */
  async look() {
    const last = this.#rows.at(-1)?.[0] ?? 0;
    const { outbox, every, rows, time } = await requestHistory(last);
    this.#rows = withRows(this.#rows, { rows, isSame: outbox === this.#outbox });
    this.#outbox = outbox;
    const { depth, hasLatency, ...series } = seriesOf(this.#rows, every);
    this.#depth.show(depth, time);
    for (const [name, chart] of Object.entries(this.#small)) chart.show(series[name], time);
    setText(this.#hint, hasLatency
      ? "The wait is the time from an event to its write within which 95 of 100 were written, as the worker's metrics tell."
      : "The wait is that of the oldest receipt. The worker's own latencies are shown if the console knows its metrics: receipts console --worker-metrics URL");
  }
}
