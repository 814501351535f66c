import AnalysisCore
import DatabaseRulesAnalysis
import JSONText
import RealtimeDatabaseModel
import RealtimeDatabaseRules
import RulesCore
import Testing

@Suite("Differences between rules of the Realtime Database")
struct DatabaseComparisonTests {
    struct Change: Sendable, CustomTestStringConvertible {
        let kind: String
        let old: String
        let new: String

        var testDescription: String { "\(kind): \(old) → \(new)" }
    }

    private static func changes(_ kind: String, _ pairs: [(String, String)]) -> [Change] {
        pairs.map { Change(kind: kind, old: $0.0, new: $0.1) }
    }

    /// Conditions, and a change of each that matters.
    static let changes: [Change] =
        changes(
            ".write",
            [
                ("auth != null", "true"),
                ("auth.uid === $note", "auth != null"),
                ("data.child('owner').val() === auth.uid", "auth != null"),
                ("!data.exists()", "!newData.exists()"),
                ("!data.exists() || data.child('owner').val() === auth.uid", "!data.exists()"),
                ("newData.exists()", "true"),
                ("auth.token.admin === true", "auth.token.admin != null"),
                ("auth.token.email.endsWith('@example.com')", "auth.token.email.contains('@example.com')"),
                (
                    "auth.token.email.matches(/^[a-z]+@example[.]com$/)",
                    "auth.token.email.matches(/@example[.]com$/)"
                ),
                (
                    "root.child('members').child(auth.uid).child('level').val() >= 3",
                    "root.child('members').child(auth.uid).child('level').val() >= 2"
                ),
                ("root.child('members/' + auth.uid).exists()", "root.child('members/' + $note).exists()"),
                ("now < data.child('made').val() + 3600000", "now < data.child('made').val() + 7200000"),
                ("auth.provider === 'anonymous'", "auth.provider !== 'password'"),
                (
                    "data.child('state').val() == 'open' ? auth != null : auth.token.admin === true",
                    "auth != null"
                ),
            ])
        + changes(
            ".validate",
            [
                ("newData.isString()", "newData.isString() || newData.isNumber()"),
                ("newData.val().length <= 100", "newData.val().length <= 101"),
                ("newData.hasChildren(['a', 'b'])", "newData.hasChildren(['a'])"),
                ("newData.hasChildren()", "true"),
                ("newData.child('at').val() === now", "newData.child('at').val() <= now"),
                (
                    "newData.child('count').val() === data.child('count').val() + 1",
                    "newData.child('count').val() > data.child('count').val()"
                ),
                (
                    "newData.child('owner').val() === data.child('owner').val()",
                    "newData.child('owner').val() === auth.uid"
                ),
                ("newData.child('n').val() % 2 === 0", "newData.child('n').isNumber()"),
                ("newData.val().toLowerCase() === 'yes'", "newData.val() === 'yes'"),
                ("newData.parent().child('lock').val() !== true", "true"),
            ])
        + changes(
            ".read",
            [
                ("query.limitToFirst <= 100", "query.limitToFirst <= 1000"),
                (
                    "query.orderByChild === 'owner' && query.equalTo === auth.uid",
                    "query.orderByChild === 'owner'"
                ),
                (
                    "root.child('open').child($note).val() === true",
                    "root.child('open').child($note).exists()"
                ),
            ])

    @Test(arguments: changes)
    func `a change that matters is found, whichever is the new one`(_ change: Change) throws {
        for (old, new) in [(change.old, change.new), (change.new, change.old)] {
            let rules = try [old, new].map { try DatabaseExample.note(change.kind, $0) }
            let comparison = DatabaseExample.compare(rules[0], rules[1], after: 0)
            let finding = try #require(
                comparison.findings.first, "\(old) → \(new): nothing in \(comparison.requests) requests")
            let isNowAllowed = finding.kind == .allowedNow
            #expect(finding.scenario.isAllowed(by: rules[0]) == !isNowAllowed)
            #expect(finding.scenario.isAllowed(by: rules[1]) == isNowAllowed)
        }
    }

    @Test(arguments: [
        ("auth != null", "!(auth == null)"),
        (
            "data.child('a').val() === 1 && data.child('b').val() === 2",
            "data.child('b').val() === 2 && data.child('a').val() === 1"
        ),
        ("data.exists()", "data.val() !== null"),
    ])
    func `rules that mean the same differ in no request`(_ old: String, _ new: String) throws {
        let comparison = DatabaseExample.compare(
            try DatabaseExample.note(".write", old), try DatabaseExample.note(".write", new), requests: 4000)
        #expect(comparison.findings.map(\.sentence) == [])
        #expect(!comparison.saysTheSame)
        #expect(comparison.requests >= 4000)
    }

    @Test func `rules that differ in comments, layout and indexes say the same`() throws {
        let old = try DatabaseExample.rules(#""a": {".read": "auth != null"}"#)
        let new = try DatabaseExample.rules(
            #"/* Signed in. */ "a": {".indexOn": ["x"], ".read": "auth   != null"}"#)
        #expect(DatabaseComparison(old: old, new: new, seed: 1).saysTheSame)
    }

    @Test func `a rule that is added below one that grants everything changes nothing`() throws {
        let old = try DatabaseExample.rules(#""a": {".write": true}"#)
        let new = try DatabaseExample.rules(#""a": {".write": true, "b": {".write": false}}"#)
        #expect(DatabaseExample.compare(old, new, requests: 3000).findings.isEmpty)
    }

    @Test func `a child that is named takes its place from the variable beside it`() throws {
        let old = try DatabaseExample.rules(#""a": {"$x": {".read": true}}"#)
        let new = try DatabaseExample.rules(#""a": {"$x": {".read": true}, "secret": {".indexOn": ["y"]}}"#)
        let finding = try #require(DatabaseExample.compare(old, new).findings.first)
        #expect(
            finding.sentence == "now denied: somebody who is not signed in reads a/secret, where nothing is")
    }

    @Test func `a removed validation is found, with the smallest request`() throws {
        let old = try DatabaseExample.rules(
            #""a": {"$x": {".write": "auth != null", "text": {".validate": "newData.isString()"}, "$other": {".validate": false}}}"#
        )
        let new = try DatabaseExample.rules(
            #""a": {"$x": {".write": "auth != null", "text": {".validate": "newData.isString()"}}}"#)
        let findings = DatabaseExample.compare(old, new).findings
        #expect(findings.count == 1)
        let finding = try #require(findings.first)
        #expect(finding.kind == .allowedNow)
        #expect(finding.scenario.user?.uid == "alice")
        #expect(finding.scenario.root.isNull)
    }

    @Test func `the same seed finds the same`() throws {
        let (old, new) = (
            try DatabaseExample.note(".write", "auth.uid === $note"),
            try DatabaseExample.note(".write", "auth != null")
        )
        let found = (1...2).map { _ in
            DatabaseExample.compare(old, new, requests: 3000, after: 3000).findings.map(\.json.compactText)
        }
        #expect(!found[0].isEmpty)
        #expect(found[0] == found[1])
    }
}
