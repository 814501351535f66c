import FirestoreModel
import Testing

@testable import FirestoreRules

/// Rules are not filters: a query is allowed when its filters prove the rule, whatever is stored.
@Suite("Decisions on lists")
struct ListDecisionTests {
    private static let owner: Filter = .field(FieldPath(["owner"]), .equal, "bob")

    @Test func `a filter that fixes the field proves the rule`() throws {
        let probe = try RulesProbe(
            "match /c/{id} { allow list: if resource.data.owner == request.auth.uid; }"
        )
        .signedIn(as: "bob")
        #expect(probe.denial(.list("c", [[Self.owner]])) == nil)
        #expect(
            probe.denial(.list("c")) == "\nProperty owner is undefined on object. for 'list' @ L3")
        #expect(probe.signedIn(as: "eve").denial(.list("c", [[Self.owner]])) == "\nfalse for 'list' @ L3")
    }

    @Test func `a wildcard that stands for nothing leaves its name to one further out`() throws {
        let probe = try RulesProbe("match /c/{id} { match /sub/{id} { allow list: if id; } }")
        #expect(
            probe.denial(.list("c/a/sub"))
                == "\nType error. Received: [string] Expected: [bool]. for 'list' @ L3")
        let alone = try RulesProbe("match /c/{x} { match /sub/{id} { allow list: if id; } }")
        #expect(alone.denial(.list("c/a/sub")) == "\nNull value error. for 'list' @ L3")
    }

    @Test func `that there is no such method comes before what is not known of its arguments`() throws {
        let probe = try RulesProbe("match /c/{id} { allow list: if true.concat(resource.data.owner); }")
        #expect(
            probe.denial(.list("c")) == "\nFunction not found error: Name: [concat]. for 'list' @ L3")
    }

    @Test func `every alternative of a filter must be allowed`() throws {
        let probe = try RulesProbe(
            "match /c/{id} { allow list: if resource.data.owner == request.auth.uid; }"
        )
        .signedIn(as: "bob")
        let other: Filter = .field(FieldPath(["owner"]), .equal, "eve")
        #expect(
            probe.denial(.list("c", [[Self.owner], [other]]))
                == "\nfalse for 'list' @ L3, false for 'list' @ L3")
    }

    @Test(
        arguments: [
            ("n > 4", Filter.FieldOperator.greaterThan, 4, true), ("n > 4", .greaterThan, 5, true),
            ("n > 4", .greaterThanOrEqual, 5, true), ("n > 4", .greaterThanOrEqual, 4, false),
            ("n > 4", .equal, 5, true), ("n != 4", .notEqual, 4, true), ("n != 4", .lessThan, 4, true),
            ("n != 4", .notEqual, 5, false), ("n == 4", .equal, 4, true),
            ("n == 4", .greaterThanOrEqual, 4, false),
        ] as [(String, Filter.FieldOperator, Int64, Bool)])
    func `a range proves what it implies`(
        condition: String, operation: Filter.FieldOperator, bound: Int64, isAllowed: Bool
    ) throws {
        let probe = try RulesProbe("match /c/{id} { allow list: if resource.data.\(condition); }")
        let denial = probe.denial(
            .list("c", [[.field(FieldPath(["n"]), operation, .integer(bound))]]))
        #expect((denial == nil) == isAllowed, "\(denial ?? "allowed")")
    }

    @Test func `the id of a listed document is not known`() throws {
        let probe = try RulesProbe("match /c/{id} { allow list: if id != null; }")
        #expect(probe.denial(.list("c")) == "\nNull value error. for 'list' @ L3")
        let name = DocumentName(RulesProbe.database, .make("c/a"))
        let fixed: Filter = .field(.documentID(), .equal, .reference(name))
        #expect(probe.denial(.list("c", [[fixed]])) == nil)
    }

    @Test func `a collection group needs a glob before the collection`() throws {
        let probe = try RulesProbe("match /{x=**}/c/{id} { allow list; }\nmatch /d/{id} { allow list; }")
        #expect(probe.denial(.group("c")) == nil)
        #expect(probe.denial(.group("d")) == "No matching allow statements")
        #expect(probe.denial(.list("c")) == nil)
        #expect(probe.denial(.list("a/b/c")) == nil)
    }

    @Test func `the limit of the query is there, or null`() throws {
        let probe = try RulesProbe("match /c/{id} { allow list: if request.query.limit <= 10; }")
        #expect(probe.denial(.list("c", limit: 10)) == nil)
        #expect(probe.denial(.list("c", limit: 11)) == "\nfalse for 'list' @ L3")
        #expect(
            probe.denial(.list("c"))?.hasPrefix("\nUnsupported operation error. Received: null <= int.")
                == true)
    }
}
