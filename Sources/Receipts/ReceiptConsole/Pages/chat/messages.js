// The messages of a pane, in order. No DOM.

/** The time to sort a message by. Unsent ones come last, whatever this device's clock says. */
function placeOf(message) {
  return message.mine && message.sending !== "sent" ? Infinity : message.time;
}

/** Whether an entry comes before another: by time, then by arrival. */
function comesBefore(a, b) {
  if (a.time !== b.time) return a.time < b.time;
  return a.sequence < b.sequence;
}

function compare(a, b) {
  if (comesBefore(a, b)) return -1;
  return comesBefore(b, a) ? 1 : 0;
}

/** Messages by time, found by their ids. An entry is {message, time, sequence, height}; height is null until a list sets it. */
export class Messages {
  #entries = [];
  #byID = new Map();
  #first = 0;
  #next = 1;
  // Changes to unknown messages while older ones are loading: the response may be older than the change.
  #early = null;

  get length() {
    return this.#entries.length;
  }

  /** All entries, oldest first. */
  get entries() {
    return this.#entries;
  }

  /** The message at an index; undefined outside. */
  at(index) {
    return this.#entries[index]?.message;
  }

  /** The entry of a message. */
  entry(id) {
    return this.#byID.get(id);
  }

  /** Where a message is, or -1. */
  indexOf(id) {
    const entry = this.#byID.get(id);
    return entry === undefined ? -1 : this.#place(entry);
  }

  /** Replaces all messages, oldest first. */
  reset(messages) {
    const former = this.#byID;
    this.#byID = new Map();
    this.#entries = this.#entriesOf(messages, 0);
    this.#first = 0;
    this.#next = messages.length + 1;
    for (const entry of this.#entries) {
      entry.height = former.get(entry.message.id)?.height ?? null;
      this.#byID.set(entry.message.id, entry);
    }
    this.#sortIfNeeded();
  }

  /** Call this before older messages are requested. */
  awaitOlder() {
    this.#early = new Map();
  }

  /** Adds older messages, oldest first; none if the request failed. Returns how many were new. */
  addOlder(messages = []) {
    const early = this.#early ?? new Map();
    this.#early = null;
    const fresh = messages
      .filter((message) => !this.#byID.has(message.id) && early.get(message.id) !== null)
      .map((message) => early.get(message.id) ?? message);
    if (fresh.length === 0) return 0;
    this.#first -= fresh.length;
    const added = this.#entriesOf(fresh, this.#first, this.#entries[0]?.time);
    for (const entry of added) this.#byID.set(entry.message.id, entry);
    this.#entries = added.concat(this.#entries);
    this.#sortIfNeeded();
    return added.length;
  }

  /**
   * Applies changes.
   *
   * @returns {{added: object[], changed: {before: object, after: object}[], moved: boolean}} The effects; moved: whether
   *   rows were added, removed or reordered.
   */
  apply(changes) {
    const result = { added: [], changed: [], moved: false };
    for (const { kind, message } of changes) {
      const entry = this.#byID.get(message.id);
      if (entry === undefined) {
        if (kind === "added") {
          this.#insert(message);
          result.added.push(message);
          result.moved = true;
        } else {
          this.#early?.set(message.id, kind === "removed" ? null : message);
        }
      } else if (kind === "removed") {
        this.#entries.splice(this.#place(entry), 1);
        this.#byID.delete(message.id);
        result.moved = true;
      } else {
        const before = entry.message;
        result.changed.push({ before, after: message });
        this.#replace(entry, message, result);
      }
    }
    return result;
  }

  /** The newest message by this device's user, or null. */
  newestMine() {
    for (let index = this.#entries.length - 1; index >= 0; index -= 1) {
      const { message } = this.#entries[index];
      if (message.mine && !message.system) return message;
    }
    return null;
  }

  #replace(entry, message, result) {
    const time = placeOf(message) ?? entry.time;
    if (time === entry.time) {
      entry.message = message;
      return;
    }
    const index = this.#place(entry);
    entry.message = message;
    const former = this.#entries[index - 1];
    const following = this.#entries[index + 1];
    entry.time = time;
    if ((former && comesBefore(entry, former)) || (following && comesBefore(following, entry))) {
      this.#entries.splice(index, 1);
      this.#entries.splice(this.#place(entry), 0, entry);
      result.moved = true;
    }
  }

  #insert(message) {
    // A message without a time is still being sent, so it is the newest.
    const entry = { message, time: placeOf(message) ?? Infinity, sequence: this.#next, height: null };
    this.#next += 1;
    this.#entries.splice(this.#place(entry), 0, entry);
    this.#byID.set(message.id, entry);
  }

  /** The entries of messages that arrived together; one without a time stays before the one that follows it. */
  #entriesOf(messages, sequence, end = Infinity) {
    const entries = new Array(messages.length);
    let time = end;
    for (let index = messages.length - 1; index >= 0; index -= 1) {
      time = placeOf(messages[index]) ?? time;
      entries[index] = { message: messages[index], time, sequence: sequence + index, height: null };
    }
    return entries;
  }

  /** Where an entry is, or where it would be. */
  #place(entry) {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (comesBefore(this.#entries[middle], entry)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #sortIfNeeded() {
    const entries = this.#entries;
    for (let index = 1; index < entries.length; index += 1) {
      if (comesBefore(entries[index], entries[index - 1])) {
        entries.sort(compare);
        return;
      }
    }
  }
}
