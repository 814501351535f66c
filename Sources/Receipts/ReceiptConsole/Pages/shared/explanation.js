// Why rules allowed or denied a request: the reason in one sentence, its place, and the evaluation that led there.

import { h } from "./dom.js";

/**
 * @param {object} decision A decision of the log.
 * @param {(positions: object[]) => void} point Shows places in the source.
 * @param {HTMLElement|null} [more] Shown below the reason.
 */
export function explanation(decision, point, more = null) {
  const attempts = decision.attempts ?? [];
  const nearest = attempts[decision.deciding?.attempt ?? -1] ?? null;
  const others = attempts.filter((attempt) => attempt !== nearest);
  return h("div.explanation", {},
    reasonLine(decision, point),
    more,
    h("p.explanation-headline", { dir: "auto" }, decision.headline),
    notes(decision.notes),
    attempts.length === 0 && (decision.notes ?? []).length === 0 && h("p.quiet-line", {}, "No rule was evaluated."),
    nearest && attemptView(nearest, attempts.length > 1, point),
    others.length > 0 && (nearest && !decision.allowed
      ? h("details.other-attempts", {}, h("summary", {}, otherTitle(decision, others)), others.map((attempt) => attemptView(attempt, true, point)))
      : others.map((attempt) => attemptView(attempt, true, point))));
}

/** The reason, with a button that shows the deciding line. */
function reasonLine(decision, point) {
  const { deciding, reason, allowed } = decision;
  if (!reason || (allowed && !deciding)) return null;
  return h("p.explanation-reason", { "data-reason": true },
    h("strong", {}, allowed ? "Allowed: " : "Denied: "), h("span", { dir: "auto" }, `${reason}.`),
    deciding && h("button.quiet.attempt-place", { type: "button", "data-action": "go-deciding", onclick: () => point([deciding.sourcePosition]) }, `Line ${deciding.sourcePosition.line}`));
}

function otherTitle(decision, others) {
  const isTree = isOfTree(others[0]);
  const what = isTree ? (others.length === 1 ? "1 other rule was evaluated" : `${others.length} other rules were evaluated`) : others.length === 1 ? "1 other allow statement was evaluated" : `${others.length} other allow statements were evaluated`;
  return `${what}, without coming closer to allowing it`;
}

function attemptView(attempt, isOneOfMany, point) {
  return h("section.attempt", { "aria-label": `${attempt.method} ${attempt.target}` },
    h("div.attempt-head", {},
      h("span.attempt-what", {}, ruleName(attempt), isOneOfMany && h("span.attempt-target", { dir: "auto" }, ` ${attempt.target}`)),
      placeButton([attempt.sourcePosition], attempt.sourcePosition.line, point)),
    h("p.attempt-match", {}, h("code", {}, shortMatch(attempt))),
    attempt.finding
      ? h("ul.findings", { role: "list" }, findingView(attempt.finding, point))
      : h("p.finding-line", {}, h("code", {}, attempt.condition || "no condition"), outcome(attempt)));
}

function findingView(finding, point) {
  const causes = finding.causes ?? [];
  const isDeciding = finding.decides === true;
  return h(isDeciding ? "li.finding.is-deciding" : "li.finding", { "data-deciding": isDeciding },
    h("button.finding-line", { type: "button", title: `Show line ${finding.sourcePosition.line}`, onclick: () => point([finding.sourcePosition]) },
      h("code", {}, finding.expression), outcome(finding), h("span.finding-place", {}, String(finding.sourcePosition.line))),
    (finding.values ?? []).length > 0 && h("dl.finding-values", {}, finding.values.map((value) => h("div", {}, h("dt", {}, h("code", {}, value.name)), h("dd", {}, h("code", { dir: "auto" }, value.value))))),
    notes(finding.notes),
    causes.length > 0 && h("ul.findings", { role: "list" }, causes.map((cause) => findingView(cause, point))));
}

function placeButton(positions, line, point) {
  return h("button.quiet.attempt-place", { type: "button", onclick: () => point(positions) }, `Line ${line}`);
}

/** The result of an expression, as a badge. */
function outcome(result) {
  if (result.error !== undefined) return h("span.badge.danger.finding-error", {}, result.error);
  if (result.unknown) return h("span.badge", {}, "unknown for this query");
  if (result.budgetExceeded) return h("span.badge.danger", {}, "too many expressions");
  if (result.value === "true") return h("span.badge.ok", {}, "true");
  if (result.value === "false") return h("span.badge.danger", {}, "false");
  return h("span.badge", {}, h("code", {}, result.value ?? "–"));
}

function notes(texts) {
  return (texts ?? []).length > 0 && h("ul.finding-notes", {}, texts.map((text) => h("li", { dir: "auto" }, text)));
}

/** Whether a rule is one of a Realtime Database: ".write" at "/rooms/$room". */
function isOfTree({ method }) {
  return method.startsWith(".");
}

function ruleName(attempt) {
  return isOfTree(attempt) ? `the ${attempt.method} rule` : `allow ${attempt.method}`;
}

/** Where a rule applies, without the prefix that all matches share. */
function shortMatch(attempt) {
  const { match } = attempt;
  return isOfTree(attempt) ? match : `match ${match.replace(/^\/databases\/\{[^}]*\}\/documents(?=\/)/, "")}`;
}

/** The place of the deciding expression; empty if no rule was evaluated. */
export function decidingPlaces(decision) {
  return decision.deciding ? [decision.deciding.sourcePosition] : [];
}
