import FirestoreModel
import FirestoreRules
import Testing

/// Why a request is denied, in one sentence; and which of several conditions decides.
@Suite struct ReasonTests {
    /// What is asked of `rooms/blue`, which bob does not own, or of `rooms/none`, which is not there.
    enum Request: Sendable {
        case get(String)
        case list
        case create([String: Value])
        case update([String: Value])
        case delete
    }

    private static let room: MapValue = [
        "owner": "alice", "participants": .array(["alice", "carol"]), "seats": 4, "isOpen": false,
        "name": "Blue room", "meta": .map(["floor": 2]), "lock": .null,
    ]

    private static func map(_ fields: [String: Value]) -> MapValue {
        MapValue(pairs: fields.sorted { $0.key < $1.key }.map { (FieldName($0.key), $0.value) })
    }

    private func explanation(
        _ condition: String, _ request: Request, as uid: String? = "bob"
    ) throws -> Explanation {
        let probe = try ExplanationProbe(
            """
            function room() { return get(/databases/$(database)/documents/rooms/blue).data; }
            function changed() { return request.resource.data.diff(resource.data).affectedKeys(); }
            match /rooms/{room} { allow read, write: if \(condition); }
            """, storing: ["rooms/blue": Self.room, "users/bob": ["roles": .array(["reader"])]])
        switch request {
        case .get(let id): return probe.explain([try ExplanationProbe.get("rooms/\(id)")], as: uid)
        case .list: return probe.explain([ExplanationProbe.list("rooms")], as: uid)
        case .create(let fields):
            return probe.explain(
                [try ExplanationProbe.set("rooms/red", Self.map(fields))], as: uid, after: [Self.map(fields)])
        case .update(let fields):
            var after = Self.room
            for (name, value) in fields { after[FieldName(name)] = value }
            return probe.explain([try ExplanationProbe.patch("rooms/blue")], as: uid, after: [after])
        case .delete: return probe.explain([try ExplanationProbe.delete("rooms/blue")], as: uid)
        }
    }

    @Test(arguments: [
        // Membership.
        ("request.auth.uid in resource.data.participants", "bob is not a participant of rooms/blue"),
        ("request.auth.uid in room().participants", "bob is not a participant of rooms/blue"),
        ("request.auth.uid in resource.data.meta.keys()", #"bob is not one of "floor""#),
        (
            "resource.data.owner in ['bob', 'eve']",
            #"owner of rooms/blue is "alice", and must be one of "bob" or "eve""#
        ),
        ("!('alice' in resource.data.participants)", #""alice" is in participants of rooms/blue"#),
        ("'admin' in request.auth.token", "the token of bob has no claim admin"),
        ("'size' in resource.data", "rooms/blue has no field size"),
        // Owners.
        ("resource.data.owner == request.auth.uid", #"owner of rooms/blue is "alice", not bob"#),
        ("request.auth.uid == resource.data.owner", #"owner of rooms/blue is "alice", not bob"#),
        ("room == request.auth.uid", #"room in the path is "blue", not bob"#),
        ("resource.data['owner'] == request.auth.uid", #"owner of rooms/blue is "alice", not bob"#),
        ("resource.data.get('owner', '') == request.auth.uid", #"owner of rooms/blue is "alice", not bob"#),
        // Values.
        ("resource.data.isOpen", "isOpen of rooms/blue is false"),
        ("resource.data.isOpen == true", "isOpen of rooms/blue is false, not true"),
        ("resource.data.seats != 4", "seats of rooms/blue is 4, and must not be"),
        ("resource.data.seats > 10", "seats of rooms/blue is 4, and must be more than 10"),
        ("10 <= resource.data.seats", "seats of rooms/blue is 4, and must be at least 10"),
        ("resource.data.name.size() < 5", "the size of name of rooms/blue is 9, and must be less than 5"),
        (
            "resource.data.name.matches('[a-z]+')",
            #"name of rooms/blue is "Blue room", which does not match "[a-z]+""#
        ),
        ("resource.data.seats is string", "seats of rooms/blue is 4, not a text"),
        ("resource.data.meta.floor == 1", "meta.floor of rooms/blue is 2, not 1"),
        ("resource.data.lock == 1", "lock of rooms/blue is null, not 1"),
        ("resource.data.participants.hasAll(['bob'])", #"participants of rooms/blue lacks "bob""#),
        (
            "resource.data.participants.hasOnly(['alice'])",
            #"participants of rooms/blue has "carol", and may have only "alice""#
        ),
        ("resource.data.participants.hasAny(['bob'])", #"participants of rooms/blue has none of "bob""#),
        // What is missing.
        ("resource.data.size == 1", "rooms/blue has no field size"),
        ("resource.data.meta.size == 1", "meta of rooms/blue has no field size"),
        ("request.auth.token.admin == true", "the token of bob has no claim admin"),
        ("get(/databases/$(database)/documents/rooms/none).data.n == 1", "rooms/none does not exist"),
        ("exists(/databases/$(database)/documents/rooms/none)", "rooms/none does not exist"),
        ("resource == null", "rooms/blue exists already"),
        // Constants, and what nothing is known of.
        ("false", "get of rooms/blue is never allowed"),
        ("resource.data.seats + 1 == 6", "`resource.data.seats + 1` is 5, not 6"),
        ("resource.data.lock.x == 1", "lock of rooms/blue is null"),
        ("resource.data.seats / 0 == 1", "`resource.data.seats / 0` failed: Divide by zero error"),
        ("math.abs(-1) == 2", "`math.abs(-1)` is 1, not 2"),
        ("resource.data.seats == 4 && (true ? resource.data.isOpen : true)", "isOpen of rooms/blue is false"),
        (
            "!(resource.data.seats == 4 && resource.data.owner == 'alice')",
            "`(resource.data.seats == 4 && resource.data.owner == 'alice')` was true"
        ),
    ]) func `a read that is denied says why`(condition: String, reason: String) throws {
        let explanation = try explanation(condition, .get("blue"))
        #expect(!explanation.isAllowed)
        #expect(explanation.reason == reason)
        #expect(explanation.deciding?.reason == reason)
    }

    @Test(arguments: [
        ("resource.data.seats == 4", "seats of rooms/blue is 4"),
        ("!(resource.data.seats == 5)", "seats of rooms/blue is 4, not 5"),
        ("resource.data.seats != 5", "seats of rooms/blue is 4, not 5"),
        ("!(resource.data.seats != 4)", "seats of rooms/blue is 4"),
        ("resource.data.seats > 3", "seats of rooms/blue is 4, which is more than 3"),
        ("3 < resource.data.seats", "seats of rooms/blue is 4, which is more than 3"),
        ("!(resource.data.seats > 10)", "seats of rooms/blue is 4, which is not more than 10"),
        ("resource != null", "rooms/blue exists"),
        ("resource.data != null", "rooms/blue exists"),
        ("request.auth.uid != null", "bob is signed in"),
        (
            "!(resource.data.owner in ['bob', 'eve'])",
            #"owner of rooms/blue is "alice", not one of "bob" and "eve""#
        ),
        (
            "!resource.data.keys().hasOnly(['name'])",
            "the fields of rooms/blue include isOpen, lock, meta, owner, participants and seats"
        ),
        ("!resource.data.participants.hasOnly(['alice'])", #"participants of rooms/blue has "carol""#),
    ]) func `a read that is allowed says how things are, not how they should be`(
        condition: String, reason: String
    ) throws {
        let explanation = try explanation(condition, .get("blue"))
        #expect(explanation.isAllowed)
        #expect(explanation.reason == reason)
    }

    @Test(arguments: [
        ("!(resource.data.seats == 4)", "seats of rooms/blue is 4, and must not be"),
        ("!(resource.data.seats > 3)", "seats of rooms/blue is 4, and must not be more than 3"),
        ("!(resource.data.seats != 5)", "seats of rooms/blue is 4, not 5"),
        ("!(resource != null)", "rooms/blue exists already"),
    ]) func `a negated condition says what must not be`(condition: String, reason: String) throws {
        let explanation = try explanation(condition, .get("blue"))
        #expect(!explanation.isAllowed)
        #expect(explanation.reason == reason)
    }

    @Test(arguments: [
        ("!changed().hasOnly(['seats'])", "the changed fields include name"),
        (
            "request.resource.data.name != resource.data.name",
            #"name changes from "Blue room" to "Red room""#
        ),
        ("!('color' in request.resource.data)", "the data sent for rooms/blue has no field color"),
        (
            "!request.resource.data.keys().hasAll(['color', 'size'])",
            "the data sent for rooms/blue has no fields color and size"
        ),
    ]) func `a write that is allowed says what it changes`(condition: String, reason: String) throws {
        let explanation = try explanation(condition, .update(["name": "Red room"]))
        #expect(explanation.isAllowed)
        #expect(explanation.reason == reason)
    }

    @Test(arguments: [
        ("request.auth != null", "nobody is signed in"), ("request.auth.uid == 'bob'", "nobody is signed in"),
        ("request.auth.uid in resource.data.participants", "nobody is signed in"),
        ("request.auth.token.admin == true", "nobody is signed in"),
    ]) func `without a sign-in, the reason is that nobody is signed in`(condition: String, reason: String)
        throws
    {
        #expect(try explanation(condition, .get("blue"), as: nil).reason == reason)
    }

    @Test func `a document that does not exist is named`() throws {
        #expect(
            try explanation("resource.data.owner == 'bob'", .get("none")).reason
                == "rooms/none does not exist")
        #expect(try explanation("resource != null", .get("none")).reason == "rooms/none does not exist")
        #expect(
            try explanation("request.resource.data.n == 1", .delete).reason
                == "rooms/blue is deleted, and leaves no data")
    }

    @Test(arguments: [
        ("changed().hasOnly(['seats'])", "name may not change: only seats may"),
        ("changed().hasOnly([])", "name may not change"),
        (
            "request.resource.data.name == resource.data.name",
            #"name may not change: it is "Blue room", and "Red room" was sent"#
        ),
        (
            "resource.data.name == request.resource.data.name",
            #"name may not change: it is "Blue room", and "Red room" was sent"#
        ),
        ("request.resource.data.name.size() < 5", "the size of the new name is 8, and must be less than 5"),
        ("request.resource.data.name is int", #"the new name is "Red room", not a whole number"#),
        ("request.auth.uid in request.resource.data.participants", "bob is not in the new participants"),
        (
            "request.resource.data.color == 'red'",
            "the field color is missing from the data sent for rooms/blue"
        ),
    ]) func `a write that is denied says what may not be`(condition: String, reason: String) throws {
        #expect(try explanation(condition, .update(["name": "Red room"])).reason == reason)
    }

    @Test(arguments: [
        ("request.resource.data.keys().hasOnly(['owner'])", "the field seats is not allowed: only owner is"),
        (
            "request.resource.data.keys().hasAll(['owner', 'name'])",
            "the field name is missing from the data sent for rooms/red"
        ),
        (
            "request.resource.data.keys().hasAll(['name', 'color'])",
            "the fields name and color are missing from the data sent for rooms/red"
        ),
        ("request.resource.data.owner == request.auth.uid", #"the new owner is "alice", not bob"#),
        ("'name' in request.resource.data", "the field name is missing from the data sent for rooms/red"),
        ("resource.data.n == 1", "rooms/red does not exist"),
    ]) func `a create that is denied says what is wrong with it`(condition: String, reason: String) throws {
        #expect(try explanation(condition, .create(["owner": "alice", "seats": 4])).reason == reason)
    }

    @Test func `a query is told which filter it lacks`() throws {
        #expect(
            try explanation("resource.data.owner == request.auth.uid", .list).reason
                == "the query has no filter on owner, and the rules ask for it")
    }

    @Test func `where nothing matches, that is the reason`() throws {
        let probe = try ExplanationProbe("match /rooms/{room} { allow get: if true; }")
        let explanation = probe.explain([try ExplanationProbe.get("other/x")])
        #expect(explanation.deciding == nil)
        #expect(explanation.reason == "no match block with allow statements matches this path")
    }

    @Test func `of several statements the one decides whose conditions held the most`() throws {
        let probe = try ExplanationProbe(
            """
            function isSignedIn() { return request.auth != null; }
            match /{path=**} { allow read: if isSignedIn() && request.auth.token.admin == true; }
            match /rooms/{room} {
              allow get: if false;
              allow get: if room == 'green';
              allow get: if isSignedIn() && resource.data.seats > 1 && resource.data.isOpen;
              allow get: if isSignedIn() && resource.data.owner == 'bob';
            }
            """, storing: ["rooms/blue": Self.room])
        let explanation = probe.explain([try ExplanationProbe.get("rooms/blue")])
        #expect(explanation.attempts.count == 5)
        #expect(explanation.reason == "isOpen of rooms/blue is false")
        #expect(explanation.deciding?.range.start.line == 8)
        #expect(explanation.deciding?.expression == "resource.data.isOpen")
        #expect(explanation.summary == "firestore.rules:8:60: isOpen of rooms/blue is false")
        let text = explanation.text(quoting: probe.source)
        #expect(
            text.hasPrefix(
                "DENIED get rooms/blue as bob\nbecause isOpen of rooms/blue is false\n\nfirestore.rules:8:"))
        #expect(text.contains("\nAlso tried, but no nearer to allowing it:\n"))
    }

    @Test func `of those that came equally near, the more exact match decides, then the first`() throws {
        let probe = try ExplanationProbe(
            """
            match /{path=**} { allow read: if request.auth.uid == 'root'; }
            match /rooms/{room} {
              allow get: if room == 'green';
              allow get: if room == 'red';
            }
            """)
        let explanation = probe.explain([try ExplanationProbe.get("rooms/blue")])
        #expect(explanation.reason == #"room in the path is "blue", not "green""#)
    }

    @Test func `of the sides of an or the one decides that came nearest`() throws {
        let explanation = try explanation(
            "resource.data.owner == 'bob' || (resource.data.seats == 4 && resource.data.isOpen)", .get("blue")
        )
        #expect(explanation.reason == "isOpen of rooms/blue is false")
        let finding = try #require(explanation.attempts.first?.finding)
        #expect(finding.decisive.count == 2)
        #expect(finding.deciding.expression == "resource.data.isOpen")
    }

    @Test func `JSON marks one finding as deciding, and only one`() throws {
        let explanation = try explanation(
            "resource.data.owner == 'bob' || resource.data.isOpen || resource.data.seats > 5", .get("blue"))
        #expect(explanation.json.split(separator: #""decides": true"#).count == 2)
        #expect(explanation.json.contains(#""reason": "owner of rooms/blue is \"alice\", not bob""#))
        #expect(explanation.json.contains(#""deciding": {"#))
    }

    @Test func `long values and names are cut, and nothing steers a terminal`() throws {
        let evil = "\u{1B}[2J" + String(repeating: "x", count: 5000)
        let probe = try ExplanationProbe(
            "match /n/{id} { allow get: if resource.data.t == request.auth.uid; }",
            storing: ["n/1": ["t": .string(evil)]])
        let reason = probe.explain([try ExplanationProbe.get("n/1")], as: evil + "y").reason
        #expect(reason.unicodeScalars.count <= 300)
        #expect(!reason.unicodeScalars.contains("\u{1B}"))
    }

    @Test func `what is allowed names the statement that allowed it`() throws {
        let explanation = try explanation(
            "request.auth.uid == 'bob' && resource.data.seats == 4", .get("blue"))
        #expect(explanation.isAllowed)
        #expect(explanation.deciding?.attempt == 0)
        #expect(explanation.deciding?.range == explanation.attempts.first?.range)
    }
}
