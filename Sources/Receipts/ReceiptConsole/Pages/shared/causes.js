// From a request to the chat it came from, and from a refusal in the chat to its cause.

import { chatOf } from "./chat-paths.js";
import { writeAddress } from "./addresses.js";
import { h } from "./dom.js";

/** A link to the conversation that a path belongs to, on the device of a user; null for a path of no chat. */
export function chatLink(about, path, user, store = "firestore") {
  const found = chatOf(about.chats ?? [], path, store);
  if (found === null) return null;
  const users = user === null ? [] : [String(user)];
  return h("a.button", { href: writeAddress({ page: "chat", ...found, users }), "data-action": "show-chat" }, "Show in the chat");
}
