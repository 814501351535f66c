// The sign in the frame that says what is switched on, on every page.

import { cut } from "../shared/texts.js";
import { fill, h, icon } from "../shared/dom.js";
import { switchAllOff, watchFaults } from "../shared/faults.js";
import { onTexts } from "../shared/fault-words.js";
import { icons } from "../shared/icons.js";
import { say } from "../shared/notices.js";

const longest = 200;

async function clear() {
  try {
    await switchAllOff();
    say("Everything is switched off.");
  } catch (error) {
    say(error.message, { isProblem: true });
  }
}

/** Shows the sign from now on. */
export function showFaultsSign() {
  const sign = document.getElementById("faults-sign");
  let shown = "";
  watchFaults((view) => {
    const texts = onTexts(view);
    const key = texts.join(" · ");
    if (key === shown) return;
    shown = key;
    sign.hidden = texts.length === 0;
    document.body.toggleAttribute("data-faults", texts.length > 0);
    if (texts.length === 0) return fill(sign);
    const all = cut(key, longest);
    fill(sign,
      h("a.faults-link", { href: "#/faults", title: all, "aria-label": `Faults are on: ${all}` },
        icon(icons.bolt), h("span.faults-text", { dir: "auto" }, all), h("span.faults-count", {}, texts.length)),
      h("button.icon-button.faults-off", { type: "button", title: "Switch all off", "aria-label": "Switch all faults off", "data-action": "faults-off", onclick: clear }, icon(icons.cross)));
  });
}
