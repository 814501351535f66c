// Shared modules.

async function values() {
  const { types, fromText, toText, typeOf, convert, emptyValue, isSame, changedPlaces } = await import("/shared/firestore/values.js");
  const { cut } = await import("/shared/texts.js");
  const read = (type, words) => fromText(type, words, database);
  same("the largest integer", read("integer", " +9223372036854775807 "), { integerValue: "9223372036854775807" });
  for (const words of ["9223372036854775808", "1.5", "", "1e3"]) refused(`integer ${words}`, () => read("integer", words));
  same("a double", read("double", "1e6").doubleValue, 1e6);
  same("minus infinity", read("double", "-Infinity").doubleValue, "-Infinity");
  for (const words of ["1e999", "abc"]) refused(`double ${words}`, () => read("double", words));
  same("a whole double shows that it is one", toText({ doubleValue: 2 }, database), "2.0");
  same("a time with a zone", read("timestamp", "2026-01-02T11:00:00.123456+02:00").timestampValue, "2026-01-02T09:00:00.123456Z");
  for (const words of ["2026-06-31T11:00:00Z", "2026-01-02T25:00:00Z", "x"]) refused(`time ${words}`, () => read("timestamp", words));
  same("a reference", read("reference", "users/alice").referenceValue, `${database}/documents/users/alice`);
  refused("a reference to a collection", () => read("reference", "users"));
  for (const words of ["91,0", "1", ","]) refused(`place ${words}`, () => read("geopoint", words));
  same("bytes", read("bytes", "aGVsbG8").bytesValue, "aGVsbG8=");
  for (const words of ["a", "!!"]) refused(`bytes ${words}`, () => read("bytes", words));
  for (const type of types) for (const other of types) same(`${type} as ${other}`, typeOf(convert(emptyValue(type), other, database)), other);
  same("an integer is no double", isSame({ integerValue: "1" }, { doubleValue: 1 }), false);
  same("the same time", isSame({ timestampValue: "2026-01-01T00:00:00.500Z" }, { timestampValue: "2026-01-01T00:00:00.5Z" }), true);
  same("where fields differ", [...changedPlaces({ a: { mapValue: { fields: { b: { integerValue: "1" } } } } }, { a: { mapValue: { fields: { b: { integerValue: "2" } } } } })].sort(), ["a", "a.b"]);
  same("an emoji is not cut", cut("😀😀😀😀", 3), "😀😀…");
}

async function paths() {
  const { hashOf } = await import("/shared/addresses.js");
  const { segmentsFromText, checkID, fieldPathFromText, fieldNames, quotedField } = await import("/shared/firestore/paths.js");
  same("the address of a path", [hashOf(["a", "b c"]), hashOf(["a", "/"], "tree"), hashOf([])], ["#/data/a/b%20c", "#/tree/a/%2F", "#/data"]);
  same("a whole name", segmentsFromText(`${database}/documents/a/b`, database), ["a", "b"]);
  refused("an empty segment", () => segmentsFromText("a//b", database));
  refused("a reserved id", () => checkID("__x__"));
  same("a quoted field", quotedField("a b`\\"), "`a b\\`\\\\`");
  same("a path of fields", fieldPathFromText("a.b-c"), "a.`b-c`");
  same("its names", fieldNames("a.`b.\\`c`.d"), ["a", "b.`c", "d"]);
}

async function keysAndLeaves() {
  const { checkKey, compareKeys, resourceOf, segmentsFromText } = await import("/shared/realtime/paths.js");
  const { jsonFrom, shownText, textOf, timeOf, types, typeOf } = await import("/shared/realtime/values.js");
  same("a path in a request", resourceOf(["a b", "ü?&#", "<b>"]), "/a%20b/%C3%BC%3F%26%23/%3Cb%3E.json");
  same("the root in a request", resourceOf([]), "/.json");
  for (const words of ["rooms/blue", "/rooms/blue/", " rooms/blue ", "https://demo.firebaseio.com/rooms/blue.json?auth=x", "#/tree/rooms/blue"]) same(`the path ${words}`, segmentsFromText(words), ["rooms", "blue"]);
  same("an encoded URL", segmentsFromText("https://demo.firebaseio.com/a%20b"), ["a b"]);
  same("the root", segmentsFromText("/"), []);
  for (const words of ["a//b", "a.b", "a/$b", "a[0]", "a\tb", "a/".repeat(33)]) refused(`the path ${words}`, () => segmentsFromText(words));
  for (const key of ["", "a/b", "\u007f", "x".repeat(769), "ü".repeat(385)]) refused(`the key ${key.slice(0, 5)}`, () => checkKey(key));
  same("a long key", checkKey("ü".repeat(384)), undefined);
  same("the order of keys", ["b", "10", "9", "-1", "a", "2147483648", "007", "7", "A"].sort(compareKeys), ["-1", "7", "007", "9", "10", "2147483648", "A", "a", "b"]);
  const leaves = ["\"a\"", "\"\"", "true", "false", "null", "1.50", "-9007199254740993"];
  same("the types of leaves", leaves.map(typeOf), ["string", "string", "boolean", "boolean", "null", "number", "number"]);
  same("the texts of leaves", leaves.map((leaf) => textOf(leaf)), ["a", "", "true", "false", "", "1.50", "-9007199254740993"]);
  for (const leaf of leaves.filter((one) => one !== "null")) same(`${leaf} there and back`, jsonFrom(typeOf(leaf), textOf(leaf)), leaf);
  for (const words of ["", "1,5", "0x10", "1e999", "Infinity", "+1", "01"]) refused(`number ${words}`, () => jsonFrom("number", words));
  for (const words of ["", "null", "{a: 1}", "[1,]"]) refused(`JSON ${words}`, () => jsonFrom("json", words));
  for (const type of Object.keys(types)) same(`the JSON of a ${type}`, typeof JSON.parse(jsonFrom(type, "1")), { string: "string", number: "number", boolean: "boolean", time: "object", json: "number" }[type]);
  same("markup is text", shownText("\"<b>\""), "<b>");
  same("a time", timeOf("1767355200000")?.toISOString(), "2026-01-02T12:00:00.000Z");
  for (const json of ["1767355200", "17673552000000", "-1767355200000", "1767355200000.5", "\"1767355200000\"", "true"]) same(`no time: ${json}`, timeOf(json), null);
}

async function stores() {
  const { pageOf, placeOf, storeOf, storeSwitch } = await import("/shared/stores.js");
  const firestore = { project: "p", database: "d", server: "http://127.0.0.1:8080", isEmulator: true };
  const realtimeDatabase = { namespace: "n", server: "http://127.0.0.1:9000", isEmulator: true };
  const [both, first, second] = [{ firestore, realtimeDatabase }, { firestore, realtimeDatabase: null }, { firestore: null, realtimeDatabase }];
  const all = (about) => ["data", "requests", "rules"].flatMap((kind) => ["firestore", "realtimeDatabase"].map((store) => pageOf(about, kind, store)));
  same("the pages of both", all(both), ["data", "tree", "requests", "tree-requests", "rules", "tree-rules"]);
  same("the pages of Firestore", all(first), ["data", "data", "requests", "requests", "rules", "rules"]);
  same("the pages of the Realtime Database", all(second), ["tree", "tree", "tree-requests", "tree-requests", "tree-rules", "tree-rules"]);
  same("what pages are about", ["tree", "rules", "chat"].map(storeOf), [{ kind: "data", store: "realtimeDatabase" }, { kind: "rules", store: "firestore" }, null]);
  same("no choice", [storeSwitch(first, "data"), storeSwitch(second, "tree")], [null, null]);
  same("a choice", [...storeSwitch(both, "tree").children].map((link) => [link.getAttribute("href"), link.getAttribute("aria-current")]), [["#/data", null], ["#/tree", "page"]]);
  same("their places", [both, first, second].map((about) => [placeOf(about).title, ...placeOf(about).stores.map((store) => store.server)]), [["p", "127.0.0.1:8080", "127.0.0.1:9000"], ["p", "127.0.0.1:8080"], ["n", "127.0.0.1:9000"]]);
}

async function refusals() {
  const { callAddress, plainReason, requestAddress } = await import("/shared/refusal-words.js");
  const denied = { status: 403, message: "PERMISSION_DENIED: evaluation error at L68:22 for 'get' @ L68", decision: null };
  same("no word of the rules engine", plainReason(denied), "the security rules do not allow it.");
  same("nor of the database", plainReason({ status: 401, message: "Permission denied" }), "the security rules do not allow it.");
  same("what is for people stays", plainReason({ status: 403, message: "bob is no member of c1" }), "bob is no member of c1.");
  same("an outage", plainReason({ status: 0, message: "The console cannot be reached. Is it still running?" }), "The console cannot be reached. Is it still running?");
  same("a number leads to its page", [requestAddress({ store: "firestore", number: 7 }), requestAddress({ store: "realtimeDatabase", number: 8 })], ["#/rules/request/7", "#/tree-rules/request/8"]);
  same("and to its request", [callAddress({ store: "firestore", number: 7 }), callAddress({ store: "realtimeDatabase", number: 8 })], ["#/requests/decision/7", "#/tree-requests/decision/8"]);
}

async function addresses() {
  const { readAddress, writeAddress } = await import("/shared/addresses.js");
  const chat = (schema, conversation, ...users) => ({ page: "chat", schema, conversation, users, at: null });
  const data = (path, view = {}) => ({ page: "data", path, view, at: null, as: null });
  const time = "2026-01-02T11:00:00.000005Z";
  const rules = (page, line = null, request = null, text = "", denied = false) => ({ page, line, request, text, denied });
  const filter = { field: "a.`b c`", operator: "IN", value: { arrayValue: { values: [{ stringValue: "?&=#/" }] } } };
  for (const [address, meaning] of [
    ["#/chat", chat(null, null)],
    ["#/chat/read-by", chat("read-by", null)],
    ["#/chat/status/a%2Fb/x%2Cy,z", chat("status", "a/b", "x,y", "z")],
    [`#/chat/status/a?at=${encodeURIComponent(time)}`, { ...chat("status", "a"), at: time }],
    ["#/data", data([])],
    [`#/data/a?at=${encodeURIComponent(time)}&as=b%20c&id=d`, { ...data(["a"], { prefix: "d" }), at: time, as: "b c" }],
    ["#/data/a%3Fb/c", data(["a?b", "c"])],
    [`#/data/a?where=${encodeURIComponent(filter.field)}&is=IN&value=${encodeURIComponent(JSON.stringify(filter.value))}&order=t&direction=DESCENDING&id=%C3%A9`, data(["a"], { filters: [filter], orders: [{ field: "t", direction: "DESCENDING" }], prefix: "é" })],
    ["#/data/a?where=b&is=EQUAL&value=%7B%22nullValue%22%3Anull%7D&where=c&is=LESS_THAN&value=%7B%22integerValue%22%3A%221%22%7D&order=c&order=d&direction=DESCENDING&totals=e", data(["a"], { filters: [{ field: "b", operator: "EQUAL", value: { nullValue: null } }, { field: "c", operator: "LESS_THAN", value: { integerValue: "1" } }], orders: [{ field: "c", direction: "ASCENDING" }, { field: "d", direction: "DESCENDING" }], totals: "e" })],
    ["#/data/a?totals", data(["a"], { totals: "" })],
    ["#/tree/a?chosen=a%2Fb", { page: "tree", path: ["a"], chosen: "a/b" }],
    ["#/rules", rules("rules")],
    ["#/rules/line/12", rules("rules", 12)],
    ["#/tree-rules/request/7?denied&text=a%20b", rules("tree-rules", null, 7, "a b", true)],
    ["#/worker", { page: "worker" }],
    ["#/requests", { page: "requests", call: null, decision: null, text: "", failed: false }],
    ["#/requests/call/3?failed&text=a%20b", { page: "requests", call: 3, decision: null, text: "a b", failed: true }],
    ["#/tree-requests/call/3?failed", { page: "tree-requests", call: 3, decision: null, text: "", failed: true }],
    ["#/requests/decision/9", { page: "requests", call: null, decision: 9, text: "", failed: false }],
    ["#/tests?failed&text=x&file=a%2Fb.yaml&case=c%20%26%20d", { page: "tests", file: "a/b.yaml", name: "c & d", failed: true, text: "x" }],
  ]) {
    same(`the address ${address}`, readAddress(address), meaning);
    same(`the address of ${text(meaning)}`, writeAddress(meaning), address);
  }
  // Addresses as people type them, and as earlier versions created them.
  for (const address of ["", "#", "#/", "#chat", "#/chat/"]) same(`chat at ${address}`, readAddress(address), chat(null, null));
  same("a trailing slash", readAddress("#/data/a/"), data(["a"]));
  same("five devices are four", readAddress("#/chat/s/c/a,b,a,c,d,e").users, ["a", "b", "c", "d"]);
  same("no time", [readAddress("#/chat/s/c?at=noon").at, readAddress("#/data/a?at=2026-01-02").at], [null, null]);
  same("a broken escape stays", readAddress("#/data/%E0%A4%A").path, ["%E0%A4%A"]);
  for (const bad of ["#/nowhere", "#/__proto__", "#/constructor/a", "#/chat/a/b/c/d", "#/rules/12", "#/rules/line/0", "#/rules/line/x", "#/rules/line/1/2", "#/rules/request", "#/rules/request/x", "#/worker/a", "#/requests/call", "#/requests/call/x", "#/requests/call/1/2", "#/requests/line/1", "#/tests/a", "#//a"]) same(`no page at ${bad}`, readAddress(bad).page, "unknown");
  for (const query of ["where=a&is=DROP&value=1", "where=a&is=EQUAL&value=1", "where=a&is=EQUAL&value={", "is=EQUAL&value={}", "where=a&is=EQUAL", "&&=", "order="]) same(`nothing asked by ${query}`, readAddress(`#/data/a?${query}`).view, {});
  for (let round = 0; round < 50; round += 1) {
    const part = () => Array.from({ length: 1 + random(6) }, () => "ab/?&=#,%é😀"[random(11)] ?? "x").join("").replace(/[\ud800-\udfff]/g, "x") || "x";
    const meaning = data([part(), part()], random(2) ? { prefix: part() } : {});
    same(`there and back, seed ${seed}`, readAddress(writeAddress(meaning)), meaning);
    const talk = chat("status", part(), ...new Set([part(), part()]));
    same(`there and back, seed ${seed}`, readAddress(writeAddress(talk)), talk);
  }
}

async function connection() {
  const { ageText, decide, paceText } = await import("/shared/connection-state.js");
  const up = { answers: true, reason: null, answered: 5 };
  const down = { answers: false, reason: "refused.", answered: 3 };
  const at = (known) => decide({ hears: true, lostAt: 9, health: { firestore: up, realtimeDatabase: up }, needs: ["firestore"], pace: null, ...known });
  same("not heard yet", at({ hears: null }).state, "connecting");
  same("lost", [at({ hears: false }).state, at({ hears: false }).asOf, at({ hears: false }).isStale], ["lost", 9, true]);
  same("live", [at({}).text, at({}).isStale], ["Live", false]);
  same("told of nothing yet", at({ health: null }).state, "live");
  same("asked", at({ pace: "asked" }).state, "asked");
  same("paces", [80, 640, 1500, 5000, 8000, 12_400, 120_000].map(paceText), ["0.1 s", "0.6 s", "1.5 s", "5 s", "8 s", "12 s", "2 min"]);
  same("polling", at({ pace: 5000 }).text, "Every 5 s");
  const away = at({ health: { firestore: down, realtimeDatabase: up } });
  same("a question stays one", at({ health: { firestore: { ...down, reason: "Is it there?" } } }).reason, "Firestore does not answer: Is it there?");
  same("away", [away.state, away.isStale, away.asOf, away.reason], ["unreachable", true, 3, "Firestore does not answer: refused."]);
  const other = at({ health: { firestore: up, realtimeDatabase: down } });
  same("the other one is away", [other.state, other.isStale, other.asOf], ["unreachable", false, null]);
  same("never answered", at({ health: { firestore: { ...down, answered: null } } }).asOf, null);
  same("the console before the database", at({ hears: false, health: { firestore: down } }).state, "lost");
  same("ages", [-5, 0, 12_900, 99_000, 100_000, 7_200_000].map(ageText), ["0 s", "0 s", "12 s", "99 s", "1 min", "2 h"]);
}

async function past() {
  const { authorOf, changedText, positionOf, sortKey } = await import("/shared/past/commits.js");
  const commits = ["2026-01-02T11:00:00Z", "2026-01-02T11:00:00.5Z", "2026-01-02T11:00:00.500001Z"].map((time) => ({ time }));
  const at = (time) => positionOf(commits, `2026-01-02T${time}Z`);
  same("positions", [at("10:59:59.9"), at("11:00:00"), at("11:00:00.4"), at("11:00:00.500000"), at("11:00:00.5000009"), at("11:00:00.500001"), at("12:00:00")], [-1, 0, 0, 1, 1, 2, 2]);
  same("no commits", positionOf([], "2026-01-02T11:00:00Z"), -1);
  same("the order of times", ["a.5Z", "a.49Z", "aZ"].map(sortKey).sort(), ["a.000000000", "a.490000000", "a.500000000"]);
  same("authors", [authorOf({ admin: true, call: 1 }), authorOf({ user: "bob", call: 1 }), authorOf({ call: 1 }), authorOf({}), authorOf({ isAdmin: true, user: null, call: null })], ["administrator", "bob", "nobody", "an import", "administrator"]);
  const changed = (count) => changedText({ documents: ["a/b", "a/c"].slice(0, count), documentCount: count });
  same("changes", [changed(0), changed(1), changed(2), changedText({ documents: ["a/b"], documentCount: 1001 })], ["nothing", "a/b", "a/b and 1 other document", "a/b and 1,000 other documents"]);
}

async function oneLookAtATime() {
  const { oneAtATime } = await import("/shared/live.js");
  const seen = [];
  const ends = [];
  const look = oneAtATime(() => {
    const number = ends.length;
    seen.push(`${number} begins`);
    return new Promise((end, fail) => ends.push({ end, fail })).then(() => seen.push(`${number} ends`));
  });
  const [first, second, third] = [look(), look(), look()];
  same("calls during a look wait", seen, ["0 begins"]);
  ends[0].end();
  await first;
  await new Promise((done) => setTimeout(done));
  same("they share the next one", seen, ["0 begins", "0 ends", "1 begins"]);
  ends[1].fail(new Error("lost"));
  const outcomes = await Promise.allSettled([second, third]);
  same("and its failure", outcomes.map(({ reason }) => reason?.message), ["lost", "lost"]);
  const fourth = look();
  ends[2].end();
  await fourth;
  same("a failure is not the end", seen, ["0 begins", "0 ends", "1 begins", "2 begins", "2 ends"]);
  const failing = oneAtATime(async () => {
    throw new Error("at once");
  });
  const both = await Promise.allSettled([failing(), failing()]);
  same("each failure is reported", both.map(({ status }) => status), ["rejected", "rejected"]);
  const ongoing = { now: 0, most: 0 };
  const counted = oneAtATime(async () => {
    ongoing.most = Math.max(ongoing.most, (ongoing.now += 1));
    await new Promise((done) => setTimeout(done));
    ongoing.now -= 1;
  });
  const early = counted();
  const waiting = counted();
  await early;
  await Promise.all([counted(), waiting]);
  same("a call between two looks begins none of its own", ongoing, { now: 0, most: 1 });
}

async function steps() {
  const { correctAddress, recordChoice } = await import("/shared/navigation.js");
  const told = () => new Promise((done) => addEventListener("hashchange", done, { once: true }));
  const before = location.hash;
  location.hash = "#/requests/call/1";
  correctAddress("#/tests");
  same("a correction does not undo a step that the page has not heard of", location.hash, "#/requests/call/1");
  await told();
  correctAddress("#/requests/call/2");
  same("then it is made", location.hash, "#/requests/call/2");
  recordChoice("#/requests/call/3");
  correctAddress("#/requests/call/4");
  same("and after a choice of the page's own", location.hash, "#/requests/call/4");
  history.back();
  await told();
  correctAddress("#/requests");
  same("and after a step back", location.hash, "#/requests");
  recordChoice(before);
}

checks.push(values, paths, keysAndLeaves, stores, refusals, addresses, connection, past, oneLookAtATime, steps);
