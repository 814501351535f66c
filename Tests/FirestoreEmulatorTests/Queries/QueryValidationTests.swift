import FirestoreModel
import Testing

@testable import FirestoreEmulator

/// What a query as a whole must not be; ``ServerTests`` tell the same to both servers.
@Suite("Validation of queries")
struct QueryValidationTests {
    private func refused(
        _ filter: Filter? = nil, _ orders: [StructuredQuery.Order] = [], in id: String = "c",
        group: Bool = false, below parent: String? = nil,
        startAt: StructuredQuery.Cursor? = nil, offset: Int = 0, limit: Int? = nil
    ) -> String? {
        let query = StructuredQuery(
            from: [StructuredQuery.CollectionSelector(id, allDescendants: group)], filter: filter,
            orderBy: orders, startAt: startAt,
            offset: offset, limit: limit)
        return refusal { () throws(RPCStatus) in
            let plan = try QueryPlan(query, in: .test, parent: parent.map { DocumentName.make($0).path })
            if let refusal = plan.refusal { throw refusal }
        }?.message
    }

    private static func equal(_ field: String) -> Filter { .field(FieldPath([field]), .equal, 1) }
    private static func less(_ field: String) -> Filter { .field(FieldPath([field]), .lessThan, 1) }
    private static func order(_ field: String, _ direction: StructuredQuery.Direction = .ascending)
        -> StructuredQuery.Order
    {
        StructuredQuery.Order(FieldPath([field]), direction)
    }

    @Test(
        arguments: [
            (99, 0, nil, false), (100, 0, nil, false), (101, 0, nil, true), (100, 1, nil, true),
            (100, 0, "c/a", true), (99, 0, "c/a", false), (0, 101, nil, true),
        ] as [(Int, Int, String?, Bool)])
    func `a query has a hundred parts at the most`(
        filters: Int, orders: Int, parent: String?, isRefused: Bool
    ) {
        let text = refused(
            .and((0..<filters).map { Self.equal("f\($0)") }), (0..<orders).map { Self.order("o\($0)") },
            below: parent)
        let expected =
            "The query may not have more than 100 filters + sort orders + ancestor total. Currently there are "
            + "\(filters) filters, \(orders) sort orders, and \(parent == nil ? "no" : "one") ancestor filter."
        #expect(text == (isRefused ? expected : nil))
    }

    @Test func `ten fields may have inequalities`() {
        #expect(refused(.and((0..<10).map { Self.less("f\($0)") })) == nil)
        let text = refused(.and((0..<11).map { Self.less("f\($0)") }))
        #expect(
            text?.hasPrefix("The query contains 11 distinct inequality fields: [f0, f1, f10, f2,") == true)
    }

    @Test func `names are of this database, and no longer than names may be`() {
        let foreign = Value.reference(DocumentName(DatabaseID(project: "q"), DocumentName.make("c/a").path))
        let text =
            "The request was for database 'projects/p/databases/(default)' but was attempting to access database 'projects/q/databases/(default)'"
        for operation in [Filter.FieldOperator.equal, .notEqual, .lessThan] {
            #expect(refused(.field(.documentID(), operation, foreign)) == text)
        }
        #expect(refused(.field(.documentID(), .in, [.reference(.make("c/a")), foreign])) == text)
        #expect(
            refused(nil, [.init(.documentID())], startAt: .init([foreign], before: true))
                == "The cursor key is in a different database than the query")
        let long = Value.reference(.make("c/" + String(repeating: "x", count: 1501)))
        #expect(
            refused(.field(.documentID(), .equal, long))
                == "The key path element name is longer than 1500 bytes.")
        #expect(
            refused(in: String(repeating: "c", count: 1501)) == "The query kind is longer than 1500 bytes.")
        #expect(
            refused(below: "c/" + String(repeating: "x", count: 1501))
                == "The key path element name is longer than 1500 bytes.")
    }

    @Test func `names beside inequalities must be in one themselves`() {
        let name = Filter.field(.documentID(), .equal, .reference(.make("c/a")))
        let text =
            "Equality on key is not allowed if there are other inequality fields and key does not appear in inequalities."
        #expect(refused(.and([name, Self.less("a")])) == text)
        #expect(
            refused(.or([Self.less("a"), .field(.documentID(), .in, [.reference(.make("c/a"))])])) == text)
        #expect(
            refused(.and([name, Self.less("a"), .field(.documentID(), .lessThan, .reference(.make("c/b")))]))
                == nil)
        #expect(refused(.and([name, Self.equal("a")])) == nil)
    }

    @Test(
        arguments: [
            ([order("a"), order("a")], "order by clause cannot contain duplicate fields a"),
            ([order("__name__"), order("a")], "order by clause cannot contain more fields after the key"),
            (
                [order("__name__"), order("__name__")],
                "order by clause cannot contain more fields after the key"
            ), ([order("a"), order("__name__")], nil),
            ([order("__name__", .descending)], nil),
        ] as [([StructuredQuery.Order], String?)])
    func `orders are different, and the name comes last`(orders: [StructuredQuery.Order], expected: String?) {
        #expect(refused(nil, orders) == expected)
    }

    @Test func `a group below a document can only go by names`() {
        let text = "collection group queries are only allowed at the root parent"
        #expect(refused(group: true, below: "c/a") == nil)
        #expect(
            refused(.field(.documentID(), .equal, .reference(.make("c/a"))), group: true, below: "c/a") == nil
        )
        #expect(refused(Self.equal("a"), group: true, below: "c/a") == text)
        #expect(refused(.field(.documentID(), .arrayContains, 1), group: true, below: "c/a") == text)
        #expect(refused(nil, [Self.order("a")], group: true, below: "c/a") == text)
        for orders in [
            [Self.order("__name__", .descending)],
            [Self.order("__name__"), Self.order("__name__", .descending)],
        ] {
            #expect(
                refused(nil, orders, group: true, below: "c/a")?.hasSuffix("ascending primary key scan")
                    == true)
        }
    }

    @Test func `without a collection's id only names count`() {
        #expect(refused(in: "") == nil)
        #expect(refused(Self.equal("a b"), in: "") == "kind is required for filter: a b")
        let large = Value.string(String(repeating: "x", count: 1600))
        #expect(
            refused(.field(FieldPath(["a"]), .equal, large), in: "")
                == "value for a is too large to be used in a query")
        #expect(
            refused(.field(FieldPath(["m", "k"]), .arrayContainsAny, [1]), in: "")
                == "kind is required for filter: m.k[*]")
        #expect(
            refused(nil, [Self.order("__name__", .descending)], in: "")
                == "kind is required for all orders except __key__ ascending")
    }

    @Test func `offset is looked at before limit, and both before the rest`() {
        #expect(
            refused(nil, [Self.order("a"), Self.order("a")], offset: -1, limit: -1) == "offset is negative")
        #expect(refused(nil, [Self.order("a"), Self.order("a")], limit: -1) == "limit is negative")
    }
}
