// What the page of requests asks of an emulator of a Realtime Database, in the same shapes as CallService.

import { curlOf, requestText, swiftOf, urlOf } from "./copies.js";
import { ConsoleError, database, databaseReason } from "../../shared/api.js";
import { segmentsFromText } from "../../shared/realtime/paths.js";

/** The calls that have reached a database. */
export class TreeCallService {
  store = "realtimeDatabase";
  costName = "Downloaded";
  protocols = "REST, WebSockets or long polling";
  whyUnkept = "What it asked for is not kept: it was larger than 64 KB, or has no form in the REST API.";
  #of;

  /** @param {{server: string, namespace: string, isEmulator: boolean}} of The member of about. */
  constructor(of) {
    this.#of = of;
    this.isEmulator = of?.isEmulator === true;
  }

  async #ask(path, body) {
    return JSON.parse(await this.#text(path, body));
  }

  async #text(path, body) {
    const answer = await database(body === undefined ? "GET" : "POST", path, body);
    if (answer.status >= 400) throw new ConsoleError(databaseReason(answer), answer.status, answer.decision);
    return answer.text;
  }

  /** See CallService.calls. */
  async calls(after, { background = true } = {}) {
    try {
      return await this.#ask(`/.inspect/calls.json?after=${after}${background ? "" : "&background=false"}`);
    } catch (error) {
      if (error.status === 404) return null;
      throw error;
    }
  }

  /** One call by its number; null if it is gone. */
  async call(number) {
    return (await this.#ask(`/.inspect/calls.json?number=${number}`)).calls[0] ?? null;
  }

  /** The explanation of a decision; null if the emulator no longer has it. */
  async decision(number) {
    return (await this.#ask(`/.inspect/decisions.json?number=${number}`)).decisions[0] ?? null;
  }

  /** See CallService.replay. */
  replay({ number }, content) {
    return this.#ask("/.inspect/replay.json", JSON.stringify(content === null ? { call: number } : { call: number, content }));
  }

  /** The text of the loaded rules. */
  rules() {
    return this.#text("/.settings/rules.json");
  }

  /** A command that makes a request. */
  get example() {
    const { server, namespace } = this.#of;
    return `curl '${server}/users.json?ns=${namespace}'`;
  }

  curl = (call) => curlOf(call, this.#of);
  swift = (call) => swiftOf(call, this.#of);
  url = (call) => urlOf(call, this.#of);
  requestText = requestText;

  /** The path of the data that a call is about, as segments; null if it is about none. */
  dataPath({ path }) {
    return path === undefined ? null : segmentsFromText(path);
  }
}
