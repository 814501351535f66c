// The worker page: how many receipts are waiting, how fast they are written, and those that were rejected for good.

import { fill, h, setText } from "../shared/dom.js";
import { repeatedly } from "../shared/live.js";
import { sentence } from "../shared/texts.js";
import { Charts } from "./charts.js";
import { redeliveryText } from "./history.js";
import { Letters } from "./letters.js";
import { requestOverview } from "./requests.js";
import { durationText, rates, rateText, withSample } from "./rates.js";

const numbers = {
  in: ["In", "Receipts taken in per second, over the last five seconds"],
  out: ["Out", "Receipts written to the database per second, over the last five seconds"],
  oldest: ["Oldest", "How long the oldest receipt has been waiting"],
  retrying: ["Retrying", "Receipts whose last attempt failed and that will be tried again"],
  stored: ["Taken in", "All receipts that the outbox has ever taken in; without one, since the worker was started"],
};

/** What a worker on Pub/Sub counts since it was started. */
const messageNumbers = {
  held: ["Held", "Messages that are not acknowledged yet"],
  received: ["Received", "Messages pulled or pushed, with those that were delivered again"],
  acknowledged: ["Acknowledged", "Messages whose receipts are written, not needed, or dead letters"],
  returned: ["Given back", "Messages that were given back unwritten; Pub/Sub delivers them again"],
  buried: ["Buried", "Messages of which parts went to the dead letters"],
  failedPulls: ["Failed pulls", "Requests for messages that failed"],
  failedAnswers: ["Failed answers", "Acknowledgements and the like that could not be sent; Pub/Sub delivers the messages again"],
};

/** Shows the page; returns what cleans up after it. */
export async function show(root, about) {
  if (!about.hasWorker) return showWithout(root);
  const page = new WorkerPage(root);
  const stops = [repeatedly(1000, () => page.look()), repeatedly(2500, () => page.charts.look()), () => page.charts.stop()];
  return () => stops.forEach((stop) => stop());
}

class WorkerPage {
  charts = new Charts();
  /** Made when it is known whether the dead letters are listed here. */
  #letters = null;
  #dead = h("div", {});
  #problem = h("div.error", { role: "alert", hidden: true });
  #queued = h("strong.queue-count", { "data-queued": "" }, "–");
  #state = h("span.badge", { role: "status", "data-worker": "" }, "…");
  #place = h("code.worker-outbox", { dir: "auto" });
  #redelivery = h("p.queue-redelivery", { "data-redelivery": "" });
  #values = Object.fromEntries(Object.keys(numbers).map((key) => [key, h("dd", { "data-number": key }, "–")]));
  #messageValues = Object.fromEntries(Object.keys(messageNumbers).map((key) => [key, h("dd", { "data-message-number": key }, "–")]));
  #messages = h("section.card.worker-messages", { "aria-label": "Messages of Pub/Sub", hidden: true },
    h("h2", {}, "Messages of Pub/Sub"),
    list(messageNumbers, this.#messageValues));
  #samples = [];

  constructor(root) {
    fill(root, h("div.worker-page", {},
      h("div.worker-head", {}, h("h1", {}, "Worker"), this.#state, this.#place),
      this.#problem,
      h("section.card.queue", { "aria-label": "Queue" },
        h("div.queue-now", {}, h("h2", {}, "Waiting"), this.#queued,
          list(numbers, this.#values)),
        this.charts.depth, this.#redelivery),
      this.#messages,
      this.charts.element,
      this.#dead));
  }

  async look() {
    try {
      const now = await requestOverview();
      this.#samples = withSample(this.#samples, now);
      this.#problem.hidden = true;
      this.#draw(now);
      this.#drawLetters(now);
    } catch (error) {
      this.#problem.textContent = `${sentence(error.message)} Trying again.`;
      this.#problem.hidden = false;
    }
  }

  #draw(now) {
    setText(this.#queued, now.queued.toLocaleString());
    this.#queued.dataset.queued = String(now.queued);
    const speed = rates(this.#samples);
    const texts = {
      in: rateText(speed && speed.in),
      out: rateText(speed && speed.out),
      oldest: now.queued === 0 ? "–" : durationText(now.oldestSeconds),
      retrying: now.retrying.toLocaleString(),
      stored: now.stored.toLocaleString(),
    };
    for (const [key, text] of Object.entries(texts)) setText(this.#values[key], text);
    const { isRunning } = now;
    const stopped = now.outbox === null ? "Does not answer" : "Not running";
    setText(this.#state, !isRunning ? stopped : now.worker === null ? "Running" : `Running, process ${now.worker}`);
    this.#state.className = isRunning ? "badge ok" : "badge danger";
    this.#state.dataset.worker = isRunning ? "running" : "stopped";
    setText(this.#place, now.outbox ?? (now.messages ? "Pub/Sub" : "metrics"));
    setText(this.#redelivery, redeliveryText(now));
    this.#redelivery.hidden = this.#redelivery.textContent === "";
    this.#messages.hidden = now.messages === null;
    for (const [key, element] of Object.entries(this.#messageValues)) setText(element, now.messages ? now.messages[key].toLocaleString() : "–");
  }

  #drawLetters({ deadLetters, listsLetters, messages, isRunning }) {
    if (listsLetters) {
      this.#letters ??= new Letters();
      fill(this.#dead, this.#letters.element);
      this.#letters.look(deadLetters, isRunning);
      return;
    }
    this.#letters = null;
    const place = messages
      ? "They are in the dead-letter topic, or in the outbox of the worker's machine: start the console there, or with --outbox FILE, to list them."
      : "They are in the outbox of the worker's machine: start the console there, or with --outbox FILE, to list them.";
    fill(this.#dead, h("section.card.letters", { "aria-label": "Dead letters" },
      h("div.letters-head", {}, h("h2", {}, "Dead letters")),
      h("p.letters-elsewhere", { "data-letters": deadLetters }, h("strong", {}, deadLetters.toLocaleString()), " ", deadLetters === 0 ? "" : place)));
  }
}

/** Numbers with their names. */
function list(names, values) {
  return h("dl.worker-numbers", {}, Object.entries(names).map(([key, [label, hint]]) => h("div", { title: hint }, h("dt", {}, label), values[key])));
}

/** What to do while there is no outbox. The app shows the page by itself once there is one. */
function showWithout(root) {
  const command = (text) => h("code.command", {}, text);
  fill(root, h("div.empty.worker-none", {},
    h("h1", {}, "No worker yet"),
    h("p", {}, "A worker takes in receipts, keeps them in a file, its outbox, and writes them to the database in batches. Once you start one, it appears here:"),
    h("p", {}, command("receipts worker --listen 127.0.0.1:8090")),
    h("p", {}, "This uses the default outbox. If yours is elsewhere, name it when you start the console:"),
    h("p", {}, command("receipts console --outbox FILE")),
    h("p", {}, "A worker on another machine, or on Pub/Sub, shows what it counts:"),
    h("p", {}, command("receipts console --worker-metrics http://HOST:8090/metrics"))));
  return () => {};
}
