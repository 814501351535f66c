import HTTPTypes
import JSONText
import TestSupport

/// Makes up requests by various people about few documents of few fields, which rules of ``RuleGenerator`` know.
struct RuleRequestGenerator {
    static let fieldNames = ["owner", "n", "f", "s", "tags", "m", "t", "flag", "ref"]

    /// Who asks: two people with different claims, an administrator and nobody.
    private static let people: [String?] = [
        person(["sub": "alice", "name": "a", "admin": true, "level": 3, "roles": ["editor", "a"]]),
        person(["sub": "bob", "level": 1, "roles": ["b"]]), nil, "Bearer owner",
    ]

    private static func person(_ claims: JSON) -> String { UnsignedToken.header(claims: claims) }

    var random: SeededGenerator
    /// False when no request is to be about several documents: how Google's emulator gets on with them is a matter of luck, and
    /// shows in the coverage.
    private let isAboutSeveral: Bool
    private var openTransaction: String?
    private var count = 0

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        isAboutSeveral = random.oneIn(3)
    }

    static func requests(seed: UInt64, count: Int) -> [ExchangeRequest] {
        var generator = RuleRequestGenerator(seed: seed)
        return [generator.seeds()] + (0..<count).map { _ in generator.request() }
    }

    private mutating func request() -> ExchangeRequest {
        var request = kindOfRequest()
        count += 1
        request.label = "r\(count)"
        request.authorization = random.pick(Self.people.prefix(random.oneIn(12) ? 4 : 3))
        return request
    }

    private mutating func kindOfRequest() -> ExchangeRequest {
        switch random.int(0...49) {
        case 0...9: return ExchangeRequest(method: .get, target: "/v1/{{documents}}\(path())")
        case 10...12: return list()
        case 13...21:
            return post(random.oneIn(4) ? "/c/a:runQuery" : ":runQuery", ["structuredQuery": query()])
        case 22, 23:
            let count: JSON = ["alias": "n", "count": [:]]
            return post(
                ":runAggregationQuery",
                ["structuredAggregationQuery": ["structuredQuery": query(), "aggregations": [count]]])
        case 24...27: return create()
        case 28...34: return patch()
        case 35...37:
            let condition = random.oneIn(4) ? "?currentDocument.exists=true" : ""
            return ExchangeRequest(method: .delete, target: "/v1/{{documents}}\(path())\(condition)")
        case 38...45: return post(":commit", .object(commit()))
        case 46, 47:
            return post(
                ":batchGet",
                ["documents": .array((0..<(isAboutSeveral ? random.int(1...3) : 1)).map { _ in name() })])
        default: return transaction()
        }
    }

    private func post(_ path: String, _ body: JSON) -> ExchangeRequest {
        ExchangeRequest(method: .post, target: "/v1/{{documents}}\(path)", body: .json(body))
    }

    // MARK: Names

    mutating func path() -> String {
        let id = random.pick(["a", "b", "x", "alice"])
        return random.pick(["/c/\(id)", "/c/\(id)", "/d/\(id)", "/c/a/sub/\(id)", "/fixed/a", "/e/\(id)"])
    }

    mutating func name() -> JSON { "{{documents}}\(path())" }

    // MARK: Reading

    private mutating func list() -> ExchangeRequest {
        let collection = random.pick(["/c", "/d", "/c/a/sub"])
        let items = random.pick(["", "", "?pageSize=2", "?orderBy=n", "?orderBy=n%20desc&pageSize=1"])
        return ExchangeRequest(method: .get, target: "/v1/{{documents}}\(collection)\(items)")
    }

    /// Reads what it is going to write, or only reads, in a transaction that is ended at once by a later request.
    private mutating func transaction() -> ExchangeRequest {
        if let label = openTransaction {
            openTransaction = nil
            let token: JSON = "{{\(label).transaction}}"
            if random.oneIn(3) { return post(":rollback", ["transaction": token]) }
            return post(":commit", .object(commit() + [JSON.Member("transaction", token)]))
        }
        openTransaction = "r\(count + 1)"
        return post(":beginTransaction", [:])
    }

    // MARK: Writing

    private mutating func create() -> ExchangeRequest {
        let collection = random.pick(["/c", "/d", "/c/a/sub"])
        let id = random.pick(["a", "b", "x", "y", "z", "alice"])
        return post("\(collection)?documentId=\(id)", ["fields": fields()])
    }

    private mutating func patch() -> ExchangeRequest {
        var items = random.pick([[], ["currentDocument.exists=true"], ["currentDocument.exists=false"]])
        if random.oneIn(2) {
            items += some(1...3, of: Self.fieldNames + ["m.k"]).map { "updateMask.fieldPaths=\($0)" }
        }
        let query = items.isEmpty ? "" : "?" + items.joined(separator: "&")
        return ExchangeRequest(
            method: .patch, target: "/v1/{{documents}}\(path())\(query)", body: .json(["fields": fields()]))
    }

    private mutating func commit() -> [JSON.Member] {
        var writes: [JSON] = []
        for _ in 0..<(isAboutSeveral ? random.pick([1, 1, 2, 3]) : 1) { writes.append(write()) }
        return [JSON.Member("writes", .array(writes))]
    }

    mutating func some<T>(_ count: ClosedRange<Int>, of elements: [T]) -> [T] {
        Array(elements.shuffled(using: &random).prefix(random.int(count)))
    }
}
