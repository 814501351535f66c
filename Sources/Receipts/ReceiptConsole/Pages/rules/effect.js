// What a change of the rules allows and denies, in the review before publishing.

import { fill, h } from "../shared/dom.js";
import { copyText } from "../shared/notices.js";

/**
 * Starts the comparison, and shows what it finds.
 *
 * @param {() => Promise<object>} compare See RulesService.difference.
 */
export function effectView(compare) {
  const body = h("div.effect-body", { "aria-live": "polite" }, h("p.quiet-line", {}, "Looking for requests that this change decides differently…"));
  show(compare, body);
  return h("section.rules-effect", { "aria-label": "What this change allows and denies", "data-effect": true },
    h("h3", {}, "What this change allows and denies"), body);
}

async function show(compare, body) {
  try {
    const { problem, saysTheSame, requests, findings } = await compare();
    if (problem) throw new Error(`${problem}.`);
    fill(body, findings.map(findingView), h("p.quiet-line", { "data-effect-summary": true }, summary(saysTheSame, requests, findings.length)));
  } catch (error) {
    fill(body, h("p.quiet-line", { "data-effect-summary": true }, `Not compared: ${error.message}`));
  }
}

function summary(saysTheSame, requests, count) {
  if (saysTheSame) return "Both say the same; only comments or layout differ.";
  const tried = `${requests.toLocaleString("en")} requests tried`;
  if (count === 0) return `No difference found in ${tried}. That proves nothing: a search can miss one.`;
  return `${count === 1 ? "1 difference" : `${count} differences`}, ${tried}. There can be more.`;
}

function findingView({ kind, sentence, lines, suite }) {
  return h("details.effect-finding", { "data-effect-kind": kind },
    h("summary", {}, sentence),
    h("pre.effect-lines", {}, lines.map((line) => line.replace(/^ {2}/, "")).join("\n")),
    h("button.quiet", { type: "button", "data-action": "copy-suite", onclick: () => copyText(suite, "the suite") }, "Copy as a suite"));
}
