import HTTPTypes
import JSONText
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
    /// True while the request at hand may hold mistakes: most hold none, so that something comes of them.
    private var isCareless = false

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
        isCareless = random.oneIn(3)
        var request = request()
        request.label = label(requests.count)
        if isCareless, random.oneIn(4) { request = withMistake(request) }
        isCareless = false
        requests.append(request)
    }

    /// True once in so many times, while there may be mistakes.
    mutating func slips(_ count: Int) -> Bool { isCareless && random.oneIn(count) }

    private func label(_ number: Int) -> String { "r\(number)" }

    /// A member of the answer to an earlier request, which may have no such member.
    mutating func earlier(_ member: String) -> JSON {
        "{{\(label(random.int(0...max(0, requests.count - 1)))).\(member)}}"
    }

    /// The label of an earlier request for a page of a list: of collections, or of documents.
    mutating func nextPage(ofCollections: Bool) -> String? {
        let pages = requests.filter {
            ofCollections
                ? $0.target.contains(":listCollectionIds")
                : $0.method == .get && $0.target.contains("pageSize")
        }
        return pages.isEmpty ? nil : random.pick(pages).label
    }

    /// The label of the request that comes next.
    var nextLabel: String { label(requests.count) }

    func url(_ path: String) -> String { "/v1/{{documents}}\(path)" }

    mutating func some<T>(_ count: ClosedRange<Int>, of elements: [T]) -> [T] {
        Array(elements.shuffled(using: &random).prefix(random.int(count)))
    }
}
