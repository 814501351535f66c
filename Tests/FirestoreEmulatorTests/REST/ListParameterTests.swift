import FirestoreModel
import Testing

@testable import FirestoreEmulator

@Suite("Orders and page tokens of lists")
struct ListParameterTests {
    private static func order(_ names: [String], _ direction: StructuredQuery.Direction = .ascending)
        -> StructuredQuery.Order
    {
        StructuredQuery.Order(FieldPath(names), direction)
    }

    @Test(
        arguments: [
            ("", []), ("n", [order(["n"])]), ("n desc", [order(["n"], .descending)]),
            ("n  DESC ,m.k\tasc", [order(["n"], .descending), order(["m", "k"])]),
            ("`a,b` desc, `c d`", [order(["a,b"], .descending), order(["c d"])]), ("`a\\``", [order(["a`"])]),
            ("desc desc", [order(["desc"], .descending)]), ("n ", [order(["n"])]),
            ("__name__", [order(["__name__"])]), ("a.`b c`\ndesc", [order(["a", "b c"], .descending)]),
        ] as [(String, [StructuredQuery.Order])])
    func `orders are separated by commas`(text: String, expected: [StructuredQuery.Order]) throws {
        #expect(try OrderByClause(text).orders == expected)
    }

    @Test(arguments: [
        " ", ",", "n,", ",n", "n,,m", " n", "n foo", "n desc desc", "a..b", ".a", "`a", "`a`b", "a`b`", "``",
        "0a", "é", "n\u{A0}desc", "n;m", "a-b",
    ])
    func `what is no order is refused`(text: String) {
        let refused = refusal { () throws(RPCStatus) in try OrderByClause(text) }
        #expect(refused == .invalidArgument("Invalid order by clause \"\(text)\"."))
    }

    @Test func `a field path that cannot be has its own text`() {
        let refused = refusal { () throws(RPCStatus) in try OrderByClause("n, __x__") }
        #expect(refused == .invalidArgument("Invalid reserved name in field path __x__"))
    }

    @Test func `a token names the place after a document`() throws {
        let document = StoredDocument.make("c/a", ["n": .double(.nan), "m": .map(["k": "é"])])
        let orders = [Self.order(["n"]), Self.order(["m", "k"]), Self.order(["__name__"])]
        let token = PageToken(after: document, orders: orders)
        #expect(
            token.cursor
                == StructuredQuery.Cursor([.double(.nan), "é", .reference(.make("c/a"))], before: false))
        #expect(try PageToken(text: token.text, valueCount: 3).cursor == token.cursor)
        #expect(
            refusal { () throws(RPCStatus) in try PageToken(text: token.text, valueCount: 2) }
                == .invalidArgument("invalid page token"))
    }

    @Test(arguments: ["x", "!!!", "AAAA", "e30=", "W10=", "W3t9XQ==", "WzFd"])
    func `an invalid token is refused`(text: String) {
        let refused = refusal { () throws(RPCStatus) in try PageToken(text: text, valueCount: 1) }
        #expect(refused == .invalidArgument("invalid page token"))
    }
}
