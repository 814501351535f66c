// The card of the devices that are offline on a schedule.

import { numberOf } from "./reading.js";
import { setSchedules } from "./requests.js";
import { request } from "../shared/api.js";
import { fill, h } from "../shared/dom.js";
import { scheduleText } from "../shared/fault-words.js";
import { errorLine, focusProblem, freshID, textField } from "../shared/fields.js";
import { ValueError } from "../shared/texts.js";

const mostNames = 50;

export class DevicesCard {
  #list = h("ul.faults-list", { "aria-label": "Devices with a schedule" });
  #problem = errorLine();
  #names = h("datalist", { id: freshID("users") });
  #user = textField("User", h("input", { name: "user", autocomplete: "off", spellcheck: "false", list: this.#names.id }));
  #online = textField("Seconds online", h("input", { name: "online", value: "10", inputmode: "decimal", autocomplete: "off" }));
  #offline = textField("Seconds offline", h("input", { name: "offline", value: "20", inputmode: "decimal", autocomplete: "off" }));
  #devices = [];
  #shown = "";

  constructor(about) {
    this.element = h("section.card.faults-card", { "aria-label": "Devices of the chat" },
      h("h2", {}, "Devices of the chat"),
      h("p.faults-hint", {}, "The devices of a user lose their network and get it back again and again, in every window."),
      this.#list,
      h("form.schedule-form", { novalidate: true, onsubmit: (event) => this.#submit(event) }, this.#user.element, this.#online.element, this.#offline.element, this.#names, h("button", { type: "submit", "data-action": "add-schedule" }, "Start")),
      this.#problem.element);
    this.#offer(about);
  }

  show(devices) {
    this.#devices = devices;
    const key = JSON.stringify(devices);
    if (key === this.#shown) return;
    this.#shown = key;
    const hadFocus = this.#list.contains(document.activeElement);
    fill(this.#list, devices.map((one) => h("li", { "data-schedule": one.user }, h("span.fault-text", { dir: "auto" }, scheduleText(one)),
      h("button", { type: "button", "aria-label": `Switch off: ${scheduleText(one)}`, "data-action": "schedule-off", onclick: () => this.#set(this.#devices.filter(({ user }) => user !== one.user)) }, "Off"))));
    if (hadFocus) (this.#list.querySelector("button") ?? this.#user.input).focus();
  }

  /** Offers the members of the conversations. */
  async #offer(about) {
    try {
      const list = await request("GET", `/api/conversations?schema=${encodeURIComponent(about.schema)}`);
      const users = [...new Set((list.conversations ?? list).flatMap(({ members }) => members.map(({ id }) => id)))];
      fill(this.#names, users.slice(0, mostNames).map((value) => h("option", { value })));
    } catch {
      // Names can still be typed.
    }
  }

  async #submit(event) {
    event.preventDefault();
    const user = this.#user.read((text) => {
      if (text.trim() === "") throw new ValueError("Enter the id of a user.");
      return text.trim();
    });
    const seconds = (text) => numberOf(text.trim(), 0.5, 3600);
    const [online, offline] = [this.#online.read(seconds), this.#offline.read(seconds)];
    if ([user, online, offline].includes(null)) return focusProblem(this.element);
    if (await this.#set([...this.#devices.filter((one) => one.user !== user), { user, online, offline }])) this.#user.input.value = "";
  }

  async #set(list) {
    this.#problem.hide();
    try {
      await setSchedules(list);
      return true;
    } catch (error) {
      this.#problem.show(error.message);
      return false;
    }
  }
}
