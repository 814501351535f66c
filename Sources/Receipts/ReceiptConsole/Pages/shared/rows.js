// A long list of rows that are equally high: only those near the view are in the DOM, and their elements stay while they show the same. So a
// change or a step of scrolling costs what it shows, however long the list is.

/** Shorter lists are in the DOM as a whole, for the browser's own search. */
const fewest = 300;
/** How many rows there are beyond the view on each side. */
const margin = 30;

/** The rows of a list in a region that scrolls. */
export class Rows {
  #scroller;
  #element;
  #describe;
  #items = [];
  #range = { start: 0, end: 0 };
  /** The element of each key, and the version that it shows. */
  #drawn = new Map();
  #height = 52;

  /**
   * @param {Element} scroller What scrolls. It has the focus when the row that had it is out of view.
   * @param {Element} element The list inside it, which has the rows and nothing else.
   * @param {(item: object) => {key: string, version: string, draw: () => Element}} describe A row's key, which it keeps, and what it looks like. It is
   *   drawn again when its version is another one.
   */
  constructor(scroller, element, describe) {
    this.#scroller = scroller;
    this.#element = element;
    this.#describe = describe;
    scroller.addEventListener("scroll", () => this.#scrolled());
  }

  /** Shows these items, in this order. */
  show(items) {
    this.#items = items;
    this.#draw(this.#wanted());
    this.#measure();
  }

  /** Scrolls to the item at an index, and returns its element. */
  reveal(index) {
    if (index < this.#range.start || index >= this.#range.end) {
      this.#scroller.scrollTop = this.#top + index * this.#height;
      this.#draw(this.#wanted());
    }
    const element = this.#element.children[index - this.#range.start];
    element?.scrollIntoView({ block: "nearest" });
    return element;
  }

  clear() {
    this.#items = [];
    this.#draw({ start: 0, end: 0 });
  }

  /** Where the list begins in what scrolls. */
  get #top() {
    return this.#element.getBoundingClientRect().top - this.#scroller.getBoundingClientRect().top + this.#scroller.scrollTop;
  }

  /** The items to have in the DOM. */
  #wanted(spare = margin) {
    const { length } = this.#items;
    if (length <= fewest) return { start: 0, end: length };
    const first = Math.floor((this.#scroller.scrollTop - this.#top) / this.#height);
    const last = first + Math.ceil(this.#scroller.clientHeight / this.#height);
    return { start: Math.max(0, Math.min(first - spare, length)), end: Math.min(length, Math.max(last + spare, 0)) };
  }

  #scrolled() {
    const { start, end } = this.#wanted(margin / 3);
    if (start < this.#range.start || end > this.#range.end) this.#draw(this.#wanted());
  }

  #measure() {
    const count = this.#range.end - this.#range.start;
    if (count === 0 || this.#items.length <= fewest) return;
    const [first, last] = [this.#element.firstElementChild, this.#element.lastElementChild];
    const height = (last.getBoundingClientRect().bottom - first.getBoundingClientRect().top) / count;
    if (height === 0 || Math.abs(height - this.#height) < 0.1) return;
    this.#height = height;
    this.#draw(this.#wanted());
  }

  #draw(range) {
    this.#range = range;
    const rows = this.#items.slice(range.start, range.end).map(this.#describe);
    const versions = new Map(rows.map(({ key, version }) => [key, version]));
    this.#keepFocus(versions);
    for (const [key, { element, version }] of this.#drawn) {
      if (versions.get(key) === version) continue;
      element.remove();
      this.#drawn.delete(key);
    }
    let place = this.#element.firstChild;
    rows.forEach(({ key, version, draw }, index) => {
      const element = this.#drawn.get(key)?.element ?? draw();
      this.#drawn.set(key, { element, version });
      element.setAttribute("aria-posinset", range.start + index + 1);
      element.setAttribute("aria-setsize", this.#items.length);
      if (element === place) place = place.nextSibling;
      else this.#element.insertBefore(element, place);
    });
    this.#element.style.paddingTop = `${range.start * this.#height}px`;
    this.#element.style.paddingBottom = `${(this.#items.length - range.end) * this.#height}px`;
  }

  /** Without this, the focus of a row that goes would move to the start of the page. While rows are missing, it would move the list too. */
  #keepFocus(rows) {
    if (!this.#element.contains(document.activeElement)) return;
    for (const [key, { element }] of this.#drawn) {
      if (rows.has(key) || !element.contains(document.activeElement)) continue;
      if (!this.#scroller.hasAttribute("tabindex")) this.#scroller.tabIndex = -1;
      this.#scroller.focus({ preventScroll: true });
    }
  }
}
