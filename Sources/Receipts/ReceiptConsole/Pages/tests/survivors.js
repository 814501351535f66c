// The changes of the rules that no case notices, each with a case that would.

import { request } from "../shared/api.js";
import { fill, h } from "../shared/dom.js";
import { failed, loading } from "../shared/states.js";
import { showCase } from "../shared/suite-case.js";
import { plural } from "../shared/texts.js";

const caseWords = "The smallest request that was found for which the rules decide otherwise without the change. It expects what they decide now: read it, and change that if the change is right.";

/** What was found last, by rules file and its content: suites run again and again, and draw the page anew. */
const found = new Map();

/** The part of a rules file's card. */
export function survivorsView({ file, content }) {
  const element = h("div.survivors", { "data-survivors-of": file });
  const key = `${file}\n${content}`;
  if (found.has(key)) fill(element, list(found.get(key), element, file, key));
  else fill(element, button("Find changes that no case notices", element, file, key));
  return element;
}

function button(text, element, file, key) {
  return h("button", { type: "button", "data-action": "find-survivors", onclick: () => search(element, file, key) }, text);
}

async function search(element, file, key) {
  fill(element, loading("Changing the rules, and running the cases", 3));
  try {
    const report = await request("POST", "/api/suites/survivors", { file });
    found.set(key, report);
    fill(element, list(report, element, file, key));
  } catch (error) {
    fill(element, failed(error, () => search(element, file, key)));
  }
}

function list({ killed, score, count, survivors }, element, file, key) {
  const summary = count === 0 ? `The cases notice all ${plural(killed, "change")} of the rules.` : `The cases notice ${killed.toLocaleString()} of ${plural(killed + count, "change")} of the rules: ${score}.`;
  return [h("p", { role: "status", "data-score": score }, summary), button("Look again", element, file, key),
    count > 0 && h("ul.survivor-list", { role: "list" }, survivors.map((one) => survivor(one, file))),
    survivors.length < count && h("p.quiet-line", {}, `These are the first ${survivors.length}.`)];
}

function survivor({ id, family, line, isReached, diff }, file) {
  return h("li.survivor", { "data-survivor": id },
    h("p", {}, h("span.case-place", {}, `line ${line}`), " ", h("span.badge", {}, family.replaceAll("-", " ")), !isReached && " no case evaluates this"),
    h("pre.survivor-diff", { tabindex: "0", "aria-label": `The change in line ${line}`, dir: "auto" }, diff.split("\n").filter((text) => /^[-+](?![-+])/.test(text)).map((text) => h(text.startsWith("-") ? "span.gone" : "span.new", {}, `${text}\n`))),
    h("button", { type: "button", "data-action": "case-against", onclick: () => showCase(() => request("POST", "/api/suites/survivors/case", { file, id }), caseWords) }, "Make a test case"));
}
