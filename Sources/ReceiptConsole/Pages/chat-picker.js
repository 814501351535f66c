// Where one chooses what to look at: the schema and the conversation.

import { avatar } from "./chat-avatar.js";
import { fill, h, icon } from "./dom.js";

const people = "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 19.5a6.5 6.5 0 0 1 13 0"
  + "M16 4.3a3.5 3.5 0 0 1 0 6.5M18.5 13.6a6.5 6.5 0 0 1 3 5.9";
/** What a schema shows, in a line. */
export const schemaHints = {
  "status": "Checks beside each message: sent, delivered, read.",
  "delivered-to": "“Delivered” and “Read at” under the last message.",
  "read-by": "“Read by 2/4” under each message, with names.",
  "read-at": "When each person has read a message.",
};
const mostShown = 100;

/** The names of a conversation's members, as many as fit a line. */
function memberNames({ members }, most = 4) {
  const names = members.slice(0, most).map((member) => member.name);
  const rest = members.length - names.length;
  return rest > 0 ? `${names.join(", ")} and ${rest} more` : names.join(", ");
}

/** The picker. */
export class Picker {
  #chooseConversation;
  #filter = "";
  #state = null;

  /**
   * @param {object} options
   * @param {string[]} options.schemas
   * @param {(schema: string) => void} options.chooseSchema
   * @param {(conversation: object) => void} options.chooseConversation
   * @param {() => void} options.retry Asks for the conversations again.
   */
  constructor({ schemas, chooseSchema, chooseConversation, retry }) {
    this.#chooseConversation = chooseConversation;
    this.retry = retry;
    this.schema = h("select", {
      id: "chat-schema", "data-testid": "schema", "aria-describedby": "chat-schema-hint",
      onchange: () => chooseSchema(this.schema.value),
    }, schemas.map((name) => h("option", { value: name }, name)));
    this.hint = h("p.picker-hint", { id: "chat-schema-hint" });
    this.filter = h("input.picker-filter", {
      type: "search", placeholder: "Find a conversation", "aria-label": "Find a conversation", hidden: true, oninput: () => {
        this.#filter = this.filter.value.trim().toLowerCase();
        this.#showList();
      },
    });
    this.list = h("div.picker-list");
    this.element = h("aside.picker", { id: "chat-picker", "aria-label": "What to look at" },
      h("div.picker-schema", null, h("label", { for: "chat-schema" }, "Schema"), this.schema, this.hint),
      h("h2.picker-title", null, "Conversations"), this.filter, this.list);
  }

  /**
   * Shows what there is, and what of it is chosen; conversations is null while they are being loaded.
   *
   * @param {{schema: string, conversation: string|null, conversations: object[]|null, isComplete: boolean, error: string|null}}
   *   state
   */
  show(state) {
    this.#state = state;
    const isKnown = [...this.schema.options].some((option) => option.value === state.schema);
    if (!isKnown) this.schema.append(h("option", { value: state.schema }, state.schema));
    this.schema.value = state.schema;
    this.hint.textContent = schemaHints[state.schema] ?? "";
    this.filter.hidden = (state.conversations?.length ?? 0) <= 8;
    this.#showList();
  }

  #showList() {
    const { conversations, error, conversation, isComplete } = this.#state;
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
    const found = this.#filter === "" ? conversations : conversations.filter((item) =>
      [item.title, item.id, ...item.members.slice(0, 50).map((member) => member.name)]
        .some((text) => text.toLowerCase().includes(this.#filter)));
    // The list is made again when it has changed: the focus stays with its conversation.
    const focused = this.list.contains(document.activeElement) ? document.activeElement.dataset.conversation : null;
    const items = found.slice(0, mostShown).map((item) => this.#item(item, item.id === conversation));
    const note = conversations.length === 0 ? "None yet."
      : found.length === 0 ? "None found."
        : found.length > mostShown ? `${found.length - mostShown} more: use the field above.`
          : !isComplete && this.#filter === "" ? "There are more than these." : null;
    fill(this.list, items.length === 0 ? null : h("ul", null, items), note === null ? null : h("p.picker-note", null, note));
    if (focused === null) return;
    [...this.list.querySelectorAll("[data-conversation]")].find((button) => button.dataset.conversation === focused)?.focus();
  }

  #item(item, isChosen) {
    const face = item.isGroup || item.members.length === 0
      ? h("span.avatar.group", { "aria-hidden": "true" }, icon(people))
      : avatar(item.members.at(-1));
    return h("li", null, h("button.picker-item", {
      type: "button", "data-conversation": item.id, "aria-current": isChosen ? "true" : null,
      onclick: () => this.#chooseConversation(item),
    }, face, h("span.picker-names", null,
      h("span.picker-name", { dir: "auto" }, item.title),
      h("span.picker-members", { dir: "auto" }, memberNames(item, 3)))));
  }
}
