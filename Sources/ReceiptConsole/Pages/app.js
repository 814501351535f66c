// The frame: finds out what the console is connected to, and shows the page that the address names.

import { connect, on, request } from "./api.js";
// The chat has to hear the connection's first "hello", also when another page is shown first.
import * as chat from "./chat.js";
import { fill, h } from "./dom.js";
import { pageOf, placeOf, storeOf } from "./stores.js";

const titles = { chat: "Chat", data: "Data", tree: "Data", rules: "Rules", "tree-rules": "Rules", worker: "Worker" };
const modules = {
  chat: async () => chat,
  data: () => import("./data.js"),
  tree: () => import("./tree.js"),
  rules: () => import("./rules.js"),
  "tree-rules": () => import("./tree-rules.js"),
  worker: () => import("./worker.js"),
};

const main = document.getElementById("page");
let about = null;
let shown = null;
/** The store that was looked at last: the way back leads to it. */
let store = "firestore";
let leave = null;
let turn = 0;

/** The page that the address names: "#/data/users/alice" is "data". One of a store that is not shown leads to that of the other. */
function pageName() {
  const name = location.hash.replace(/^#\/?/, "").split("/")[0];
  const isKnown = Object.hasOwn(modules, name) && (name !== "worker" || about.hasWorker);
  if (!isKnown) return "chat";
  const of = storeOf(name);
  const page = of ? pageOf(about, of.kind, of.store) : name;
  if (page !== name) history.replaceState(null, "", `#/${page}`);
  return page;
}

async function route() {
  const name = pageName();
  // A page minds its own sub-paths.
  if (name === shown) return;
  shown = name;
  const thisTurn = ++turn;
  leave?.();
  leave = null;
  document.title = `${titles[name]} – receipts`;
  document.body.dataset.page = name;
  const of = storeOf(name);
  if (of) store = of.store;
  for (const link of document.querySelectorAll("[data-nav]")) {
    const kind = link.dataset.nav;
    if (storeOf(kind)) link.href = `#/${pageOf(about, kind, store)}`;
    if (kind === (of?.kind ?? name)) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const root = h("div.page", { class: `page page-${name}` });
  fill(main, root);
  window.scrollTo(0, 0);
  try {
    const module = await modules[name]();
    const clean = await module.show(root, about);
    // Somebody may have gone on to another page meanwhile.
    if (thisTurn === turn) leave = clean;
    else clean?.();
  } catch (error) {
    if (thisTurn !== turn) return;
    console.error(error);
    fill(main, failure("This page cannot be shown.", error, () => {
      shown = null;
      route();
    }));
  }
}

function failure(title, error, retry) {
  return h("div.empty", { role: "alert" },
    h("h2", null, title),
    h("p", null, error.message),
    h("button.primary", { type: "button", onclick: retry }, "Try again"));
}

function showConnection(state, text) {
  const badge = document.getElementById("connection");
  if (badge.dataset.connection === state) return;
  badge.dataset.connection = state;
  badge.querySelector(".connection-text").textContent = text;
}

function showPlace() {
  const { title, stores } = placeOf(about);
  const place = document.getElementById("place");
  // One server says by itself which it is, of two each needs its name.
  fill(place,
    stores.map(({ name, server, detail }) => h("span.place-server", { title: `${name}: ${detail}` }, stores.length > 1 ? h("span.place-store", null, `${name} `) : null, server)),
    h("strong", { title: stores.map(({ detail }) => detail).join("\n") }, title),
    about.isEmulator ? h("span.badge.accent", null, "Emulator") : null);
  place.classList.toggle("has-both", stores.length > 1);
  document.querySelector('[data-nav="worker"]').hidden = !about.hasWorker;
}

async function start() {
  fill(main, h("div.empty", { role: "status" }, "One moment…"));
  try {
    about = await request("GET", "/api/about");
  } catch (error) {
    fill(main, failure("The console does not answer.", error, start));
    return;
  }
  showPlace();
  on("connection", ({ connected }) => {
    if (connected) showConnection("live", "Live");
    else showConnection("lost", "Connection lost, trying again");
  });
  connect();
  window.addEventListener("hashchange", route);
  await route();
}

document.querySelector(".skip-link").addEventListener("click", (event) => {
  // The address is the route, so that the link must not change it.
  event.preventDefault();
  main.focus();
});

start();
