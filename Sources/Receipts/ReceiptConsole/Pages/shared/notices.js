// A short-lived line at the bottom of the page that says what was just done, or what failed. Screen readers read it out.

import { fill, h } from "./dom.js";

/** How long a notice is shown, in milliseconds. */
const shown = { done: 4000, problem: 10_000 };

const region = h("div.toasts", { role: "status", "aria-live": "polite", "data-notices": true });
let timer = null;

/**
 * Shows a notice.
 *
 * @param {string} text One sentence.
 * @param {object} [options] isProblem: whether something failed; more: elements after the text, such as a link.
 */
export function say(text, { isProblem = false, more = null } = {}) {
  if (!region.isConnected) document.body.append(region);
  clearTimeout(timer);
  const notice = h(isProblem ? "p.toast.is-problem" : "p.toast", { "data-notice": isProblem ? "problem" : "done" },
    h("span.toast-sign", { "aria-hidden": "true" }, isProblem ? "!" : "✓"), h("span", { dir: "auto" }, text), more,
    h("button.quiet.toast-close", { type: "button", "aria-label": "Dismiss", onclick: () => fill(region) }, "×"));
  // Screen readers notice the text only if it is added to the region a moment later.
  fill(region);
  requestAnimationFrame(() => fill(region, notice));
  timer = setTimeout(() => fill(region), isProblem ? shown.problem : shown.done);
}

/** Copies a text, and says whether that worked; what names it, such as "the path". */
export async function copyText(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`Copied ${what}.`);
  } catch {
    say(`Could not copy ${what}: the browser does not allow it.`, { isProblem: true });
  }
}
