// A query as code: with this package's client, with Firebase's SDK for the web, and as a request. No DOM.

import { fieldNames } from "../shared/firestore/paths.js";
import { operators } from "../shared/firestore/query.js";
import { queryCode, statedOrders } from "../shared/firestore/swift.js";
import { contentOf, elementsOf, fieldsOf, referencePath, typeOf } from "../shared/firestore/values.js";
import { shellWord } from "../shared/texts.js";

/** A query with this package's client. */
export function swiftOf(query, segments) {
  const parent = segments.slice(0, -1).map((segment) => `${segment}/`).join("");
  return `import FirestoreClient\n\nlet snapshot = try await ${queryCode(query, parent)}\n    .getDocuments()\n`;
}

/** The same with Firebase's SDK for the web, in its modular form. */
export function webOf(query, segments) {
  const used = new Set(["collection", "getDocs", "query"]);
  const use = (name) => used.add(name) && name;
  const parts = [`collection(db, ${JSON.stringify(segments.join("/"))})`, ...conditions(query.where, use),
    ...statedOrders(query).map(({ field, direction }) => `${use("orderBy")}(${fieldCode(field.fieldPath, use)}${direction === "DESCENDING" ? ", \"desc\"" : ""})`)];
  const code = parts.length === 1 ? `const snapshot = await getDocs(${parts[0]});` : `const snapshot = await getDocs(query(\n  ${parts.join(",\n  ")}));`;
  if (parts.length === 1) used.delete("query");
  return `import { ${[...used].sort().join(", ")} } from "firebase/firestore";\n\n${code}\n`;
}

function conditions(filter, use) {
  if (!filter) return [];
  if (filter.compositeFilter) return filter.compositeFilter.filters.flatMap((one) => conditions(one, use));
  if (filter.unaryFilter) {
    const { field, op } = filter.unaryFilter;
    return [`${use("where")}(${fieldCode(field.fieldPath, use)}, "${op.startsWith("IS_NOT") ? "!=" : "=="}", ${op.endsWith("NAN") ? "NaN" : "null"})`];
  }
  const { field, op, value } = filter.fieldFilter;
  return [`${use("where")}(${fieldCode(field.fieldPath, use)}, "${operators.find(([, name]) => name === op)[0]}", ${valueCode(value, use)})`];
}

function fieldCode(path, use) {
  if (path === "__name__") return `${use("documentId")}()`;
  const names = fieldNames(path);
  return path.includes("`") ? `new ${use("FieldPath")}(${names.map((name) => JSON.stringify(name)).join(", ")})` : JSON.stringify(path);
}

function valueCode(value, use) {
  const content = contentOf(value);
  switch (typeOf(value)) {
    case "integer": return Number.isSafeInteger(Number(content)) ? String(content) : `${content} /* JavaScript rounds this */`;
    case "double": return String(content);
    case "timestamp": {
      const fraction = /\.(\d+)/.exec(content)?.[1] ?? "";
      return `new ${use("Timestamp")}(${Math.floor(Date.parse(content) / 1000)}, ${Number(fraction.padEnd(9, "0"))})`;
    }
    case "reference": return `${use("doc")}(db, ${JSON.stringify(referencePath(content, content.split("/").slice(0, 4).join("/")))})`;
    case "geopoint": return `new ${use("GeoPoint")}(${content?.latitude ?? 0}, ${content?.longitude ?? 0})`;
    case "bytes": return `${use("Bytes")}.fromBase64String(${JSON.stringify(content)})`;
    case "array": return `[${elementsOf(value).map((element) => valueCode(element, use)).join(", ")}]`;
    case "map": return `{ ${Object.entries(fieldsOf(value.mapValue)).map(([name, field]) => `${JSON.stringify(name)}: ${valueCode(field, use)}`).join(", ")} }`;
    default: return JSON.stringify(content) ?? "null";
  }
}

/** The same as a command of curl. */
export function restOf(query, segments, { database, server, isEmulator }) {
  const parent = [database, "documents", ...segments.slice(0, -1).map(encodeURIComponent)].join("/");
  const token = isEmulator ? "'Authorization: Bearer owner'" : "\"Authorization: Bearer $(gcloud auth print-access-token)\"";
  return [`curl ${shellWord(`${server}/v1/${parent}:runQuery`)}`, `-H ${token}`, "-H 'Content-Type: application/json'", `-d ${shellWord(JSON.stringify({ structuredQuery: query }, null, 2))}`].join(" \\\n  ") + "\n";
}
