// What the chat costs: a table of its devices, the strip of waits, and the same chat under each schema.

import { command, request } from "../../shared/api.js";
import { fill, h, icon } from "../../shared/dom.js";
import { icons } from "../../shared/icons.js";
import { repeatedly } from "../../shared/live.js";
import { loadCommits } from "../../shared/past/commits.js";
import { failed, loading } from "../../shared/states.js";
import { plural } from "../../shared/texts.js";
import { Meter, meterSpan, millisecondsOf, sumOf, waitsOf } from "./meter.js";
import { WaitStrip } from "./strip.js";

/** How often to ask for costs, in milliseconds. */
const pace = 1000;

export class CostPanel {
  #options;
  #meter = new Meter();
  #strip = new WaitStrip();
  #shown = [];
  #begin = 0;
  #stop = null;
  #table = h("div.cost-devices", {});
  #comparison = h("div.cost-comparison", {});
  button = h("button.quiet.cost-button", { type: "button", "aria-expanded": "false", "data-action": "costs", onclick: () => this.#toggle() }, icon(icons.coins), h("span.button-text", {}, "Costs"));
  element = h("section.cost-panel", { "aria-label": "Costs", hidden: true }, h("div.cost-columns", {}, this.#table, this.#strip.element), this.#comparison);

  /**
   * @param {object} options
   * @param {string|null} options.database The name "projects/P/databases/D", whose commits are waited for; null for a Realtime Database.
   * @param {() => string[]} options.places The paths of the chat.
   * @param {() => number} options.members How many members the chat has.
   */
  constructor(options) {
    this.#options = options;
    fill(this.#comparison, h("button", { type: "button", "data-action": "compare-costs", onclick: () => this.#compare() }, "Compare schemas"),
      h("span.quiet-line", {}, " The same chat under each schema, listening and polling, measured on an emulator of its own."));
  }

  stop() {
    this.#stop?.();
  }

  /** A device shows something new. */
  noteShown(user) {
    if (this.#stop === null) return;
    const now = performance.timeOrigin + performance.now();
    this.#shown.push({ time: now, user });
    while (this.#shown.length > 0 && this.#shown[0].time < now - meterSpan) this.#shown.shift();
  }

  #toggle() {
    const opens = this.element.hidden;
    if (opens) this.#begin = Date.now();
    this.element.hidden = !opens;
    this.button.setAttribute("aria-expanded", String(opens));
    this.#stop?.();
    this.#stop = opens ? repeatedly(pace, () => this.#look()) : null;
  }

  async #look() {
    const devices = await command("usage", {});
    this.#meter.add(Date.now(), devices);
    this.#draw();
    if (this.#options.database === null) return;
    const found = await loadCommits(this.#options.database, this.#options.places());
    if (found === null) return;
    const commits = found.commits.map(({ time }) => ({ time: millisecondsOf(time) }));
    this.#strip.show(waitsOf(this.#begin, commits, this.#shown), Date.now());
  }

  #draw() {
    const devices = this.#meter.devices();
    if (devices.length === 0) {
      fill(this.#table, h("p.quiet-line", {}, "No device here is billed by operations: a Realtime Database bills the bytes that it sends."));
      return;
    }
    const line = (name, of, tag = "td") => h("tr", { "data-cost-of": name }, h(tag, { scope: tag === "th" ? "row" : null, dir: "auto" }, name), [of.minuteReads, of.minuteWrites, of.reads, of.writes].map((count) => h("td.number", {}, count.toLocaleString())));
    const schemas = [...new Set(devices.map((device) => device.schema))];
    fill(this.#table, h("table.cost-table", {}, h("caption", {}, "Billed operations of the open devices"),
      h("thead", {}, h("tr", {}, h("td", {}), h("th", { colspan: 2, scope: "colgroup" }, "Last minute"), h("th", { colspan: 2, scope: "colgroup" }, "Since opened")),
        h("tr", {}, h("th", { scope: "col" }, "Device"), ["Reads", "Writes", "Reads", "Writes"].map((name) => h("th.number", { scope: "col" }, name)))),
      h("tbody", {}, schemas.flatMap((schema) => {
        const own = devices.filter((device) => device.schema === schema);
        return [...own.map((device) => line(device.user, device)), line(`All with ${schema}`, sumOf(own), "th")];
      }))));
  }

  // ---- The comparison

  async #compare() {
    const members = Math.min(12, Math.max(2, this.#options.members()));
    fill(this.#comparison, loading("Measuring each schema", 4));
    try {
      const rows = await request("POST", "/api/costs", { members, messages: 10 });
      fill(this.#comparison, comparison(rows, members));
    } catch (error) {
      fill(this.#comparison, failed(error, () => this.#compare()));
    }
  }
}

function comparison(rows, members) {
  const way = { automatic: "listening", polling: "polling" };
  const count = (number) => h("td.number", {}, number.toLocaleString());
  return h("div.cost-scroll", {}, h("table.cost-table", { "data-comparison": rows.length }, h("caption", {}, `10 messages to ${plural(members - 1, "other member")}, who open the chat one after the other and read them: billed operations, without what rules look up`),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Schema"), h("th", { scope: "col" }, "Devices"), ["Sender opens", "Sender hears all", "Readers read", "Readers write", "Sender, idle for an hour"].map((name) => h("th.number", { scope: "col" }, name)))),
    h("tbody", {}, rows.map((row) => h("tr", { "data-row": `${row.schema} ${row.method}` }, h("th", { scope: "row" }, row.schema), h("td", {}, way[row.method] ?? row.method), count(row.openingReads), count(row.hearingReads), count(row.readerReads), count(row.readerWrites), count(row.idleReads))))));
}
