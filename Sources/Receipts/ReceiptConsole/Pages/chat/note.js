// What the stage shows while there is no device: that it is loading, what failed, what to choose, or how to create sample conversations.

import { request } from "../shared/api.js";
import { fill, h, icon } from "../shared/dom.js";
import { icons } from "../shared/icons.js";
import { schemaHints } from "./picker.js";

export class StageNote {
  element = h("div.stage-note");
  /** Says which sample conversations were created, until it is dismissed. */
  notice = h("div.stage-notice", { role: "status", "data-notice": "", hidden: true });
  #about;
  #retry;
  #created;
  #state = { kind: "none", schema: null, error: null };
  /** The schema whose samples are being created. */
  #creating = null;
  #creationError = "";

  /**
   * @param {object} options about; retry: loads the conversations again; created: called with the schema and the first id of new sample conversations.
   */
  constructor({ about, retry, created }) {
    this.#about = about;
    this.#retry = retry;
    this.#created = created;
  }

  /** @param {{kind: string, schema: string, error: string|null}} state kind: none, loading, error, empty, missing or choose. */
  show(state) {
    this.#state = state;
    const { kind, schema } = state;
    const key = `${kind} ${schema} ${this.#creating ?? ""} ${this.#creationError}`;
    if (this.element.dataset.key === key) return;
    this.element.dataset.key = key;
    this.element.dataset.state = kind;
    this.element.hidden = kind === "none";
    fill(this.element, this.#content(state));
  }

  #content({ kind, error }) {
    switch (kind) {
      case "loading": return h("div.empty", { role: "status" }, "Loading conversations…");
      case "error": return h("div.empty", { role: "alert" },
        h("h2", null, "The conversations could not be loaded"),
        h("p", { dir: "auto" }, error),
        h("button.primary", { type: "button", onclick: this.#retry }, "Try again"));
      case "missing": return h("div.empty", null, h("h2", null, "Conversation not found"), h("p", null, "It is not in the list. Choose another one."));
      case "choose": return withBubbles("No device", "Add a device to see the conversation as one of its members.");
      case "empty": return this.#about.isEmulator ? this.#samples() : withBubbles("No conversations", "The database has none with this schema. Try another schema.");
      default: return null;
    }
  }

  #samples() {
    return h("div.empty.welcome", null, icon(icons.bubbles, "icon empty-icon"),
      h("h2", null, "No conversations yet"),
      h("p", null, "Create some to try it out: write on one device, read on another, and watch the receipts change."),
      this.#creationError !== "" ? h("div.error", { role: "alert" }, this.#creationError) : null,
      h("div.samples", null, this.#about.schemas.map((schema) => h("div.sample", null,
        h("strong", null, schema),
        h("p", null, schemaHints[schema] ?? ""),
        h("button", {
          type: "button", "data-sample": schema, class: schema === this.#state.schema ? "primary" : null, disabled: this.#creating !== null,
          onclick: () => this.#create(schema),
        }, this.#creating === schema ? "Creating…" : "Create sample conversations")))));
  }

  async #create(schema) {
    this.#creating = schema;
    this.#creationError = "";
    this.show(this.#state);
    try {
      const report = await request("POST", "/api/sample", { schema });
      this.#creating = null;
      this.#announce(report);
      this.#created(schema, report.conversations[0] ?? null);
    } catch (error) {
      this.#creating = null;
      this.#creationError = error.message;
      this.show(this.#state);
    }
  }

  #announce({ conversations, profiles }) {
    const names = profiles === 0 ? "" : profiles === 1 ? ", and 1 profile" : `, and ${profiles} profiles`;
    fill(this.notice,
      h("span", null, `Created ${conversations.length} conversations: ${conversations.join(", ")}${names}. Nothing else was changed.`),
      h("button.icon-button", { type: "button", "aria-label": "Dismiss", onclick: () => (this.notice.hidden = true) }, icon(icons.cross)));
    this.notice.hidden = false;
  }
}

function withBubbles(title, text) {
  return h("div.empty", null, icon(icons.bubbles, "icon empty-icon"), h("h2", null, title), h("p", null, text));
}
