// The values of a Realtime Database, and texts for them that people read and write. No DOM.

import { cut, ValueError } from "../texts.js";

/** The types of an edited value, with their labels. */
export const types = {
  string: "text",
  number: "number",
  boolean: "true or false",
  time: "the server's time",
  json: "JSON",
};

/** The type of a leaf's JSON. */
export function typeOf(json) {
  if (json.startsWith("\"")) return "string";
  if (json === "true" || json === "false") return "boolean";
  return json === "null" ? "null" : "number";
}

/** The text to start editing with. */
export function textOf(json) {
  const type = typeOf(json);
  if (type === "null") return "";
  return type === "string" ? JSON.parse(json) : json;
}

/** The JSON for a text of a type; throws a ValueError that says what is expected. */
export function jsonFrom(type, text) {
  switch (type) {
    case "string": return JSON.stringify(text);
    case "number": return numberFrom(text.trim());
    case "boolean": return text === "true" ? "true" : "false";
    // The server replaces this with its time, in milliseconds since 1970.
    case "time": return "{\".sv\":\"timestamp\"}";
    default: return jsonFromText(text.trim());
  }
}

function numberFrom(text) {
  if (!/^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(text)) throw new ValueError("Enter a number such as 42, -0.25 or 1e6.");
  if (!Number.isFinite(Number(text))) throw new ValueError("This number is too large.");
  return text;
}

function jsonFromText(text) {
  try {
    if (JSON.parse(text) === null) throw new ValueError("null deletes the value; use Delete instead.");
  } catch (error) {
    if (error instanceof ValueError) throw error;
    throw new ValueError("This is not valid JSON, such as {\"name\": \"Blue\", \"seats\": 4}.");
  }
  return text;
}

/** A leaf in one line. */
export function shownText(json, limit = 300) {
  if (typeOf(json) !== "string") return json;
  const text = JSON.parse(json);
  return text === "" ? "(empty text)" : cut(text, limit);
}

/** The time of a number of milliseconds since 1970; null for a number that is probably not a time: before 2000 or after 2100. */
export function timeOf(json) {
  if (!/^\d{12,13}$/.test(json)) return null;
  const time = Number(json);
  return time >= 946684800000 && time < 4102444800000 ? new Date(time) : null;
}
