// Calls as Swift code with this package's client. No DOM.

import { claimsOf, credentialsCode, notesOf } from "./calls.js";
import { fieldNames } from "../shared/firestore/paths.js";
import { dictionary, queryCode, stringLiteral, valueCode } from "../shared/firestore/swift.js";
import { fieldsOf } from "../shared/firestore/values.js";

function transformCode(transform) {
  if (transform.setToServerValue) return "FieldValue.serverTimestamp()";
  if (transform.appendMissingElements) return `FieldValue.arrayUnion([${(transform.appendMissingElements.values ?? []).map(valueCode).join(", ")}])`;
  if (transform.removeAllFromArray) return `FieldValue.arrayRemove([${(transform.removeAllFromArray.values ?? []).map(valueCode).join(", ")}])`;
  for (const name of ["increment", "maximum", "minimum"]) if (transform[name]) return `FieldValue.${name}(${valueCode(transform[name])})`;
  return "nil";
}

function fieldAt(fields, path) {
  const names = fieldNames(path);
  let value = { mapValue: { fields } };
  for (const name of names) value = fieldsOf(value?.mapValue)[name];
  return value;
}

function writeCode(write, batch) {
  const name = write.update?.name ?? write.delete ?? write.transform?.document ?? write.verify;
  const document = `firestore.document(${stringLiteral(pathOf(name))})`;
  const call = (method, data, more = "") => (batch ? `${batch}.${method}(${data}, forDocument: ${document}${more})` : `try await ${document}.${method}(${data}${more})`);
  if (write.delete) return batch ? `${batch}.deleteDocument(${document})` : `try await ${document}.delete()`;
  const transforms = (write.updateTransforms ?? write.transform?.fieldTransforms ?? []).map((one) => [one.fieldPath, transformCode(one)]);
  const fields = write.update?.fields ?? {};
  if (!write.updateMask) return call("setData", dictionary([...Object.entries(fields).map(([field, value]) => [field, valueCode(value)]), ...transforms]));
  const masked = (write.updateMask.fieldPaths ?? []).map((path) => {
    const value = fieldAt(fields, path);
    return [path, value === undefined ? "FieldValue.delete()" : valueCode(value)];
  });
  if (write.currentDocument?.exists) return call("updateData", dictionary([...masked, ...transforms]));
  return call("setData", dictionary([...masked, ...transforms]), ", merge: true");
}

/** The path of a document in its database. */
function pathOf(name) {
  return name.split("/").slice(5).join("/");
}

/** Whether a write cannot be made by the client's methods: a check, or one that merges into a map. */
function hasNoForm({ verify, updateMask, currentDocument }) {
  return Boolean(verify) || (Boolean(updateMask) && !currentDocument?.exists && updateMask.fieldPaths?.some((path) => fieldNames(path).length > 1));
}

/** The body of the code; null for a call that has no such form. */
function actionOf({ path, body }) {
  const verb = path.slice(path.lastIndexOf(":"));
  const parent = path.slice(0, -verb.length).split("/").slice(7).map((part) => `${part}/`).join("");
  switch (verb) {
    case ":batchGet": return (body.documents ?? []).map((name) => `print(try await firestore.document(${stringLiteral(pathOf(name))}).getDocument().data() as Any)`).join("\n");
    case ":runQuery": {
      const query = queryCode(body.structuredQuery, parent);
      return query && `let snapshot = try await ${query}\n    .getDocuments()`;
    }
    case ":commit": {
      const writes = body.writes ?? [];
      if (writes.some(hasNoForm)) return null;
      if (writes.length === 1) return writeCode(writes[0], null);
      return ["let batch = firestore.batch()", ...writes.map((write) => writeCode(write, "batch")), "try await batch.commit()"].join("\n");
    }
    default: return null;
  }
}

/** A program that makes the same call; null for a call that has no such form. */
export function swiftOf(call, server, project) {
  const action = call.request ? actionOf(call.request) : null;
  if (action === null) return null;
  return ["import FirestoreClient", "", ...notesOf(claimsOf(call)), `let firestore = try Firestore(FirestoreSettings(`,
    `    projectID: ${stringLiteral(project)}, endpoint: .emulator(${stringLiteral(server.replace(/^https?:\/\//, ""))}), credentials: ${credentialsCode(call)}))`, action, ""].join("\n");
}
