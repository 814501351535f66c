// What the palette offers.

import { showKeys } from "./keys.js";
import { hashOf, writeAddress } from "../shared/addresses.js";
import { request } from "../shared/api.js";
import { faults, switchAllOff } from "../shared/faults.js";
import { onTexts } from "../shared/fault-words.js";
import { say } from "../shared/notices.js";
import { setTheme, theme } from "../shared/settings.js";
import { pageOf } from "../shared/stores.js";

/** How many buttons of the page, and how many conversations of a schema, are offered. */
const mostButtons = 60;
const mostConversations = 1000;
const longestPath = 1500;

/** Goes to an address, also to the present one. */
export function goTo(href) {
  location.hash = href;
}

/**
 * The items that are known at once: {title, detail, kind, weight} with an address, href, or an action, act.
 *
 * @param {(items: object[]) => void} more Called with those that the console is asked for.
 */
export function commandsOf(about, more) {
  addConversations(about, more);
  return [...pages(about), ...buttons(), ...actions()];
}

function pages(about) {
  const list = [["Chat", "chat"]];
  if (about.firestore) list.push([about.realtimeDatabase ? "Data of Firestore" : "Data", pageOf(about, "data", "firestore")]);
  if (about.realtimeDatabase) list.push([about.firestore ? "Data of the Realtime Database" : "Data", pageOf(about, "data", "realtimeDatabase")]);
  if (about.firestore) list.push([about.realtimeDatabase ? "Requests to Firestore" : "Requests", pageOf(about, "requests", "firestore")]);
  if (about.realtimeDatabase) list.push([about.firestore ? "Requests to the Realtime Database" : "Requests", pageOf(about, "requests", "realtimeDatabase")]);
  if (about.firestore) list.push([about.realtimeDatabase ? "Rules of Firestore" : "Rules", pageOf(about, "rules", "firestore")]);
  if (about.realtimeDatabase) list.push([about.firestore ? "Rules of the Realtime Database" : "Rules", pageOf(about, "rules", "realtimeDatabase")]);
  list.push(["Tests", "tests"], ["Worker", "worker"], ["Faults and clock", "faults"]);
  return list.map(([title, page]) => ({ title, detail: `#/${page}`, kind: "Page", href: `#/${page}`, weight: 100 }));
}

/** The buttons of the shown page that can be pressed now. */
function buttons() {
  const seen = new Set();
  const found = [];
  for (const button of document.querySelectorAll("main button[data-action]:not(:disabled)")) {
    if (found.length >= mostButtons) break;
    const title = (button.getAttribute("aria-label") ?? button.textContent).trim().replace(/\s+/g, " ");
    if (title === "" || seen.has(title) || !button.checkVisibility({ visibilityProperty: true })) continue;
    seen.add(title);
    found.push({ title, detail: "on this page", kind: "Action", act: () => button.isConnected && (button.focus(), button.click()) });
  }
  return found;
}

function actions() {
  const list = [
    ["Show the keyboard map", "?", () => showKeys()],
    ["Theme: light", theme() === "light" ? "chosen" : "", () => setTheme("light")],
    ["Theme: dark", theme() === "dark" ? "chosen" : "", () => setTheme("dark")],
    ["Theme: as the system", theme() === null ? "chosen" : "", () => setTheme(null)],
  ];
  if (onTexts(faults()).length > 0) list.unshift(["Switch all faults off", onTexts(faults()).join(" · "), clearFaults]);
  return list.map(([title, detail, act]) => ({ title, detail, kind: "Action", act, weight: 50 }));
}

async function clearFaults() {
  try {
    await switchAllOff();
    say("Everything is switched off.");
  } catch (error) {
    say(error.message, { isProblem: true });
  }
}

/** One schema for each place where conversations are, the console's own first. */
function schemasOf(about) {
  const places = new Map();
  const chats = [...about.chats].sort((one, other) => (other.schema === about.schema) - (one.schema === about.schema));
  for (const { schema, store, conversations } of chats) if (!places.has(`${store} ${conversations}`)) places.set(`${store} ${conversations}`, schema);
  return [...places.values()];
}

/** Adds the conversations, and the users in them. */
async function addConversations(about, more) {
  const users = new Map();
  for (const schema of schemasOf(about)) {
    try {
      const { conversations } = await request("GET", `/api/conversations?schema=${encodeURIComponent(schema)}`);
      const items = conversations.slice(0, mostConversations).map(({ id, title, members }) => {
        for (const { id: user, name } of members) if (!users.has(user)) users.set(user, { name, schema, id });
        return { title: title || members.map(({ name }) => name).join(", "), detail: id, kind: "Conversation", href: writeAddress({ page: "chat", schema, conversation: id, users: [] }) };
      });
      more(items);
    } catch {
      // The palette goes without them.
    }
  }
  more([...users].slice(0, mostConversations).map(([user, { name, schema, id }]) => ({ title: name, detail: `${user}: the device in ${id}`, kind: "User", href: writeAddress({ page: "chat", schema, conversation: id, users: [user] }) })));
}

/** Where a text with a slash leads to in each database. */
export function pathItems(about, text) {
  const path = text.trim().replace(/^#?\/+(?:data\/|tree\/)?|\/+$/g, "");
  if (!path.includes("/") && !text.trim().startsWith("/")) return [];
  if (path === "" || path.length > longestPath) return [];
  const segments = path.split("/").filter((segment) => segment !== "");
  const places = [];
  if (about.firestore) places.push([segments.length % 2 === 0 ? "Document" : "Collection", "data"]);
  if (about.realtimeDatabase) places.push(["Node", "tree"]);
  return places.map(([kind, page]) => ({ title: segments.join("/"), detail: page === "tree" ? "in the Realtime Database" : "in Firestore", kind, href: hashOf(segments, page) }));
}
