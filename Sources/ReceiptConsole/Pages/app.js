// The frame: finds out what the console is connected to, and shows the page that the address names.

import { connect, on, request } from "./api.js";
// The chat has to hear the connection's first "hello", also when another page is shown first.
import * as chat from "./chat.js";
import { fill, h } from "./dom.js";

const titles = { chat: "Chat", data: "Data", rules: "Rules", worker: "Worker" };
const modules = {
  chat: async () => chat,
  data: () => import("./data.js"),
  rules: () => import("./rules.js"),
  worker: () => import("./worker.js"),
};

const main = document.getElementById("page");
let about = null;
let shown = null;
let leave = null;
let turn = 0;

/** The page that the address names: "#/data/users/alice" is "data". */
function pageName() {
  const name = location.hash.replace(/^#\/?/, "").split("/")[0];
  const isKnown = Object.hasOwn(modules, name) && (name !== "worker" || about.hasWorker);
  return isKnown ? name : "chat";
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
  for (const link of document.querySelectorAll("[data-nav]")) {
    if (link.dataset.nav === name) link.setAttribute("aria-current", "page");
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
  fill(document.getElementById("place"),
    h("span.place-server", { title: about.server }, about.server.replace(/^https?:\/\//, "")),
    h("strong", { title: `Project ${about.project}, database ${about.database}` }, about.project),
    about.isEmulator ? h("span.badge.accent", null, "Emulator") : null);
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
