// The palette: go to a page, a path, a conversation or a user, or do something, by a few letters.

import { search } from "./fuzzy.js";
import { commandsOf, goTo, pathItems } from "./commands.js";
import { fill, h, icon } from "../shared/dom.js";
import { freshID } from "../shared/fields.js";
import { icons } from "../shared/icons.js";
import { plural } from "../shared/texts.js";

let open = null;

/** Opens the palette, or closes it. */
export function flipPalette(about) {
  if (open !== null) open.close();
  else open = new Palette(about, () => (open = null));
}

class Palette {
  #dialog;
  #list = h("ul.palette-list", { role: "listbox", tabindex: "0", id: freshID("palette"), "aria-label": "Results" });
  #status = h("p.visually-hidden", { role: "status" });
  #input;
  #about;
  #items = [];
  #shown = [];
  #chosen = 0;
  #isOpen = true;

  constructor(about, closed) {
    this.#about = about;
    this.#input = h("input", { type: "text", role: "combobox", "aria-label": "Go to anything", "aria-expanded": "true", "aria-autocomplete": "list", "aria-controls": this.#list.id, placeholder: "A page, a path, a conversation, a user, an action", autocomplete: "off", spellcheck: "false", maxlength: "1500", "data-palette": true,
      oninput: () => this.#search() });
    this.#dialog = h("dialog.palette", { "aria-label": "Go to anything", onkeydown: (event) => this.#key(event) }, h("div.palette-field", {}, icon(icons.search), this.#input), this.#list, this.#status,
      h("p.palette-hint", { "aria-hidden": "true" }, h("kbd", {}, "↑"), h("kbd", {}, "↓"), " choose ", h("kbd", {}, "Enter"), " go ", h("kbd", {}, "Esc"), " close"));
    this.#dialog.addEventListener("close", () => {
      this.#isOpen = false;
      this.#dialog.remove();
      closed();
    });
    // A press beside the palette closes it.
    this.#dialog.addEventListener("pointerdown", (event) => event.target === this.#dialog && this.close());
    // What is on the page, before the dialog makes it inert.
    const found = commandsOf(about, (items) => {
      if (!this.#isOpen) return;
      this.#items = [...this.#items, ...items];
      this.#search(true);
    });
    this.#items = found;
    document.body.append(this.#dialog);
    this.#dialog.showModal();
    this.#search();
    this.#input.focus();
  }

  close() {
    this.#dialog.close();
  }

  #search(keepsChoice = false) {
    const before = keepsChoice ? this.#shown[this.#chosen]?.item : null;
    const query = this.#input.value;
    const paths = pathItems(this.#about, query).map((item) => ({ item, places: [] }));
    this.#shown = [...paths, ...search(query, this.#items)];
    this.#chosen = Math.max(0, this.#shown.findIndex(({ item }) => item === before));
    fill(this.#list, this.#shown.map(({ item, places }, index) => this.#row(item, places, index)));
    if (this.#shown.length === 0) fill(this.#list, h("li.palette-none", { role: "presentation" }, "Nothing fits. A text with a slash is a path: conversations/team"));
    this.#status.textContent = query === "" ? "" : plural(this.#shown.length, "result");
    this.#mark();
  }

  #row(item, places, index) {
    return h("li.palette-row", { role: "option", id: `${this.#list.id}-${index}`, "data-kind": item.kind, onclick: () => this.#run(item), onpointermove: () => this.#choose(index) },
      h("span.palette-title", { dir: "auto" }, marked(item.title, places)), item.detail && h("span.palette-detail", { dir: "auto" }, item.detail), h("span.badge", {}, item.kind));
  }

  #choose(index) {
    if (index === this.#chosen) return;
    this.#chosen = index;
    this.#mark();
  }

  #mark() {
    [...this.#list.children].forEach((row, index) => row.setAttribute("aria-selected", String(index === this.#chosen)));
    const row = this.#shown.length > 0 ? this.#list.children[this.#chosen] : null;
    if (row) {
      this.#input.setAttribute("aria-activedescendant", row.id);
      row.scrollIntoView({ block: "nearest" });
    } else {
      this.#input.removeAttribute("aria-activedescendant");
    }
  }

  #key(event) {
    if (event.isComposing) return;
    const last = this.#shown.length - 1;
    const next = { ArrowDown: this.#chosen + 1, ArrowUp: this.#chosen - 1, PageDown: Math.min(last, this.#chosen + 8), PageUp: Math.max(0, this.#chosen - 8) }[event.key];
    if (next !== undefined) {
      event.preventDefault();
      this.#choose(last < 0 ? 0 : (next + last + 1) % (last + 1));
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (this.#shown.length > 0) this.#run(this.#shown[this.#chosen].item);
    }
  }

  #run(item) {
    this.close();
    // After the dialog has given back the focus.
    setTimeout(() => (item.href === undefined ? item.act() : goTo(item.href)));
  }
}

/** A text whose letters at some places are marked. */
function marked(text, places) {
  const set = new Set(places);
  const parts = [];
  for (let index = 0; index < text.length; ) {
    let end = index + 1;
    while (end < text.length && set.has(end) === set.has(index)) end += 1;
    const part = text.slice(index, end);
    parts.push(set.has(index) ? h("mark", {}, part) : part);
    index = end;
  }
  return parts;
}
