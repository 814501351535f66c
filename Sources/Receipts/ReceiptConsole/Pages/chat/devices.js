// "Add device": a menu of the members without a device on the page.

import { avatar } from "./avatar.js";
import { fill, h, icon } from "../shared/dom.js";
import { icons } from "../shared/icons.js";

const mostShown = 60;

/** The button and its menu. */
export class DeviceMenu {
  #add;
  #members = [];
  #whenPressed = (event) => {
    if (!this.element.contains(event.target)) this.#close();
  };

  /** @param {(member: object) => void} add Adds a member's device. */
  constructor(add) {
    this.#add = add;
    this.button = h("button", {
      type: "button", "data-action": "add-device", "aria-haspopup": "dialog", "aria-expanded": "false",
      "aria-controls": "device-menu", onclick: () => this.#toggle(),
    }, icon(icons.plus), h("span.button-text", null, "Add device"));
    this.filter = h("input", {
      type: "search", placeholder: "Find a member", "aria-label": "Find a member", oninput: () => this.#showList(),
    });
    this.list = h("ul");
    this.menu = h("div.device-menu", { id: "device-menu", role: "dialog", "aria-label": "Add a device", hidden: true },
      this.filter, this.list);
    this.element = h("div.devices", {
      onkeydown: (event) => this.#key(event),
      onfocusout: (event) => {
        if (event.relatedTarget !== null && !this.element.contains(event.relatedTarget)) this.#close();
      },
    }, this.button, this.menu);
  }

  /** Shows who can be added. */
  show(members, isFull) {
    this.#members = members;
    const isUseless = isFull || members.length === 0;
    this.button.disabled = isUseless;
    this.button.title = isFull ? "At most four devices fit" : members.length === 0 ? "Every member has a device" : "";
    if (isUseless) this.#close();
    else if (!this.menu.hidden) this.#showList();
  }

  stop() {
    document.removeEventListener("pointerdown", this.#whenPressed);
  }

  #toggle() {
    if (!this.menu.hidden) {
      this.#close();
      return;
    }
    this.menu.hidden = false;
    this.button.setAttribute("aria-expanded", "true");
    this.filter.value = "";
    this.filter.hidden = this.#members.length <= 8;
    this.#showList();
    (this.filter.hidden ? this.list.querySelector("button") : this.filter)?.focus();
    document.addEventListener("pointerdown", this.#whenPressed);
  }

  #close() {
    if (this.menu.hidden) return;
    this.menu.hidden = true;
    this.button.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", this.#whenPressed);
  }

  #key(event) {
    if (this.menu.hidden) return;
    if (event.key === "Escape") {
      this.#close();
      this.button.focus();
      event.preventDefault();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const stops = [...this.menu.querySelectorAll("input:not([hidden]), li button")];
      const index = stops.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
      stops[Math.max(0, Math.min(index, stops.length - 1))]?.focus();
      event.preventDefault();
    }
  }

  #showList() {
    const wanted = this.filter.value.trim().toLowerCase();
    const found = this.#members
      .filter((member) => member.name.toLowerCase().includes(wanted) || member.id.toLowerCase().includes(wanted));
    const items = found.slice(0, mostShown).map((member) => h("li", null, h("button.quiet", {
      type: "button", "data-member": member.id, onclick: () => {
        this.#close();
        this.button.focus();
        this.#add(member);
      },
    }, avatar(member, "small"), h("span", { dir: "auto" }, member.name))));
    const rest = found.length - items.length;
    fill(this.list, items, found.length === 0 ? h("li.picker-note", null, "No members found.") : null,
      rest > 0 ? h("li.picker-note", null, `${rest} more; use the field above to find them.`) : null);
  }
}
