// What stands above the data of either database: where one is, the way to somewhere else, and whether changes show by themselves.

import { describePage } from "./connection.js";
import { paceText } from "./connection-state.js";
import { h } from "./dom.js";
import { follow, lookingPause } from "./live.js";
import { hashOf } from "./addresses.js";
import { ValueError } from "./texts.js";

/** The path as links, each to a part of it. */
export function crumbs(page, segments) {
  const links = [h("a", { href: hashOf([], page), "aria-current": segments.length === 0 ? "page" : null }, "Database")];
  segments.forEach((segment, index) => {
    const isLast = index === segments.length - 1;
    links.push(h("span.crumb-line", { "aria-hidden": "true" }, "/"), h("a", { href: hashOf(segments.slice(0, index + 1), page), dir: "auto", "aria-current": isLast ? "page" : null }, segment));
  });
  return links;
}

/**
 * A field for a path to go to.
 *
 * @param {string} what What the path is of, for screen readers.
 * @param {(text: string) => string} read Gives the address of a page, or throws a ValueError.
 */
export function jumpForm(what, read) {
  const input = h("input", { type: "text", placeholder: "Go to a path", "aria-label": `Go to the path of a ${what}`, autocomplete: "off", spellcheck: "false", "data-jump": true });
  const form = h("form.data-jump", { onsubmit: (event) => {
    event.preventDefault();
    try {
      location.hash = read(input.value);
      input.value = "";
      input.blur();
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      input.setCustomValidity(error.message);
      input.reportValidity();
    }
  } }, input);
  input.addEventListener("input", () => input.setCustomValidity(""));
  return form;
}

/**
 * The switch of whether the page looks again by itself. Production charges for what is looked at, so that there nobody does so unasked.
 *
 * @param {object} store What is known of the database that is looked at.
 * @param {string} cost What looking again costs.
 */
export function liveSwitch(about, store, look, cost) {
  let stop = null;
  const box = h("input", { type: "checkbox", "data-live": true });
  const pace = about.pushesChanges ? "Live" : `Every ${paceText(lookingPause)}`;
  const title = about.pushesChanges ? "Changes show as they happen" : "The page looks again by itself";
  const turn = () => {
    stop?.();
    stop = box.checked ? follow(about, look) : null;
    describePage({ pace: !box.checked ? "asked" : about.pushesChanges ? null : lookingPause });
  };
  box.checked = store.isEmulator || about.pushesChanges;
  box.addEventListener("change", () => {
    turn();
    if (box.checked) look();
  });
  turn();
  return {
    element: h("label.data-live", { title: store.isEmulator ? title : `${title}. Looking again costs ${cost}.` }, box, h("span", {}, pace)),
    stop: () => stop?.(),
  };
}
