// A page of rules: the source with its coverage, the log of requests, and a form to try requests.

import { readAddress, writeAddress } from "../shared/addresses.js";
import { fill, h } from "../shared/dom.js";
import { follow, repeatedly } from "../shared/live.js";
import { splitter } from "../shared/splitter.js";
import { nothing } from "../shared/states.js";
import { correctAddress, recordChoice } from "../shared/navigation.js";
import { RequestLog } from "./log.js";
import { RulesPane } from "./pane.js";
import { RulesTabs } from "./tabs.js";
import { chatLink } from "../shared/causes.js";
import { callAddress } from "../shared/refusal-words.js";
import { storeOf, storeSwitch } from "../shared/stores.js";
import { caseButton } from "../shared/suite-case.js";

/** How often to refresh without a known change, in milliseconds. */
const pace = 2000;

/**
 * Shows the rules of one store.
 *
 * @param {object} options about; page: the name of the page; store: the store's member of about; service: a RulesService; tryForm: makes the form for
 *   trying requests.
 * @returns {() => void} What cleans up after the page.
 */
export function rulesPage(root, { about, page: here, store, service, tryForm }) {
  const choice = storeSwitch(about, here);
  if (!store.isEmulator) {
    fill(root, unavailable(choice));
    return () => {};
  }
  /** Puts the state into the address. Typing adds no step to the history. */
  const record = (chosen, isStep = true) => {
    const address = writeAddress({ ...readAddress(location.hash), page: here, ...chosen });
    (isStep ? recordChoice : correctAddress)(address);
  };
  const pane = new RulesPane(service, (line) => record({ line, request: null }));
  let isDue = false;
  let last = performance.now();
  const due = () => (isDue = true);
  const point = (positions, isQuiet) => {
    if (!isQuiet) tabs.turnToSource();
    pane.point(positions);
  };
  const pointLine = (line) => {
    tabs.turnToSource();
    pane.goTo(line);
  };
  const log = new RequestLog({ service, point, unpoint: () => pane.goTo(null), actions: (decision) => actionsOf(decision, about, here), onnew: due, onopen: (request) => record({ request, line: null }), onfilter: record });
  const tries = tryForm({ about, service, point, pointLine, onasked: due });
  const tabs = new RulesTabs({ source: pane.element, log: log.element, try: tries.element });
  const page = h(choice ? "div.rules-page.has-choice" : "div.rules-page", {}, h("h1.visually-hidden", {}, "Rules"), choice, tabs.bar, pane.element, tabs.aside);
  pane.element.after(splitter(page, { name: "rules", label: "Width of the source", start: 56 }));
  fill(root, page);

  /** Shows what the address selects: a line, or the explanation of a request. */
  const route = () => {
    const { page, line, request, text, denied } = readAddress(location.hash);
    if (page !== here) return;
    log.filter(text, denied);
    if (request === null) log.close();
    if (line !== null) tabs.turnToSource();
    pane.goTo(line);
    if (request !== null) {
      tabs.choose("log");
      log.open(request);
    }
  };
  addEventListener("hashchange", route);
  route();
  const stops = [
    follow(about, async () => due()),
    repeatedly(500, async () => {
      const passed = performance.now() - last;
      if (passed < (isDue ? 1000 : pace)) return;
      isDue = false;
      await pane.look();
      last = performance.now();
    }),
  ];
  return () => {
    removeEventListener("hashchange", route);
    for (const stop of stops) stop();
    tabs.stop();
    log.stop();
    pane.stop();
  };
}

/** What can be made of a decision, and where its request came from. */
function actionsOf(decision, about, here) {
  const [operation] = decision.operations ?? [];
  const { store } = storeOf(here);
  const chat = operation ? chatLink(about, operation.target, decision.user, store) : null;
  const request = h("a.button", { href: callAddress({ store, number: decision.number }), "data-action": "show-request" }, "Show the request");
  return h("div.explanation-actions", {}, caseButton({ store, number: decision.number }), request, chat);
}

function unavailable(choice) {
  return h("div.rules-page.is-unavailable", {}, h("h1.visually-hidden", {}, "Rules"), choice,
    nothing("Only available with an emulator", ["Production does not explain its decisions; an emulator offers coverage, a log of requests, and a form to try them. Start one with ", h("code.command", {}, "receipts emulator start --console"), "."]));
}
