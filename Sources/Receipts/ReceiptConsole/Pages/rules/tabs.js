// The tabs of a page of rules. In a wide window the source is beside the other two, and not a tab.

import { h } from "../shared/dom.js";

const titles = { source: "Source", log: "Requests", try: ["Try", h("span.tab-more", {}, " a request")] };

export class RulesTabs {
  #wide = matchMedia("(min-width: 961px)");
  #chosen = "log";
  #chosenNarrow = "source";
  #arrange = () => this.#show();

  /** @param {object} panels source, log and try: their elements. */
  constructor(panels) {
    this.panels = panels;
    this.#tabs = Object.entries(titles).map(([name, title]) => h("button.tab", { type: "button", role: "tab", id: `tab-${name}`, "data-tab": name, "aria-controls": `panel-${name}`, onclick: () => this.choose(name) }, title));
    this.bar = h("div.rules-tabs", { role: "tablist", "aria-label": "Rules", onkeydown: (event) => this.#press(event) }, this.#tabs);
    const panel = (name) => h("div.rules-panel", { id: `panel-${name}`, role: "tabpanel", "aria-labelledby": `tab-${name}` }, panels[name]);
    this.aside = h("section.rules-aside", { "aria-label": "Requests" }, panel("log"), panel("try"));
    this.#wide.addEventListener("change", this.#arrange);
    this.#show();
  }

  #tabs;

  stop() {
    this.#wide.removeEventListener("change", this.#arrange);
  }

  choose(name) {
    if (name !== "source") this.#chosen = name;
    this.#chosenNarrow = name;
    this.#show();
  }

  /** In a narrow window, shows the source and moves the focus to its tab. */
  turnToSource() {
    if (this.#wide.matches) return;
    this.choose("source");
    this.#tabs[0].focus();
  }

  #show() {
    const now = this.#wide.matches ? this.#chosen : this.#chosenNarrow;
    for (const tab of this.#tabs) {
      const { tab: name } = tab.dataset;
      tab.hidden = this.#wide.matches && name === "source";
      tab.setAttribute("aria-selected", String(name === now));
      tab.tabIndex = name === now ? 0 : -1;
    }
    this.panels.source.hidden = !this.#wide.matches && now !== "source";
    this.aside.hidden = !this.#wide.matches && now === "source";
    this.aside.children[0].hidden = now !== "log";
    this.aside.children[1].hidden = now !== "try";
  }

  #press(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const shown = this.#tabs.filter((tab) => !tab.hidden);
    const next = shown[(shown.indexOf(event.target) + step + shown.length) % shown.length];
    next.focus();
    this.choose(next.dataset.tab);
  }
}
