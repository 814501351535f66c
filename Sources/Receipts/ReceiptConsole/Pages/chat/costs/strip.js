// The strip of the last minutes: a dot for each commit and screen, higher the longer it took.

import { h, setText } from "../../shared/dom.js";
import { meterSpan, summaryOf, waitText } from "./meter.js";

const namespace = "http://www.w3.org/2000/svg";
const height = 72;
/** The waits at the bottom and at the top, in milliseconds. */
const bounds = [1, 10_000];
/** More dots are not told apart. */
const mostDots = 1000;

export class WaitStrip {
  #svg = shape("svg", { class: "strip-drawing", "aria-hidden": "true" });
  #summary = h("p.strip-summary", { role: "status" });
  element = h("figure.strip", {}, h("figcaption", {}, "From commit to screen, last 5 minutes"), this.#svg,
    h("div.strip-scale", { "aria-hidden": "true" }, h("span", {}, "5 min ago"), h("span", {}, "1 ms at the bottom, 10 s at the top"), h("span", {}, "now")), this.#summary);

  /** @param {{time: number, user: string, wait: number}[]} waits See waitsOf. */
  show(waits, now) {
    // One unit is a pixel, so that dots are round.
    const width = Math.max(200, this.#svg.clientWidth);
    this.#svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const dots = waits.filter(({ time }) => time > now - meterSpan).slice(-mostDots);
    this.#svg.replaceChildren(...dots.map(({ time, user, wait }) => {
      const dot = shape("circle", { class: wait > 1000 ? "strip-dot is-slow" : "strip-dot", r: "3.5", cx: x(time, now, width), cy: y(wait) });
      dot.append(shape("title", {}, `${user}: ${waitText(wait)}`));
      return dot;
    }));
    const sum = summaryOf(dots);
    this.element.dataset.waits = String(dots.length);
    setText(this.#summary, sum === null ? "No commit has reached a screen yet. Send a message, or read one." : `${sum.count.toLocaleString()} times: ${waitText(sum.median)} median, ${waitText(sum.largest)} at most; the last ${waitText(dots.at(-1).wait)}.`);
  }
}

function x(time, now, width) {
  return (width - 6 - ((now - time) / meterSpan) * (width - 12)).toFixed(1);
}

function y(wait) {
  const share = (Math.log10(Math.min(Math.max(wait, bounds[0]), bounds[1])) - Math.log10(bounds[0])) / (Math.log10(bounds[1]) - Math.log10(bounds[0]));
  return (height - 6 - share * (height - 12)).toFixed(1);
}

function shape(name, attributes, text) {
  const element = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}
