import AnalysisCore
import DatabaseRulesAnalysis
import RealtimeDatabaseRules
import RulesCore
import Testing

@Suite("Holes in rules of the Realtime Database")
struct DatabaseHoleTests {
    /// Rules with a hole, and the same rules without it.
    struct Pair: Sendable, CustomTestStringConvertible {
        let kind: HoleKind
        let with: String
        let without: String

        var testDescription: String { "\(kind.rawValue): \(with)" }
    }

    static let pairs = [
        Pair(
            kind: .openToAll, with: #"".read": true, ".write": true"#,
            without: #""a": {"$x": {".read": "data.child('public').val() === true"}}"#),
        Pair(
            kind: .openToAll, with: #""a": {".write": "auth == null"}"#,
            without:
                #""a": {"$x": {".write": "auth != null && data.child('owner').val() === auth.uid"}}"#),
        // Nobody's id is nothing, as is the owner of what has none.
        Pair(
            kind: .openToAll, with: #""a": {"$x": {".write": "data.child('owner').val() === auth.uid"}}"#,
            without: #""a": {"$x": {".write": "data.child(auth.uid).exists()"}}"#),
        Pair(
            kind: .openToUsers, with: #""a": {"$x": {".write": "auth != null"}}"#,
            without: #""a": {"$x": {".write": "auth != null && !data.exists()"}}"#),
        Pair(
            kind: .openToUsers,
            with: #""a": {"$x": {".write": "auth != null && data.child('state').val() === 'open'"}}"#,
            without: #""a": {"$x": {".write": "data.child('editors').child(auth.uid).val() === true"}}"#),
        Pair(
            kind: .foreignPath, with: #""users": {"$uid": {".write": "auth.uid !== null"}}"#,
            without: #""users": {"$uid": {".write": "auth.uid === $uid"}}"#),
        Pair(
            kind: .openSubtree,
            with:
                #""a": {".write": "auth != null", "$x": {".write": "data.child('owner').val() === auth.uid"}}"#,
            without:
                #""a": {".write": "auth.token.admin === true", "$x": {".write": "data.child('owner').val() === auth.uid"}}"#
        ),
        Pair(
            kind: .selfGrant,
            with:
                #""users": {"$uid": {".write": "auth.uid === $uid"}}, "secrets": {".read": "root.child('users').child(auth.uid).child('role').val() === 'admin'"}"#,
            without:
                #""users": {"$uid": {".write": "auth.uid === $uid", "role": {".validate": "newData.val() === data.val()"}}}, "secrets": {".read": "root.child('users').child(auth.uid).child('role').val() === 'admin'"}"#
        ),
        Pair(
            kind: .selfGrant,
            with:
                #""rooms": {"$room": {".read": "data.child('members').child(auth.uid).val() === true", "members": {"$user": {".write": "auth.uid === $user"}}}}"#,
            without:
                #""rooms": {"$room": {".read": "data.child('members').child(auth.uid).val() === true", "members": {"$user": {".write": "data.parent().child(auth.uid).val() === true"}}}}"#
        ),
        Pair(
            kind: .unbounded,
            with:
                #""a": {"$x": {".write": "auth.uid === $x", "text": {".validate": "newData.isString()"}, "$other": {".validate": false}}}"#,
            without:
                #""a": {"$x": {".write": "auth.uid === $x", "text": {".validate": "newData.isString() && newData.val().length < 100"}, "$other": {".validate": false}}}"#
        ),
        Pair(
            kind: .anyType,
            with: #""a": {"$x": {".write": "auth.uid === $x", "text": {}, "$other": {".validate": false}}}"#,
            without:
                #""a": {"$x": {".write": "auth.uid === $x", "text": {".validate": "newData.isNumber()"}, "$other": {".validate": false}}}"#
        ),
        Pair(
            kind: .anyField,
            with:
                #""a": {"$x": {".write": "auth.uid === $x", "text": {".validate": "newData.isNumber()"}}}"#,
            without:
                #""a": {"$x": {".write": "auth.uid === $x", "text": {".validate": "newData.isNumber()"}, "$other": {".validate": false}}}"#
        ),
        Pair(
            kind: .looseDelete,
            with:
                #""a": {"$x": {".write": "auth.uid === $x", ".validate": "newData.hasChildren(['from', 'text'])"}}"#,
            without:
                #""a": {"$x": {".write": "auth.uid === $x && (!newData.exists() || newData.hasChildren(['from', 'text']))", ".validate": "newData.hasChildren(['from', 'text'])"}}"#
        ),
        Pair(
            kind: .literalUser, with: #""a": {".write": "auth.uid === 'Xy7'"}"#,
            without: #""a": {".write": "auth.token.role === 'Xy7'"}"#),
        Pair(
            kind: .date, with: #""a": {".read": "now < 1800000000000"}"#,
            without: #""a": {".read": "now < data.child('until').val()"}"#),
        Pair(
            kind: .wideList,
            with: #""a": {".read": "auth != null && (query.orderByKey || query.limitToFirst <= 100)"}"#,
            without: #""a": {".read": "auth != null && query.limitToFirst <= 100"}"#),
    ]

    private func holes(_ body: String, requests: Int = 3000) throws -> [DatabaseHole] {
        var allowed = try AllowedDatabaseRequests(try DatabaseExample.rules(body), seed: 1)
        while allowed.requests < requests { allowed.advance() }
        return try DatabaseHoleSearch(allowed, today: 1_790_000_000_000).holes()
    }

    @Test(arguments: pairs)
    func `a hole is found with a request that is allowed, and not where it is closed`(_ pair: Pair) throws {
        let found = try holes(pair.with)
        let hole = try #require(found.first { $0.kind == pair.kind }, "\(found.map(\.message))")
        let scenario = try #require(hole.request?.scenario)
        #expect(scenario.isAllowed(by: try DatabaseExample.rules(pair.with)))
        #expect(hole.request?.explanation.isAllowed == true)
        let left = try holes(pair.without).filter { $0.kind == pair.kind }
        #expect(left.map(\.message) == [])
    }

    @Test func `rules without holes have none`() throws {
        let body = #"""
            "notes": {
              "$uid": {
                ".read": "auth.uid === $uid",
                "$note": {
                  ".write": "auth.uid === $uid",
                  ".validate": "newData.isString() && newData.val().length <= 100"
                }
              }
            }
            """#
        #expect(try holes(body).map(\.message) == [])
    }
}
