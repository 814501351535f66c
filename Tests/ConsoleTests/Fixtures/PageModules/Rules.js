// Rules modules.

async function rules() {
  const { Source } = await import("/shared/source.js");
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

async function issues() {
  const { issuesIn } = await import("/rules/realtime/service.js");
  same("what is wrong with rules", issuesIn("2:26: Expected a value.\n3:8: Unknown rule '.foo': no.\nSorry"), [{ line: 2, column: 26, text: "Expected a value.", isError: true }, { line: 3, column: 8, text: "Unknown rule '.foo': no.", isError: true }]);
}

/** The length of the longest common subsequence of two lists, computed the slow way. */
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
  const { Coverage, uncountedText, valueLines } = await import("/rules/coverage.js");
  const { Source } = await import("/shared/source.js");
  const source = new Source("a && b;");
  const coverage = new Coverage();
  coverage.begin(source.text);
  const position = (first, last) => ({ currentOffset: first, endOffset: last });
  const counts = [{ sourcePosition: position(0, 5), kind: "true", total: 2, values: [{ text: "true", count: 2 }], children: [{ sourcePosition: position(0, 0), kind: "true", total: 2, values: [{ text: "true", count: 2 }] }, { sourcePosition: position(5, 5), kind: "never" }] }];
  same("all of it is new at first", coverage.take({ tag: "x-1", rules: "x", counts, changes: null }, source, "x"), null);
  same("the kinds", coverage.expressions.map(({ kind, parent }) => [kind, parent]), [["true", null], ["true", 0], ["never", 0]]);
  same("nothing new", coverage.take(null, source, "x"), []);
  same("what has changed", coverage.take({ tag: "x-2", rules: "x", counts: null, changes: [{ index: 2, kind: "error", total: 1, values: [{ text: "Null value error.", count: 1, isError: true }], others: 3 }, { index: 99, kind: "true" }], uncounted: 12 }, source, "x"), [2]);
  same("the decisions left out", coverage.uncounted, 12);
  same("the tag to ask with", coverage.tag, "x-2");
  same("the values", valueLines(coverage.expressions[2]), { lines: [{ text: "Null value error.", count: 1, isError: true }], rest: 3 });
  same("other rules", coverage.take({ tag: "y-1", rules: "y", counts, changes: null }, source, "x"), null);
  same("are not painted on these", [coverage.expressions, coverage.tag, coverage.uncounted], [[], null, 0]);
  same("nothing is left out", uncountedText(0), "");
  same("one decision is", uncountedText(1), "1 decision is not counted: more were made than are kept until somebody asks.");
  same("several are", uncountedText(12), "12 decisions are not counted: more were made than are kept until somebody asks.");
  same("a report of another emulator", coverage.take({ tag: null, rules: null, files: [{ content: source.text }], report: [{ sourcePosition: position(0, 5), values: [{ value: { boolValue: false }, count: "4" }] }] }, source, null), null);
  same("is read as well", coverage.expressions.map(({ kind, total }) => [kind, total]), [["false", 4]]);
}

async function identities() {
  const { identityOf, objectFrom } = await import("/rules/identity.js");
  const form = { as: "user", user: " bob ", claims: "{\"admin\": true}" };
  same("a user with claims", identityOf(form), { user: "bob", claims: { admin: true } });
  same("without claims", identityOf({ ...form, claims: " " }), { user: "bob" });
  same("nobody, and an administrator", [identityOf({ ...form, as: "nobody" }), identityOf({ ...form, as: "admin" })], [{ nobody: true }, {}]);
  refused("no user", () => identityOf({ ...form, user: " " }));
  for (const claims of ["{", "[]", "5", "null"]) refused(`the claims ${claims}`, () => identityOf({ ...form, claims }));
  same("an empty text", objectFrom("  "), {});
}

async function traces() {
  const { Trace } = await import("/rules/trace.js");
  let log = [{ number: 7, user: "bob", operations: [{ method: "get", target: "a/b" }] }];
  const service = { decisions: async (after, limit, { number = null } = {}) => (number === null ? log.filter((one) => one.number > after).slice(-(limit ?? 100)) : log.filter((one) => one.number === number)) };
  const isAbout = (one, { target }) => one.target === target;
  const trace = async (request, more) => {
    const begun = new Trace(service, { identity: {}, ...request }, isAbout);
    await begun.begin();
    log = [...log, ...more];
    return begun;
  };
  const decision = (number, user, target) => ({ number, user, operations: [{ method: "get", target }] });
  const bobs = await trace({ identity: { user: "bob" }, target: "a/b" }, [decision(8, "bob", "a/b"), decision(9, "alice", "a/b"), decision(10, "bob", "c/d")]);
  same("the user's own decision about the target", (await bobs.decision(null)).number, 8);
  same("the user's last one", (await bobs.last()).number, 10);
  same("the one that a response names", (await bobs.decision(7)).number, 7);
  same("one from before the request is another's", await (await trace({ identity: { user: "bob" }, target: "a/b" }, [])).decision(null), null);
  same("nobody's", (await (await trace({ target: "e/f" }, [decision(11, null, "e/f")])).decision(null)).number, 11);
  same("an administrator has none", await (await trace({ isAdmin: true, target: "e/f" }, [decision(12, null, "e/f")])).decision(null), null);
}

async function languageOfFirestore() {
  const { completionsAt, definitionAt, tokensOf } = await import("/rules/language/firestore.js");
  const { namesAt, codeOf } = await import("/rules/language/scopes.js");
  const lines = [
    "service cloud.firestore {", "  match /databases/{database}/documents {", "    function isUser(id) { // { not a block",
    "      let uid = request.auth.uid;", "      return uid == id && '}' == x;", "    }", "    match /rooms/{room}/{rest=**} {",
    "      allow get: if isUser(room);", "    }", "  }", "}",
  ];
  const rules = lines.join("\n");
  const at = (place) => rules.indexOf(place);
  const names = (place) => namesAt(codeOf(rules), at(place)).map(({ kind, name }) => `${kind} ${name}`);
  same("names in a function", names("uid == id"), ["variable uid", "parameter id", "wildcard database", "function isUser"]);
  same("names in a match", names("isUser(room)"), ["wildcard room", "wildcard rest", "wildcard database", "function isUser"]);
  same("nothing is in scope outside", names("service"), []);
  const definition = (place, offset = 0) => {
    const found = definitionAt(rules, at(place) + offset);
    return found && [rules.slice(found.start, found.end), rules.slice(0, found.start).split("\n").length];
  };
  same("where a function is declared", definition("isUser(room)", 3), ["isUser", 3]);
  same("where a wildcard is", definition("room);"), ["room", 7]);
  same("where a variable is", definition("uid == id", 1), ["uid", 4]);
  same("a member is not declared", definition("auth.uid", 6), null);
  same("nor is what a string says", definition("'}'", 1), null);
  const reference = [{ kind: "function", name: "get", signatures: ["get(path) -> any"] }, { kind: "function", name: "math.abs", signatures: ["math.abs(number) -> number"] }, { kind: "method", name: "size", signatures: ["list.size() -> int"] }];
  const complete = (written) => completionsAt(written, written.length, reference).items.map(({ insert }) => insert);
  same("members of a request", complete("allow read: if request.auth."), ["uid", "token"]);
  same("functions of a package", complete("allow read: if math.a"), ["abs("]);
  same("methods of anything else", complete("allow read: if a.b().s"), ["size("]);
  same("methods of an allow", complete("  allow read, ")[0], "read");
  same("nothing in a comment", complete("// reque"), []);
  same("nothing in a string", complete("allow read: if 'req"), []);
  same("what begins a name", ["request", "get(", "math.", "if"].filter((one) => !complete("allow read: if r").includes(one)), []);
  const painted = tokensOf(rules);
  same("tokens are in order", painted.every(({ start, end }, index) => start < end && (index === 0 || painted[index - 1].end <= start)), true);
  same("paths", painted.filter(({ kind }) => kind === "path").map(({ start, end }) => rules.slice(start, end)), ["/databases/{database}/documents", "/rooms/{room}/{rest=**}"]);
  for (let round = 0; round < 60; round += 1) {
    // Unfinished rules, at any place.
    const part = rules.slice(random(20), rules.length - random(rules.length));
    for (const call of [() => completionsAt(part, random(part.length + 1), reference), () => definitionAt(part, random(part.length + 1)), () => tokensOf(part)]) call();
  }
}

async function treeCoverage() {
  const { coverageBlocks } = await import("/rules/language/realtime.js");
  const { nested } = await import("/rules/realtime/service.js");
  const rules = "{ // { \"no\"\n\"rules\": {\n\".read\": false,\n\"rooms\": {\n\"$room\": {\".read\": \"a == '{'\"}, \".write\": true},\n\"users\": {";
  const paths = (written) => coverageBlocks(written).map(({ path, start, open, end }) => [path, written.slice(0, start).split("\n").length, written[open - 1], written[end] ?? ""]);
  same("the blocks of a tree", paths(rules), [["/", 1, "{", ""], ["/", 2, "{", ""], ["/rooms", 4, "{", "}"], ["/rooms/$room", 5, "{", "}"], ["/users", 6, "{", ""]]);
  for (let round = 0; round < 60; round += 1) coverageBlocks(rules.slice(random(20), rules.length - random(rules.length)));
  const condition = (first, last) => ({ sourcePosition: { currentOffset: first, endOffset: last }, children: [] });
  const places = (one) => [one.sourcePosition.currentOffset, ...one.children.map(places)];
  same("conditions in conditions", nested([condition(1, 9), condition(1, 3), condition(2, 3), condition(5, 9), condition(12, 14)]).map(places), [[1, [1, [2]], [5]], [12]]);
}

async function languageOfDatabase() {
  const { completionsAt, definitionAt, namesAt, tokensOf } = await import("/rules/language/realtime.js");
  const rules = "{\"rules\": { // \"$no\": {\n\"rooms\": {\"$room\": {\".read\": \"auth.uid === $room && 'a' != null\"}},\n\"users\": {}\n}}";
  same("keys in scope", namesAt(rules, rules.indexOf("&&")).map(({ name }) => name), ["$room"]);
  same("and out of it", namesAt(rules, rules.indexOf("users")), []);
  const found = definitionAt(rules, rules.indexOf("$room &&") + 2);
  same("where a key is declared", rules.slice(found.start - 1, found.end + 2), "\"$room\":");
  const reference = [{ kind: "method", name: "val", signatures: ["snapshot.val() -> value"] }];
  const complete = (written) => completionsAt(written, written.length, reference).items.map(({ insert }) => insert);
  same("members", [complete("{\".read\": \"auth."), complete("{\".read\": \"data.v")], [["uid", "token", "provider"], ["val("]]);
  same("properties", complete("{\".r")[0], ".read");
  same("nothing outside strings", complete("{"), []);
  const kinds = tokensOf(rules).map(({ start, end, kind }) => `${kind} ${rules.slice(start, end)}`);
  same("tokens", ["comment // \"$no\": {", "name \"rooms\"", "path \"$room\"", "keyword \".read\"", "keyword auth", "path $room", "string 'a'", "keyword null"].filter((one) => !kinds.includes(one)), []);
}

async function layout() {
  const firestore = (await import("/rules/language/firestore.js")).formatted;
  const database = (await import("/rules/language/realtime.js")).formatted;
  const loose = ["rules_version = '2';", "service cloud.firestore {", "", "", "match /databases/{d}/documents {", "    // A note {", "   /* One", "      more */", "function f(a) {", "return a == '{' ||", "a in [", "'x',", "'y'", "];  ", "}", "match /rooms/{room=**} {", "allow get: if exists(", "/databases/$(d)/documents/a)", "&& f(1);", "\tallow list, create:", "if (a", "&& b);", "}", "}", "}", "", ""];
  const neat = ["rules_version = '2';", "service cloud.firestore {", "", "  match /databases/{d}/documents {", "    // A note {", "    /* One", "       more */", "    function f(a) {", "      return a == '{' ||", "        a in [", "          'x',", "          'y'", "        ];", "    }", "    match /rooms/{room=**} {", "      allow get: if exists(", "        /databases/$(d)/documents/a)", "        && f(1);", "      allow list, create:", "        if (a", "          && b);", "    }", "  }", "}"];
  same("rules in their layout", firestore(loose.join("\n")).split("\n"), [...neat, ""]);
  same("line ends of all kinds", firestore(loose.join("\r\n")), `${neat.join("\n")}\n`);
  const tree = ["{\"rules\": {", "// }", "\"a\": {", "\".read\":", "\"auth != null && '{'\",", "\".indexOn\": [\"x\",", "\"y\"]", "}", "}}"];
  same("rules of a tree", database(tree.join("\n")).split("\n"), ["{\"rules\": {", "  // }", "  \"a\": {", "    \".read\":", "      \"auth != null && '{'\",", "    \".indexOn\": [\"x\",", "      \"y\"]", "  }", "}}", ""]);
  same("nothing", [firestore(""), firestore("\n \n"), database("")], ["", "", ""]);
  const bare = (one) => one.replace(/\s+/g, "");
  const pieces = ["{", "}", "(", ")", "[", "]", "'a{'", "\"b\"", "// c {", "/* d", "*/", ";", ",", ":", "a", " ", "\n", "\n\n", "\t", "\r\n"];
  for (let round = 0; round < 400; round += 1) {
    const any = Array.from({ length: random(40) }, () => pieces[random(pieces.length)]).join("");
    for (const format of [firestore, database]) {
      const once = format(any);
      if (bare(once) !== bare(any)) wrong.push(`layout, seed ${seed}: ${text(any)} has other text in its layout`);
      if (format(once) !== once) wrong.push(`layout, seed ${seed}: ${text(any)} is laid out differently the second time`);
    }
  }
}

async function blockCoverage() {
  const { Source } = await import("/shared/source.js");
  const { coverageByBlock, percent, RunChanges } = await import("/rules/blocks.js");
  const firestore = await import("/rules/language/firestore.js");
  const source = new Source("service cloud.firestore { match /databases/{d}/documents {\nfunction f() { return a; }\nmatch /rooms/{r} {\nallow read: if b;\nallow write: if false;\nmatch /desks/{x} { allow get: if c; }\n}\n} }");
  const condition = (place, kind, parent = null) => ({ start: source.text.indexOf(place), end: source.text.indexOf(place) + place.length, kind, parent });
  const rows = coverageByBlock(source, [condition("a;", "value"), condition("b;", "true"), condition("false", "false"), condition("c;", "both"), condition("b;", "both", 1)].map((one) => ({ ...one, end: one.end - (source.text[one.end - 1] === ";" ? 1 : 0) })), firestore.coverageBlocks(source.text));
  same("coverage by match", rows.map(({ path, line, covered, total }) => [path, line, covered, total]), [["/", 1, 1, 1], ["/rooms/{r}", 3, 1, 2], ["/rooms/{r}/desks/{x}", 6, 1, 1]]);
  same("percent", [percent(1, 3), percent(0, 0), percent(2, 3)], [33, 100, 66]);
  const runs = new RunChanges();
  const take = (values, time) => [...runs.take(new Map(Object.entries(values)), time)];
  same("nothing has changed at first", take({ a: 10 }, 0), []);
  same("a run", take({ a: 30 }, 1000), [["a", 20]]);
  same("the same run", take({ a: 40, b: 5 }, 2000), [["a", 30]]);
  same("nothing new", take({ a: 40, b: 5 }, 60_000), [["a", 30]]);
  same("the next run", take({ a: 35, b: 5 }, 61_000), [["a", -5]]);
}

checks.push(layout, languageOfFirestore, languageOfDatabase, treeCoverage, blockCoverage, identities, traces, rules, issues, lineDifference, coverageCounts);
