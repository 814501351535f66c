// The page of faults: what is switched on for everybody, and what can be.

import { command } from "./command.js";
import { ClockCard } from "./clock.js";
import { DevicesCard } from "./devices.js";
import { FaultsCard } from "./server.js";
import { fill, h, setText } from "../shared/dom.js";
import { switchAllOff, watchFaults } from "../shared/faults.js";
import { onTexts } from "../shared/fault-words.js";
import { errorLine } from "../shared/fields.js";
import { say } from "../shared/notices.js";

/** Shows the page; returns what cleans up after it. */
export async function show(root, about) {
  const problem = errorLine();
  const off = h("button.danger", { type: "button", "data-action": "all-off", onclick: () => clear(off, problem) }, "Switch all off");
  const state = h("p.faults-state", { role: "status" });
  const absent = h("div.card.faults-absent", { hidden: true });
  const server = new FaultsCard();
  const clock = new ClockCard();
  const devices = new DevicesCard(about);
  const here = h("div.faults-columns", {}, server.element, h("div.faults-column", {}, clock.element, devices.element));
  fill(root, h("div.faults-page", {},
    h("div.faults-head", {},
      h("div", {}, h("h1", {}, "Faults"), h("p.faults-lead", {}, "What you switch on here happens to every client of the emulator, this console too, until somebody switches it off.")),
      off),
    state, problem.element, absent, here));
  const draw = (view) => {
    if (view === null) return;
    const texts = onTexts(view);
    setText(state, texts.length === 0 ? "Nothing is switched on." : `Switched on: ${texts.join(" · ")}.`);
    off.disabled = texts.length === 0;
    if (absent.dataset.reason !== (view.absence ?? "")) {
      absent.dataset.reason = view.absence ?? "";
      fill(absent, view.absence && [h("h2", {}, "No faults and no clock here"), h("p", {}, view.absence), command("receipts emulator start --rules firestore.rules --console")]);
    }
    absent.hidden = view.absence === null;
    server.element.hidden = clock.element.hidden = view.absence !== null;
    server.show(view.firestore);
    clock.show(view.clock);
    devices.show(view.devices);
  };
  const stops = [watchFaults(draw), () => clock.stop()];
  return () => stops.forEach((stop) => stop());
}

async function clear(button, problem) {
  button.disabled = true;
  problem.hide();
  try {
    await switchAllOff();
    say("Everything is switched off.");
  } catch (error) {
    problem.show(error.message);
    button.disabled = false;
  }
}
