// Which conversation a path of the database belongs to. No DOM.

/**
 * @param {{schema: string, store: string, conversations: string}[]} chats The schemas, in the order of preference.
 * @returns {{schema: string, conversation: string}|null}
 */
export function chatOf(chats, path, store = "firestore") {
  for (const { schema, store: kind, conversations } of chats) {
    const parts = path.split("/");
    const prefix = conversations.split("/");
    if (kind !== store || parts.length <= prefix.length || prefix.some((part, index) => part !== parts[index])) continue;
    return { schema, conversation: parts[prefix.length] };
  }
  return null;
}
