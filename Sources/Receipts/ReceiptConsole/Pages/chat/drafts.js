// Texts that somebody has begun to write: each stays until it is sent, also across pages and reloads. They are kept in this tab alone.

const storageKey = "receipts.drafts";
const mostDrafts = 50;
/** How many characters all drafts together may have in the tab's storage. */
const mostCharacters = 1_000_000;

const drafts = new Map(read());

function read() {
  try {
    return Object.entries(JSON.parse(sessionStorage.getItem(storageKey) ?? "{}")).filter(([, text]) => typeof text === "string");
  } catch {
    return [];
  }
}

/** Keeps the latest drafts, as many as there is room for. */
function store() {
  while (drafts.size > mostDrafts) drafts.delete(drafts.keys().next().value);
  const kept = [];
  let room = mostCharacters;
  for (const [key, text] of [...drafts].reverse()) {
    room -= text.length;
    if (room >= 0) kept.unshift([key, text]);
  }
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // Without storage they are there until the page is reloaded.
  }
}

/** The draft of one device and conversation. */
export class Draft {
  #key;

  constructor(schema, conversation, user) {
    this.#key = JSON.stringify([schema, conversation, user]);
  }

  get text() {
    return drafts.get(this.#key) ?? "";
  }

  set text(text) {
    drafts.delete(this.#key);
    if (text !== "") drafts.set(this.#key, text);
    store();
  }

  /** Puts a text that could not be sent before what has been written since. */
  giveBack(text) {
    this.text = this.text.trim() === "" ? text : `${text}\n${this.text}`;
  }
}
