// Reports which unread messages are on the screen, in batches. The server decides how long they must stay there.

const pause = 50;

/** Watches the unread messages of a pane. */
export class Reading {
  #tell;
  #observer;
  #ids = new Map();
  #onScreen = new Set();
  #told = new Set();
  #timer = null;
  #isHeld = true;
  #isTelling = false;
  /** The report that is under way. */
  #telling = Promise.resolve();
  #whenVisibilityChanges = () => this.#later();

  /** @param {(shown: string[], hidden: string[]) => Promise<void>} tell Reports the messages that came onto the screen, and those that left it. */
  constructor(tell) {
    this.#tell = tell;
    // Without a root, the observer considers everything that clips: the list, the row of panes, and the window. Panes out of view read
    // nothing.
    this.#observer = new IntersectionObserver((entries) => this.#observe(entries), { threshold: [0, 0.25, 0.5, 0.75, 1] });
    document.addEventListener("visibilitychange", this.#whenVisibilityChanges);
  }

  /** Watches the element of an unread message. */
  watch(element, id) {
    if (this.#ids.get(element) === id) return;
    this.#ids.set(element, id);
    this.#observer.observe(element);
  }

  /** Stops watching an element: its row was removed, or the message was read. */
  unwatch(element) {
    const id = this.#ids.get(element);
    if (id === undefined) return;
    this.#ids.delete(element);
    this.#observer.unobserve(element);
    this.#onScreen.delete(id);
    this.#later();
  }

  /** Forgets that a message was reported, once it is read. */
  forget(id) {
    this.#told.delete(id);
  }

  /** Reports nothing until the messages have arrived. */
  hold() {
    this.#isHeld = true;
  }

  /** Starts again: the messages have arrived from a server that does not yet know what is on the screen. */
  begin() {
    this.#isHeld = false;
    this.#told.clear();
    this.#later();
  }

  /** Reports what could not be reported during an outage. */
  tryAgain() {
    this.#later();
  }

  /** Stops; resolves when the last report has arrived. */
  stop() {
    this.#isHeld = true;
    clearTimeout(this.#timer);
    this.#observer.disconnect();
    document.removeEventListener("visibilitychange", this.#whenVisibilityChanges);
    return this.#telling;
  }

  #observe(entries) {
    for (const { target, intersectionRatio, intersectionRect, isIntersecting } of entries) {
      const id = this.#ids.get(target);
      if (id === undefined) continue;
      // Half of a message must be visible, or 160 pixels of a long one.
      const isThere = isIntersecting && (intersectionRatio >= 0.5 || intersectionRect.height >= 160);
      if (isThere) this.#onScreen.add(id);
      else this.#onScreen.delete(id);
    }
    this.#later();
  }

  #later() {
    if (document.hidden) {
      // Timers of hidden pages may be slow, and nobody reads there.
      this.#flush();
      return;
    }
    this.#timer ??= setTimeout(() => this.#flush(), pause);
  }

  async #flush() {
    clearTimeout(this.#timer);
    this.#timer = null;
    // One at a time, so that reports arrive in order.
    if (this.#isHeld || this.#isTelling) return;
    const wanted = document.hidden ? new Set() : this.#onScreen;
    const shown = [...wanted].filter((id) => !this.#told.has(id));
    const hidden = [...this.#told].filter((id) => !wanted.has(id));
    if (shown.length === 0 && hidden.length === 0) return;
    for (const id of shown) this.#told.add(id);
    for (const id of hidden) this.#told.delete(id);
    this.#isTelling = true;
    let hasFailed = false;
    try {
      const report = this.#tell(shown, hidden);
      this.#telling = report.catch(() => {});
      await report;
    } catch {
      hasFailed = true;
      for (const id of shown) this.#told.delete(id);
      for (const id of hidden) this.#told.add(id);
    }
    this.#isTelling = false;
    // After a failure, the next change or reconnection tries again.
    if (!hasFailed) this.#later();
  }
}
