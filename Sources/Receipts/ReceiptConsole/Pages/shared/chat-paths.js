// Which conversation a path of the database belongs to. No DOM.

/**
 * @param {{schema: string, store: string, conversations: string, messages: ?string}[]} chats The schemas, in the order of preference.
 * @returns {{schema: string, conversation: string}|null}
 */
export function chatOf(chats, path, store = "firestore") {
  const parts = path.replace(/^\//, "").split("/");
  for (const { schema, store: kind, conversations, messages = null } of chats) {
    if (kind !== store) continue;
    for (const root of [conversations, messages]) {
      const prefix = root?.split("/") ?? parts;
      if (parts.length > prefix.length && prefix.every((part, index) => part === parts[index])) return { schema, conversation: parts[prefix.length] };
    }
  }
  return null;
}
