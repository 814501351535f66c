// What the page of requests asks of the embedded emulator.

import { curlOf, urlOf } from "./copies.js";
import { swiftOf } from "./swift.js";
import { ConsoleError, firestore, reason } from "../shared/api.js";

/** The calls that have reached the emulator, and the decisions about them. */
export class CallService {
  store = "firestore";
  costName = "Billed";
  protocols = "REST, gRPC or WebChannel";
  whyUnkept = "What it asked for is not kept: it was larger than 64 KB, was refused before it was read, or is about a transaction.";
  #of;
  #path;

  /** @param {{server: string, project: string, isEmulator: boolean}} of The member of about. */
  constructor(of) {
    this.#of = of;
    this.#path = `/emulator/v1/projects/${of?.project}`;
    this.isEmulator = of?.isEmulator === true;
  }

  async #ask(method, suffix, body) {
    const answer = await firestore(method, `${this.#path}${suffix}`, body);
    if (answer.status >= 400) throw new ConsoleError(reason(answer), answer.status, answer.decision);
    return answer.json;
  }

  /**
   * The calls after one, oldest first, and all open listeners.
   *
   * @returns {Promise<{isRecording: boolean, calls: object[], listeners: object[]}|null>} Null if the emulator keeps no calls, like Google's.
   */
  async calls(after, { background = true } = {}) {
    try {
      return await this.#ask("GET", `:calls?after=${after}${background ? "" : "&background=false"}`);
    } catch (error) {
      if (error.status === 404) return null;
      throw error;
    }
  }

  /** One call by its number, even one that is not listed; null if it is gone. */
  async call(number) {
    return (await this.#ask("GET", `:calls?number=${number}`)).calls[0] ?? null;
  }

  /** The explanation of a decision; null if the emulator no longer has it. */
  async decision(number) {
    return (await this.#ask("GET", `:explain?number=${number}`)).decisions?.[0] ?? null;
  }

  /** Decides once more on a call: on the present data, by the loaded rules or by others. Nothing is written. */
  replay({ decision: number }, content) {
    return this.#ask("POST", ":replay", content === null ? { number } : { number, content });
  }

  /** A command that makes a request. */
  get example() {
    const { server, project } = this.#of;
    return `curl ${server}/v1/projects/${project}/databases/(default)/documents/users`;
  }

  curl = (call) => curlOf(call, this.#of.server);
  swift = (call) => swiftOf(call, this.#of.server, this.#of.project);
  url = (call) => urlOf(call, this.#of.server);

  /** What a call asked for. */
  requestText({ request: { method, path, body } }) {
    return `${method} ${path}\n\n${JSON.stringify(body, null, 2)}`;
  }

  /** The path of the data that a call is about, as segments; null if it is about none, or about many places. */
  dataPath({ targets: [path] = [] }) {
    return path && !path.includes("*") ? path.split("/") : null;
  }

  /** The text of the loaded rules. */
  async rules() {
    return (await this.#ask("GET", ":securityRules")).rules?.files?.[0]?.content ?? "";
  }
}
