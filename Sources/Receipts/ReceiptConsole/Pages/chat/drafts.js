// Unsent texts. Each is kept until it is sent, across pages and reloads, in this tab only.

const storageKey = "receipts.drafts";
const mostDrafts = 50;
/** The most characters of all drafts in the tab's storage. */
const mostCharacters = 1_000_000;

const drafts = new Map(read());

function read() {
  try {
    return Object.entries(JSON.parse(sessionStorage.getItem(storageKey) ?? "{}")).filter(([, text]) => typeof text === "string");
  } catch {
    return [];
  }
}

/** Stores the latest drafts, as many as there is room for. */
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
    // Without storage, drafts last until the page is reloaded.
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

  /** Puts a text that could not be sent before what was written since. */
  giveBack(text) {
    this.text = this.text.trim() === "" ? text : `${text}\n${this.text}`;
  }
}
