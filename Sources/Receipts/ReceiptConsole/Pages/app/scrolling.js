// Makes scrollable regions scrollable with the keyboard: a region without anything focusable becomes focusable itself.

/** The parts of pages that may scroll. */
const regions = ".source, .legend, .source-body, .log-scroll, .call-detail, .requests-aside, .excerpt, .explanation, .data-pane-body, .data-columns, .letters-table, .letters-body, .sheet-body, .picker, .stage-note, .rules-panel, .tree-body, pre, dialog";
const focusable = "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]:not([tabindex='-1'])";
const pause = 250;

function isScrolling(element) {
  const { overflowX, overflowY } = getComputedStyle(element);
  return (/auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight + 1) || (/auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth + 1);
}

function adapt(element) {
  const holdsFocus = [...element.querySelectorAll(focusable)].some((one) => one.checkVisibility());
  const isNeeded = !holdsFocus && isScrolling(element);
  if (isNeeded && element.getAttribute("tabindex") !== "0") {
    // Kept for scripts that give the region the focus.
    element.dataset.scrollStop = element.getAttribute("tabindex") ?? "";
    element.tabIndex = 0;
  } else if (!isNeeded && element.dataset.scrollStop !== undefined && element !== document.activeElement) {
    if (element.dataset.scrollStop === "") element.removeAttribute("tabindex");
    else element.setAttribute("tabindex", element.dataset.scrollStop);
    delete element.dataset.scrollStop;
  }
}

/** Adapts the regions below an element now and whenever they change. */
export function makeScrollable(root) {
  let timer = null;
  const soon = () => {
    timer ??= setTimeout(() => {
      timer = null;
      for (const element of root.querySelectorAll(regions)) adapt(element);
    }, pause);
  };
  new MutationObserver(soon).observe(root, { childList: true, subtree: true });
  new ResizeObserver(soon).observe(root);
  soon();
}
