// Data modules.

async function nodes() {
  const { Tree } = await import("/tree/nodes.js");
  const { pageSize } = await import("/tree/database.js");
  const many = Object.fromEntries(Array.from({ length: pageSize + 10 }, (_, index) => [`k${1000 + index}`, "0"]));
  let data = { a: { b: "1", c: { d: "2" } }, many };
  let questions = 0;
  const at = (segments) => segments.reduce((value, key) => value?.[key], data) ?? "null";
  const database = { async look(segments, count) {
    questions += 1;
    const value = at(segments);
    if (typeof value === "string") return { json: value, keys: [], hasMore: false };
    return { json: null, keys: Object.keys(value).slice(0, count), hasMore: Object.keys(value).length > count };
  } };
  const found = new Tree(database, [], new Set());
  const shown = () => found.visible().map((node) => node.path);
  await found.refresh();
  same("what is closed is not looked into", [shown(), questions], [["", "a", "many"], 3]);
  found.setOpen(found.find("a"), true);
  await found.refresh(found.find("a"));
  same("what is open is", shown(), ["", "a", "a/b", "a/c", "many"]);
  same("nodes that are shown are found", ["", "a/c", "many"].map((path) => found.find(path)?.path), ["", "a/c", "many"]);
  same("others are not", ["a/c/d", "a/x", "b", "man", "a/", null].map((path) => found.find(path)), [null, null, null, null, null, null]);
  same("what is seen first has not changed", found.visible().some((node) => node.isChanged), false);
  same("nothing new", await found.refresh(), false);
  data = { ...data, a: { b: "3", e: "4" } };
  same("something new", await found.refresh(), true);
  same("that is what has changed", found.visible().filter((node) => node.isChanged).map((node) => node.path), ["a/b", "a/e"]);
  found.setOpen(found.find("many"), true);
  await found.refresh(found.find("many"));
  same("a page of a long list", found.find("many").list.length, pageSize);
  await found.more(found.find("many"));
  same("and the rest", [found.find("many").list.length, found.find("many").hasMore, found.find(`many/k${1000 + pageSize}`).isChanged], [pageSize + 10, false, false]);
  // Of a long list only what is seen is read, and what is seen later, later.
  const seen = new Set();
  const partly = new Tree(database, ["many"], new Set(), (node) => seen.has(node.key));
  await partly.refresh();
  await partly.more(partly.root);
  same("below a path, too", [partly.find("many")?.key, partly.find("many/k1000")?.key, partly.find(""), partly.find("k1000")], ["many", "k1000", null, null]);
  const known = () => partly.root.list.filter((child) => child.isKnown).length;
  same("the first of a list and the first of its rest are read unasked", known(), pageSize + 10);
  const short = data;
  data = { ...data, many: Object.fromEntries(Array.from({ length: 4 * pageSize }, (_, index) => [`k${1000 + index}`, "0"])) };
  await partly.refresh();
  await partly.more(partly.root);
  same("no more than a page of it", [partly.root.list.length, known()], [4 * pageSize, 3 * pageSize]);
  questions = 0;
  seen.add("k1000").add(`k${1000 + 4 * pageSize - 1}`);
  same("what comes onto the screen is read", [(await partly.look()).map((node) => node.key), questions], [[`k${1000 + 4 * pageSize - 1}`], 1]);
  questions = 0;
  await partly.refresh();
  same("what is on the screen is read again, with the list", questions, 3);
  // What is open is read, even if only something in it is on the screen.
  const scrolled = new Tree(database, [], new Set(["many"]), (node) => seen.has(node.key));
  await scrolled.refresh();
  data = { ...data, many: { ...data.many, k1000: "5" } };
  same("a change in a node that is off the screen", [await scrolled.refresh(), scrolled.find("many/k1000").json], [true, "5"]);
  data = { ...data, many: { k0999: "6", ...short.many } };
  await scrolled.refresh();
  same("a new child is read at once", scrolled.find("many/k0999").json, "6");
  data = short;
  // A read that began before more was requested, and whose response arrives afterwards.
  const long = new Tree(database, ["many"], new Set());
  await long.refresh();
  const { look } = database;
  let answer;
  database.look = (segments, limit) => new Promise((resolve) => (answer = () => resolve(look(segments, limit))));
  const late = long.refresh();
  const answerLate = answer;
  database.look = look;
  await long.more(long.root);
  answerLate();
  same("a late answer takes nothing away", [await late, long.root.list.length], [false, pageSize + 10]);
  database.look = async () => { throw new Error("away"); };
  same("a failure is something new", [await found.refresh(), await found.refresh()], [true, false]);
  same("what failed stays with its node, and what was known is shown", [found.root.error, shown().length], ["away", pageSize + 15]);
  database.look = look;
  same("it comes back", [await found.refresh(), found.root.error], [true, null]);
}

async function summaries() {
  const { filterText, isSameList, previewLine } = await import("/data/summaries.js");
  const integer = (number) => ({ integerValue: String(number) });
  const filter = (operator) => ({ field: "a.`b c`", operator, value: integer(3) });
  same("a filter and an order", filterText({ filters: [filter("IN"), filter("EQUAL")], orders: [{ field: "t", direction: "DESCENDING" }, { field: "u", direction: "ASCENDING" }] }, database), "a.b c in 3 · a.b c == 3 · by t ↓ · by u ↑");
  same("neither", filterText({}, database), "");
  const fields = { a: { mapValue: { fields: {} } }, b: integer(1), c: integer(2), d: integer(3), e: integer(4) };
  same("scalars come first", previewLine(fields, {}, database), "b: 1 · c: 2 · d: 3 · e: 4");
  same("what is filtered by comes before them", previewLine(fields, { filters: [filter("LESS_THAN")] }, database), "a: 0 fields · b: 1 · c: 2 · d: 3");
  same("unless it is the same everywhere", previewLine(fields, { filters: [filter("EQUAL")] }, database), "b: 1 · c: 2 · d: 3 · e: 4");
  same("no fields", previewLine({}, {}, database), "no fields");
  const documents = (...versions) => versions.map((updateTime, index) => ({ name: `d${index}`, updateTime }));
  same("the same list", [isSameList(documents("1", "2"), documents("1", "2")), isSameList(documents("1", "2"), documents("1", "3")), isSameList(documents("1"), documents("1", "2"))], [true, false, false]);
}

async function rebasing() {
  const { rebased } = await import("/shared/firestore/values.js");
  const text = (stringValue) => ({ stringValue });
  const before = { a: text("a"), b: text("b"), c: text("c") };
  same("changes on both sides are kept", rebased(before, { ...before, a: text("theirs") }, { ...before, b: text("mine") }), { a: text("theirs"), b: text("mine"), c: text("c") });
  same("mine win", rebased(before, { ...before, a: text("theirs") }, { ...before, a: text("mine") }).a, text("mine"));
  same("deleted and added fields", rebased(before, { ...before, d: text("theirs") }, { a: text("a"), b: text("b"), e: text("mine") }), { a: text("a"), b: text("b"), d: text("theirs"), e: text("mine") });
}

async function viewers() {
  const { identityOf, viewerFrom, viewerText } = await import("/data/viewers.js");
  same("viewers", [viewerFrom(" bob ", ""), viewerFrom("", ""), viewerFrom("bob", "{}"), viewerFrom("bob", "{\"admin\": true}"), viewerFrom("{x", "")],
    ["bob", "{}", "bob", "{\"sub\":\"bob\",\"admin\":true}", "{\"sub\":\"{x\"}"]);
  for (const bad of ["{", "[]", "1", "null"]) refused(`claims ${bad}`, () => viewerFrom("bob", bad));
  refused("claims of nobody", () => viewerFrom("", "{\"admin\": true}"));
  same("identities", ["bob", "{}", "{\"sub\":\"bob\",\"admin\":true}", "{\"sub\":\"{x\"}", "{broken"].map(identityOf),
    [{ user: "bob" }, { nobody: true }, { user: "bob", claims: { admin: true } }, { user: "{x" }, { user: "{broken" }]);
  same("in words", ["bob", "{}", "{\"sub\":\"bob\",\"admin\":true}"].map(viewerText), ["bob", "nobody signed in", "bob with {\"admin\":true}"]);
}

async function places() {
  const { valueAt } = await import("/data/places.js");
  const fields = { a: { mapValue: { fields: { b: { arrayValue: { values: [{ stringValue: "x" }, { mapValue: { fields: { c: { stringValue: "y" } } } }] } } } } }, "a.b": { stringValue: "dot" }, "q[0]": { stringValue: "bracket" } };
  same("places", ["a.b", "a.b[0]", "a.b[1].c", "q[0]", "a.x", "a.b[2]", "z"].map((place) => valueAt(fields, place)?.stringValue), ["dot", "x", "y", "bracket", undefined, undefined, undefined]);
}

/** A random value, and values in it. */
function anyValue(depth = 0) {
  const name = () => ["a", "$b", "__type__", "ü😀", "\"q\\"][random(5)];
  switch (random(depth < 3 ? 11 : 9)) {
    case 0: return { stringValue: ["", "x\ny", "\u2028", "$timestamp"][random(4)] };
    case 1: return { integerValue: ["0", "-7", "9007199254740993", "-9223372036854775808"][random(4)] };
    case 2: return { doubleValue: [0.5, 2, -0, 1e300, "NaN", "-Infinity"][random(6)] };
    case 3: return { booleanValue: random(2) === 1 };
    case 4: return { timestampValue: "2026-01-02T11:00:00.123456Z" };
    case 5: return { referenceValue: `${database}/documents/a/b` };
    case 6: return { geoPointValue: { latitude: -48.5, longitude: 11 } };
    case 7: return { bytesValue: "aGVsbG8=" };
    case 8: return { nullValue: null };
    case 9: return { arrayValue: { values: Array.from({ length: random(4) }, () => anyValue(depth + 1)) } };
    default: return { mapValue: { fields: Object.fromEntries(Array.from({ length: random(4) }, () => [name(), anyValue(depth + 1)])) } };
  }
}

async function documentsAsJSON() {
  const { fieldsFromText, textOfFields } = await import("/shared/firestore/json.js");
  const { changedFields } = await import("/shared/firestore/values.js");
  for (let round = 0; round < 200; round += 1) {
    const fields = { $a: anyValue(), b: anyValue() };
    const there = textOfFields(fields, database);
    const differing = changedFields(fields, fieldsFromText(there, database));
    if (differing.length > 0) wrong.push(`JSON and back, seed ${seed}: ${there} has another ${differing}`);
  }
  const problem = (json) => {
    try {
      return fieldsFromText(json, database);
    } catch (error) {
      return `${error.line}: ${error.message}`;
    }
  };
  const future = { a: { futureValue: { b: 1 } } };
  same("values of types that this page does not know stay", fieldsFromText(textOfFields(future, database), database), future);
  same("integers keep their digits", problem("{\"a\": 9007199254740993}"), { a: { integerValue: "9007199254740993" } });
  same("the line of a wrong value", problem("{\n\"a\": 1,\n\"b\": [\n1,\n{\"$timestamp\": \"never\"}]}"), "5: Enter a time such as 2026-01-02T11:00:00Z.");
  same("the line of a syntax error", problem("{\n\"a\": 1\n\"b\": 2}"), "3: A comma or \"}\" is missing for the one that begins in line 1.");
  same("a string that does not end", problem("{\"a\": \"b\n\"}"), "1: This string does not end in its line.");
  same("a name that occurs twice", problem("{\"a\": 1,\n \"a\": 2}"), "2: The name \"a\" occurs twice.");
  same("the end of the text", problem("{\"a\":"), "1: The text ends too early.");
  for (const json of ["", "[]", "3", "{} {}", "{\"a\": 01}", "{\"a\": 1,}", "{a: 1}", "{\"\": 1}", "{\"__a__\": 1}", "{\"a\": 99999999999999999999}", "{\"a\": 1e999}", "{\"a\": \"\\x\"}", `{"a": ${"[".repeat(200)}`]) refused(json.slice(0, 40), () => fieldsFromText(json, database));
}

async function files() {
  const { documentsIn, jsonText, linesText } = await import("/data/files.js");
  const document = (path, fields) => ({ name: `${database}/documents/${path}`, fields, createTime: "2026-01-02T11:00:00Z", updateTime: "2026-01-02T11:00:00Z" });
  const documents = Array.from({ length: 20 }, (_, index) => document(`rooms/r${index}`, { a: anyValue() }));
  const read = (content, collection = []) => documentsIn(content, database, collection);
  for (const content of [linesText(documents), jsonText(documents, database)]) {
    const found = read(content);
    same("a file and back", [found.problems, found.documents.map(({ path }) => path.join("/"))], [[], documents.map((_, index) => `rooms/r${index}`)]);
  }
  const other = linesText([document("rooms/a", {})]).replace("projects/p/", "projects/q/");
  same("another project", [read(other).origin, read(other).documents[0].path], ["projects/q/databases/(default)", ["rooms", "a"]]);
  same("ids in a collection", read("{\"a\": {\"n\": 1}}", ["rooms"]).documents, [{ path: ["rooms", "a"], fields: { n: { integerValue: "1" } }, line: 1 }]);
  same("a list has ids of its own", read("[{\"n\": 1}, {}]", ["rooms"]).documents.map(({ path }) => path.length), [2, 2]);
  const problems = (content, collection) => read(content, collection).problems.map(({ line, message }) => `${line}: ${message}`);
  const line = linesText([document("rooms/a", {})]);
  same("the lines of problems", problems(`${line}\n${line}{"name": "x"}\n{\n`), ["3: rooms/a is already in line 1.", "4: The name must be that of a document: projects/…/databases/…/documents/rooms/blue.", "5: A name in double quotes is expected here."]);
  same("numbers of any size", read(`{"name": "${database}/documents/a/b", "fields": {"i": {"integerValue": 9007199254740993}, "d": {"doubleValue": 100000000000000000000}}}`).documents[0].fields, { i: { integerValue: "9007199254740993" }, d: { doubleValue: 1e20 } });
  same("values of no type", problems(`${line}${linesText([document("rooms/b", { a: { b: 1 } })])}`), ["2: The field a is not a value such as {\"stringValue\": \"…\"}."]);
  same("problems of plain JSON", problems("{\n\"a\": {},\n\"rooms/b\": {\"x\": {\"$y\": 1}}}"), ["2: a is not the path of a document, such as rooms/blue.", "3: $y cannot be used here."]);
  for (const content of ["", "  ", "3", "{}", "[{}]", "{\"a/b\": 3}", "{\"a/..\": {}}"]) if (problems(content).length !== 1) wrong.push(`${content}: ${problems(content)}`);
}

async function queries() {
  const { structuredQuery, summedQuery } = await import("/shared/firestore/query.js");
  const { restOf, swiftOf, webOf } = await import("/data/query-code.js");
  const name = `${database}/documents/a/b/rooms`;
  const filter = (field, operator, value) => ({ field, operator, value });
  const view = { filters: [filter("z", "GREATER_THAN", { integerValue: "1" }), filter("`b c`", "EQUAL", { nullValue: null }), filter("at", "LESS_THAN", { timestampValue: "1970-01-01T00:00:01.5Z" })], orders: [{ field: "n", direction: "DESCENDING" }] };
  const query = structuredQuery(name, view, 5);
  same("the orders that Firestore adds", query.orderBy.map(({ field, direction }) => `${field.fieldPath} ${direction}`), ["n DESCENDING", "at DESCENDING", "z DESCENDING", "__name__ DESCENDING"]);
  same("all filters", query.where.compositeFilter.filters.length, 3);
  const sumOrders = (of) => summedQuery(name, of, "n").orderBy?.map(({ field }) => field.fieldPath);
  same("a sum of all is not ordered by id", sumOrders({}), undefined);
  same("a sum keeps the orders, which leave documents out", [sumOrders(view), sumOrders({ orders: [{ field: "m" }] })], [["n", "at", "z"], ["m"]]);
  same("a sum by ids is ordered by the field", [sumOrders({ prefix: "x" }), sumOrders({ prefix: "x", orders: [{ field: "n" }] })], [["n"], ["n"]]);
  const segments = ["a", "b", "rooms"];
  same("Swift", swiftOf(query, segments).split("\n").slice(2, 6), ["let snapshot = try await firestore.collection(\"a/b/rooms\")", "    .whereField(\"z\", isGreaterThan: 1)", "    .whereField(\"`b c`\", isEqualTo: NSNull())", "    .whereField(\"at\", isLessThan: Timestamp(seconds: 1, nanoseconds: 500000000))"]);
  same("Web", webOf(query, segments).split("\n").slice(0, 6), ["import { FieldPath, Timestamp, collection, getDocs, orderBy, query, where } from \"firebase/firestore\";", "", "const snapshot = await getDocs(query(", "  collection(db, \"a/b/rooms\"),", "  where(\"z\", \">\", 1),", "  where(new FieldPath(\"b c\"), \"==\", null),"]);
  same("a plain collection", webOf(structuredQuery(name, {}), segments).split("\n")[2], "const snapshot = await getDocs(collection(db, \"a/b/rooms\"));");
  same("REST", restOf(query, segments, { database, server: "http://h", isEmulator: true }).split("\n").slice(0, 2), ["curl 'http://h/v1/projects/p/databases/(default)/documents/a/b:runQuery' \\", "  -H 'Authorization: Bearer owner' \\"]);
}

async function undoing() {
  const { undoing: writesOf } = await import("/data/undo.js");
  const before = { name: "n", fields: { a: { integerValue: "1" } }, updateTime: "1" };
  const writes = (entry) => writesOf([{ name: "n", ...entry }]).map(({ write }) => write);
  same("what was created is deleted, unless it has changed since", writes({ before: null, after: "2" }), [{ delete: "n", currentDocument: { updateTime: "2" } }]);
  same("what was deleted comes back, unless it exists again", writes({ before, after: null }), [{ update: { name: "n", fields: before.fields }, currentDocument: { exists: false } }]);
  same("what was changed is as before, unless it has changed since", writes({ before, after: "2" }), [{ update: { name: "n", fields: before.fields }, currentDocument: { updateTime: "2" } }]);
}

checks.push(viewers, places, nodes, summaries, rebasing, documentsAsJSON, files, queries, undoing);
