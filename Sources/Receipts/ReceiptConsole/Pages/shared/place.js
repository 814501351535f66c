// The bar above a database's data: the path, a field to go to another one, and whether the page is live.

import { describePage } from "./connection.js";
import { paceText } from "./connection-state.js";
import { h } from "./dom.js";
import { follow, refreshPause } from "./live.js";
import { hashOf } from "./addresses.js";
import { ValueError } from "./texts.js";

/** The path as links to its parts. */
export function crumbs(page, segments) {
  const links = [h("a", { href: hashOf([], page), "aria-current": segments.length === 0 ? "page" : null }, "Database")];
  segments.forEach((segment, index) => {
    const isLast = index === segments.length - 1;
    links.push(h("span.crumb-line", { "aria-hidden": "true" }, "/"), h("a", { href: hashOf(segments.slice(0, index + 1), page), dir: "auto", "aria-current": isLast ? "page" : null }, segment));
  });
  return links;
}

/**
 * A field to go to a path.
 *
 * @param {string} what What the path leads to, for screen readers.
 * @param {(text: string) => string} read Returns the address for a text, or throws a ValueError.
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
 * The switch for automatic refreshing. It starts on, except where refreshing costs money, as in production.
 *
 * @param {object} store The member of about for the database.
 * @param {string} cost What a refresh costs.
 */
export function liveSwitch(about, store, look, cost) {
  let stop = null;
  const box = h("input", { type: "checkbox", "data-live": true });
  const pace = about.pushesChanges ? "Live" : `Every ${paceText(refreshPause)}`;
  const title = about.pushesChanges ? "Changes appear as they happen" : "The page refreshes automatically";
  const turn = () => {
    stop?.();
    stop = box.checked ? follow(about, look) : null;
    describePage({ pace: !box.checked ? "asked" : about.pushesChanges ? null : refreshPause });
  };
  box.checked = store.isEmulator || about.pushesChanges;
  box.addEventListener("change", () => {
    turn();
    if (box.checked) look();
  });
  turn();
  return {
    element: h("label.data-live", { title: store.isEmulator ? title : `${title}. Each refresh costs ${cost}.` }, box, h("span", {}, pace)),
    stop: () => stop?.(),
  };
}
