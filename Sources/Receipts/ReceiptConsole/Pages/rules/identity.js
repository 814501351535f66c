// Whom a request is made as. No DOM.

import { ValueError } from "../shared/texts.js";

/**
 * Reads who makes a request; throws a ValueError for invalid input.
 *
 * @param {object} form as: "nobody", "user" or "admin"; user, claims: texts.
 * @returns {object} See firestore() in api.js; empty for an administrator.
 */
export function identityOf({ as, user, claims }) {
  if (as === "nobody") return { nobody: true };
  if (as !== "user") return {};
  const identity = { user: user.trim() };
  if (identity.user === "") throw new ValueError("Enter a user id.");
  if (claims.trim() !== "") identity.claims = objectFrom(claims);
  return identity;
}

/** Reads a JSON object; an empty text is an empty object. */
export function objectFrom(text) {
  if (text.trim() === "") return {};
  let json;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new ValueError(`This is not valid JSON: ${error.message}`);
  }
  if (json === null || typeof json !== "object" || Array.isArray(json)) throw new ValueError("Enter an object, such as {\"field\": \"value\"}.");
  return json;
}
