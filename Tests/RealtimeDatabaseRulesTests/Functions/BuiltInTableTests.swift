import RealtimeDatabaseModel
import RulesCore
import Testing

@testable import RealtimeDatabaseRules

/// The table of built-in members: each one is implemented, documented, and found by its name.
@Suite("The table of built-ins of database rules")
struct DatabaseBuiltInTableTests {
    private static let data = #"{"left": {"right": {"n": 1, "s": "abc", "b": true}}}"#
    private static let query = DataQuery(
        order: .child(DatabasePath(["a", "b"])), start: .init(.string("x")), end: .init(.string("x")),
        limit: .first(3))

    /// Conditions that hold on the data, for each signature of each member.
    private static let examples: [String: [String]] = [
        "val": ["data.child('n').val() === 1"], "child": ["data.child('s').val() === 'abc'"],
        "parent": ["data.parent().child('right/n').val() === 1"], "hasChild": ["data.hasChild('n')"],
        "hasChildren": ["data.hasChildren()", "data.hasChildren(['n', 's'])"], "exists": ["data.exists()"],
        "getPriority": ["data.getPriority() === null"], "isNumber": ["data.child('n').isNumber()"],
        "isString": ["data.child('s').isString()"], "isBoolean": ["data.child('b').isBoolean()"],
        "length": ["'abc'.length === 3"], "contains": ["'abc'.contains('b')"],
        "beginsWith": ["'abc'.beginsWith('ab')"], "endsWith": ["'abc'.endsWith('bc')"],
        "replace": ["'abc'.replace('b', 'x') === 'axc'"], "toLowerCase": ["'ABC'.toLowerCase() === 'abc'"],
        "toUpperCase": ["'abc'.toUpperCase() === 'ABC'"], "matches": ["'abc'.matches(/^a.c$/)"],
        "orderByKey": ["query.orderByKey === false"], "orderByValue": ["query.orderByValue === false"],
        "orderByPriority": ["query.orderByPriority === false"],
        "orderByChild": ["query.orderByChild === 'a/b'"], "startAt": ["query.startAt === null"],
        "endAt": ["query.endAt === null"], "equalTo": ["query.equalTo === 'x'"],
        "limitToFirst": ["query.limitToFirst === 3"], "limitToLast": ["query.limitToLast === null"],
    ]

    @Test func `every signature of every member can be evaluated`() throws {
        #expect(Set(Self.examples.keys) == Set(BuiltInMember.all.keys))
        for (name, conditions) in Self.examples {
            #expect(conditions.count == BuiltInMember.all[name]?.reference.signatures.count, "\(name)")
            for condition in conditions {
                let outcome = try RulesProbe.outcome(condition, Self.data, as: .bob, Self.query)
                #expect(outcome == "true", "\(condition)")
            }
        }
    }

    @Test func `every implementation fits its receiver and its parameters`() {
        for member in BuiltInMember.all.values {
            let fits =
                switch (member.implementation, member.receiver, member.parameters) {
                case (.data, .snapshot, .strings(let names)), (.parent, .snapshot, .strings(let names)):
                    names.isEmpty
                case (.child, .snapshot, .strings(let names)), (.children, .snapshot, .strings(let names)):
                    names.count == 1
                case (.children, .snapshot, .optionalPaths), (.text, .string, .strings),
                    (.text, .string, .none),
                    (.match, .string, .pattern), (.query, .query, .none):
                    true
                default: false
                }
            #expect(fits, "\(member.name)")
        }
    }

    @Test func `every member is documented in one sentence`() {
        let builtIns = LanguageReference.realtimeDatabase.builtIns
        #expect(Set(builtIns.map(\.name)) == Set(BuiltInMember.all.keys))
        for builtIn in builtIns {
            let text = builtIn.documentation
            #expect(text.count > 10 && text.count < 100 && text.hasSuffix(".") && !text.contains("\n"))
            #expect(!builtIn.signatures.isEmpty)
        }
    }

    @Test func `signatures name the receiver, the parameters and the result`() {
        let signatures = ["replace", "hasChildren", "matches", "length", "parent"].map {
            BuiltInMember.all[$0]?.reference.signatures
        }
        #expect(
            signatures == [
                ["string.replace(part: string, replacement: string) -> string"],
                ["snapshot.hasChildren() -> boolean", "snapshot.hasChildren(paths: [string]) -> boolean"],
                ["string.matches(/pattern/) -> boolean"], ["string.length -> number"],
                ["snapshot.parent() -> snapshot"],
            ])
    }

    /// The hints of what is wrong with a condition.
    private func hints(_ condition: String) -> [String?] {
        do throws(RulesRefusal) {
            _ = try DatabaseRuleset(#"{"rules": {"$a": {".read": "\#(condition)"}}}"#)
            return []
        } catch {
            return error.diagnostics.map(\.hint)
        }
    }

    @Test(
        arguments: [
            ("data.exist()", "did you mean snapshot.exists() -> boolean?"),
            ("data.hasChilds('a')", "did you mean snapshot.hasChild(path: string) -> boolean?"),
            ("$a.lenght > 1", "did you mean string.length -> number?"),
            ("data.val().startsWith('a')", nil),
            ("query.orderByKeys", "did you mean query.orderByKey -> boolean?"),
            ("data.child().exists()", "usage: snapshot.child(path: string) -> snapshot"),
            ("data.hasChild(now)", "usage: snapshot.hasChild(path: string) -> boolean"),
            ("$a.matches('a')", "usage: string.matches(/pattern/) -> boolean"),
            (
                "data.hasChildren('a')",
                "usage: snapshot.hasChildren() -> boolean, or snapshot.hasChildren(paths: [string]) -> boolean"
            ),
            // The inner call is wrong, and the outer one is not.
            ("data.child(data.vall()).exists()", "did you mean snapshot.val() -> value?"),
            ("now > 'a'", nil),
        ] as [(String, String?)])
    func `a mistake in a call comes with a hint`(condition: String, hint: String?) {
        #expect(hints(condition) == [hint])
    }

    @Test func `a claim may have the name of a method`() throws {
        #expect(try RulesProbe.outcome("auth.uid.contains == null") == "true")
    }
}
