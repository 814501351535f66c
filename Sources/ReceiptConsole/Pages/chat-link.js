// The chat's address: "#/chat/SCHEMA/CONVERSATION/user1,user2". Pure, without the DOM.

/** How many devices can be shown side by side. */
export const mostDevices = 4;

function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Reads an address; what it does not say is null, and users is an empty list. */
export function readLink(hash) {
  const [page, schema, conversation, users] = hash.replace(/^#\/?/, "").split("/");
  if (page !== "chat") return { schema: null, conversation: null, users: [] };
  const names = (users ?? "").split(",").filter((part) => part !== "").map(decode);
  return {
    schema: schema ? decode(schema) : null,
    conversation: conversation ? decode(conversation) : null,
    users: [...new Set(names)].slice(0, mostDevices),
  };
}

/** Writes the address of what is shown. */
export function writeLink({ schema, conversation, users }) {
  let link = "#/chat";
  if (schema === null) return link;
  link += `/${encodeURIComponent(schema)}`;
  if (conversation === null) return link;
  link += `/${encodeURIComponent(conversation)}`;
  if (users.length > 0) link += `/${users.map(encodeURIComponent).join(",")}`;
  return link;
}
