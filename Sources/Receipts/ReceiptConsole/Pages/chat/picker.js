// The sidebar: chooses the schema, the viewer and the conversation.

import { avatar } from "./avatar.js";
import { layoutWords } from "./layout.js";
import { byActivity, faceOf, isFound, previewOf, titlesOf, unreadText } from "./overview.js";
import { shortTime } from "./time.js";
import { arrange, fill, h, icon } from "../shared/dom.js";
import { icons } from "../shared/icons.js";

/** What a schema shows, in one line. */
export const schemaHints = {
  "status": "Checks beside each message: sent, delivered, read.",
  "delivered-to": "“Delivered” and “Read at” under the last message.",
  "read-by": "“Read by 2/4” under each message, with names.",
  "read-at": "When each person has read a message.",
};
const pageSize = 100;
const mostViewers = 100;

/** The picker. */
export class Picker {
  #chooseConversation;
  #seen;
  #filter = "";
  #state = null;
  #most = pageSize;
  /** The rows by conversation. A button is kept while its conversation is listed, so that no click is lost. */
  #rows = new Map();
  #items = h("ul");
  #rest = h("div");
  #visible = new Set();
  #observer;
  #timer = null;

  /**
   * @param {object} options
   * @param {string[]} options.schemas
   * @param {(schema: string) => void} options.chooseSchema
   * @param {(user: string) => void} options.chooseViewer
   * @param {(conversation: object) => void} options.chooseConversation
   * @param {(ids: string[]) => void} options.seen Called with the conversations on the screen.
   * @param {() => void} options.retry Loads the conversations again.
   */
  constructor({ schemas, chooseSchema, chooseViewer, chooseConversation, seen, retry }) {
    this.#chooseConversation = chooseConversation;
    this.#seen = seen;
    this.retry = retry;
    this.schema = h("select", {
      id: "chat-schema", "data-testid": "schema", "aria-describedby": "chat-schema-hint",
      onchange: () => chooseSchema(this.schema.value),
    }, schemas.map((name) => h("option", { value: name }, name)));
    this.hint = h("p.picker-hint", { id: "chat-schema-hint" });
    this.layout = h("p.picker-hint", { "data-picker-layout": "", hidden: true });
    this.viewer = h("select", { id: "chat-viewer", "data-testid": "viewer", onchange: () => chooseViewer(this.viewer.value) });
    this.viewerLine = h("div.picker-viewer", { hidden: true }, h("label", { for: "chat-viewer" }, "Seen by"), this.viewer);
    this.filter = h("input.picker-filter", {
      type: "search", placeholder: "Find a conversation", "aria-label": "Find a conversation", hidden: true, oninput: () => {
        this.#filter = this.filter.value.trim().toLowerCase();
        this.#most = pageSize;
        this.#showList();
      },
    });
    this.list = h("div.picker-list");
    this.element = h("aside.picker", { id: "chat-picker", "aria-label": "Conversations" },
      h("div.picker-schema", null, h("label", { for: "chat-schema" }, "Schema"), this.schema, this.hint, this.layout),
      h("div.picker-head", null, h("h2.picker-title", null, "Conversations"), this.viewerLine), this.filter, this.list);
    // Activity is requested only for conversations on the screen.
    this.#observer = new IntersectionObserver((entries) => this.#observed(entries), { root: this.element, rootMargin: "80px 0px" });
  }

  stop() {
    this.#observer.disconnect();
    clearTimeout(this.#timer);
  }

  /**
   * Shows the conversations and the selection; conversations is null while they are loading.
   *
   * @param {{schema: string, conversation: string|null, viewer: string|null, conversations: object[]|null, activity: Map<string, object>,
   *   isComplete: boolean, error: string|null}} state
   */
  show(state) {
    this.#state = state;
    const isKnown = [...this.schema.options].some((option) => option.value === state.schema);
    if (!isKnown) this.schema.append(h("option", { value: state.schema }, state.schema));
    this.schema.value = state.schema;
    this.hint.textContent = schemaHints[state.schema] ?? "";
    this.filter.hidden = (state.conversations?.length ?? 0) <= 8;
    this.#showViewers();
    this.#showList();
  }

  /** Shows which schema the messages of the selected conversation have; null while it is unknown. */
  showLayout(layout, schema) {
    const text = layout === null ? "" : layoutWords(layout, schema) ?? `The messages shown have the schema ${layout.schemas.join(" or ")}.`;
    if (this.layout.textContent !== text) this.layout.textContent = text;
    this.layout.hidden = text === "";
  }

  /** The possible viewers: the members of the conversations. */
  #showViewers() {
    const { viewer, conversations } = this.#state;
    const users = new Map();
    for (const { members } of conversations ?? []) for (const { id, name } of members) if (users.size < mostViewers) users.set(id, name);
    if (viewer !== null && !users.has(viewer)) users.set(viewer, viewer);
    this.viewerLine.hidden = users.size === 0;
    const key = JSON.stringify([...users]);
    if (this.viewer.dataset.key !== key) {
      this.viewer.dataset.key = key;
      fill(this.viewer, [...users].map(([id, name]) => h("option", { value: id }, name)));
    }
    if (viewer !== null) this.viewer.value = viewer;
  }

  #showList() {
    const { conversations, error } = this.#state;
    if (error !== null) {
      fill(this.list, h("div.error", { role: "alert" },
        h("span", { dir: "auto" }, error), h("button", { type: "button", onclick: this.retry }, "Try again")));
      return;
    }
    if (conversations === null) {
      fill(this.list, h("div", { role: "status", "aria-label": "Loading conversations" }, [1, 2, 3].map(() =>
        h("div.picker-item.is-skeleton", null, h("span.skeleton.skeleton-face"), h("span.skeleton.skeleton-name")))));
      return;
    }
    this.#showItems(conversations);
  }

  #showItems(conversations) {
    const { conversation, viewer, activity, isComplete } = this.#state;
    const titles = titlesOf(conversations, viewer);
    const found = byActivity(this.#filter === "" ? conversations : conversations.filter((one) => isFound(one, titles.get(one.id), this.#filter)));
    const shown = found.slice(0, this.#most);
    const rest = found.length - shown.length;
    const note = conversations.length === 0 ? "No conversations yet." : found.length === 0 ? "No conversations found."
      : rest === 0 && !isComplete && this.#filter === "" ? "There are more conversations." : null;
    if (this.#items.parentNode !== this.list) fill(this.list, this.#items, this.#rest);
    this.#placeRows(shown.map((one) => this.#row(one, titles.get(one.id), activity.get(one.id), viewer, one.id === conversation)));
    // Another viewer has other unread messages.
    this.#report();
    const key = `${note} ${rest}`;
    if (this.#rest.dataset.key === key) return;
    this.#rest.dataset.key = key;
    fill(this.#rest, note === null ? null : h("p.picker-note", null, note),
      rest > 0 ? h("button.quiet.picker-more", { type: "button", "data-action": "more-conversations", onclick: () => this.#showMore() }, `Show ${Math.min(rest, pageSize)} more`) : null);
  }

  /** Puts exactly these rows into the list, in order; the focus stays with its conversation. */
  #placeRows(rows) {
    const focused = this.#items.contains(document.activeElement) ? document.activeElement : null;
    const wanted = new Set(rows);
    for (const [id, row] of this.#rows) {
      if (wanted.has(row)) continue;
      this.#observer.unobserve(row.button);
      this.#visible.delete(id);
      this.#rows.delete(id);
    }
    arrange(this.#items, rows.map(({ element }) => element));
    if (focused?.isConnected && document.activeElement !== focused) focused.focus({ preventScroll: true });
  }

  #showMore() {
    const first = this.#most;
    this.#most += pageSize;
    this.#showList();
    this.list.querySelectorAll("[data-conversation]")[first]?.focus();
  }

  #observed(entries) {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) this.#visible.add(target.dataset.conversation);
      else this.#visible.delete(target.dataset.conversation);
    }
    this.#report();
  }

  /** Reports the conversations on the screen, after a moment. */
  #report() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#seen([...this.#visible]), 120);
  }

  #row(item, title, activity, viewer, isChosen) {
    let row = this.#rows.get(item.id);
    if (row === undefined) {
      const button = h("button.picker-item", { type: "button", "data-conversation": item.id, onclick: () => this.#chooseConversation(this.#rows.get(item.id).item) });
      row = { button, element: h("li", null, button), key: null };
      this.#rows.set(item.id, row);
      this.#observer.observe(button);
    }
    row.item = item;
    if (isChosen) row.button.setAttribute("aria-current", "true");
    else row.button.removeAttribute("aria-current");
    const key = JSON.stringify([item, title, activity, viewer]);
    if (row.key !== key) fill(row.button, this.#content(item, title, activity, viewer));
    row.key = key;
    return row;
  }

  #content(item, title, activity, viewer) {
    const person = faceOf(item, viewer);
    const face = person === null ? h("span.avatar.group", { "aria-hidden": "true" }, icon(icons.people)) : avatar(person);
    const unread = unreadText(activity);
    return [face, h("span.picker-names", null,
      h("span.picker-line", null,
        h("span.picker-name", { dir: "auto" }, title),
        typeof item.last?.time === "number" ? h("time.picker-time", { datetime: new Date(item.last.time).toISOString() }, shortTime(item.last.time)) : null),
      h("span.picker-line", null,
        h("span.picker-last", { dir: "auto" }, previewOf(item, viewer)),
        unread === "" ? null : h("span.picker-unread", { "data-unread": unread }, unread, h("span.visually-hidden", null, " unread"))))];
  }
}
