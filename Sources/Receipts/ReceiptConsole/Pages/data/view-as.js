// "View as": the page as a user with claims sees it. What they may not read is grey, by the rules' own decision.

import { firestore } from "../shared/api.js";
import { inDialog, cancelButton } from "../shared/dialogs.js";
import { fill, h, icon } from "../shared/dom.js";
import { problemLine } from "../shared/fields.js";
import { icons } from "../shared/icons.js";
import { identityOf, viewerFrom, viewerText } from "./viewers.js";

/** How many documents and collections to ask about at once. */
const atOnce = 300;

export class ViewAs {
  #database;
  #choose;
  #viewer = null;
  button = h("button.quiet.view-as-button", { type: "button", "data-action": "view-as", onclick: () => this.#ask() }, icon(icons.people), h("span.button-text", {}, "View as"));
  element = h("p.view-as", { role: "status", hidden: true });

  /** @param {(viewer: string|null) => void} choose Shows the page as somebody, as the address names them; null for everything. */
  constructor(database, choose) {
    this.#database = database;
    this.#choose = choose;
  }

  /** The page is seen by this viewer, whom the address names; null for the console itself. */
  show(viewer) {
    this.#viewer = viewer;
    this.element.hidden = viewer === null;
    if (viewer === null) return;
    fill(this.element, h("span", {}, "As ", h("strong", { dir: "auto" }, viewerText(viewer)), ": what is struck out and grey, they may not read or list."),
      h("button.quiet", { type: "button", "data-action": "view-as-change", onclick: () => this.#ask() }, "Change"),
      h("button.quiet", { type: "button", "data-action": "view-as-end", onclick: () => this.#choose(null) }, "Show everything"));
  }

  /** Marks the documents and collections below an element that the viewer may not read. */
  async mark(element) {
    const viewer = this.#viewer;
    const links = [...element.querySelectorAll("[data-document], [data-collection], [data-open-document]")];
    if (viewer === null) links.forEach(unmark);
    for (let start = 0; viewer !== null && start < links.length; start += atOnce) {
      const part = links.slice(start, start + atOnce);
      const [documents, collections] = [part.filter((link) => pathOf(link)), part.filter((link) => link.dataset.collection)];
      const answer = await this.#decide(viewer, documents.map(pathOf), collections.map((link) => link.dataset.collection));
      if (answer === null || viewer !== this.#viewer) return;
      documents.forEach((link, index) => (answer.documents[index] ? unmark(link) : mark(link, "may not be read")));
      collections.forEach((link, index) => (answer.queries[index] ? unmark(link) : mark(link, "may not be listed")));
    }
  }

  /** Asks the rules; null for an emulator that does not answer the question. */
  async #decide(viewer, documents, collections) {
    const { name } = this.#database;
    const project = name.split("/")[1];
    const queries = collections.map((path) => {
      const segments = path.split("/");
      return { parent: [`${name}/documents`, ...segments.slice(0, -1)].join("/"), structuredQuery: { from: [{ collectionId: segments.at(-1) }] } };
    });
    const body = { database: name, documents: documents.map((path) => `${name}/documents/${path}`), queries, ...(this.#database.at === null ? {} : { readTime: this.#database.at }) };
    const { status, json } = await firestore("POST", `/emulator/v1/projects/${encodeURIComponent(project)}:decide`, body, identityOf(viewer));
    return status === 200 ? json : null;
  }

  #ask() {
    return inDialog("View as", "form", (close, form) => {
      const user = h("input", { type: "text", name: "user", placeholder: "User id; empty for nobody", "aria-label": "User id", autocomplete: "off", spellcheck: "false", autofocus: true });
      const claims = h("input", { type: "text", name: "claims", placeholder: "Claims, such as {\"admin\": true}", "aria-label": "Claims as JSON", autocomplete: "off", spellcheck: "false" });
      const { sub = "", ...others } = this.#viewer === null ? {} : viewerClaims(this.#viewer);
      user.value = sub;
      if (Object.keys(others).length > 0) claims.value = JSON.stringify(others);
      const problem = problemLine(claims);
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        const viewer = problem.check(false, () => viewerFrom(user.value, claims.value));
        if (viewer === null) return;
        close(true);
        this.#choose(viewer);
      });
      return [h("p", {}, "The page shows everything, and greys what this user may not read. Nothing is read as them, and nothing is recorded."),
        h("div.dialog-field", {}, h("label", {}, h("span", {}, "User"), user)), h("div.dialog-field", {}, h("label", {}, h("span", {}, "Claims"), claims), problem.element),
        h("div.dialog-actions", {}, cancelButton(close), h("button.primary", { type: "submit", "data-action": "view-as-show" }, "Show"))];
    });
  }
}

function viewerClaims(viewer) {
  const { user, nobody, claims } = identityOf(viewer);
  return nobody ? {} : { sub: user, ...claims };
}

function pathOf({ dataset }) {
  return dataset.document ?? dataset.openDocument;
}

function mark(link, text) {
  if (link.classList.contains("is-denied")) return;
  link.classList.add("is-denied");
  (link.querySelector(".data-pane-head h2, .document-text") ?? link).append(h("span.denied-note", {}, text));
}

function unmark(link) {
  if (!link.classList.contains("is-denied")) return;
  link.classList.remove("is-denied");
  link.querySelector(".denied-note")?.remove();
}
