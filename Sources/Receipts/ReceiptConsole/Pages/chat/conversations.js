// The conversations of a schema: the list, and the activity of those on the screen.

import { succeeded, tryAgain } from "../shared/again.js";
import { on, request } from "../shared/api.js";
import { whenBack } from "../shared/connection.js";

/** How long after a change to refresh the list: changes come in bursts. */
const changePause = 1500;
/** How long to wait while the console is still looking up last messages. */
const settlingPause = 600;

/** The list of conversations that a page follows. */
export class Conversations {
  #schema = null;
  #user = null;
  #turn = 0;
  #timer = null;
  #every;
  #shown = new Set();
  #isSettled = true;
  #changed;
  #stops = [];
  #loadAgain = () => this.load(this.#schema);

  /** The list, null before it has loaded; whether it is complete; and why it could not be loaded. */
  list = null;
  isComplete = true;
  error = null;
  /** The activity of those that were on the screen, by id. */
  activity = new Map();

  /**
   * @param {object} options
   * @param {number|null} options.every How often to refresh if changes are not pushed, in milliseconds.
   * @param {(isFirst: boolean) => void} options.changed Called after every change; isFirst: whether there were no conversations before.
   */
  constructor({ every, changed }) {
    this.#every = every;
    this.#changed = changed;
    const soon = () => this.#refreshIn(changePause);
    this.#stops.push(on("changed", soon), whenBack(() => this.#refreshIn(0)));
    document.addEventListener("visibilitychange", soon);
    this.#stops.push(() => document.removeEventListener("visibilitychange", soon));
  }

  stop() {
    this.#turn += 1;
    // An answer that is still under way changes nothing anymore, least of all the address.
    this.#schema = null;
    clearTimeout(this.#timer);
    for (const stop of this.#stops) stop();
  }

  /** Forgets everything, for another schema. */
  forget() {
    this.#turn += 1;
    this.list = null;
    this.activity = new Map();
    this.#shown.clear();
  }

  find(id) {
    return this.list?.find((one) => one.id === id) ?? null;
  }

  /** Loads the list; calls changed when it has arrived or failed. */
  async load(schema) {
    this.#schema = schema;
    const turn = ++this.#turn;
    const isFirst = this.#isEmpty;
    this.error = null;
    try {
      await this.#ask(turn);
      succeeded(this.#loadAgain);
    } catch (error) {
      if (turn !== this.#turn) return;
      // An old list is better than none.
      if (this.list === null) this.error = error.message;
      tryAgain(error, this.#loadAgain, () => turn === this.#turn && this.list === null);
    }
    if (turn === this.#turn) this.#changed(isFirst);
  }

  get #isEmpty() {
    return this.list === null || this.list.length === 0;
  }

  /** Refreshes the list and the activity of those on the screen. */
  async refresh() {
    const turn = ++this.#turn;
    const isFirst = this.#isEmpty;
    try {
      await this.#ask(turn);
      if (turn !== this.#turn) return;
      this.#changed(isFirst);
      await this.#look([...this.#shown]);
    } catch {
      // The old list stays; the frame says what is wrong.
      this.#later();
    }
  }

  /** Sets which conversations are on the screen, and for which user. */
  show(ids, user) {
    const isOther = user !== this.#user;
    if (isOther) this.activity = new Map();
    this.#user = user;
    const fresh = ids.filter((id) => isOther || !this.#shown.has(id) || !this.activity.has(id));
    this.#shown = new Set(ids);
    this.#look(fresh).catch(() => {});
  }

  async #ask(turn) {
    const schema = this.#schema;
    const found = await request("GET", `/api/conversations?schema=${encodeURIComponent(schema)}`);
    if (turn !== this.#turn) return;
    this.list = found.conversations;
    this.isComplete = found.isComplete;
    this.#isSettled = found.isSettled;
    this.error = null;
    this.#later();
  }

  async #look(ids) {
    if (ids.length === 0 || this.list === null) return;
    const [schema, user] = [this.#schema, this.#user];
    const { conversations } = await request("POST", "/api/conversations/look", { schema, user, ids: ids.slice(0, 40) });
    if (schema !== this.#schema || user !== this.#user) return;
    for (const [id, activity] of Object.entries(conversations)) {
      this.activity.set(id, activity);
      const known = this.find(id);
      if (known !== null) known.last = activity.last;
    }
    this.#changed(false);
  }

  #later() {
    const pause = this.#isSettled ? this.#every : settlingPause;
    if (pause !== null) this.#refreshIn(pause);
  }

  #refreshIn(pause) {
    if (this.#timer !== null && pause > 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#schema !== null && !document.hidden) this.refresh();
    }, pause);
  }
}
