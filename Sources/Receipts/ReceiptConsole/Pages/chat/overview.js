// What the list of conversations says of each: whom it is with, what was said last and when, and how many messages are unread. Pure, without
// the DOM.

const mostNames = 3;

/** Conversations, those in which something was said last first; those in which nothing was come last, by id. */
export function byActivity(conversations) {
  const time = ({ last }) => last?.time ?? -Infinity;
  return [...conversations].sort((a, b) => (time(b) === time(a) ? (a.id < b.id ? -1 : 1) : time(b) - time(a)));
}

/** The members of a conversation without the one who looks; all of them where that is nobody else. */
function othersOf({ members }, user) {
  const others = members.filter(({ id }) => id !== user);
  return others.length > 0 ? others : members;
}

function namesOf(people) {
  const names = people.slice(0, mostNames).map(({ name }) => name);
  const rest = people.length - names.length;
  return rest > 0 ? `${names.join(", ")} and ${rest} more` : names.join(", ");
}

/** What a conversation is called by the one who looks: by its title, or by the names of the others. */
export function titleOf(conversation, user) {
  return conversation.isNamed || conversation.members.length === 0 ? conversation.title : namesOf(othersOf(conversation, user));
}

/** The titles by id: those that are the same are told apart by the ids. */
export function titlesOf(conversations, user) {
  const titles = new Map(conversations.map((one) => [one.id, titleOf(one, user)]));
  const counts = new Map();
  for (const title of titles.values()) counts.set(title, (counts.get(title) ?? 0) + 1);
  return new Map([...titles].map(([id, title]) => [id, counts.get(title) > 1 ? `${title} (${id})` : title]));
}

/** Whose face stands beside a conversation: the other one's between two, null for a group. */
export function faceOf(conversation, user) {
  if (conversation.isGroup || conversation.members.length === 0) return null;
  return othersOf(conversation, user)[0];
}

/** What was said last, in a line, and by whom. */
export function previewOf({ last, isGroup }, user) {
  if (last === null || last === undefined) return "No messages yet";
  const words = last.text === null || last.text === "" ? "A message without text" : last.text.replace(/\s+/g, " ");
  if (last.system || last.sender === null) return words;
  if (last.sender === user) return `You: ${words}`;
  return isGroup ? `${last.senderName}: ${words}` : words;
}

/** How many are unread: "3", "99+", or nothing. */
export function unreadText(activity) {
  const count = activity?.unread ?? 0;
  if (count === 0) return "";
  return activity.isMore ? `${count - 1}+` : String(count);
}

/** Whether a conversation is among those that are looked for by a text. */
export function isFound(conversation, title, text) {
  return [title, conversation.title, conversation.id, ...conversation.members.slice(0, 50).map(({ name }) => name)].some((one) => one.toLowerCase().includes(text));
}

/** The devices that a conversation begins with: that of the one who looks, if they are a member, and one more. */
export function firstDevices({ members }, user) {
  const ids = members.map(({ id }) => id);
  return (ids.includes(user) ? [user, ...ids.filter((id) => id !== user)] : ids).slice(0, 2);
}
