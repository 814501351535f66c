import HTTPTypes
import TestSupport
import Testing

@Suite("Generated conversations")
struct ExchangeGeneratorTests {
    @Test func `a seed always makes the same conversation`() {
        let conversation = ExchangeGenerator.conversation(seed: 3, count: 60)
        #expect(conversation.count == 60)
        #expect(conversation == ExchangeGenerator.conversation(seed: 3, count: 60))
        #expect(conversation != ExchangeGenerator.conversation(seed: 4, count: 60))
    }

    @Test func `all methods and most operators turn up`() {
        let requests = (0..<20).flatMap { ExchangeGenerator.conversation(seed: $0, count: 60) }
        #expect(Set(requests.map(\.method)) == [.get, .head, .post, .put, .patch, .delete])
        let texts = requests.map { $0.target + $0.bodyText }
        for word in [
            ":commit", ":runQuery", ":batchGet", ":beginTransaction", ":rollback", ":batchWrite",
            ":runAggregationQuery", ":listCollectionIds", "pageToken=", "orderBy=",
            "updateMask",
            "\"NOT_IN\"", "\"ARRAY_CONTAINS_ANY\"", "\"IS_NOT_NAN\"", "\"OR\"", "startAt", "offset", "select",
            "allDescendants",
            "REQUEST_TIME", "removeAllFromArray", "verify", ".updateTime}}", ".commitTime}}",
            ".transaction}}", "__vector__",
        ] {
            #expect(texts.contains { $0.contains(word) }, "\(word)")
        }
    }

    @Test func `only a transaction touches what it guards`() {
        for seed in 0..<20 as Range<UInt64> {
            for request in ExchangeGenerator.conversation(seed: seed, count: 60).dropFirst()
            where request.bodyText.contains("{{documents}}/t/") {
                #expect(request.bodyText.contains("ransaction\""))
            }
        }
    }

    @Test(arguments: SeededGenerator.seeds(20))
    func `no request is one that the embedded emulator does not expect`(seed: UInt64) async throws {
        var conversation = Conversation()
        for request in ExchangeGenerator.conversation(seed: seed, count: 40) {
            try await conversation.ask(request)
        }
        #expect(!conversation.answers.contains { $0.status.hasPrefix("500") })
    }

    @Test func `most requests are good ones`() async throws {
        var conversation = Conversation()
        for request in ExchangeGenerator.conversation(seed: 11, count: 200) {
            try await conversation.ask(request)
        }
        #expect(conversation.answers.count { $0.status.hasPrefix("200") } > 100)
    }
}
