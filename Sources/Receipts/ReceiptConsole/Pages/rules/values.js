// Values in coverage reports, as short texts. No DOM.

/** A value as people write it in rules; long ones are cut. */
export function valueText(value, limit = 160) {
  const text = write(value, 0);
  const scalars = Array.from(text);
  return scalars.length <= limit ? text : `${scalars.slice(0, limit - 1).join("")}…`;
}

function write(value, depth) {
  if (value === null || typeof value !== "object") return String(value);
  const [kind] = Object.keys(value);
  const content = value[kind];
  switch (kind) {
    case undefined: return "not evaluated";
    case "undefined": return content?.causeMessage ? content.causeMessage.trim() : "no value";
    case "nullValue": return "null";
    case "boolValue":
    case "intValue":
    case "floatValue": return String(content);
    case "stringValue": return JSON.stringify(content);
    case "timestampValue":
    case "durationValue": return String(content);
    case "bytesValue": return `bytes(${content})`;
    case "latlngValue": return `latlng(${content.latitude ?? 0}, ${content.longitude ?? 0})`;
    case "listValue": return list(content, depth, "[", "]");
    case "setValue": return list(content, depth, "{", "}");
    case "vectorValue": return list(content, depth, "vector[", "]");
    case "pathValue": return path(content);
    case "mapValue": return map(content, depth);
    case "mapDiffValue": return differences(content);
    case "constraintValue": return (content.simpleConstraints ?? []).map((one) => `${one.comparator} ${write(one.value, depth + 1)}`).join(" and ") || "any";
    default: return JSON.stringify(value);
  }
}

function list(content, depth, open, close) {
  const values = content?.values ?? [];
  if (depth > 4) return `${open}…${close}`;
  return open + values.slice(0, 20).map((value) => write(value, depth + 1)).join(", ") + (values.length > 20 ? ", …" : "") + close;
}

function map(content, depth) {
  const fields = content?.fields ?? {};
  if (depth > 4) return "{…}";
  const names = Object.keys(fields);
  return `{${names.slice(0, 20).map((name) => `${name}: ${write(fields[name], depth + 1)}`).join(", ")}${names.length > 20 ? ", …" : ""}}`;
}

function path(content) {
  return (content?.segments ?? []).map((segment) => {
    if (segment.simple !== undefined) return `/${segment.simple}`;
    if (segment.capture) return `/${segment.capture.boundValue ?? `{${segment.capture.variableName ?? ""}}`}`;
    if (segment.globCapture) return segment.globCapture.boundValue ? path(segment.globCapture.boundValue) : `/{${segment.globCapture.variableName ?? ""}=**}`;
    return "/?";
  }).join("");
}

function differences(content) {
  const statuses = Object.entries(content?.keyStatuses ?? {}).filter(([, status]) => status !== "UNCHANGED");
  return statuses.length === 0 ? "no difference" : statuses.map(([name, status]) => `${name} ${status.toLowerCase()}`).join(", ");
}
