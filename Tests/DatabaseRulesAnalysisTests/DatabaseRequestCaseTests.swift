import JSONText
import RealtimeDatabaseModel
import RealtimeDatabaseRules
import Testing

@testable import DatabaseRulesAnalysis

@Suite("Cases of requests to a Realtime Database")
struct DatabaseRequestCaseTests {
    private let root: DataNode

    init() throws {
        root = try DataNode(
            JSONParser.parse(
                Array(
                    #"""
                    {"rooms": {"a": {"owner": "alice", "seats": 4, "open": true}, "b": {"owner": "bob"}}, "users": {"bob": {"level": 3}}}
                    """#.utf8)))
    }

    private func user(_ claims: String = "{}") throws -> AuthValue {
        var token = AuthValue(try JSONParser.parse(Array(claims.utf8)))
        if case .map(var members) = token {
            members["sub"] = .string("bob")
            token = .map(members)
        }
        return AuthValue(uid: "bob", provider: "custom", token: token)
    }

    private func made(
        _ operation: DatabaseRequest.Operation, by auth: AuthValue, _ condition: String,
        of kind: String = ".read"
    ) throws -> DatabaseRequestCase? {
        let rules = try DatabaseExample.rules(
            #""rooms": {"$room": {"\#(kind)": "\#(condition)"}}"#)
        let request = DatabaseRequest(operation, auth: auth, now: 1000, root: root)
        return DatabaseRequestCase(request, isAllowed: rules.decide(request).isAllowed, rules: rules)
    }

    private let room = DatabasePath(["rooms", "a"])

    @Test func `what the rules do not look at is left out`() throws {
        let condition = "data.child('owner').val() == auth.uid && data.child('open').val() == true"
        let made = try #require(try made(.read(room, nil), by: try user(), condition))
        #expect(made.name == "bob may not get rooms/a")
        #expect(
            made.text == """
                  - name: "bob may not get rooms/a"
                    given:
                      rooms/a: {owner: alice}
                    as: bob
                    get: rooms/a
                    expect: denied

                """)
    }

    @Test func `of thousands of neighbours none is left, but what is not tried stays`() throws {
        var root = root
        for number in 0..<5000 { root.set(.number(1), at: DatabasePath(["rooms", "n\(number)"])) }
        let condition = "data.child('owner').val() == auth.uid && root.child('rooms/n7').exists()"
        let rules = try DatabaseExample.rules(#""rooms": {"$room": {".read": "\#(condition)"}}"#)
        let request = DatabaseRequest(
            .read(DatabasePath(["rooms", "b"]), nil), auth: try user(), now: 1000, root: root)
        func made(_ attempts: Int) throws -> String {
            try #require(
                DatabaseRequestCase(request, isAllowed: true, rules: rules, attempts: attempts)
            ).text
        }
        #expect(try made(1000).contains("given:\n      rooms: {b: {owner: bob}, n7: 1}\n"))
        let text = try made(30)
        #expect(text.contains("owner: bob") && text.contains("n7: 1"))
        #expect(!text.contains("n1000: 1") && text.contains("n99: 1"))
    }

    @Test func `data elsewhere that decides is kept`() throws {
        let condition = "root.child('users').child(auth.uid).child('level').val() > 2"
        let made = try #require(try made(.read(room, nil), by: try user(), condition))
        #expect(made.text.contains("given:\n      users/bob: {level: 3}\n"))
        #expect(made.text.contains("expect: allowed"))
    }

    @Test func `a write has what it writes, and the time of the request is the server's`() throws {
        var after = root
        let path = room.appending("at")
        after.set(.number(1000), at: path)
        let made = try #require(
            try made(
                .write([path], after: after), by: try user(), "newData.child('at').val() == now", of: ".write"
            ))
        #expect(made.name == "bob may set rooms/a/at")
        #expect(made.text.contains("value: {$serverTimestamp: true}"))
        #expect(!made.text.contains("given"))
    }

    @Test func `claims that every token has are left out`() throws {
        let claims =
            #"{"iss":"x","aud":"y","iat":5,"exp":6,"auth_time":5,"firebase":{"sign_in_provider":"custom"},"level":3}"#
        let made = try #require(
            try made(.read(room, nil), by: try user(claims), "auth.token.level == 3"))
        #expect(made.text.contains("as: {uid: bob, token: {level: 3}}\n"))
    }

    @Test func `nobody is nobody, and a user without an id has no case`() throws {
        let made = try #require(try made(.read(.root, nil), by: .null, "true"))
        #expect(made.name == "nobody may not get the whole database")
        #expect(made.text.contains("as: nobody\n"))
        #expect(try self.made(.read(room, nil), by: .map(["token": .map([:])]), "true") == nil)
    }
}
