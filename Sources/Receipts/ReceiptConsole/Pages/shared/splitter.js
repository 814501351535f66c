// The border between two panes, which somebody moves by dragging or by keys. Its place is remembered.

import { h } from "./dom.js";

const [least, most, step] = [25, 75, 2];

/**
 * @param {HTMLElement} element The grid that both panes are in: its property --split is the share of the first one, in percent.
 * @param {object} options name: under which the place is remembered; label: for screen readers; start: the share without a remembered place.
 */
export function splitter(element, { name, label, start }) {
  const key = `receipts.split.${name}`;
  const border = h("div.splitter", { role: "separator", tabindex: "0", "aria-orientation": "vertical", "aria-label": label, "aria-valuemin": least, "aria-valuemax": most, "data-splitter": name });
  let share = start;
  const move = (wanted, isKept = true) => {
    share = Math.min(most, Math.max(least, wanted));
    element.style.setProperty("--split", `${share}%`);
    border.setAttribute("aria-valuenow", String(Math.round(share)));
    if (isKept) keep(key, share);
  };
  border.addEventListener("keydown", (event) => {
    const wanted = { ArrowLeft: share - step, ArrowRight: share + step, Home: least, End: most, Enter: start }[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    move(wanted);
  });
  border.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    border.focus();
    border.setPointerCapture(event.pointerId);
    border.classList.add("is-dragged");
  });
  border.addEventListener("pointermove", (event) => {
    if (!border.hasPointerCapture(event.pointerId)) return;
    const { left, width } = element.getBoundingClientRect();
    const { paddingLeft, paddingRight } = getComputedStyle(element);
    const [before, after] = [parseFloat(paddingLeft), parseFloat(paddingRight)];
    move(((event.clientX - left - before) / (width - before - after)) * 100, false);
  });
  for (const kind of ["pointerup", "pointercancel"]) {
    border.addEventListener(kind, () => {
      border.classList.remove("is-dragged");
      keep(key, share);
    });
  }
  border.addEventListener("dblclick", () => move(start));
  move(kept(key) ?? start, false);
  return border;
}

function kept(key) {
  try {
    const value = Number(localStorage.getItem(key) ?? "none");
    return Number.isFinite(value) ? value : null;
  } catch {
    return null;
  }
}

function keep(key, share) {
  try {
    localStorage.setItem(key, share.toFixed(1));
  } catch {
    // Without storage, the place lasts as long as the page.
  }
}
