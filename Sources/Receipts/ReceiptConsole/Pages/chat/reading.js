// Notices which unread messages are on the screen, and tells it in batches. How long they have to stay there is not decided here.

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
  #whenVisibilityChanges = () => this.#later();

  /** @param {(shown: string[], hidden: string[]) => Promise<void>} tell Tells what has come onto the screen and what has left it. */
  constructor(tell) {
    this.#tell = tell;
    // Without a root of its own the observer minds everything that clips: the list's edges, the panes' row that one can swipe, and
    // the window. A pane that is out of sight is not read.
    this.#observer = new IntersectionObserver((entries) => this.#observe(entries), { threshold: [0, 0.25, 0.5, 0.75, 1] });
    document.addEventListener("visibilitychange", this.#whenVisibilityChanges);
  }

  /** Watches the element of an unread message. */
  watch(element, id) {
    if (this.#ids.get(element) === id) return;
    this.#ids.set(element, id);
    this.#observer.observe(element);
  }

  /** Watches an element no longer: its row has left the list's window, or it has been read. */
  unwatch(element) {
    const id = this.#ids.get(element);
    if (id === undefined) return;
    this.#ids.delete(element);
    this.#observer.unobserve(element);
    this.#onScreen.delete(id);
    this.#later();
  }

  /** Forgets what the server knows about a message that needs no reading any more. */
  forget(id) {
    this.#told.delete(id);
  }

  /** Tells nothing until the messages have come (again). */
  hold() {
    this.#isHeld = true;
  }

  /** Begins anew: the messages have come from a server that does not know yet what is on the screen. */
  begin() {
    this.#isHeld = false;
    this.#told.clear();
    this.#later();
  }

  /** Tells what could not be told while the server was away. */
  tryAgain() {
    this.#later();
  }

  stop() {
    this.#isHeld = true;
    clearTimeout(this.#timer);
    this.#observer.disconnect();
    document.removeEventListener("visibilitychange", this.#whenVisibilityChanges);
  }

  #observe(entries) {
    for (const { target, intersectionRatio, intersectionRect, isIntersecting } of entries) {
      const id = this.#ids.get(target);
      if (id === undefined) continue;
      // Half of a message has to be there; or, of one that is higher than the screen, a good piece.
      const isThere = isIntersecting && (intersectionRatio >= 0.5 || intersectionRect.height >= 160);
      if (isThere) this.#onScreen.add(id);
      else this.#onScreen.delete(id);
    }
    this.#later();
  }

  #later() {
    if (document.hidden) {
      // Timers of a hidden page may wait for long, and nobody reads it.
      this.#flush();
      return;
    }
    this.#timer ??= setTimeout(() => this.#flush(), pause);
  }

  async #flush() {
    clearTimeout(this.#timer);
    this.#timer = null;
    // One after the other, as what is told later must not arrive earlier.
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
      await this.#tell(shown, hidden);
    } catch {
      hasFailed = true;
      for (const id of shown) this.#told.delete(id);
      for (const id of hidden) this.#told.add(id);
    }
    this.#isTelling = false;
    // After a failure the next change or the connection's return tries again.
    if (!hasFailed) this.#later();
  }
}
