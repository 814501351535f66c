// The row of a message: the day, the sender's name, the bubble, and the line below it.

import { avatar } from "./avatar.js";
import { clock, ReceiptIndicator } from "./receipt.js";
import { isSameRow } from "./rows.js";
import { clockTime, dayName, fullTime } from "./time.js";
import { fill, h, icon } from "../shared/dom.js";
import { icons } from "../shared/icons.js";
import { why } from "../shared/refusals.js";

/** A row. */
export class MessageRow {
  #description = null;
  #indicator = null;
  #actions;

  /**
   * @param {{openReceipt: (id: string) => void, sendAgain: (message: object) => void, discard: (message: object) => void,
   *   openTimeline: ((message: object) => void)|null}} actions
   *   What the buttons do.
   */
  constructor(actions) {
    this.#actions = actions;
    this.message = null;
    this.element = h("div.row", { role: "listitem" });
    this.bubble = null;
  }

  /** Shows a message; returns whether anything has changed. */
  update(message, description) {
    const before = this.message;
    if (before === message && isSameRow(this.#description, description)) return false;
    const keepsIndicator = this.#indicator !== null && description.showsReceipt && this.#indicator.suits(message.details);
    const onlyReceipt = before !== null && keepsIndicator && isSameRow(this.#description, description)
      && looksSame(before, message);
    this.message = message;
    this.#description = description;
    this.element.dataset.message = message.id;
    this.element.dataset.mine = message.mine;
    this.element.dataset.unread = message.unread;
    this.element.dataset.sending = message.sending;
    if (keepsIndicator) {
      this.#indicator.update(message.receipt, message.sending !== "sent");
    } else {
      this.#indicator = description.showsReceipt ? this.#makeIndicator(message) : null;
    }
    if (onlyReceipt) return true;
    // Moving the button in the DOM would lose the focus.
    const hadFocus = this.#indicator !== null && this.#indicator.element === document.activeElement;
    this.#build(message, description);
    if (hadFocus) this.#indicator.element.focus({ preventScroll: true });
    return true;
  }

  /** The button that opens the receipt's details, if there is one. */
  get receiptButton() {
    return this.#indicator?.suits(true) ? this.#indicator.element : null;
  }

  #makeIndicator(message) {
    const open = message.details ? () => this.#actions.openReceipt(this.message.id) : null;
    return new ReceiptIndicator(message.receipt, message.sending !== "sent", open);
  }

  #build(message, description) {
    const { element } = this;
    element.classList.toggle("mine", message.mine && !message.system);
    element.classList.toggle("theirs", !message.mine && !message.system);
    element.classList.toggle("system", message.system);
    element.classList.toggle("starts", description.starts);
    element.classList.toggle("ends", description.ends);
    const day = description.day === null ? null : h("div.day", null, h("span", null, dayName(description.day)));
    const time = description.showsTime
      ? h("time", { datetime: new Date(message.time).toISOString(), title: fullTime(message.time) }, clockTime(message.time))
      : null;
    if (message.system) {
      this.bubble = h("div.notice", { dir: "auto" }, message.text ?? "");
      fill(element, day, this.bubble);
      return;
    }
    const sender = message.mine ? "You" : message.senderName;
    const name = h(description.name ? "div.sender" : "span.visually-hidden", { dir: "auto" }, sender);
    this.bubble = message.text === null
      ? h("div.bubble.without-text", null, "A message without text")
      : h("div.bubble", { dir: "auto" }, message.text);
    const hasMeta = time !== null || this.#indicator !== null || description.waits;
    const meta = hasMeta ? h("div.meta", null, time, description.waits ? clock() : this.#indicator?.element) : null;
    const failure = message.sending !== "failed" ? null : this.#notSent(message);
    const picture = message.mine ? null
      : description.ends ? avatar({ id: message.sender, initials: message.initials, photoURL: message.photoURL }, "small")
        : h("span.avatar-space");
    fill(element, day, name, h("div.line", null, picture, this.bubble, message.sending === "sent" && this.#timelineButton()), meta, failure);
  }

  #timelineButton() {
    const { openTimeline } = this.#actions;
    if (openTimeline === null) return null;
    return h("button.icon-button.row-history", { type: "button", tabindex: "-1", "aria-label": "Timeline of this message", title: "Timeline", "data-action": "timeline", onclick: () => openTimeline(this.message) }, icon(icons.clock));
  }

  /** Why a message was not sent, with buttons to retry or discard it. */
  #notSent({ failure: reason, decision }) {
    const button = (action, text, act) => h("button", {
      type: "button", "data-action": action, onclick: () => act(this.message),
    }, text);
    return h("div.not-sent", null,
      h("span", { dir: "auto", "data-failure": "" }, reason === null ? "Not sent" : `Not sent. ${reason}`, decision && [" ", why(decision)]),
      h("span.not-sent-actions", null,
        button("send-again", "Retry", this.#actions.sendAgain), button("discard-message", "Discard", this.#actions.discard)));
  }
}

/** Whether two states of a message look the same except for the receipt. */
function looksSame(before, after) {
  return ["text", "time", "sending", "failure", "sender", "senderName", "system", "photoURL"].every((key) => before[key] === after[key]);
}
