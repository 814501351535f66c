// The coverage of each block, below the source.

import { fill, h } from "../shared/dom.js";
import { coverageByBlock, percent, RunChanges } from "./blocks.js";

export class BlockView {
  #changes = new RunChanges();
  #summary = h("summary", {});
  #list = h("ul.blocks", { role: "list" });
  #shown = "";
  #language;
  #choose;

  /**
   * @param {object} language The language of the rules, which knows their blocks.
   * @param {(line: number) => void} choose Called with the line of a block that somebody chooses.
   */
  constructor(language, choose) {
    this.#language = language;
    this.#choose = choose;
    this.element = h("details.block-coverage", { hidden: true, "data-blocks": true }, this.#summary, this.#list);
  }

  /** Shows the coverage of a text, or nothing without one. */
  show(source, found) {
    const rows = found.length === 0 ? [] : coverageByBlock(source, found, this.#language.coverageBlocks(source.text));
    this.element.hidden = rows.length === 0;
    if (rows.length === 0) return;
    const sum = (name) => rows.reduce((total, row) => total + row[name], 0);
    const all = { path: "", line: 0, covered: sum("covered"), total: sum("total") };
    const changes = this.#changes.take(new Map([all, ...rows].map((row) => [row.path, percent(row.covered, row.total)])), performance.now());
    const key = JSON.stringify([rows, [...changes]]);
    if (key === this.#shown) return;
    this.#shown = key;
    fill(this.#summary, `Coverage by ${this.#language.blockName} `, share(all, changes));
    fill(this.#list, rows.map((row) => h("li", {}, h("button.quiet.block", { type: "button", "data-block": row.path, onclick: () => this.#choose(row.line) }, h("span.block-path", { dir: "auto" }, row.path), h("span.block-count", {}, `${row.covered} of ${row.total}`), share(row, changes)))));
  }
}

function share({ path, covered, total }, changes) {
  const change = changes.get(path) ?? 0;
  return h("span.block-share", {}, h("strong", {}, `${percent(covered, total)} %`),
    change !== 0 && h(change > 0 ? "span.block-change.is-up" : "span.block-change.is-down", { title: "Since the last run began" }, h("span.visually-hidden", {}, change > 0 ? "up by " : "down by "), h("span", { "aria-hidden": "true" }, change > 0 ? "▲ " : "▼ "), String(Math.abs(change))));
}
