// The table of dead letters: receipts that the server refused for good.

import { request } from "../shared/api.js";
import { fill, h } from "../shared/dom.js";
import { confirmed } from "../shared/dialogs.js";
import { plural } from "../shared/firestore/values.js";
import { failed, loading } from "../shared/states.js";
import { say } from "../shared/notices.js";

/** How many letters the console gives at a time. */
const pageSize = 100;

/**
 * The dead letters, and what can be done with them.
 *
 * @returns {{element, look: (count: number) => void}} look is told how many letters there are, and asks for them again when that has changed.
 */
export function lettersSection() {
  const body = h("div.letters-body", {});
  const all = h("div.letters-all", {});
  const title = h("h2", { tabindex: "-1" }, "Dead letters");
  const element = h("section.card.letters", { "aria-label": "Dead letters" }, h("div.letters-head", {}, title, all), body);
  let letters = null;
  let count = 0;
  let isComplete = true;

  async function load() {
    const wanted = Math.max(pageSize, letters?.length ?? 0);
    try {
      const found = [];
      let isEnd = false;
      while (!isEnd && found.length < wanted) {
        const page = await ask(found.at(-1)?.id);
        found.push(...page);
        isEnd = page.length < pageSize;
      }
      letters = found;
      isComplete = isEnd;
      draw();
    } catch (error) {
      if (letters === null) fill(body, failed(error, load));
      else say(error.message, { isProblem: true });
    }
  }

  async function ask(after) {
    const { letters: page } = await request("GET", `/api/worker/dead-letters${after ? `?after=${encodeURIComponent(after)}` : ""}`);
    return page;
  }

  async function more(event) {
    const button = event.currentTarget;
    button.disabled = true;
    try {
      const page = await ask(letters.at(-1).id);
      const first = letters.length;
      letters = [...letters, ...page];
      isComplete = page.length < pageSize;
      draw();
      body.querySelectorAll("[data-letter]")[first]?.querySelector("button")?.focus();
    } catch (error) {
      button.disabled = false;
      say(error.message, { isProblem: true });
    }
  }

  async function act(action, what, button) {
    if (button) button.disabled = true;
    try {
      const { count: done } = await request("POST", `/api/worker/${action}`, what);
      say(action === "retry" ? `${plural(done, "receipt")} will be tried again.` : `${plural(done, "dead letter")} dropped.`);
      await load();
      (body.querySelector("[data-letter] button") ?? title).focus();
    } catch (error) {
      if (button) button.disabled = false;
      if (!button) throw error;
      say(error.message, { isProblem: true });
    }
  }

  function drop(what, number) {
    const whose = number === 1 ? "This receipt is" : `These ${number.toLocaleString()} receipts are`;
    return confirmed({
      title: number === 1 ? "Drop this dead letter?" : "Drop all dead letters?",
      texts: [`${whose} forgotten: nobody will see that ${number === 1 ? "this message was" : "these messages were"} delivered or read, and it cannot be taken back.`],
      action: "Drop",
      act: () => act("drop", what),
    });
  }

  function draw() {
    fill(all, letters.length > 0 && [
      h("button", { type: "button", "data-action": "retry-all", onclick: (event) => act("retry", { all: true }, event.currentTarget) }, "Retry all"),
      h("button.danger", { type: "button", "data-action": "drop-all", onclick: () => drop({ all: true }, isComplete ? letters.length : Math.max(count, letters.length)) }, "Drop all"),
    ]);
    if (letters.length === 0) {
      fill(body, h("div.empty", {}, h("p.empty-title", {}, "No dead letters"), h("p", {}, "Receipts that the server refuses for good are kept here, with the reason.")));
      return;
    }
    const focused = body.contains(document.activeElement) ? [document.activeElement.closest("[data-letter]")?.dataset.letter, document.activeElement.dataset.action] : null;
    fill(body,
      h("div.letters-table", {}, h("table", {},
        h("thead", {}, h("tr", {}, ["Receipt", "Message", "Reason", "Refused"].map((name) => h("th", { scope: "col" }, name)), h("th", { scope: "col" }, h("span.visually-hidden", {}, "Actions")))),
        h("tbody", {}, letters.map(row)))),
      !isComplete && h("button.quiet.letters-more", { type: "button", "data-action": "load-more", onclick: more }, "Load more"));
    if (focused) body.querySelector(`[data-letter="${CSS.escape(focused[0] ?? "")}"] [data-action="${focused[1]}"]`)?.focus();
  }

  function row(letter) {
    const name = `${letter.kind} of ${letter.message} by ${letter.user}`;
    return h("tr", { "data-letter": letter.id },
      h("td", { "data-label": "Receipt" }, h("span.badge", {}, letter.kind), " by ", h("bdi", {}, letter.user)),
      h("td", { "data-label": "Message" }, h("bdi", {}, `${letter.conversation} / ${letter.message}`)),
      h("td.letters-reason", { "data-label": "Reason" }, h("code", {}, letter.code), h("span", { dir: "auto" }, letter.reason)),
      h("td", { "data-label": "Refused" }, h("time", { datetime: new Date(letter.refusedAt).toISOString(), title: new Date(letter.refusedAt).toLocaleString() }, timeText(letter.refusedAt))),
      h("td.letters-actions", {},
        h("button", { type: "button", "data-action": "retry", "aria-label": `Retry ${name}`, onclick: (event) => act("retry", { ids: [letter.id] }, event.currentTarget) }, "Retry"),
        h("button.quiet", { type: "button", "data-action": "drop", "aria-label": `Drop ${name}`, onclick: () => drop({ ids: [letter.id] }, 1) }, "Drop")));
  }

  fill(body, loading("Dead letters are loading", 4));
  load();
  return {
    element,
    look(now) {
      if (now === count) return;
      count = now;
      // What was done here is shown already, and whoever is about to press a button should find it where it was.
      const isShown = isComplete && letters?.length === count;
      if (letters !== null && !isShown) load();
    },
  };
}

function timeText(text) {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? text : time.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
