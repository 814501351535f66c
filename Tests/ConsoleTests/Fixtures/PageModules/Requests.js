
const call = (more = {}) => ({
  number: 1, time: "2026-01-02T11:00:00.123456Z", protocol: "REST", method: "Commit", status: "OK", microseconds: 1500, reads: 0, writes: 1, deletes: 0, targets: ["rooms/a"], targetCount: 1,
  auth: { token: { mapValue: { fields: { sub: { stringValue: "bob" }, level: { integerValue: "3" }, tags: { arrayValue: { values: [{ booleanValue: true }, { nullValue: null }] } } } } } },
  request: { method: "POST", path: `/v1/${database}/documents:commit`, body: { writes: [] } }, ...more,
});

async function callTexts() {
  const { claimsOf, costText, durationText, fits, ownClaims, statusText, sumOf, targetText, whoOf } = await import("/requests/calls.js");
  same("claims", claimsOf(call()), { sub: "bob", level: 3, tags: [true, null] });
  same("own claims", ownClaims({ sub: "bob", iat: 0, admin: true, firebase: { sign_in_provider: "custom" } }), { admin: true });
  same("who", [whoOf(call()), whoOf(call({ admin: true })), whoOf(call({ auth: undefined }))], ["bob", "administrator", "nobody"]);
  same("costs", [costText(call()), costText({ reads: 2, writes: 0, deletes: 1 }), costText({})], ["1 write", "2 reads, 1 delete", ""]);
  same("what was downloaded", [costText({ bytes: 999 }), costText({ bytes: 1234 }), costText({ bytes: 12_345_678 }), costText({ bytes: 0 })], ["999 B", "1.2 kB", "12 MB", ""]);
  same("durations", [999, 1500, 12_345, 2_500_000].map(durationText), ["999 µs", "1.5 ms", "12 ms", "2.5 s"]);
  same("targets", [targetText({}), targetText({ targets: ["a/b", "c/d", "e/f"], targetCount: 33 })], ["", "a/b, c/d and 31 more"]);
  same("statuses", [statusText({ status: "OK" }), statusText({ status: "OK", open: true }), statusText({ status: "PERMISSION_DENIED" }), statusText({ status: "FAILED_PRECONDITION" })], ["OK", "Open", "Denied", "Failed precondition"]);
  same("the filter", [fits(call(), { text: "ROOMS bob" }), fits(call(), { text: "alice" }), fits(call(), { failed: true }), fits(call({ status: "ABORTED" }), { text: "aborted", failed: true })], [true, false, false, true]);
  same("sums", sumOf([call(), call({ reads: 4 })]), { reads: 4, writes: 2, deletes: 0, bytes: 0 });
}

async function callCopies() {
  const { archiveOf, authorizationOf, curlOf, urlOf } = await import("/requests/copies.js");
  const { shellWord } = await import("/shared/texts.js");
  same("an administrator", authorizationOf(call({ admin: true })), "Bearer owner");
  same("nobody", authorizationOf(call({ auth: undefined })), null);
  const [, claims, signature] = authorizationOf(call()).split(".");
  same("an unsigned token", [JSON.parse(atob(claims)).sub, signature], ["bob", ""]);
  same("a word", shellWord("it's $(rm)"), "'it'\\''s $(rm)'");
  const command = curlOf(call({ admin: true, request: { method: "POST", path: `/v1/${database}/documents/a b/'é:runQuery`, body: { x: "'; rm" } } }), "http://h:1");
  same("a command", command, `curl 'http://h:1/v1/projects/p/databases/(default)/documents/a%20b/'\\''%C3%A9:runQuery' \\\n  -H 'Authorization: Bearer owner' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"x":"'\\''; rm"}'`);
  same("no command for a call whose content is unknown", curlOf(call({ request: undefined }), "http://h:1"), null);
  const archive = archiveOf([call(), call({ status: "NOT_FOUND", request: undefined, protocol: "gRPC" })], (one) => urlOf(one, "http://h:1")).log;
  same("an archive", [archive.version, archive.entries.map(({ response }) => response.status), archive.entries[0].time], ["1.2", [200, 404], 1.5]);
  same("has no credentials", /Bearer|sub/.test(JSON.stringify(archive)), false);
}

async function callPrograms() {
  const { swiftOf } = await import("/requests/swift.js");
  const { fieldNames } = await import("/shared/firestore/paths.js");
  const { stringLiteral, valueCode } = await import("/shared/firestore/swift.js");
  same("a literal", stringLiteral("a\"\\(b)\n\u0000\u202e"), "\"a\\\"\\\\(b)\\n\\u{0}\\u{202e}\"");
  same("names", fieldNames("a.`b.c`.`d\\`e`"), ["a", "b.c", "d`e"]);
  same("values", [{ doubleValue: 2 }, { integerValue: "9007199254740993" }, { doubleValue: "NaN" }, { nullValue: null }, { arrayValue: {} }, { mapValue: {} }].map(valueCode), ["2.0", "9007199254740993", "Double.nan", "NSNull()", "[]", "[:]"]);
  same("a time", valueCode({ timestampValue: "1970-01-01T00:00:01.5Z" }), "Timestamp(seconds: 1, nanoseconds: 500000000)");
  const document = `${database}/documents/rooms/a`;
  const lines = (writes) => swiftOf(call({ request: { method: "POST", path: `/v1/${database}/documents:commit`, body: { writes } } }), "http://h:1", "p")?.split("\n").slice(5, -1);
  same("an update", lines([{ update: { name: document, fields: { n: { integerValue: "1" } } }, updateMask: { fieldPaths: ["n", "old"] }, updateTransforms: [{ fieldPath: "at", setToServerValue: "REQUEST_TIME" }], currentDocument: { exists: true } }]), ["try await firestore.document(\"rooms/a\").updateData([\"n\": 1, \"old\": FieldValue.delete(), \"at\": FieldValue.serverTimestamp()])"]);
  same("a batch", lines([{ delete: document }, { update: { name: document, fields: {} } }]), ["let batch = firestore.batch()", "batch.deleteDocument(firestore.document(\"rooms/a\"))", "batch.setData([:], forDocument: firestore.document(\"rooms/a\"))", "try await batch.commit()"]);
  same("a check has no form", lines([{ verify: document }]), undefined);
  const query = { structuredQuery: { from: [{ collectionId: "messages" }], where: { fieldFilter: { field: { fieldPath: "to" }, op: "ARRAY_CONTAINS", value: { stringValue: "bob" } } }, orderBy: [{ field: { fieldPath: "at" }, direction: "DESCENDING" }, { field: { fieldPath: "__name__" }, direction: "DESCENDING" }], limit: 5 } };
  const program = swiftOf(call({ request: { method: "POST", path: `/v1/${database}/documents/rooms/a:runQuery`, body: query } }), "http://h:1", "p");
  same("a query", program.split("\n").slice(5, -1), ["let snapshot = try await firestore.collection(\"rooms/a/messages\")", "    .whereField(\"to\", arrayContains: \"bob\")", "    .order(by: \"at\", descending: true)", "    .limit(to: 5)", "    .getDocuments()"]);
  same("who", program.includes(".emulatorUser(uid: \"bob\")") && program.includes("more claims: level, tags."), true);
}

async function treeCopies() {
  const { claimsOf, whoOf } = await import("/requests/calls.js");
  const { curlOf, requestText, swiftOf, urlOf } = await import("/requests/realtime/copies.js");
  const of = { server: "http://h:1", namespace: "n" };
  const tree = (more) => ({ number: 1, status: "OK", method: "get", path: "/a b/c", request: { method: "GET", query: {} }, ...more });
  const query = { orderBy: "\"n/m\"", startAt: "1", limitToLast: "2" };
  same("who", [whoOf(tree({ claims: { sub: "bob" } })), whoOf(tree()), claimsOf(tree({ admin: true }))], ["bob", "nobody", null]);
  same("a URL", urlOf(tree({ request: { method: "GET", query } }), of), "http://h:1/a%20b/c.json?ns=n&orderBy=%22n%2Fm%22&startAt=1&limitToLast=2");
  same("the URL of what has no request", urlOf({ method: "signIn" }, of), "http://h:1/.json?ns=n");
  same("a request", requestText(tree({ request: { method: "PUT", query: {}, body: { x: null } } })), "PUT /a%20b/c.json\n\n{\n  \"x\": null\n}");
  same("an administrator's write", curlOf(tree({ admin: true, method: "set", request: { method: "PUT", query: {}, body: "it's" } }), of), "curl -X PUT 'http://h:1/a%20b/c.json?ns=n' \\\n  -H 'Authorization: Bearer owner' \\\n  -d '\"it'\\''s\"'");
  const listening = curlOf(tree({ method: "listen", claims: { sub: "bob" } }), of);
  same("a user's listener", [/&auth=[\w-]+\.[\w-]+\.'/.test(listening), listening.includes("-N"), listening.includes("Bearer")], [true, true, false]);
  same("no command", curlOf({ method: "onDisconnect.set", path: "/a" }, of), null);
  const lines = (call) => swiftOf(tree(call), of)?.split("\n").slice(4, -1);
  same("values", lines({ method: "set", request: { method: "PUT", query: {}, body: { a: [1, "\"", null], b: {}, c: 1.5 } } }), ["try await database.reference(withPath: \"a b/c\").setValue([\"a\": [1, \"\\\"\", nil], \"b\": [:], \"c\": 1.5])"]);
  same("a query", lines({ request: { method: "GET", query } }), ["print(try await database.reference(withPath: \"a b/c\")", "    .queryOrdered(byChild: \"n/m\")", "    .queryStarting(atValue: 1)", "    .queryLimited(toLast: 2)", "    .getData().value as Any)"]);
  same("the order by key", lines({ method: "listen", request: { method: "GET", query: { orderBy: "\"$key\"", equalTo: "\"k\"" } } }).slice(1, 3), ["    .queryOrderedByKey()", "    .queryEqual(toValue: \"k\")"]);
  same("a bound with a key, or shallow, has no form", [{ orderBy: "\"n\"", startAt: "1,\"k\"" }, { shallow: "true" }].map((one) => lines({ request: { method: "GET", query: one } })), [undefined, undefined]);
  same("an update, an addition, a removal", ["update", "push", "remove"].map((method) => lines({ method, request: { method: "", query: {}, body: { a: 1 } } })[0].split(").").slice(1).join(").")), ["updateChildValues([\"a\": 1])", "childByAutoId().setValue([\"a\": 1])", "removeValue()"]);
  const program = swiftOf(tree({ method: "remove", claims: { sub: "bob", level: 3 } }), of);
  same("the program", program.includes("url: \"http://h:1?ns=n\", credentials: .emulatorUser(uid: \"bob\")))") && program.includes("more claims: level."), true);
}

async function chatPaths() {
  const { chatOf } = await import("/shared/chat-paths.js");
  const chats = [{ schema: "status", store: "firestore", conversations: "conversations" }, { schema: "deep", store: "firestore", conversations: "teams/x/chats" }, { schema: "read-at", store: "realtimeDatabase", conversations: "conversations", messages: "messages" }];
  same("a message", chatOf(chats, "conversations/team/messages/m1"), { schema: "status", conversation: "team" });
  same("a deeper place", chatOf(chats, "teams/x/chats/c"), { schema: "deep", conversation: "c" });
  same("the other database", ["conversations/team", "/conversations/team", "/messages/team/m0"].map((path) => chatOf(chats, path, "realtimeDatabase")), Array(3).fill({ schema: "read-at", conversation: "team" }));
  same("no chat", [chatOf(chats, "conversations"), chatOf(chats, "users/alice"), chatOf([], "conversations/a")], [null, null, null]);
}

async function outcomes() {
  const { countsOf, countsText, excerptOf, fits, gapOf, percentOf } = await import("/tests/outcome.js");
  const { Source } = await import("/shared/source.js");
  const suites = [{ name: "Rooms", file: "a.yaml", cases: [{ name: "x" }, { name: "y", failure: {} }] }, { name: "b", file: "b.yaml", problem: "broken", cases: [] }];
  same("counts", [countsOf(suites), countsText(countsOf(suites)), countsText(countsOf([]))], [{ passed: 1, failed: 1, broken: 1 }, "1 failed, 1 suite not run, 1 passed", "No cases"]);
  same("the filter", [{ name: "x" }, { name: "y", failure: {} }].map((one) => [fits(one, suites[0], { text: "room", failed: true }), fits(one, suites[0], { text: "zz", failed: false })]), [[false, false], [true, false]]);
  const source = new Source("one\n😀 two && three\nfour");
  same("an excerpt", excerptOf(source, { currentOffset: 6, endOffset: 8 }, 1), [
    { number: 1, pieces: [{ text: "one", isMarked: false }] },
    { number: 2, pieces: [{ text: "😀 ", isMarked: false }, { text: "two", isMarked: true }, { text: " && three", isMarked: false }] },
    { number: 3, pieces: [{ text: "four", isMarked: false }] }]);
  same("gaps", [{ true: 1, false: 1, errors: 0 }, { true: 1, false: 0, errors: 0 }, { true: 0, false: 2, errors: 1 }, { true: 0, false: 0, errors: 1 }, { true: 0, false: 0, errors: 0 }].map(gapOf), ["", "never false", "never true", "only ever an error", "never evaluated"]);
  same("nearly all is not all", [percentOf({ covered: 999, conditions: Array(1000) }), percentOf({ covered: 0, conditions: [] })], [99, 100]);
}

checks.push(callTexts, callCopies, callPrograms, treeCopies, chatPaths, outcomes);
