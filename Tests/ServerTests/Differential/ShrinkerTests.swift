import HTTPTypes
import JSONText
import TestSupport
import Testing

@Suite("Shrinking of conversations")
struct ShrinkerTests {
    private static func shrunk(
        _ requests: [ExchangeRequest], while isFaulty: @escaping ([ExchangeRequest]) -> Bool
    ) async -> [ExchangeRequest] {
        var shrinker = Shrinker { isFaulty($0) }
        return await shrinker.shrunk(requests)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `a fault of one request leaves one request`(seed: UInt64) async {
        var requests = ExchangeGenerator.conversation(seed: seed, count: 40)
        let filter: JSON = [
            "fieldFilter": [
                "field": ["fieldPath": "n"], "op": "PLANTED",
                "value": ["arrayValue": ["values": [["integerValue": "5"]]]],
            ]
        ]
        requests.insert(
            ExchangeRequest(
                method: .post, target: "/v1/{{documents}}:runQuery",
                body: .json([
                    "structuredQuery": [
                        "limit": 3,
                        "where": ["compositeFilter": ["op": "AND", "filters": [filter, filter]]],
                    ]
                ])),
            at: 25)
        let smallest = await Self.shrunk(requests) { $0.contains { $0.bodyText.contains("PLANTED") } }
        #expect(
            smallest.map(\.bodyText) == [
                #"{"structuredQuery":{"where":{"compositeFilter":{"filters":[{"fieldFilter":{"op":"PLANTED"}}]}}}}"#
            ])
    }

    @Test func `a fault of two requests keeps both, in order`() async {
        let requests = ExchangeGenerator.conversation(seed: 5, count: 40)
        let smallest = await Self.shrunk(requests) { requests in
            guard let first = requests.firstIndex(where: { $0.target.contains(":commit") }) else {
                return false
            }
            return requests[first...].contains { $0.target.contains(":runQuery") }
        }
        #expect(smallest.map(\.target) == ["/v1/{{documents}}:commit", "/v1/{{documents}}:runQuery"])
        #expect(smallest.allSatisfy { $0.bodyText == "{}" })
    }

    @Test func `items of the query are dropped`() async {
        let request = ExchangeRequest(method: .get, target: "/c?a=1&b=2&c=3")
        #expect(
            await Self.shrunk([request]) { $0.contains { $0.target.contains("b=2") } }.map(\.target) == [
                "/c?b=2"
            ])
    }

    @Test func `what is simpler is shorter`() {
        for request in ExchangeGenerator.conversation(seed: 7, count: 40) {
            guard case .json(let json) = request.body else { continue }
            let length = json.compactText.utf8.count
            #expect(json.simplerOnes.allSatisfy { $0.compactText.utf8.count < length })
        }
    }

    @Test func `the number of attempts is bounded`() async {
        var shrinker = Shrinker(isFaulty: { _ in true }, attempts: 3)
        _ = await shrinker.shrunk(ExchangeGenerator.conversation(seed: 9, count: 40))
        #expect(shrinker.attempts <= 0)
    }
}
