// The card of the emulator's clock.

import { setClock } from "./requests.js";
import { h, setText } from "../shared/dom.js";
import { aheadText } from "../shared/fault-words.js";
import { errorLine, focusProblem, problemLine } from "../shared/fields.js";
import { say } from "../shared/notices.js";
import { ValueError } from "../shared/texts.js";
import { numberOf } from "./reading.js";

const steps = [["+ 1 min", 60, "1 minute"], ["+ 1 h", 3600, "1 hour"], ["+ 1 day", 86_400, "1 day"], ["+ 30 days", 2_592_000, "30 days"]];
const units = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 };

function clockText(milliseconds) {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? "–" : date.toISOString().replace("T", " ").replace(/\.\d+Z$/, " UTC");
}

export class ClockCard {
  #clock = { isSet: false, stoppedAt: null, ahead: 0 };
  #time = h("time.clock-time", { "data-clock": "" });
  #state = h("p.clock-state", {});
  #problem = errorLine();
  #stop = h("button", { type: "button", "data-action": "clock-stop", onclick: () => this.#flip() }, "Stop");
  #follow = h("button", { type: "button", "data-action": "clock-system", onclick: () => this.#set({ system: true }, "The clock follows this machine again.") }, "Follow this machine");
  #amount = h("input", { name: "amount", value: "90", inputmode: "decimal", autocomplete: "off", "aria-label": "How much to advance the clock" });
  #unit = h("select", { "aria-label": "Unit" }, Object.keys(units).map((name) => h("option", { value: name }, name)));
  #at = h("input", { type: "datetime-local", step: "1", name: "at", "aria-label": "When to stop the clock, in your time" });
  #amountLine = problemLine(this.#amount);
  #atLine = problemLine(this.#at);
  #timer = setInterval(() => this.#tick(), 500);

  constructor() {
    this.element = h("section.card.faults-card", { "aria-label": "Clock" },
      h("h2", {}, "Clock"), this.#time, this.#state,
      h("div.clock-steps", { role: "group", "aria-label": "Advance the clock" }, steps.map(([text, seconds, name]) => h("button", { type: "button", "aria-label": `Advance by ${name}`, "data-advance": seconds, onclick: () => this.#advance(seconds) }, text))),
      h("form.clock-form", { novalidate: true, onsubmit: (event) => this.#submitAdvance(event) }, this.#amount, this.#unit, h("button", { type: "submit", "data-action": "clock-advance" }, "Advance")), this.#amountLine.element,
      h("form.clock-form", { novalidate: true, onsubmit: (event) => this.#submitStop(event) }, this.#at, h("button", { type: "submit", "data-action": "clock-stop-at" }, "Stop there")), this.#atLine.element,
      this.#problem.element, h("div.clock-actions", {}, this.#stop, this.#follow));
  }

  stop() {
    clearInterval(this.#timer);
  }

  show(clock) {
    this.#clock = clock;
    const isStopped = clock.stoppedAt !== null;
    setText(this.#state, isStopped ? "Stopped: each commit is a microsecond later than the one before." : clock.isSet ? `Running, ${aheadText(clock.ahead)} from this machine.` : "Follows this machine.");
    this.#follow.disabled = !clock.isSet;
    setText(this.#stop, isStopped ? "Let it run from now" : "Stop now");
    this.#tick();
  }

  /** What the clock says, in milliseconds. */
  #now() {
    return this.#clock.stoppedAt === null ? Date.now() + this.#clock.ahead * 1000 : Date.parse(this.#clock.stoppedAt);
  }

  #tick() {
    setText(this.#time, clockText(this.#now()));
  }

  #flip() {
    return this.#clock.stoppedAt === null ? this.#set({ time: new Date(this.#now()).toISOString() }, "The clock is stopped.") : this.#run();
  }

  /** The clock goes on from where it stands: the machine's, advanced by the difference. */
  async #run() {
    const seconds = (this.#now() - Date.now()) / 1000;
    if (seconds <= 0) return this.#set({ system: true }, "The clock follows this machine: it can only run ahead of it.");
    if (await this.#set({ system: true })) await this.#set({ advance: `${seconds.toFixed(3)}s` }, "The clock runs.");
  }

  #advance(seconds) {
    return this.#set({ advance: `${seconds}s` }, `The clock is ${aheadText(seconds).slice(1)} later.`);
  }

  #submitAdvance(event) {
    event.preventDefault();
    const amount = this.#amountLine.check(false, () => numberOf(this.#amount.value.trim(), 0.001, 1_000_000_000));
    if (amount === null) return focusProblem(this.element);
    this.#advance(Number((amount * units[this.#unit.value]).toFixed(3)));
  }

  #submitStop(event) {
    event.preventDefault();
    const time = this.#atLine.check(false, () => {
      const date = new Date(this.#at.value);
      if (this.#at.value === "" || Number.isNaN(date.getTime())) throw new ValueError("Enter a date and a time.");
      return date.toISOString();
    });
    if (time === null) return focusProblem(this.element);
    this.#set({ time }, "The clock is stopped.");
  }

  async #set(change, notice) {
    this.#problem.hide();
    try {
      await setClock(change);
      if (notice) say(notice);
      return true;
    } catch (error) {
      this.#problem.show(error.message);
      return false;
    }
  }
}
