// The parts of the page of tests: a suite with its cases, why one failed, and the coverage of a rules file.

import { countsOf, countsText, excerptOf, gapOf, percentOf } from "./outcome.js";
import { writeAddress } from "../shared/addresses.js";
import { h } from "../shared/dom.js";
import { explanation } from "../shared/explanation.js";
import { plural } from "../shared/texts.js";
import { survivorsView } from "./survivors.js";

/**
 * A suite with the cases that the filter lets pass; null for none.
 *
 * @param {object} options source: that of its rules; address: what the page shows; open: the keys of what is open already.
 */
export function suiteView(suite, cases, { source, address, open }) {
  if (cases.length === 0 && !suite.problem) return null;
  const counts = countsOf([suite]);
  const isBad = counts.failed + counts.broken > 0;
  const holdsChosen = address.file === suite.file && cases.some(({ name }) => name === address.name);
  const isOpen = isBad || holdsChosen || open.has(suite.file) || address.text !== "";
  return h("details.suite", { open: isOpen, "data-suite": suite.file, "data-failed": counts.failed },
    h("summary", {}, h("strong", { dir: "auto" }, suite.name), h("code.suite-file", { dir: "auto" }, suite.file), h(isBad ? "span.badge.danger" : "span.badge.ok", {}, countsText(counts))),
    suite.problem && h("p.error", { dir: "auto" }, suite.problem),
    h("ul.cases", { role: "list" }, cases.map((one) => caseView(one, suite, source, address, open))));
}

function caseView(one, suite, source, address, open) {
  const isChosen = address.file === suite.file && address.name === one.name;
  const key = `${suite.file}\n${one.name}`;
  const line = [h("span.case-sign", { "aria-hidden": "true" }, one.failure ? "✗" : "✓"), h("span.visually-hidden", {}, one.failure ? "Failed: " : "Passed: "), h("span.case-name", { dir: "auto" }, one.name), one.line && h("span.case-place", {}, `line ${one.line}`)];
  const attributes = { class: one.failure ? "case is-failed" : "case", "data-test": one.name, "data-passed": String(!one.failure), "aria-current": isChosen ? "true" : null };
  if (!one.failure) return h("li", attributes, h("a.case-line", { href: writeAddress({ ...address, page: "tests", file: suite.file, name: one.name }) }, line));
  return h("li", attributes, h("details", { open: isChosen || open.has(key) || address.file === null, "data-case": key }, h("summary.case-line", {}, line), failureView(one.failure, source)));
}

function failureView({ step, expected, actual, message, decision }, source) {
  return h("div.case-failure", {},
    h("p", {}, step && [h("code", { dir: "auto" }, step), ": "], "expected ", h("strong", {}, expected), ", was ", h("strong", {}, actual), "."),
    decision?.reason && h("p", { dir: "auto", "data-case-reason": true }, `${decision.reason}.`),
    decision?.deciding && source && excerpt(excerptOf(source, decision.deciding.sourcePosition)),
    decision ? h("details", {}, h("summary", {}, "How the rules decided"), explanation(decision, () => {})) : message && h("pre", { dir: "auto" }, message));
}

/** Lines of the rules, with what decided marked. */
function excerpt(lines) {
  return h("pre.excerpt", { "data-excerpt": true, tabindex: "0", "aria-label": "The expression that decided" }, lines.map(({ number, pieces }) => h("span.excerpt-line", {}, h("span.excerpt-number", { "aria-hidden": "true" }, String(number)),
    h("span", {}, pieces.map(({ text, isMarked }) => (isMarked ? h("mark", {}, text) : text)), "\n"))));
}

/** How much of a rules file the suites cover, and what they leave out. */
export function coverageView(rules) {
  if (rules.conditions === undefined) return h("section.card.coverage-card", {}, h("h2", { dir: "auto" }, rules.file), h("p.quiet-line", {}, "Not run: see the suites."));
  const percent = percentOf(rules);
  const gaps = rules.conditions.filter((condition) => gapOf(condition) !== "");
  return h("section.card.coverage-card", { "aria-label": `Coverage of ${rules.file}`, "data-coverage-file": rules.file },
    h("h2", { dir: "auto" }, rules.file),
    h("p", {}, h("meter", { min: 0, max: 100, value: percent, "aria-label": "Covered conditions" }), " ", h("strong", { "data-percent": percent }, `${percent} %`), ` of ${plural(rules.conditions.length, "condition")} seen both true and false`),
    gaps.length > 0 && h("details", {}, h("summary", {}, `${plural(gaps.length, "condition")} to test`),
      h("ul.gaps", { role: "list" }, gaps.map((condition) => h("li", {}, h("span.case-place", {}, `line ${condition.line}`), " ", h("code", { dir: "auto" }, condition.text), " ", h("span.badge", {}, gapOf(condition)))))),
    survivorsView(rules));
}
