// The form for trying a request to a Realtime Database.

import { h } from "../../shared/dom.js";
import { cut } from "../../shared/texts.js";
import { serverWords, TryForm } from "../try-form.js";
import { ask, methods, readRequest } from "./asking.js";

/** What was last entered. */
const memory = { as: "user", user: "bob", claims: "", method: "read", path: "", value: "", changesNothing: true };

/** How much of the value that was read is shown; the data page shows all of it. */
const shownLength = 2000;

/** @param {object} options See TryForm; service: the emulator's rules. */
export function tryForm({ service, ...options }) {
  return new TryForm({
    memory,
    methods,
    writes: (method) => method === "write",
    text: { name: "value", rows: 4 },
    adapt: (method) => ({
      path: "messages/team/m1",
      label: method === "write" ? "Value as JSON; null deletes" : null,
      hint: "{\"text\": \"Hello\", \"time\": {\".sv\": \"timestamp\"}}",
    }),
    read: () => readRequest(memory),
    ask: (request) => ask(request, service),
    view: (request, answer) => ({
      words: answer.message && serverWords(answer.message, answer.status),
      details: answer.value !== undefined && h("pre.try-value", { dir: "auto", tabindex: "0", "aria-label": "The value" }, cut(answer.value, shownLength)),
      decision: answer.decision,
    }),
  }, options);
}
