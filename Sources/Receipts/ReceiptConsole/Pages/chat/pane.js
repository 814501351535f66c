// A device: one member's view of the conversation.

import { succeeded, tryAgain } from "../shared/again.js";
import { command } from "../shared/api.js";
import { avatar } from "./avatar.js";
import { Composer } from "./composer.js";
import { Draft } from "./drafts.js";
import { LayoutNote } from "./layout.js";
import { MessageList } from "./list.js";
import { Reading } from "./reading.js";
import { withTime } from "./receipt.js";
import { Sheet } from "./sheet.js";
import { refusal } from "../shared/refusals.js";
import { fill, h, icon, setText } from "../shared/dom.js";
import { icons } from "../shared/icons.js";
import { oneAtATime } from "../shared/live.js";

/** A pane of the chat page. */
export class Pane {
  #wasAnswered = false;
  #isReadOnly = false;
  #isOffline = false;
  #sheetMessage = null;
  #unreported = null;
  #announce;
  #changed;
  #state = null;
  #hasOpened = false;
  #hasStopped = false;
  /** Ends questions of a pane that is closed. */
  #end = new AbortController();
  /** Settles when the console has opened the pane. */
  #opening = null;
  #hasServer = true;
  #openAgain = () => this.open();
  /** While the slider moves, only the last time counts. */
  #openAt = oneAtATime(() => this.open());

  /**
   * @param {object} options
   * @param {string} options.id The pane's id at the server.
   * @param {string} options.schema
   * @param {string} options.conversation
   * @param {{id: string, name: string, initials: string, photoURL: string|null}} options.person The device's owner, as far as known.
   * @param {(text: string, pane: Pane) => void} options.announce Announces a text to screen readers.
   * @param {(pane: Pane) => void} options.changed Called when the pane's state has changed.
   * @param {(pane: Pane) => void} options.remove Removes the pane.
   * @param {string|null} options.at The past time that it shows; null for now.
   * @param {((message: object) => void)|null} options.openTimeline Shows the timeline of a message; null if none is kept.
   * @param {string[]} options.schemas The schemas that the console knows.
   * @param {(schema: string) => void} options.openAs Opens the conversation with another schema.
   */
  constructor({ id, schema, conversation, person, announce, changed, remove, at, openTimeline, schemas, openAs }) {
    this.id = id;
    this.schema = schema;
    this.conversation = conversation;
    this.user = person.id;
    this.at = at;
    this.person = person;
    this.#announce = announce;
    this.#changed = changed;

    this.reading = new Reading((shown, hidden) => command("see", { pane: id, shown, hidden }));
    this.list = new MessageList({
      label: `Messages on the device of ${person.name}`,
      reading: this.reading,
      actions: {
        openReceipt: (message) => this.#openSheet(message),
        openTimeline,
        sendAgain: (message) => this.#change("retryMessage", message.id),
        discard: (message) => this.#change("discardMessage", message.id),
      },
      loadOlder: () => this.#loadOlder(),
    });
    this.composer = new Composer(`Message from ${person.name}`, (text) => this.#send(text),
      new Draft(schema, conversation, this.user));
    this.layoutNote = new LayoutNote(schemas, openAs);
    this.sheet = new Sheet({ close: () => this.#closeSheet(), retry: () => this.#retrySheet() });
    this.#build(remove);
    this.#show({
      state: "loading", error: null, queued: 0, title: "", members: [], isGroup: false, isComplete: true, labelsLastOnly: false,
      layout: null,
    });
  }

  /** The members of the conversation, once they are known. */
  get members() {
    return this.#state.members;
  }

  /** Which schema the messages have; null while it is unknown. */
  get layout() {
    return this.#state.layout;
  }

  get title() {
    return this.#state.title;
  }

  /** Opens the pane, or opens it again after the server has lost it. */
  async open() {
    this.#wasAnswered = false;
    this.reading.hold();
    if (this.#state.state === "failed") this.#show({ ...this.#state, state: "loading", error: null });
    try {
      const { id: pane, user, conversation, schema, at } = this;
      this.#opening = command("openPane", { pane, user, conversation, schema, ...(at === null ? {} : { at }) });
      await this.#opening;
      if (this.#hasStopped) return;
      if (this.#isOffline && at === null) await command("setOffline", { pane: this.id, offline: true });
      if (this.#sheetMessage !== null) await this.#ask("openSheet", { message: this.#sheetMessage });
      succeeded(this.#openAgain);
    } catch (error) {
      if (this.#hasStopped) return;
      this.#show({ ...this.#state, state: "failed", error: error.message });
      tryAgain(error, this.#openAgain, () => !this.#hasStopped && this.#state.state === "failed");
    }
  }

  /** Shows the device as it was at a time; null for now. */
  travel(at) {
    this.at = at;
    this.#showSendError(null);
    this.#closeSheet();
    this.#show({ ...this.#state, error: null });
    this.#openAt();
  }

  /** Sets whether the database's server answers. This is different from a device that was switched offline. */
  setServer(isThere) {
    if (this.#hasServer === isThere) return;
    this.#hasServer = isThere;
    this.#show(this.#state);
  }

  /** Removes the pane, here and at the server. */
  close() {
    this.#hasStopped = true;
    this.list.stop();
    this.#end.abort();
    // Requests can overtake each other: the console must not open a pane after it has closed it, and a closed pane takes no report.
    Promise.allSettled([this.#opening, this.reading.stop()]).then(() => command("closePane", { pane: this.id })).catch(() => {});
    this.sheet.stop();
    this.element.remove();
  }

  /** Takes the pane's state, from its event. */
  receiveState(state) {
    this.#isOffline = state.state === "offline" || (this.#isOffline && state.state !== "open");
    this.#show(state);
  }

  /** Takes messages, from their event. */
  receiveMessages({ isFirst, changes }) {
    if (isFirst) {
      this.#wasAnswered = true;
      this.list.reset(changes.filter((change) => change.kind !== "removed").map((change) => change.message));
      if (!this.#isReadOnly) this.reading.begin();
    } else {
      this.#announceChanges(this.list.apply(changes));
    }
    this.#showPlaceholder();
  }

  /** Takes the sheet's content, from its event. */
  receiveSheet(event) {
    if (event.message === this.#sheetMessage) this.sheet.show(event);
  }

  #build(remove) {
    const { person } = this;
    this.heading = h("h2.pane-title", { dir: "auto" });
    this.face = h("span.pane-face", null, avatar(person));
    this.owner = h("p.pane-owner", { dir: "auto" });
    this.switchText = h("span.switch-text");
    this.switch = h("button.switch", {
      type: "button", role: "switch", "data-action": "offline", onclick: () => this.#toggleOffline(),
    }, h("span.switch-track", { "aria-hidden": "true" }), this.switchText);
    this.remove = h("button.icon-button", {
      type: "button", "data-action": "remove-device", "aria-label": `Remove the device of ${person.name}`,
      title: "Remove this device", onclick: () => remove(this),
    }, icon(icons.cross));
    this.queued = h("span", { "data-queued": "0" });
    this.banner = h("div.pane-banner", { role: "status", hidden: true });
    this.failure = h("div.error.pane-error", { role: "alert", hidden: true });
    this.placeholder = h("div.pane-placeholder");
    this.sendError = h("div.error.pane-error", { role: "alert", hidden: true });
    this.content = h("div.pane-content", null,
      h("header.pane-head", null,
        this.face,
        h("div.pane-titles", null, this.heading, this.owner),
        this.switch, this.remove),
      this.banner,
      this.layoutNote.element,
      this.failure,
      h("div.pane-middle", null, this.list.element, this.placeholder),
      this.sendError,
      this.composer.element);
    this.element = h("section.pane", {
      "data-pane": this.id, "data-user": this.user, "data-state": "loading", "aria-label": `The device of ${person.name}`,
    }, this.content, this.sheet.element);
  }

  /** Gives the console a command that only asks, for as long as the pane is open. */
  #ask(name, values = {}) {
    return command(name, { pane: this.id, ...values }, this.#end.signal);
  }

  async #loadOlder() {
    const answer = await this.#ask("loadOlder");
    this.#state = { ...this.#state, isComplete: answer.isComplete };
    return answer;
  }

  // Showing the state

  #show(state) {
    this.#state = state;
    this.element.dataset.state = state.state;
    const known = state.members.find((member) => member.id === this.user);
    if (known && (known.name !== this.person.name || known.photoURL !== this.person.photoURL)) {
      this.person = known;
      this.element.setAttribute("aria-label", `The device of ${known.name}`);
      fill(this.face, avatar(known));
    }
    if (this.heading.textContent !== state.title) this.heading.textContent = state.title;
    this.heading.hidden = state.title === "";
    setText(this.owner, `${this.person.name}’s device`);
    const isOnline = !this.#isOffline;
    this.switch.hidden = this.at !== null;
    this.switch.setAttribute("aria-checked", isOnline);
    this.switch.setAttribute("aria-label", `${this.person.name} is online`);
    this.element.dataset.server = this.#hasServer ? "there" : "away";
    setText(this.switchText, !isOnline ? "Offline" : this.#hasServer ? "Online" : "No server");
    this.#showQueue(state.queued ?? 0);
    this.#showFailure(state.state === "failed" ? state : null);
    if (state.state === "open" && state.decision) this.#showUnreported(state);
    const isOpen = state.state === "open" || state.state === "offline";
    this.#hasOpened = this.#hasOpened || isOpen;
    // Opening the pane again does not interrupt somebody who is writing.
    this.composer.isEnabled = isOpen || (this.#hasOpened && state.state === "loading");
    this.#showLayout(state.layout);
    this.list.setContext(state);
    this.#showPlaceholder();
    this.#changed(this);
  }

  /** If the messages have another schema, nothing is marked or sent. */
  #showLayout(layout) {
    const wasReadOnly = this.#isReadOnly;
    const isForeign = layout?.isReadOnly ?? false;
    this.#isReadOnly = isForeign || this.at !== null;
    this.layoutNote.show(layout, this.schema);
    this.composer.refusal = this.at !== null ? "Read-only: this is the past" : isForeign ? "Read-only: the messages have another schema" : null;
    if (this.#isReadOnly) this.reading.hold();
    else if (wasReadOnly && this.#wasAnswered) this.reading.begin();
  }

  #showQueue(queued) {
    this.queued.dataset.queued = queued;
    this.queued.textContent = queued === 1 ? "1 receipt waiting" : `${queued} receipts waiting`;
    this.queued.hidden = queued === 0;
    const isCutOff = this.#isOffline || !this.#hasServer;
    this.banner.hidden = !isCutOff && queued === 0;
    if (this.queued.parentNode !== this.banner) fill(this.banner, this.bannerText = h("span"), this.queued);
    setText(this.bannerText, this.#isOffline ? "Offline" : this.#hasServer ? "Catching up" : "Offline: no server");
    this.banner.classList.toggle("is-offline", isCutOff);
  }

  /** Says once that a receipt was denied. */
  #showUnreported(state) {
    if (this.#unreported === state.decision.number) return;
    this.#unreported = state.decision.number;
    this.#showSendError(refusal("Not reported as read", { ...state, message: state.error ?? "" }));
  }

  #showFailure(state) {
    this.failure.hidden = state === null;
    if (state === null) return;
    const message = state.error ?? "The conversation could not be shown.";
    fill(this.failure, state.decision ? refusal("The conversation could not be shown", { ...state, message }) : h("span", { dir: "auto" }, message),
      h("button", { type: "button", "data-action": "open-again", onclick: () => this.open() }, "Try again"));
  }

  #showPlaceholder() {
    const isEmpty = this.list.length === 0;
    const { state } = this.#state;
    const kind = !isEmpty || state === "failed" ? "none" : !this.#wasAnswered && state === "offline" ? "away" : !this.#wasAnswered ? "loading" : this.#state.isGone ? "gone" : "empty";
    this.list.element.classList.toggle("is-empty", isEmpty);
    if (this.placeholder.dataset.kind === kind) return;
    this.placeholder.dataset.kind = kind;
    this.placeholder.hidden = kind === "none";
    const contents = {
      empty: () => h("div.empty", null, icon(icons.bubbles, "icon empty-icon"),
        h("h2", null, "No messages yet"), h("p", null, "Write the first one below.")),
      away: () => h("div.empty", { role: "status" }, icon(icons.bubbles, "icon empty-icon"),
        h("h2", null, "This device is offline"), h("p", null, "Messages will load when it is online again.")),
      gone: () => h("div.empty", { role: "status" }, icon(icons.bubbles, "icon empty-icon"),
        h("h2", null, "This conversation no longer exists"), h("p", null, "It was deleted from the database.")),
      loading: () => h("div.pane-skeletons", { role: "status", "aria-label": "Loading messages" },
        [58, 40, 66, 34, 52].map((width, index) => skeleton(width, index % 2 === 1))),
    };
    fill(this.placeholder, contents[kind]?.());
  }

  // Actions

  async #toggleOffline() {
    const offline = !this.#isOffline;
    this.#isOffline = offline;
    this.#show(this.#state);
    try {
      await command("setOffline", { pane: this.id, offline });
    } catch (error) {
      this.#isOffline = !offline;
      this.#show(this.#state);
      this.#showSendError(error.message);
    }
  }

  async #send(text) {
    this.#showSendError(null);
    this.list.scrollToNewest();
    try {
      await command("send", { pane: this.id, text });
    } catch (error) {
      // The console does not have the text, so keep it here.
      this.composer.giveBack(text);
      if (!this.#hasStopped) this.#showSendError(refusal("Not sent", error));
    }
  }

  /** Retries or discards an unsent message. */
  async #change(name, message) {
    this.#showSendError(null);
    try {
      await command(name, { pane: this.id, message });
    } catch (error) {
      if (!this.#hasStopped) this.#showSendError(refusal("That did not work", error));
    }
  }

  /** @param {HTMLElement|string|null} error The text to show; null for nothing. */
  #showSendError(error) {
    this.sendError.hidden = error === null;
    if (error === null) return;
    fill(this.sendError, typeof error === "string" ? h("span", { dir: "auto" }, error) : error,
      h("button.icon-button", { type: "button", "aria-label": "Dismiss", onclick: () => this.#showSendError(null) }, icon(icons.cross)));
  }

  // The sheet

  async #openSheet(message) {
    this.#sheetMessage = message;
    this.content.inert = true;
    this.sheet.open();
    try {
      await this.#ask("openSheet", { message });
    } catch (error) {
      if (this.#sheetMessage === message) this.sheet.fail(error.message);
    }
  }

  async #retrySheet() {
    this.sheet.load();
    try {
      await this.#ask("retrySheet");
    } catch (error) {
      this.sheet.fail(error.message);
    }
  }

  #closeSheet() {
    const message = this.#sheetMessage;
    if (message === null) return;
    this.#sheetMessage = null;
    this.content.inert = false;
    this.sheet.close();
    this.list.focusReceipt(message);
    command("closeSheet", { pane: this.id }).catch(() => {});
  }

  // Screen readers

  /** Announces the receipt of the user's newest message, and what others write; older receipts change silently. */
  #announceChanges({ added, changed }) {
    const mine = this.list.newestMine();
    for (const { before, after } of changed) {
      const isNew = after.receipt !== null && after.receipt.label !== before.receipt?.label;
      if (after.id === mine?.id && isNew) this.#announce(withTime(after.receipt).label, this);
      if (after.mine && after.sending === "failed" && before.sending !== "failed") this.#announce(`Not sent. ${after.failure ?? ""}`, this);
    }
    const newest = added.at(-1);
    if (newest === undefined || newest.mine) return;
    this.#announce(newest.system ? newest.text ?? "" : `${newest.senderName}: ${newest.text ?? "a message"}`, this);
  }
}

function skeleton(width, isMine) {
  const element = h("div.skeleton", { class: isMine ? "skeleton skeleton-bubble mine" : "skeleton skeleton-bubble" });
  element.style.width = `${width}%`;
  return element;
}
