// The worker page: how many receipts wait, how fast they go, and those that were refused for good.

import { request } from "../shared/api.js";
import { fill, h } from "../shared/dom.js";
import { repeatedly } from "../shared/live.js";
import { durationText, rates, rateText, withSample } from "./rates.js";
import { queueChart } from "./chart.js";
import { lettersSection } from "./letters.js";

/** Shows the page; returns what cleans up after it. */
export async function show(root, about) {
  if (!about.hasWorker) return showWithout(root);
  const chart = queueChart();
  const letters = lettersSection();
  const problem = h("div.error", { role: "alert", hidden: true });
  const queued = h("strong.queue-count", { "data-queued": "" }, "–");
  const state = h("span.badge", { role: "status", "data-worker": "" }, "…");
  const place = h("code.worker-outbox", { dir: "auto" });
  const numbers = h("dl.worker-numbers", {});
  fill(root, h("div.worker-page", {},
    h("div.worker-head", {}, h("h1", {}, "Worker"), state, place),
    problem,
    h("section.card.queue", { "aria-label": "Queue" },
      h("div.queue-now", {}, h("h2", {}, "Waiting"), queued, numbers),
      chart.element),
    letters.element));

  const values = new Map();
  for (const [key, label, hint] of [
    ["in", "In", "Receipts taken in per second, over the last five seconds"],
    ["out", "Out", "Receipts written to Firestore per second, over the last five seconds"],
    ["oldest", "Oldest", "How long the oldest receipt has waited"],
    ["retrying", "Retrying", "Receipts whose last attempt failed, and that are tried again"],
    ["stored", "Taken in", "All receipts that the outbox has ever taken in"],
  ]) {
    values.set(key, h("dd", { "data-number": key }, "–"));
    numbers.append(h("div", { title: hint }, h("dt", {}, label), values.get(key)));
  }

  let samples = [];
  const stop = repeatedly(1000, async () => {
    try {
      const now = await request("GET", "/api/worker");
      samples = withSample(samples, now);
      problem.hidden = true;
      draw(now);
      letters.look(now.deadLetters);
    } catch (error) {
      problem.textContent = `${error.message.replace(/\.?$/, ".")} Trying again.`;
      problem.hidden = false;
    }
  });

  function draw(now) {
    set(queued, now.queued.toLocaleString());
    queued.dataset.queued = String(now.queued);
    const speed = rates(samples);
    set(values.get("in"), rateText(speed && speed.in));
    set(values.get("out"), rateText(speed && speed.out));
    set(values.get("oldest"), now.queued === 0 ? "–" : durationText(now.oldestSeconds));
    set(values.get("retrying"), now.retrying.toLocaleString());
    set(values.get("stored"), now.stored.toLocaleString());
    // Told again only when it changes, because it is read out.
    const isRunning = now.worker !== null;
    set(state, isRunning ? `Running, process ${now.worker}` : "Not running");
    state.className = isRunning ? "badge ok" : "badge danger";
    state.dataset.worker = isRunning ? "running" : "stopped";
    set(place, now.outbox);
    chart.show(samples);
  }

  return () => {
    stop();
    chart.stop();
  };
}

/** What to do where there is no outbox; the page comes by itself once there is one. */
function showWithout(root) {
  const command = (text) => h("code.command", {}, text);
  fill(root, h("div.empty.worker-none", {},
    h("h1", {}, "No worker yet"),
    h("p", {}, "A worker takes in receipts, keeps them in a file, its outbox, and writes them to the database in batches. Start one, and it shows here by itself:"),
    h("p", {}, command("receipts worker --listen 127.0.0.1:8090")),
    h("p", {}, "Its outbox is in the usual place then. One that is elsewhere has to be named when the console starts:"),
    h("p", {}, command("receipts console --outbox FILE"))));
  return () => {};
}

function set(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
