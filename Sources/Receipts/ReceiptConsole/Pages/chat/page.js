// The chat page: a conversation on the devices of some of its members, side by side.

import { mostDevices, readAddress, writeAddress } from "../shared/addresses.js";
import { on } from "../shared/api.js";
import { Announcer } from "./announcer.js";
import { avatar } from "./avatar.js";
import { Conversations } from "./conversations.js";
import { CostPanel } from "./costs/panel.js";
import { DeviceMenu } from "./devices.js";
import { StageNote } from "./note.js";
import { showTimeline } from "./timeline.js";
import { byActivity, firstDevices, titleOf } from "./overview.js";
import { Pane } from "./pane.js";
import { Picker } from "./picker.js";
import { describePage, isThere, watchConnection } from "../shared/connection.js";
import { arrange, fill, h, icon, setText } from "../shared/dom.js";
import { icons } from "../shared/icons.js";
import { correctAddress, recordChoice } from "../shared/navigation.js";
import { PastBar } from "../shared/past/bar.js";
import { wasGreeted } from "./unsent.js";

// The last address, to return to when the page is opened by name alone.
let lastLink = null;
// Of all visits to this page: the closing of an earlier device may reach the console after the opening of the next one.
let paneCounter = 0;

/** Shows the page. */
export async function show(root, about) {
  const page = new ChatPage(root, about);
  page.start();
  return () => page.leave();
}

class ChatPage {
  #about;
  #root;
  #schema;
  #conversation = null;
  #conversations;
  /** The chosen viewer of the list; null for the owner of the first device. */
  #viewer = null;
  #panes = [];
  #active = null;
  #stops = [];
  /** The past time that is shown; null for now. */
  #at = null;
  /** Null where nothing of the past is kept: only emulators of Firestore do. */
  #past = null;

  constructor(root, about) {
    this.#root = root;
    this.#about = about;
    this.#schema = about.schema;
    this.announcer = new Announcer();
    this.#conversations = new Conversations({ every: about.listEvery, changed: (isFirst) => this.#listed(isFirst) });
    this.picker = new Picker({
      schemas: about.schemas,
      chooseSchema: (schema) => this.#chooseSchema(schema),
      chooseConversation: (conversation) => {
        this.#choose(conversation, true);
        this.#closePicker();
      },
      chooseViewer: (user) => {
        this.#viewer = user;
        this.#showPicker();
      },
      seen: (ids) => this.#conversations.show(ids, this.#looker()),
      retry: () => this.#loadConversations(),
    });
    this.devices = new DeviceMenu((member) => this.#addDevice(member));
    if (about.firestore?.isEmulator) this.#past = this.#makePast();
    this.costs = new CostPanel({
      database: about.firestore?.isEmulator ? this.#databaseName() : null,
      places: () => this.#places(),
      members: () => this.#members().length,
    });
  }

  #databaseName() {
    const { project, database } = this.#about.firestore;
    return `projects/${project}/databases/${database}`;
  }

  /** The paths of the conversation. */
  #places() {
    const collection = this.#about.chats.find((chat) => chat.schema === this.#schema)?.conversations;
    return this.#conversation === null ? [] : [`${collection}/${this.#conversation}`];
  }

  #makePast() {
    return new PastBar({
      database: this.#databaseName(),
      places: () => this.#places(),
      placesText: "this conversation",
      choose: (time) => {
        this.#travel(time);
        this.#settle(true);
      },
    });
  }

  start() {
    this.#build();
    this.#stops.push(
      on("hello", ({ resumed }) => {
        if (!resumed) for (const pane of this.#panes) pane.open();
      }),
      on("connection", ({ connected }) => {
        if (connected) for (const pane of this.#panes) pane.reading.tryAgain();
      }),
      on("pane", (event) => this.#pane(event)?.receiveState(event)),
      on("messages", (event) => this.#receiveMessages(event)),
      on("sheet", (event) => this.#pane(event)?.receiveSheet(event)),
      watchConnection(() => this.#showServer()),
      listen(window, "hashchange", () => this.#follow()),
      listen(document, "keydown", (event) => {
        if (event.key === "Escape" && this.#root.classList.contains("shows-picker")) this.#closePicker();
      }),
      () => this.#conversations.stop(),
      () => this.picker.stop(),
      () => this.announcer.stop(),
      () => this.devices.stop(),
      () => this.#past?.stop(),
      () => this.costs.stop(),
    );
    this.#follow();
  }

  leave() {
    for (const stop of this.#stops) stop();
    for (const pane of this.#panes) pane.close();
    this.#panes = [];
  }

  #build() {
    this.pickerButton = h("button.picker-button", {
      type: "button", "data-action": "picker", "aria-expanded": "false", "aria-controls": "chat-picker",
      onclick: () => this.#togglePicker(),
    }, icon(icons.lines), h("span.button-text", null, "Conversations"));
    this.title = h("h1", { dir: "auto" });
    this.subtitle = h("p.stage-members", { dir: "auto" });
    this.tabs = h("div.tabs", { role: "group", "aria-label": "Devices" });
    this.panes = h("div.panes", { onscroll: () => this.#markTab() });
    this.note = new StageNote({ about: this.#about, retry: () => this.#loadConversations(), created: (schema, conversation) => this.#showSample(schema, conversation) });
    this.bar = h("div.stage-bar", null,
      this.pickerButton, h("div.stage-titles", null, this.title, this.subtitle), this.costs.button, this.#past?.button, this.devices.element);
    this.stage = h("div.stage", { onfocusin: (event) => this.#focused(event) }, this.bar, this.costs.element, this.#past?.element, this.tabs, this.note.notice, this.note.element, this.panes);
    this.shade = h("div.picker-shade", { onclick: () => this.#closePicker() });
    this.#root.classList.add("chat");
    fill(this.#root, this.picker.element, this.shade, this.stage, this.announcer.element);
  }

  #receiveMessages(event) {
    const pane = this.#pane(event);
    if (pane === undefined) return;
    pane.receiveMessages(event);
    if (pane.at === null && !event.isFirst) requestAnimationFrame(() => this.costs.noteShown(pane.user));
  }

  #pane(event) {
    return this.#panes.find((pane) => pane.id === event.pane);
  }

  #focused(event) {
    const element = event.target.closest(".pane");
    if (element === null) return;
    this.#active = this.#panes.find((pane) => pane.element === element) ?? null;
    // On a narrow screen the focus may move to a device out of view.
    if (event.target.matches(":focus-visible")) element.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // The selection

  /** Shows what the address selects. */
  #follow() {
    let link = readAddress(location.hash);
    if (link.page !== "chat") return;
    if (link.schema === null) {
      if (this.#conversations.list !== null) {
        this.#settle();
        return;
      }
      if (lastLink !== null) link = readAddress(lastLink);
    }
    if (this.#conversations.list !== null && link.schema !== null && writeAddress(link) === this.#address()) return;
    const schema = link.schema ?? this.#schema;
    const isOther = schema !== this.#schema || this.#conversations.list === null;
    this.#schema = schema;
    if (isOther) this.#conversations.forget();
    const isElsewhere = isOther || link.conversation !== this.#conversation;
    this.#conversation = link.conversation;
    this.#travel(link.at);
    this.#setUsers(link.users);
    if (isElsewhere) this.#past?.moved();
    const found = this.#found();
    if (isOther) this.#loadConversations();
    else if (link.users.length === 0 && found !== null) this.#choose(found);
    else this.#settle();
  }

  #address() {
    return this.#addressAt(this.#at);
  }

  /** The address of what is shown, at another time. */
  #addressAt(at) {
    return writeAddress({ page: "chat", schema: this.#schema, conversation: this.#conversation, users: this.#panes.map((pane) => pane.user), at });
  }

  /** Shows the devices as they were at a time; null for now. */
  #travel(time) {
    const at = this.#past !== null && this.#about.schemaStores[this.#schema] === "firestore" ? time : null;
    this.#past?.show(at);
    if (at === this.#at) return;
    this.#at = at;
    for (const pane of this.#panes) pane.travel(at);
  }

  #chooseSchema(schema) {
    this.#schema = schema;
    this.#conversation = null;
    this.#conversations.forget();
    this.#setUsers([]);
    this.#settle(true);
    this.#loadConversations();
  }

  /** Shows a conversation on the devices of two members; isChoice: whether somebody chose it. */
  #choose(conversation, isChoice = false) {
    if (conversation.id === this.#conversation && this.#panes.length > 0) return;
    this.#conversation = conversation.id;
    this.#travel(null);
    this.#past?.moved();
    this.#setUsers(firstDevices(conversation, this.#looker()));
    this.#settle(isChoice);
  }

  /** Updates the frame and the panes: which database the schema needs, and whether its server answers. */
  #showServer() {
    const store = this.#about.schemaStores[this.#schema] ?? "firestore";
    const seconds = this.#about[store]?.refreshSeconds ?? null;
    describePage({ needs: [store], pace: seconds === null ? null : seconds * 1000 });
    for (const pane of this.#panes) pane.setServer(isThere(store));
  }

  /** Opens the devices of exactly these members; open ones stay. */
  #setUsers(users) {
    const kept = [];
    for (const pane of this.#panes) {
      if (pane.schema === this.#schema && pane.conversation === this.#conversation && users.includes(pane.user)) kept.push(pane);
      else pane.close();
    }
    this.#panes = users.map((user) => kept.find((pane) => pane.user === user) ?? this.#makePane(user));
    arrange(this.panes, this.#panes.map(({ element }) => element));
    if (!this.#panes.includes(this.#active)) this.#active = this.#panes[0] ?? null;
    for (const pane of this.#panes) if (!kept.includes(pane) && wasGreeted()) pane.open();
    if (this.#past !== null) this.#past.button.hidden = this.#conversation === null || this.#about.schemaStores[this.#schema] !== "firestore";
    this.#showServer();
    this.#showStage();
  }

  #makePane(user) {
    const known = this.#members().find((member) => member.id === user);
    return new Pane({
      id: `device${++paneCounter}`,
      schema: this.#schema,
      conversation: this.#conversation,
      at: this.#at,
      openTimeline: this.#past === null || this.#about.schemaStores[this.#schema] !== "firestore" ? null
        : (message) => showTimeline(this.#about, { schema: this.#schema, conversation: this.#conversation, message }, (time) => this.#addressAt(time)),
      person: known ?? { id: user, name: user, initials: user.slice(0, 1).toUpperCase(), photoURL: null },
      announce: (text, pane) => {
        // The same message appears on every device: only the active one is read out.
        if (pane === this.#active) this.announcer.say(`${pane.person.name}’s device. ${text}`);
      },
      changed: () => {
        this.#showStage();
        this.#showLayout();
      },
      schemas: this.#about.schemas,
      openAs: (schema) => {
        location.hash = writeAddress({ page: "chat", schema, conversation: this.#conversation, users: this.#panes.map((pane) => pane.user) });
      },
      remove: (pane) => this.#removeDevice(pane),
    });
  }

  #addDevice(member) {
    this.#setUsers([...this.#panes.map((pane) => pane.user), member.id].slice(0, mostDevices));
    this.#settle(true);
    this.#panes.at(-1).element.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  #removeDevice(pane) {
    const index = this.#panes.indexOf(pane);
    this.#setUsers(this.#panes.filter((other) => other !== pane).map((other) => other.user));
    this.#settle(true);
    (this.#panes[Math.min(index, this.#panes.length - 1)]?.element.querySelector("[data-list]") ?? this.devices.button).focus();
  }

  /** The members of the selected conversation: from an open device, which knows all of them, or from the list. */
  #members() {
    const pane = this.#panes.find((one) => one.conversation === this.#conversation && one.members.length > 0);
    return pane?.members ?? this.#found()?.members ?? [];
  }

  #found() {
    return this.#conversation === null ? null : this.#conversations.find(this.#conversation);
  }

  /** Whose list of conversations it is: the chosen viewer, or the owner of the first device. */
  #looker() {
    return this.#viewer ?? this.#panes[0]?.user ?? this.#conversations.list?.[0]?.members[0]?.id ?? null;
  }

  /** Updates the address and the page after a selection, by somebody or automatic. */
  #settle(isChoice = false) {
    lastLink = this.#address();
    if (isChoice) recordChoice(lastLink);
    else correctAddress(lastLink);
    this.#showPicker();
    this.#showStage();
  }

  // The list of conversations

  async #loadConversations() {
    const loading = this.#conversations.load(this.#schema);
    this.#showPicker();
    this.#showStage();
    await loading;
  }

  /** The list has arrived or changed. If somebody has removed all devices, none are opened again. */
  #listed(isFirst) {
    const { list, isComplete } = this.#conversations;
    if (isFirst && list !== null && this.#panes.length === 0) {
      const conversation = this.#found() ?? (this.#conversation === null || isComplete ? byActivity(list)[0] : undefined);
      if (conversation !== undefined) this.#choose(conversation);
      else if (isComplete) this.#conversation = null;
    }
    this.#settle();
  }

  #showPicker() {
    this.picker.show({
      schema: this.#schema,
      conversation: this.#conversation,
      viewer: this.#looker(),
      conversations: this.#conversations.list,
      activity: this.#conversations.activity,
      isComplete: this.#conversations.isComplete,
      error: this.#conversations.error,
    });
    this.#showLayout();
  }

  #showLayout() {
    this.picker.showLayout(this.#panes.find((pane) => pane.layout !== null)?.layout ?? null, this.#schema);
  }

  #togglePicker() {
    if (this.#root.classList.contains("shows-picker")) {
      this.#closePicker();
      return;
    }
    this.#root.classList.add("shows-picker");
    this.pickerButton.setAttribute("aria-expanded", "true");
    this.stage.inert = true;
    this.picker.schema.focus();
    this.#conversations.refresh();
  }

  #closePicker() {
    if (!this.#root.classList.contains("shows-picker")) return;
    this.#root.classList.remove("shows-picker");
    this.pickerButton.setAttribute("aria-expanded", "false");
    this.stage.inert = false;
    this.pickerButton.focus();
  }

  // The stage

  #showStage() {
    const found = this.#found();
    const title = (found && titleOf(found, this.#looker())) ?? this.#panes.find((pane) => pane.title !== "")?.title ?? this.#conversation ?? "Chat";
    setText(this.title, title);
    const members = this.#members();
    const kind = members.length === 0 ? "" : members.length === 1 ? "1 member" : `${members.length} members`;
    setText(this.subtitle, kind);
    const users = new Set(this.#panes.map((pane) => pane.user));
    this.devices.show(members.filter((member) => !users.has(member.id)), this.#panes.length >= mostDevices);
    this.devices.element.hidden = this.#conversation === null;
    this.panes.dataset.count = this.#panes.length;
    this.panes.hidden = this.#panes.length === 0;
    this.#showTabs();
    this.#showNote();
  }

  #showTabs() {
    const key = JSON.stringify(this.#panes.map((pane) => [pane.id, pane.person.name, pane.person.photoURL]));
    if (this.tabs.dataset.key === key) return;
    this.tabs.dataset.key = key;
    this.tabs.hidden = this.#panes.length < 2;
    fill(this.tabs, this.#panes.map((pane) => h("button", {
      type: "button", "data-tab": pane.user, onclick: () => this.#showPane(pane),
    }, avatar(pane.person, "small"), h("span", { dir: "auto" }, pane.person.name))));
    this.#markTab();
  }

  #showPane(pane) {
    this.panes.scrollTo({ left: pane.element.offsetLeft - this.panes.offsetLeft });
  }

  /** On a narrow screen, which shows one device at a time, marks its tab. */
  #markTab() {
    const width = this.panes.clientWidth || 1;
    const index = Math.min(this.#panes.length - 1, Math.round(this.panes.scrollLeft / width));
    for (const [position, tab] of [...this.tabs.children].entries()) tab.setAttribute("aria-pressed", position === index);
  }

  #showNote() {
    const { list, error } = this.#conversations;
    const kind = this.#panes.length > 0 ? "none"
      : error !== null ? "error"
        : list === null ? "loading"
          : list.length === 0 ? "empty"
            : this.#conversation !== null && this.#found() === null ? "missing" : "choose";
    this.note.show({ kind, schema: this.#schema, error });
  }

  /** Shows the first of new sample conversations. */
  #showSample(schema, conversation) {
    this.#schema = schema;
    this.#conversation = conversation;
    this.#conversations.forget();
    this.#loadConversations();
  }
}

function listen(target, kind, handler) {
  target.addEventListener(kind, handler);
  return () => target.removeEventListener(kind, handler);
}
