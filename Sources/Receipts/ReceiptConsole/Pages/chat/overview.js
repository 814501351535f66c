// What the list of conversations shows for each: the members, the last message, and the number of unread ones. No DOM.

const mostNames = 3;

/** Conversations by their last message, newest first; those without messages come last, by id. */
export function byActivity(conversations) {
  const time = ({ last }) => last?.time ?? -Infinity;
  return [...conversations].sort((a, b) => (time(b) === time(a) ? (a.id < b.id ? -1 : 1) : time(b) - time(a)));
}

/** The members of a conversation except the viewer; all of them if there is nobody else. */
function othersOf({ members }, user) {
  const others = members.filter(({ id }) => id !== user);
  return others.length > 0 ? others : members;
}

function namesOf(people) {
  const names = people.slice(0, mostNames).map(({ name }) => name);
  const rest = people.length - names.length;
  return rest > 0 ? `${names.join(", ")} and ${rest.toLocaleString()} more` : names.join(", ");
}

/** The title of a conversation for a viewer: its own, or the names of the others. */
export function titleOf(conversation, user) {
  return conversation.isNamed || conversation.members.length === 0 ? conversation.title : namesOf(othersOf(conversation, user));
}

/** The titles by id. Equal titles get their ids appended. */
export function titlesOf(conversations, user) {
  const titles = new Map(conversations.map((one) => [one.id, titleOf(one, user)]));
  const counts = new Map();
  for (const title of titles.values()) counts.set(title, (counts.get(title) ?? 0) + 1);
  return new Map([...titles].map(([id, title]) => [id, counts.get(title) > 1 ? `${title} (${id})` : title]));
}

/** Whose picture to show for a conversation: the other person's; null for a group. */
export function faceOf(conversation, user) {
  if (conversation.isGroup || conversation.members.length === 0) return null;
  return othersOf(conversation, user)[0];
}

/** The last message in one line, with its sender. */
export function previewOf({ last, isGroup }, user) {
  if (last === null || last === undefined) return "No messages yet";
  const words = last.text === null || last.text === "" ? "A message without text" : last.text.replace(/\s+/g, " ");
  if (last.system || last.sender === null) return words;
  if (last.sender === user) return `You: ${words}`;
  return isGroup ? `${last.senderName}: ${words}` : words;
}

/** The number of unread messages: "3", "99+", or nothing. */
export function unreadText(activity) {
  const count = activity?.unread ?? 0;
  if (count === 0) return "";
  return activity.isMore ? `${count - 1}+` : String(count);
}

/** Whether a conversation matches a search text. */
export function isFound(conversation, title, text) {
  return [title, conversation.title, conversation.id, ...conversation.members.slice(0, 50).map(({ name }) => name)].some((one) => one.toLowerCase().includes(text));
}

/** The devices to open a conversation with: the viewer's, if they are a member, and one more. */
export function firstDevices({ members }, user) {
  const ids = members.map(({ id }) => id);
  return (ids.includes(user) ? [user, ...ids.filter((id) => id !== user)] : ids).slice(0, 2);
}
