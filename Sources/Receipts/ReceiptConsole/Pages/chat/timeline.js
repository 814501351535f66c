// The timeline of a message: sent, delivered and read by each member, with the times, who wrote each step, and what it cost.

import { writeAddress } from "../shared/addresses.js";
import { firestore, request } from "../shared/api.js";
import { inDialog } from "../shared/dialogs.js";
import { fill, h } from "../shared/dom.js";
import { causes } from "../shared/past/bar.js";
import { momentText } from "../shared/past/commits.js";
import { failed, loading } from "../shared/states.js";
import { afterText, costOf, stepText } from "./timeline-texts.js";

/**
 * Shows the timeline of a message in a dialog.
 *
 * @param {object} of schema, conversation, message: its id, text, sender.
 * @param {(time: string) => string} addressAt The address of the chat at a time.
 */
export function showTimeline(about, { schema, conversation, message }, addressAt) {
  return inDialog("Timeline", "div", (close) => {
    const body = h("div.timeline-body", {}, loading("Loading the timeline", 4));
    load(body, about, { schema, conversation, message: message.id }, addressAt);
    return [message.text !== null && h("p.timeline-text", { dir: "auto" }, message.text), body,
      h("div.dialog-actions", {}, h("button", { type: "button", autofocus: true, "data-action": "close-timeline", onclick: () => close(false) }, "Close"))];
  });
}

async function load(body, about, of, addressAt) {
  try {
    const timeline = await request("POST", "/api/timeline", of);
    const calls = await callsOf(about.firestore.project, timeline.steps);
    fill(body, view(timeline, calls, addressAt));
  } catch (error) {
    fill(body, failed(error, () => load(body, about, of, addressAt)));
  }
}

/** The calls that made the steps, by number, as far as the emulator still has them. */
async function callsOf(project, steps) {
  const numbers = [...new Set(steps.map((step) => step.call).filter((call) => call !== null))];
  const answers = await Promise.all(numbers.slice(-50).map((number) => firestore("GET", `/emulator/v1/projects/${encodeURIComponent(project)}:calls?number=${number}`)));
  return new Map(answers.flatMap(({ json }) => json?.calls ?? []).map((call) => [call.number, call]));
}

function view({ steps, isCut, begin, members }, calls, addressAt) {
  if (steps.length === 0) return h("p.quiet-line", {}, `Nothing about this message is remembered: the emulator keeps commits since ${momentText(begin)}.`);
  const people = new Map(members.map((member) => [member.id, member.name]));
  const start = steps[0].kind === "sent" ? steps[0].time : null;
  const counted = new Set();
  return [
    h("ol.timeline", { role: "list" }, steps.map((step) => {
      const call = calls.get(step.call);
      // A call is paid once, however many steps it makes.
      const cost = call && !counted.has(step.call) ? costOf(call) : "";
      if (call) counted.add(step.call);
      return h("li.timeline-step", { "data-step-kind": step.kind, "data-member": step.member },
        h("time.timeline-time", { datetime: step.time, title: start === null ? null : afterText(start, step.time) }, momentText(step.time)),
        h("span.timeline-what", { dir: "auto" }, stepText(step, people)),
        h("span.timeline-facts", {}, start !== null && step.time !== start && h("span", {}, afterText(start, step.time)), cost && h("span", {}, cost),
          h("span", {}, h("a", { href: addressAt(step.time), "data-action": "show-then" }, "Show then"), causes({ call: step.call, decision: step.decision }))));
    })),
    isCut && h("p.quiet-line", {}, "Earlier commits were left out: a timeline has the latest 200."),
  ];
}
