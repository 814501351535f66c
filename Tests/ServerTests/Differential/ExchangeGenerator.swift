import FirestoreREST
import HTTPTypes
import TestSupport

/// Makes up conversations that have something to say: few documents, few fields, and values that are often equal or nearly
/// so, mixed with mistakes.
///
/// While a transaction is open nobody writes from outside what it may have read, since two emulators may differ in who then
/// has to wait: it keeps to the collections called `t`, and all others keep off them.
struct ExchangeGenerator {
    var random: SeededGenerator
    private var requests: [ExchangeRequest] = []
    /// The label of the request that has opened the transaction that is open.
    var openTransaction: String?

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// A conversation of so many requests.
    static func conversation(seed: UInt64, count: Int) -> [ExchangeRequest] {
        var generator = ExchangeGenerator(seed: seed)
        generator.requests = [
            ExchangeRequest(method: .post, target: generator.url(":commit"), body: .json(generator.seeds()))
        ]
        while generator.requests.count < count { generator.addRequest() }
        return generator.requests
    }

    private mutating func addRequest() {
        var request = request()
        request.label = label(requests.count)
        if case .json(let body) = request.body, random.oneIn(100) {
            request.body = .text(String(body.compactText.dropLast(random.int(1...3))))
        }
        requests.append(request)
    }

    private func label(_ number: Int) -> String { "r\(number)" }

    /// A member of the answer to an earlier request, which may have no such member.
    mutating func earlier(_ member: String) -> JSON {
        "{{\(label(random.int(0...max(0, requests.count - 1)))).\(member)}}"
    }

    /// The label of the request that comes next.
    var nextLabel: String { label(requests.count) }

    func url(_ path: String) -> String { "/v1/{{documents}}\(path)" }

    // MARK: Names

    static let ids = ["a", "b", "c", "é", "__id7__", "z9"]
    static let documentFields = ["n", "s", "m", "arr", "x y"]
    static let fieldPaths = ["n", "s", "m.k", "m", "arr", "`x y`", "m.j", "n.q"]

    mutating func collection() -> String { random.pick(["c", "c", "d", "c/a/sub"]) }

    mutating func documentName() -> JSON { "{{documents}}/\(collection())/\(random.pick(Self.ids))" }

    /// A document that only transactions touch.
    mutating func guardedName() -> JSON { "{{documents}}/t/\(random.pick(Self.ids))" }

    mutating func reference() -> JSON { ["referenceValue": "{{documents}}/c/\(random.pick(Self.ids))"] }

    mutating func some<T>(_ count: ClosedRange<Int>, of elements: [T]) -> [T] {
        Array(elements.shuffled(using: &random).prefix(random.int(count)))
    }

    mutating func someFieldPaths(_ count: ClosedRange<Int>) -> JSON {
        .array(some(count, of: Self.fieldPaths).map(JSON.string))
    }
}
