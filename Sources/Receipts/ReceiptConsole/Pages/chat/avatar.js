// The round picture of a person: a photo, or initials on a colour.

import { h } from "../shared/dom.js";

const colours = 8;

function colourOf(id) {
  let sum = 0;
  for (const character of String(id)) sum = (sum * 31 + character.codePointAt(0)) >>> 0;
  return sum % colours;
}

/** Whether an image may be loaded from this URL. */
function isPhoto(url) {
  return typeof url === "string" && (url.startsWith("https://") || url.startsWith("data:image/"));
}

/**
 * Makes the picture. Screen readers ignore it, since the name is always next to it.
 *
 * @param {{id: string, initials: string, photoURL: string|null}} person The person.
 * @param {string} [size] A class: "small" or "large".
 */
export function avatar({ id, initials, photoURL }, size = "") {
  const element = h("span.avatar", { "aria-hidden": "true", "data-colour": colourOf(id) }, h("span", { dir: "auto" }, initials));
  if (size !== "") element.classList.add(size);
  if (isPhoto(photoURL)) {
    const photo = h("img", {
      alt: "", loading: "lazy", decoding: "async", referrerpolicy: "no-referrer", onerror: () => photo.remove(),
    });
    photo.src = photoURL;
    element.append(photo);
  }
  return element;
}
