// Problems of a page for people who use a finger, a keyboard or a screen reader, as a list of texts: the body of a function whose
// argument says whether targets must be large enough for fingers.

const [isPhone] = arguments;
const wrong = [];

const isShown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && element.getClientRects().length > 0;
const isHidden = (element) => element.closest("[aria-hidden=true], [inert]") !== null;

function nameOf(element) {
  const parts = [element.tagName.toLowerCase()];
  for (const name of ["id", "data-action", "data-tab", "aria-label", "class"]) if (element.getAttribute(name)) parts.push(`${name}=${element.getAttribute(name).slice(0, 60)}`);
  return `${parts.join(" ")} "${(element.textContent ?? "").trim().slice(0, 30)}"`;
}

// ---- Names

function accessibleName(element) {
  const by = element.getAttribute("aria-labelledby");
  const labelled = by?.split(/\s+/).map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
  const labels = element.labels ? [...element.labels].map((label) => label.textContent).join(" ") : "";
  const inside = [...element.childNodes].some((child) => child.nodeType === Node.TEXT_NODE || !isHidden(child)) ? textInside(element) : "";
  return [element.getAttribute("aria-label"), labelled, labels, inside, element.getAttribute("title"), element.getAttribute("placeholder")].find((text) => text?.trim()) ?? "";
}

function textInside(element) {
  if (element.nodeType === Node.TEXT_NODE) return element.textContent;
  if (element.nodeType !== Node.ELEMENT_NODE || element.getAttribute("aria-hidden") === "true") return "";
  return [...element.childNodes].map(textInside).join("");
}

const controls = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [role=button], [role=treeitem], [role=tab], [role=switch], [role=option]")].filter((element) => isShown(element) && !isHidden(element));
for (const control of controls) if (accessibleName(control).trim() === "") wrong.push(`no name: ${nameOf(control)}`);
for (const region of document.querySelectorAll("[role=dialog], [role=region], dialog[open], nav, aside")) if (isShown(region) && !isHidden(region) && accessibleName(region).trim() === "") wrong.push(`no name: ${nameOf(region)}`);
for (const image of document.querySelectorAll("img:not([alt]), svg:not([aria-hidden]):not([role])")) if (isShown(image) && !isHidden(image)) wrong.push(`no text: ${nameOf(image)}`);
for (const heading of document.querySelectorAll("h1, h2, h3, h4, h5, h6, [role=heading]")) if (isShown(heading) && !isHidden(heading) && accessibleName(heading).trim() === "") wrong.push(`no text: ${nameOf(heading)}`);
const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
for (const id of new Set(ids.filter((one, index) => ids.indexOf(one) !== index))) wrong.push(`twice: #${id}`);

// ---- Scrolling regions work with the keyboard

const focusable = "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]:not([tabindex='-1'])";
for (const element of document.querySelectorAll("body *")) {
  if (!isShown(element) || isHidden(element) || element.matches("textarea, select, input")) continue;
  const { overflowX, overflowY } = getComputedStyle(element);
  const scrolls = (/auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight + 1) || (/auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth + 1);
  if (!scrolls) continue;
  const canFocus = element.matches(focusable) || [...element.querySelectorAll(focusable)].some(isShown);
  if (!canFocus) wrong.push(`not to be scrolled with the keyboard: ${nameOf(element)}`);
}

// ---- Targets

/** The area in which an element can be tapped: its own, that of an element around it for this purpose, and that of its label. */
function targetOf(element) {
  const label = element.matches("input[type=checkbox], input[type=radio]") ? element.closest("label") : null;
  const { width, height } = (label ?? element).getBoundingClientRect();
  const before = getComputedStyle(element, "::before");
  const isLarger = before.content !== "none" && before.position === "absolute";
  return { width: Math.max(width, isLarger ? parseFloat(before.width) : 0), height: Math.max(height, isLarger ? parseFloat(before.height) : 0) };
}

if (isPhone) {
  const tapped = controls.filter((element) => !element.disabled && !element.matches(".skip-link, [role=treeitem]") && element.closest(".visually-hidden") === null);
  const lines = [...document.querySelectorAll(".node-line")].filter(isShown);
  for (const element of [...tapped, ...lines]) {
    // Links within a sentence are as high as its words.
    if (element.matches("p a")) continue;
    const { width, height } = targetOf(element);
    if (width < 43.5 || height < 43.5) wrong.push(`${Math.round(width)} × ${Math.round(height)}: ${nameOf(element)}`);
  }
}

// ---- Contrast

function colour(text) {
  const parts = /rgba?\(([^)]+)\)/.exec(text)?.[1].split(/[\s,/]+/).map(Number);
  return parts ? { rgb: parts.slice(0, 3), alpha: parts[3] ?? 1 } : { rgb: [0, 0, 0], alpha: 0 };
}

const over = (top, below) => top.rgb.map((value, index) => value * top.alpha + below[index] * (1 - top.alpha));

function backgroundOf(element) {
  const layers = [];
  for (let one = element; one; one = one.parentElement) {
    const { backgroundColor } = getComputedStyle(one);
    const layer = colour(backgroundColor);
    if (layer.alpha > 0) layers.push(layer);
    if (layer.alpha === 1) break;
  }
  return layers.reduceRight((below, layer) => over(layer, below), [255, 255, 255]);
}

function luminance(rgb) {
  const [red, green, blue] = rgb.map((value) => value / 255).map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const seen = new Set();
while (walker.nextNode()) {
  const element = walker.currentNode.parentElement;
  if (!walker.currentNode.data.trim() || seen.has(element) || element.matches("script, style, noscript, option") || !isShown(element) || isHidden(element) || element.closest(".visually-hidden, :disabled, [aria-disabled=true], .skip-link")) continue;
  seen.add(element);
  const style = getComputedStyle(element);
  const background = backgroundOf(element);
  const text = over(colour(style.color), background);
  const [light, dark] = [luminance(text), luminance(background)].sort((a, b) => b - a);
  const contrast = (light + 0.05) / (dark + 0.05);
  const size = parseFloat(style.fontSize);
  const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
  if (contrast < (isLarge ? 3 : 4.5) - 0.01) wrong.push(`contrast ${contrast.toFixed(2)}: ${nameOf(element)}`);
}

return [...new Set(wrong)].slice(0, 25);
