// What the page's modules compute, checked in the browser that runs them: the body of a function whose last argument is called with the
// list of what is wrong.

const [seed, done] = arguments;
const database = "projects/p/databases/(default)";
const wrong = [];

const text = (value) => JSON.stringify(value);
const sorted = (value) =>
  Array.isArray(value) ? value.map(sorted)
    : value !== null && typeof value === "object" ? Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]))
      : value;

function same(what, found, expected) {
  if (text(sorted(found)) !== text(sorted(expected))) wrong.push(`${what}: ${text(found)}, not ${text(expected)}`);
}

function refused(what, call) {
  try {
    wrong.push(`${what}: not refused, but ${text(call())}`);
  } catch (error) {
    if (!(error instanceof Error) || !error.message) wrong.push(`${what}: refused without a word`);
  }
}

/** Numbers that look random and are the same each time. */
let state = seed;
function random(limit) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state % limit;
}

async function heights() {
  const { Heights, windowOf } = await import("/chat/heights.js");
  for (let round = 0; round < 40; round += 1) {
    const plain = Array.from({ length: random(300) }, () => random(200));
    const tree = new Heights();
    tree.reset(plain);
    for (let change = 0; change < 30 && plain.length > 0; change += 1) {
      const index = random(plain.length);
      plain[index] = random(200);
      tree.set(index, plain[index]);
    }
    const total = plain.reduce((sum, height) => sum + height, 0);
    if (tree.total !== total) wrong.push(`heights, seed ${seed}: total ${tree.total}, not ${total}`);
    for (let look = 0; look < 20; look += 1) {
      const index = random(plain.length + 1);
      const offset = plain.slice(0, index).reduce((sum, height) => sum + height, 0);
      if (tree.offset(index) !== offset) wrong.push(`heights, seed ${seed}: offset of ${index} is ${tree.offset(index)}, not ${offset}`);
      const position = random(total + 100);
      let row = 0;
      let end = plain[0] ?? 0;
      while (row < plain.length - 1 && end <= position) end += plain[(row += 1)];
      if (tree.indexAt(position) !== (plain.length === 0 ? -1 : row)) wrong.push(`heights, seed ${seed}: row at ${position} is ${tree.indexAt(position)}, not ${row}`);
      const { start, end: after } = windowOf(tree, position, 500, 300, 80);
      if (plain.length > 0 && !(start <= row && row < after)) wrong.push(`window, seed ${seed}: ${start} to ${after} is without ${row}`);
    }
  }
}

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

async function rules() {
  const { Source } = await import("/rules/source.js");
  const { expressions, kindOf } = await import("/rules/coverage.js");
  const { writeOf } = await import("/rules/firestore/json.js");
  const source = new Source("// ü😀\nallow: if a == 'ü😀';\n");
  const range = source.range({ currentOffset: 16, endOffset: 24 });
  same("places behind an emoji", source.text.slice(range.start, range.end), "a == 'ü😀'");
  same("their line", source.lineAt(range.start), 2);
  same("a place without an offset is the first", source.range({ line: 1, column: 1 }), { start: 0, end: 1 });
  const report = [{ sourcePosition: { currentOffset: 16, endOffset: 24 }, values: [{ value: { boolValue: true }, count: 2 }, { value: {}, count: 1 }], children: [{ sourcePosition: { currentOffset: 16, endOffset: 16 }, values: [] }] }];
  same("what coverage says", expressions(report, source).map(({ kind, total }) => [kind, total]), [["true", 2], ["never", 0]]);
  same("an error", kindOf([{ value: { undefined: { causeMessage: "x" } }, count: 1 }]), "error");
  const write = writeOf({ a: 1, b: { c: { $serverTime: true } }, d: { e: 2, f: { $arrayUnion: ["x"] } }, g: { $delete: true } }, database, true);
  same("a write's fields", write.fields, { a: { integerValue: "1" }, d: { mapValue: { fields: { e: { integerValue: "2" } } } } });
  same("its mask", write.mask, ["a", "d", "g"]);
  same("its transforms", write.transforms, [{ fieldPath: "b.c", setToServerValue: "REQUEST_TIME" }, { fieldPath: "d.f", appendMissingElements: { values: [{ stringValue: "x" }] } }]);
  for (const json of [{ a: [{ $serverTime: true }] }, { a: { $x: 1 } }, { a: { $timestamp: 1, b: 1 } }, { a: { $geopoint: 5 } }, { a: 1e20 }]) refused(text(json), () => writeOf(json, database, false));
}

async function tree() {
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
  // A look that began before more was asked for, and whose answer comes after it.
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

async function treeRules() {
  const { issuesIn } = await import("/rules/realtime/service.js");
  same("what is wrong with rules", issuesIn("2:26: Expected a value.\n3:8: Unknown rule '.foo': no.\nSorry"), [{ line: 2, column: 26, text: "Expected a value.", isError: true }, { line: 3, column: 8, text: "Unknown rule '.foo': no.", isError: true }]);
}

async function stores() {
  const { pageOf, placeOf, storeOf, storeSwitch } = await import("/shared/stores.js");
  const firestore = { project: "p", database: "d", server: "http://127.0.0.1:8080", isEmulator: true };
  const realtimeDatabase = { namespace: "n", server: "http://127.0.0.1:9000", isEmulator: true };
  const [both, first, second] = [{ firestore, realtimeDatabase }, { firestore, realtimeDatabase: null }, { firestore: null, realtimeDatabase }];
  const all = (about) => ["data", "rules"].flatMap((kind) => ["firestore", "realtimeDatabase"].map((store) => pageOf(about, kind, store)));
  same("the pages of both", all(both), ["data", "tree", "rules", "tree-rules"]);
  same("the pages of Firestore", all(first), ["data", "data", "rules", "rules"]);
  same("the pages of the Realtime Database", all(second), ["tree", "tree", "tree-rules", "tree-rules"]);
  same("what pages are about", ["tree", "rules", "chat"].map(storeOf), [{ kind: "data", store: "realtimeDatabase" }, { kind: "rules", store: "firestore" }, null]);
  same("no choice", [storeSwitch(first, "data"), storeSwitch(second, "tree")], [null, null]);
  same("a choice", [...storeSwitch(both, "tree").children].map((link) => [link.getAttribute("href"), link.getAttribute("aria-current")]), [["#/data", null], ["#/tree", "page"]]);
  same("their places", [both, first, second].map((about) => [placeOf(about).title, ...placeOf(about).stores.map((store) => store.server)]), [["p", "127.0.0.1:8080", "127.0.0.1:9000"], ["p", "127.0.0.1:8080"], ["n", "127.0.0.1:9000"]]);
}

async function photos() {
  const { avatar } = await import("/chat/avatar.js");
  const count = (photoURL) => avatar({ id: "a", initials: "A", photoURL }).querySelectorAll("img").length;
  for (const address of ["https://example.com/a.png", "data:image/png;base64,AA=="]) same(`a photo from ${address}`, count(address), 1);
  for (const address of ["http://example.com/a.png", "//example.com/a.png", "/app/app.js", "data:text/html,a", "javascript:a", "blob:a", "", null, 7]) same(`no photo from ${address}`, count(address), 0);
}

async function worker() {
  const { rates, niceMaximum, durationText, withSample } = await import("/worker/rates.js");
  const sample = (time, stored, settled) => ({ outbox: "o", time, stored, settled, queued: 0, deadLetters: 0 });
  same("rates", rates([sample(1000, 10, 0), sample(3000, 30, 16)]), { in: 10, out: 8 });
  same("rates of one look", rates([sample(1000, 10, 0)]), null);
  same("another outbox begins anew", withSample([sample(1, 9, 9)], { ...sample(2, 1, 1), outbox: "p" }).length, 1);
  same("ends of scales", [3, 11, 301].map(niceMaximum), [10, 20, 500]);
  same("a duration", durationText(3700), "1 h 1 min");
}

/** How many lines two lists have in common in their order: the slow way. */
function commonLines(a, b) {
  const table = Array.from({ length: a.length + 1 }, () => new Int32Array(b.length + 1));
  for (let x = 1; x <= a.length; x += 1) {
    for (let y = 1; y <= b.length; y += 1) table[x][y] = a[x - 1] === b[y - 1] ? table[x - 1][y - 1] + 1 : Math.max(table[x - 1][y], table[x][y - 1]);
  }
  return table[a.length][b.length];
}

async function lineDifference() {
  const { countChanges, diffLines, hunks, mostEdits } = await import("/rules/line-diff.js");
  const kinds = (before, after) => diffLines(before, after).map(({ kind, text: line }) => `${{ same: " ", added: "+", removed: "-" }[kind]}${line}`);
  same("one line for another", kinds("a\nb\nc", "a\nx\nc"), [" a", "-b", "+x", " c"]);
  same("nothing to something", kinds("", "a\n"), ["+a"]);
  same("something to nothing", kinds("a\nb\n", ""), ["-a", "-b"]);
  same("line ends of all kinds are line ends", kinds("a\r\nb\rc\n", "a\nb\nc"), [" a", " b", " c"]);
  for (let round = 0; round < 300; round += 1) {
    const some = () => Array.from({ length: random(14) }, () => "abcd"[random(4)]);
    const [a, b] = [some(), some()];
    const lines = diffLines(a.join("\n"), b.join("\n"));
    const side = (other) => lines.filter(({ kind }) => kind !== other).map((line) => line.text).join();
    if (side("added") !== a.join() || side("removed") !== b.join()) wrong.push(`difference, seed ${seed}: ${a} and ${b} are not what they were`);
    const found = lines.filter(({ kind }) => kind === "same").length;
    if (found !== commonLines(a, b)) wrong.push(`difference, seed ${seed}: ${found} lines of ${a} and ${b} stay, not ${commonLines(a, b)}`);
    lines.forEach(({ before, after, text: line }) => {
      if ((before !== null && a[before - 1] !== line) || (after !== null && b[after - 1] !== line)) wrong.push(`difference, seed ${seed}: a wrong number at ${line}`);
    });
  }
  const many = Array.from({ length: 12_000 }, (_, index) => `line ${index}`);
  const changed = many.map((line, index) => (index % 3 === 0 ? `${line} is another` : line));
  same("more changes than are looked for", countChanges(diffLines(many.join("\n"), changed.join("\n"))), { added: 4000, removed: 4000 });
  same("the bound is one", 4000 > mostEdits, true);
  same("two texts without a line in common", countChanges(diffLines(many.join("\n"), many.map((line) => `${line}x`).join("\n"))), { added: 12_000, removed: 12_000 });
  const pieces = hunks(diffLines(many.slice(0, 100).join("\n"), many.slice(0, 100).map((line, index) => (index === 10 || index === 90 ? "x" : line)).join("\n")), 2);
  same("what is far apart is shown apart", pieces.map((piece) => piece.length), [6, 6]);
  same("the first piece", pieces[0].map(({ before, after }) => [before, after]), [[9, 9], [10, 10], [11, null], [null, 11], [12, 12], [13, 13]]);
}

async function coverageCounts() {
  const { Coverage, valueLines } = await import("/rules/coverage.js");
  const { Source } = await import("/rules/source.js");
  const source = new Source("a && b;");
  const coverage = new Coverage();
  coverage.begin(source.text);
  const position = (first, last) => ({ currentOffset: first, endOffset: last });
  const counts = [{ sourcePosition: position(0, 5), kind: "true", total: 2, values: [{ text: "true", count: 2 }], children: [{ sourcePosition: position(0, 0), kind: "true", total: 2, values: [{ text: "true", count: 2 }] }, { sourcePosition: position(5, 5), kind: "never" }] }];
  same("all of it is new at first", coverage.take({ tag: "x-1", rules: "x", counts, changes: null }, source, "x"), null);
  same("the kinds", coverage.expressions.map(({ kind, parent }) => [kind, parent]), [["true", null], ["true", 0], ["never", 0]]);
  same("nothing new", coverage.take(null, source, "x"), []);
  same("what has changed", coverage.take({ tag: "x-2", rules: "x", counts: null, changes: [{ index: 2, kind: "error", total: 1, values: [{ text: "Null value error.", count: 1, isError: true }], others: 3 }, { index: 99, kind: "true" }] }, source, "x"), [2]);
  same("the tag to ask with", coverage.tag, "x-2");
  same("the values", valueLines(coverage.expressions[2]), { lines: [{ text: "Null value error.", count: 1, isError: true }], rest: 3 });
  same("other rules", coverage.take({ tag: "y-1", rules: "y", counts, changes: null }, source, "x"), null);
  same("are not painted on these", [coverage.expressions, coverage.tag], [[], null]);
  same("a report of another emulator", coverage.take({ tag: null, rules: null, files: [{ content: source.text }], report: [{ sourcePosition: position(0, 5), values: [{ value: { boolValue: false }, count: "4" }] }] }, source, null), null);
  same("is read as well", coverage.expressions.map(({ kind, total }) => [kind, total]), [["false", 4]]);
}

async function refusals() {
  const { plainReason, requestAddress } = await import("/shared/refusal-words.js");
  const denied = { status: 403, message: "PERMISSION_DENIED: evaluation error at L68:22 for 'get' @ L68", decision: null };
  same("no word of the rules engine", plainReason(denied), "the security rules do not allow it.");
  same("nor of the database", plainReason({ status: 401, message: "Permission denied" }), "the security rules do not allow it.");
  same("what is for people stays", plainReason({ status: 403, message: "bob is no member of c1" }), "bob is no member of c1.");
  same("an outage", plainReason({ status: 0, message: "The console cannot be reached. Is it still running?" }), "The console cannot be reached. Is it still running?");
  same("a number leads to its page", [requestAddress({ store: "firestore", number: 7 }), requestAddress({ store: "realtimeDatabase", number: 8 })], ["#/rules/request/7", "#/tree-rules/request/8"]);
}

async function addresses() {
  const { readAddress, writeAddress } = await import("/shared/addresses.js");
  const chat = (schema, conversation, ...users) => ({ page: "chat", schema, conversation, users });
  const data = (path, view = {}) => ({ page: "data", path, view });
  const rules = (page, line = null, request = null, text = "", denied = false) => ({ page, line, request, text, denied });
  const filter = { field: "a.`b c`", operator: "IN", value: { arrayValue: { values: [{ stringValue: "?&=#/" }] } } };
  for (const [address, meaning] of [
    ["#/chat", chat(null, null)],
    ["#/chat/read-by", chat("read-by", null)],
    ["#/chat/status/a%2Fb/x%2Cy,z", chat("status", "a/b", "x,y", "z")],
    ["#/data", data([])],
    ["#/data/a%3Fb/c", data(["a?b", "c"])],
    [`#/data/a?where=${encodeURIComponent(filter.field)}&is=IN&value=${encodeURIComponent(JSON.stringify(filter.value))}&order=t&direction=DESCENDING&id=%C3%A9`, data(["a"], { filter, order: { field: "t", direction: "DESCENDING" }, prefix: "é" })],
    ["#/tree/a?chosen=a%2Fb", { page: "tree", path: ["a"], chosen: "a/b" }],
    ["#/rules", rules("rules")],
    ["#/rules/line/12", rules("rules", 12)],
    ["#/tree-rules/request/7?denied&text=a%20b", rules("tree-rules", null, 7, "a b", true)],
    ["#/worker", { page: "worker" }],
  ]) {
    same(`the address ${address}`, readAddress(address), meaning);
    same(`the address of ${text(meaning)}`, writeAddress(meaning), address);
  }
  // Addresses as people type them, and as earlier versions wrote them.
  for (const address of ["", "#", "#/", "#chat", "#/chat/"]) same(`chat at ${address}`, readAddress(address), chat(null, null));
  same("a trailing slash", readAddress("#/data/a/"), data(["a"]));
  same("five devices are four", readAddress("#/chat/s/c/a,b,a,c,d,e").users, ["a", "b", "c", "d"]);
  same("a broken escape stays", readAddress("#/data/%E0%A4%A").path, ["%E0%A4%A"]);
  for (const bad of ["#/nowhere", "#/__proto__", "#/constructor/a", "#/chat/a/b/c/d", "#/rules/12", "#/rules/line/0", "#/rules/line/x", "#/rules/line/1/2", "#/rules/request", "#/rules/request/x", "#/worker/a", "#//a"]) same(`no page at ${bad}`, readAddress(bad).page, "unknown");
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

async function overview() {
  const { byActivity, faceOf, firstDevices, isFound, previewOf, titlesOf, unreadText } = await import("/chat/overview.js");
  const person = (id, name = id) => ({ id, name, initials: name[0], photoURL: null });
  const [alice, bob, carol] = [person("alice", "Alice"), person("bob", "Bob"), person("carol", "Carol")];
  const last = (time, sender = "bob", more = {}) => ({ time, sender, senderName: sender, text: "Hi\n there", system: false, ...more });
  const talk = (id, members, more = {}) => ({ id, title: id, isNamed: false, isGroup: members.length > 2, members, last: null, ...more });
  same("by activity", byActivity([talk("b", []), talk("c", [], { last: last(1) }), talk("a", []), talk("d", [], { last: last(5) })]).map(({ id }) => id), ["d", "c", "a", "b"]);
  const two = talk("t", [alice, bob]);
  same("between two: the other's face", [faceOf(two, "alice").id, faceOf(two, "bob").id, faceOf(two, "carol").id], ["bob", "alice", "alice"]);
  same("a group has none", faceOf(talk("g", [alice, bob, carol]), "alice"), null);
  same("talking to oneself", faceOf(talk("o", [alice]), "alice").id, "alice");
  same("titles", [...titlesOf([two, talk("u", [bob, alice]), talk("n", [alice, bob], { isNamed: true, title: "Team" }), talk("e", [])], "alice").values()], ["Bob (t)", "Bob (u)", "Team", "e"]);
  same("many names", [...titlesOf([talk("m", [alice, bob, carol, person("d"), person("e")])], "alice").values()], ["Bob, Carol, d and 1 more"]);
  same("previews", [previewOf(two, "alice"), previewOf({ ...two, last: last(1) }, "alice"), previewOf({ ...two, last: last(1) }, "bob"), previewOf({ ...two, isGroup: true, last: last(1) }, "alice"), previewOf({ ...two, last: last(1, "bob", { text: null }) }, "alice"), previewOf({ ...two, isGroup: true, last: last(1, "bob", { system: true }) }, "alice")],
    ["No messages yet", "Hi there", "You: Hi there", "bob: Hi there", "A message without text", "Hi there"]);
  same("unread", [undefined, { unread: null, isMore: false }, { unread: 0, isMore: false }, { unread: 3, isMore: false }, { unread: 100, isMore: true }].map(unreadText), ["", "", "", "3", "99+"]);
  same("found", [isFound(two, "Bob", "bo"), isFound(two, "Bob", "alic"), isFound(two, "Bob", "x")], [true, true, false]);
  same("devices", [firstDevices(two, "bob"), firstDevices(talk("g", [alice, bob, carol]), "carol"), firstDevices(two, "nobody"), firstDevices(talk("e", []), null)], [["bob", "alice"], ["carol", "alice"], ["alice", "bob"], []]);
}

async function times() {
  const { shortTime } = await import("/chat/time.js");
  const now = new Date(2026, 4, 20, 12).getTime();
  same("short times", [shortTime(new Date(2026, 4, 19, 23).getTime(), now), shortTime(new Date(2025, 4, 20).getTime(), now).includes("2025"), shortTime(new Date(2026, 0, 2).getTime(), now).includes("2026"), /\d/.test(shortTime(new Date(2026, 4, 20, 1, 5).getTime(), now))], ["Yesterday", true, false, true]);
}

(async () => {
  for (const check of [heights, values, paths, rules, tree, nodes, treeRules, stores, photos, worker, addresses, connection, overview, times, lineDifference, coverageCounts, refusals]) {
    try {
      await check();
    } catch (error) {
      wrong.push(`${check.name}: ${error.stack ?? error}`);
    }
  }
  done(wrong.slice(0, 20));
})();
