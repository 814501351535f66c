// The receipt under one's own message: a symbol, a colour and a text.

import { clockTime } from "./time.js";
import { h } from "../shared/dom.js";

const namespace = "http://www.w3.org/2000/svg";
const paths = {
  check: ["M3 8.6l3.2 3.2L13 5"],
  doubleCheck: ["M1.5 8.6l3.2 3.2L11.5 5", "M8.2 11.3l.5.5L15.5 5"],
};

/** Draws checks as lines. */
export function checkmark(symbol) {
  return drawing(paths[symbol]);
}

/** The symbol of a message that is waiting to be sent. */
export function clock() {
  const text = "Waiting to be sent";
  return h("span.receipt.on-its-way", { role: "img", "data-symbol": "clock", "data-tint": "grey", "aria-label": text, title: text },
    drawing(["M14.5 8a6 6 0 1 1-12 0a6 6 0 1 1 12 0", "M8.5 4.6V8l2.3 1.6"]));
}

function drawing(shapes) {
  const svg = document.createElementNS(namespace, "svg");
  svg.setAttribute("viewBox", "0 0 17 16");
  svg.setAttribute("class", "ticks");
  svg.setAttribute("aria-hidden", "true");
  for (const shape of shapes) {
    const line = document.createElementNS(namespace, "path");
    line.setAttribute("d", shape);
    svg.append(line);
  }
  return svg;
}

function parts({ symbol, text }) {
  const children = [];
  if (symbol === "spinner") children.push(h("span.spinner", { "aria-hidden": "true" }));
  else if (Object.hasOwn(paths, symbol)) children.push(checkmark(symbol));
  if (text !== null) children.push(h("span.receipt-text", { dir: "auto" }, text));
  return children;
}

function isSame(a, b) {
  return a.symbol === b.symbol && a.tint === b.tint && a.text === b.text && a.label === b.label;
}

/** The receipt with its time of day written out, in the reader's time zone. */
export function withTime(receipt) {
  const { text, label, time } = receipt;
  if (time === null) return receipt;
  const clock = clockTime(time);
  return { ...receipt, text: text?.replace("{time}", clock) ?? null, label: label.replace("{time}", clock) };
}

/** The receipt of one message. It changes in place, so that it keeps the focus. */
export class ReceiptIndicator {
  #receipt = null;
  #opensDetails;

  /**
   * @param {object} receipt The receipt.
   * @param {boolean} isOnItsWay Whether the message is not sent yet.
   * @param {(() => void)|null} open Opens the details; null if there are none.
   */
  constructor(receipt, isOnItsWay, open) {
    this.#opensDetails = open !== null;
    this.element = open !== null
      ? h("button.receipt", { type: "button", tabindex: "-1", "aria-haspopup": "dialog", onclick: open })
      : h("span.receipt", { role: "img" });
    this.update(receipt, isOnItsWay);
  }

  /** Whether this element can show a receipt: a button if there are details, otherwise a text. */
  suits(details) {
    return this.#opensDetails === details;
  }

  /** Shows a receipt; a new one fades in. */
  update(withoutTime, isOnItsWay) {
    const receipt = withTime(withoutTime);
    this.element.classList.toggle("on-its-way", isOnItsWay);
    if (this.#receipt !== null && isSame(this.#receipt, receipt)) return;
    const isFirst = this.#receipt === null;
    this.#receipt = receipt;
    this.element.dataset.symbol = receipt.symbol;
    this.element.dataset.tint = receipt.tint;
    this.element.setAttribute("aria-label", receipt.label);
    this.element.title = receipt.label;
    this.element.replaceChildren(...parts(receipt));
    if (isFirst || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    this.element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 300, easing: "ease-out" });
  }
}
