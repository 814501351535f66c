// A command to enter in a terminal, with a button that copies it.

import { h, icon } from "../shared/dom.js";
import { icons } from "../shared/icons.js";
import { copyText } from "../shared/notices.js";

/** A line with a command. */
export function command(text) {
  return h("p.command-line", {}, h("code", {}, text),
    h("button.icon-button", { type: "button", "aria-label": `Copy ${text}`, title: "Copy", onclick: () => copyText(text, "the command") }, icon(icons.copy)));
}
