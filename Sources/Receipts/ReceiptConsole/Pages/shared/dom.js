// Makes elements. Texts become text nodes, never markup, so texts by users are harmless.

/**
 * Makes an element.
 *
 * @param {string} tag The element's name, with classes after dots: "button.primary".
 * @param {object} [attributes] Attributes. Functions with names such as "onclick" become listeners; true is an empty attribute; false, null and
 *   undefined leave it out.
 * @param {...(Node|string|number|null|Array)} children The content.
 */
export function h(tag, attributes, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name);
  if (classes.length > 0) element.classList.add(...classes);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") {
      element.addEventListener(key.replace(/^on/, ""), value);
    } else {
      element.setAttribute(key, value === true ? "" : String(value));
    }
  }
  append(element, children);
  return element;
}

/** Replaces all children. */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/** Gives an element these children, in this order. Those that it has stay where they are, with focus and scroll position. */
export function arrange(element, children) {
  const wanted = new Set(children);
  for (const child of [...element.children]) if (!wanted.has(child)) child.remove();
  let place = element.firstElementChild;
  for (const child of children) {
    if (child === place) place = place.nextElementSibling;
    else element.insertBefore(child, place);
  }
}

/** Sets a text, only if it is another one: screen readers may read it out again otherwise. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

const svgNamespace = "http://www.w3.org/2000/svg";

/** A line drawing in a square of 24. It is decorative: screen readers ignore it. */
export function icon(path, className = "icon") {
  const svg = document.createElementNS(svgNamespace, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(svgNamespace, "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}
