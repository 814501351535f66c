// The two kinds of databases, and the pages for each.

import { h } from "./dom.js";

const names = { firestore: "Firestore", realtimeDatabase: "Realtime Database" };
const pages = {
  data: { firestore: "data", realtimeDatabase: "tree" },
  requests: { firestore: "requests", realtimeDatabase: "tree-requests" },
  rules: { firestore: "rules", realtimeDatabase: "tree-rules" },
};

/** The kind and store of a page; null for a page that is for both stores. */
export function storeOf(page) {
  for (const [kind, of] of Object.entries(pages)) for (const [store, name] of Object.entries(of)) if (name === page) return { kind, store };
  return null;
}

/** The page of a kind ("data", "requests" or "rules") for a store, or for the other store if the console does not have this one. */
export function pageOf(about, kind, store) {
  const shown = Object.keys(names).filter((name) => about[name]);
  return pages[kind][shown.includes(store) ? store : shown[0]];
}

/** Links between the pages of the two stores; null if there is only one store. */
export function storeSwitch(about, here) {
  if (!about.firestore || !about.realtimeDatabase) return null;
  const { kind } = storeOf(here);
  return h("nav.store-switch", { "aria-label": "Kind of database" }, Object.entries(pages[kind]).map(([store, page]) => h("a", { href: `#/${page}`, "data-store": store, "aria-current": page === here ? "page" : null }, names[store])));
}

/** What the console is connected to, for the frame: a title, and the server of each store. */
export function placeOf(about) {
  const { firestore, realtimeDatabase } = about;
  const stores = [];
  if (firestore) stores.push({ name: names.firestore, server: plain(firestore.server), detail: `${firestore.server}, project ${firestore.project}, database ${firestore.database}` });
  if (realtimeDatabase) stores.push({ name: names.realtimeDatabase, server: plain(realtimeDatabase.server), detail: `${realtimeDatabase.server}, database ${realtimeDatabase.namespace}` });
  return { title: firestore?.project ?? realtimeDatabase.namespace, stores };
}

function plain(server) {
  return server.replace(/^https?:\/\//, "");
}
