// The log of requests that the rules decided on, newest first.

import { fill, h } from "./dom.js";
import { repeatedly } from "./data-live.js";
import { nothing } from "./data-states.js";
import { decidingPlaces, explanation, reasonText } from "./rules-explanation.js";

/** How many decisions are kept; the emulator itself keeps a hundred. */
const kept = 500;

/**
 * @param {object} options service; point: shows places in the source; unpoint; onnew: told when there are new decisions.
 * @returns {{element, stop}}
 */
export function requestLog({ service, point, unpoint, onnew }) {
  const list = h("ol.log", { role: "list", "aria-label": "Requests, newest first" });
  const blank = h("div.log-blank", {});
  const problem = h("p.error", { role: "alert", hidden: true });
  const text = h("input", { type: "search", placeholder: "Filter", "aria-label": "Filter by text", autocomplete: "off", spellcheck: "false", "data-log-filter": true, oninput: filter });
  const denied = h("input", { type: "checkbox", "data-log-denied": true, onchange: filter });
  const pause = h("button.quiet", { type: "button", "aria-pressed": "false", "data-action": "pause", onclick: turn }, "Pause");
  const bar = h("div.log-bar", {}, text, h("label.log-denied", {}, denied, h("span", {}, "Denied only")), pause);
  const element = h("div.log-panel", {}, bar, problem, blank, h("div.log-scroll", {}, list));
  let entries = [];
  let last = 0;
  let quietTurns = 0;
  let open = null;
  let stop = null;
  let isFirst = true;

  async function look() {
    try {
      let decisions = await service.decisions(last);
      if (decisions === null) {
        unavailable();
        return;
      }
      quietTurns = decisions.length === 0 ? quietTurns + 1 : 0;
      // An emulator that began anew counts from one again.
      if (quietTurns % 10 === 9 && last > 0) {
        const newest = await service.decisions(0, 1);
        if ((newest?.at(-1)?.number ?? 0) < last) {
          forget();
          decisions = await service.decisions(0);
        }
      }
      problem.hidden = true;
      add(decisions);
    } catch (error) {
      problem.textContent = `${error.message.replace(/\.?$/, ".")} Trying again.`;
      problem.hidden = false;
    }
    isFirst = false;
  }

  function forget() {
    entries = [];
    last = 0;
    open = null;
    fill(list);
  }

  function unavailable() {
    stop?.();
    stop = null;
    bar.hidden = true;
    fill(blank, nothing("This emulator keeps no log", ["Google's emulator does not tell why its rules decide as they do. The embedded one does: ", h("code.command", {}, "receipts emulator start"), ". Coverage and requests by hand work with both."]));
    blank.hidden = false;
  }

  function add(decisions) {
    if (decisions.length > 0) {
      last = decisions.at(-1).number;
      for (const decision of decisions) {
        const one = entry(decision);
        if (!isFirst) one.item.classList.add("is-new");
        entries.unshift(one);
        list.prepend(one.item);
      }
      for (const old of entries.splice(kept)) old.item.remove();
      onnew();
    }
    filter();
  }

  function entry(decision) {
    const operations = decision.operations ?? [];
    const count = decision.operationCount ?? operations.length;
    const what = operations.map((operation) => `${operation.method} ${operation.target}`);
    const reason = decision.allowed ? "" : reasonText(decision);
    const time = new Date(decision.time);
    const id = `decision-${decision.number}`;
    const row = h("button.log-row", { type: "button", "aria-expanded": "false", "aria-controls": id, onclick: () => toggle(one) },
      h(decision.allowed ? "span.badge.ok" : "span.badge.danger", {}, decision.allowed ? "Allowed" : "Denied"),
      h("span.log-what", { dir: "auto" }, operations.slice(0, 2).map((operation, index) => [index > 0 && ", ", h("strong", {}, operation.method), " ", operation.target]), count > 2 && ` and ${count - 2} more`),
      h("time.log-time", { datetime: decision.time, title: decision.time }, timeText(time)),
      h("span.log-who", {}, decision.user === null ? "nobody" : h("bdi", {}, decision.user), reason !== "" && [" · ", h("span.log-reason", { dir: "auto" }, reason)]));
    const detail = h("div.log-detail", { id, hidden: true });
    const item = h("li", { "data-decision": decision.number, "data-allowed": String(decision.allowed) }, row, detail);
    const one = { decision, item, row, detail, words: [decision.headline, ...what, decision.user ?? "nobody", reason].join("\n").toLowerCase() };
    return one;
  }

  function toggle(one) {
    const opens = one.detail.hidden;
    if (open && open !== one) close(open);
    if (!opens) {
      close(one);
      unpoint();
      return;
    }
    open = one;
    one.row.setAttribute("aria-expanded", "true");
    fill(one.detail, explanation(one.decision, point));
    one.detail.hidden = false;
    point(decidingPlaces(one.decision), true);
    one.item.scrollIntoView({ block: "nearest" });
  }

  function close(one) {
    one.row.setAttribute("aria-expanded", "false");
    one.detail.hidden = true;
    fill(one.detail);
    if (open === one) open = null;
  }

  function filter() {
    const words = text.value.trim().toLowerCase();
    let count = 0;
    for (const one of entries) {
      const fits = (!denied.checked || !one.decision.allowed) && (words === "" || one.words.includes(words));
      one.item.hidden = !fits;
      if (fits) count += 1;
    }
    blank.hidden = count > 0;
    if (count > 0) return;
    fill(blank, entries.length > 0
      ? nothing("Nothing fits", denied.checked ? "No request that was denied fits the filter." : "No request fits the filter.")
      : nothing("No requests yet", "What the rules decide shows here as it comes. Without rules there is nothing to decide, and nor is there for an administrator. Try a request by hand, or open a chat."));
  }

  function turn() {
    const pauses = stop !== null;
    if (pauses) {
      stop();
      stop = null;
    } else {
      stop = repeatedly(1000, look);
    }
    pause.setAttribute("aria-pressed", String(pauses));
    pause.textContent = pauses ? "Go on" : "Pause";
    element.classList.toggle("is-paused", pauses);
  }

  stop = repeatedly(1000, look);
  return { element, stop: () => stop?.() };
}

function timeText(time) {
  if (Number.isNaN(time.getTime())) return "";
  const clock = time.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
  const isToday = time.toDateString() === new Date().toDateString();
  return isToday ? clock : `${time.toLocaleDateString(undefined, { day: "numeric", month: "short" })} ${clock}`;
}
