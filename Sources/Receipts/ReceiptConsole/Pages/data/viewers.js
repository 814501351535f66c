// Whom a page is viewed as: a user's id, or claims as JSON, in the address. No DOM.

import { ValueError } from "../shared/texts.js";

/** The viewer that a form names: "bob", or JSON of claims; "{}" for nobody. Throws a ValueError for invalid claims. */
export function viewerFrom(user, claims) {
  const id = user.trim();
  let others = {};
  if (claims.trim() !== "") {
    try {
      others = JSON.parse(claims);
    } catch (error) {
      throw new ValueError(`This is not valid JSON: ${error.message}`);
    }
    if (others === null || typeof others !== "object" || Array.isArray(others)) throw new ValueError("Enter an object, such as {\"admin\": true}.");
    if (id === "" && Object.keys(others).length > 0) throw new ValueError("Claims need a user id: nobody has none.");
  }
  if (Object.keys(others).length === 0 && id !== "" && !id.startsWith("{")) return id;
  return JSON.stringify(id === "" ? {} : { sub: id, ...others });
}

/** Whom to act as: see firestore() in api.js. */
export function identityOf(viewer) {
  const claims = claimsOf(viewer);
  if (claims === null) return { user: viewer };
  const { sub, ...others } = claims;
  if (typeof sub !== "string" || sub === "") return { nobody: true };
  return Object.keys(others).length === 0 ? { user: sub } : { user: sub, claims: others };
}

/** A viewer in words. */
export function viewerText(viewer) {
  const { nobody, user, claims } = identityOf(viewer);
  if (nobody) return "nobody signed in";
  return claims === undefined ? user : `${user} with ${JSON.stringify(claims)}`;
}

/** The claims in an address; null for the id of a user. */
function claimsOf(viewer) {
  if (!viewer.startsWith("{")) return null;
  try {
    return JSON.parse(viewer);
  } catch {
    return null;
  }
}
