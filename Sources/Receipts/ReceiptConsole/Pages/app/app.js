// The entry point: finds out what the console is connected to, and shows the page that the address names.

import { readAddress } from "../shared/addresses.js";
import { succeeded, tryAgain } from "../shared/again.js";
import { connect, on, request } from "../shared/api.js";
// Must receive the connection's first "hello" even if another page than the chat is shown first.
import "../chat/unsent.js";
import { describePage } from "../shared/connection.js";
import { fill, h, icon } from "../shared/dom.js";
import { icons } from "../shared/icons.js";
import { showFaultsSign } from "./faults-sign.js";
import { showConnection } from "./frame.js";
import { followKeys, openPalette } from "./keys.js";
import { showProgress } from "./progress.js";
import { correctAddress } from "../shared/navigation.js";
import { makeScrollable } from "./scrolling.js";
import { loadStyles } from "./styles.js";
import { pageOf, placeOf, storeOf } from "../shared/stores.js";
import { waitFor } from "../shared/waits.js";

const titles = { chat: "Chat", data: "Data", tree: "Data", requests: "Requests", rules: "Rules", "tree-rules": "Rules", "tree-requests": "Requests", tests: "Tests", worker: "Worker", faults: "Faults", unknown: "Page not found" };
const modules = {
  chat: () => import("../chat/page.js"),
  data: () => import("../data/page.js"),
  tree: () => import("../tree/page.js"),
  requests: () => import("../requests/page.js"),
  "tree-requests": () => import("../requests/realtime/page.js"),
  rules: () => import("../rules/firestore/page.js"),
  "tree-rules": () => import("../rules/realtime/page.js"),
  tests: () => import("../tests/page.js"),
  worker: () => import("../worker/page.js"),
  faults: () => import("../faults/page.js"),
  unknown: () => import("./unknown.js"),
};

const main = document.getElementById("page");
let about = null;
let shown = null;
/** The store that was shown last: the links in the frame lead back to it. */
let store = "firestore";
let leave = null;
let turn = 0;

/** The page that the address names: "data" for "#/data/users/alice". If the console has no such store, the page of the other store. */
function pageName() {
  const { page: name } = readAddress(location.hash);
  const of = storeOf(name);
  const page = of ? pageOf(about, of.kind, of.store) : name;
  if (page !== name) correctAddress(`#/${page}`);
  return page;
}

/** What a page needs and how often it refreshes, until the page itself says more. */
function described(name) {
  const of = storeOf(name);
  return { needs: of ? [of.store] : [], pace: of?.kind === "data" && about.pushesChanges ? null : 1000 };
}

async function route() {
  const name = pageName();
  // Pages handle their own sub-paths.
  if (name === shown) return;
  shown = name;
  const thisTurn = ++turn;
  leave?.();
  leave = null;
  document.title = `${titles[name]} – receipts`;
  document.body.dataset.page = name;
  if (name !== "chat") describePage(described(name));
  const of = storeOf(name);
  // The pages about one store have columns, which take the height of the window.
  document.body.classList.toggle("has-columns", of !== null);
  if (of) store = of.store;
  for (const link of document.querySelectorAll("[data-nav]")) {
    const kind = link.dataset.nav;
    if (storeOf(kind)) link.href = `#/${pageOf(about, kind, store)}`;
    const isShown = kind === (of?.kind ?? name);
    if (isShown) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
    // On a phone the links scroll.
    if (isShown) link.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  const root = h("div.page", { class: `page page-${name}` });
  fill(main, root);
  window.scrollTo(0, 0);
  try {
    const module = await waitFor(load(name));
    // Another page may have been opened meanwhile.
    if (thisTurn !== turn) return;
    const clean = await module.show(root, about);
    if (thisTurn === turn) leave = clean;
    else clean?.();
  } catch (error) {
    if (thisTurn !== turn) return;
    console.error(error);
    fill(main, failure("This page could not be shown.", error, again));
  }
}

/** The module of a page, with its style sheets. */
async function load(name) {
  const [module] = await Promise.all([modules[name](), loadStyles(name)]);
  return module;
}

function again() {
  shown = null;
  route();
}

function failure(title, error, retry) {
  const element = h("div.empty", { role: "alert" },
    h("h2", null, title),
    h("p", null, error.message),
    h("button.primary", { type: "button", onclick: retry }, "Try again"));
  tryAgain(error, retry, () => element.isConnected);
  return element;
}

function showPlace() {
  const { title, stores } = placeOf(about);
  const place = document.getElementById("place");
  // A single server needs no name; two do.
  fill(place,
    stores.map(({ name, server, detail }) => h("span.place-server", { title: `${name}: ${detail}` }, stores.length > 1 ? h("span.place-store", null, `${name} `) : null, server)),
    h("strong", { title: stores.map(({ detail }) => detail).join("\n") }, title),
    about.isEmulator ? h("span.badge.accent", null, "Emulator") : null);
  place.classList.toggle("has-both", stores.length > 1);
  document.querySelector('[data-nav="worker"]').hidden = !about.hasWorker;
}

function showPaletteButton() {
  const button = document.getElementById("palette-button");
  fill(button, icon(icons.search));
  button.addEventListener("click", () => openPalette(about));
}

/** Called when a worker has started. */
function showWorker() {
  if (about.hasWorker) return;
  about.hasWorker = true;
  showPlace();
  if (shown === "worker") again();
}

async function start() {
  fill(main, h("div.empty", { role: "status" }, "Loading…"));
  // The page's own files load meanwhile; if they cannot, it says so when it is shown.
  load(readAddress(location.hash).page).catch(() => {});
  try {
    about = await request("GET", "/api/about");
  } catch (error) {
    fill(main, failure("The console does not answer.", error, start));
    return;
  }
  succeeded(start);
  showPlace();
  showConnection();
  showFaultsSign();
  showPaletteButton();
  followKeys(about);
  on("worker", showWorker);
  connect();
  window.addEventListener("hashchange", route);
  await route();
}

document.querySelector(".skip-link").addEventListener("click", (event) => {
  // The address selects the page, so the link must not change it.
  event.preventDefault();
  main.focus();
});

makeScrollable(main);
showProgress();
start();
