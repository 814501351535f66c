import Testing

@testable import ReadReceipts

@Suite("What waits for a connection")
struct ReceiptQueueTests {
    private func request(_ receipt: Receipt, _ ids: [MessageID]?, in conversation: ConversationID = "c1")
        -> ReceiptRequest
    {
        ReceiptRequest(receipt, conversationID: conversation, messageIDs: ids)
    }

    private func queue(_ requests: [ReceiptRequest]) -> ReceiptQueue {
        var queue = ReceiptQueue()
        for (index, request) in requests.enumerated() { _ = queue.add(request, [index]) }
        return queue
    }

    private func take(_ queue: inout ReceiptQueue) -> ReceiptQueue.Entry? { queue.takeFirst() }

    private func add(_ request: ReceiptRequest, to queue: inout ReceiptQueue) -> Bool {
        queue.add(request, [])
    }

    @Test func `A11: what is asked for twice waits once, in the order in which it was asked for`() {
        let queue = queue([request(.read, ["b", "a"]), request(.read, ["a", "c"])])
        #expect(queue.requests == [request(.read, ["b", "a", "c"])])
    }

    @Test func `A9: delivered comes before read, and not at all for what is read`() {
        let queue = queue([request(.read, ["b"]), request(.delivered, ["a", "b"])])
        #expect(queue.requests == [request(.delivered, ["a"]), request(.read, ["b"])])
    }

    @Test func `all of a conversation swallows its single messages`() {
        #expect(queue([request(.read, ["a"]), request(.read, nil)]).requests == [request(.read, nil)])
        #expect(queue([request(.read, nil), request(.read, ["a"])]).requests == [request(.read, nil)])
        #expect(queue([request(.delivered, ["a"]), request(.read, nil)]).requests == [request(.read, nil)])
        #expect(queue([request(.delivered, nil), request(.read, nil)]).requests == [request(.read, nil)])
        #expect(
            queue([request(.delivered, nil), request(.read, ["a"])]).requests
                == [request(.delivered, nil), request(.read, ["a"])])
    }

    @Test func `conversations wait apart, the first one first`() throws {
        var queue = queue([
            request(.read, ["a"]), request(.read, ["b"], in: "c2"), request(.read, ["c"]),
        ])
        let first = try #require(take(&queue))
        #expect(first.requests == [request(.read, ["a", "c"])])
        #expect(first.changes == [0, 2])
        #expect(take(&queue)?.conversationID == "c2")
        #expect(queue.isEmpty && take(&queue) == nil)
    }

    @Test func `what is put back comes first again, with what has come in since`() throws {
        var queue = queue([request(.read, ["a"]), request(.read, ["b"], in: "c2")])
        _ = try #require(take(&queue))
        _ = queue.add(request(.read, ["c"]), [7])
        queue.putBackTaken()
        #expect(queue.requests == [request(.read, ["a", "c"]), request(.read, ["b"], in: "c2")])
        #expect(take(&queue)?.changes == [0, 7])
    }

    @Test func `what is being reported waits on until it is settled`() throws {
        var queue = queue([request(.read, ["a"]), request(.read, ["b"], in: "c2")])
        let first = try #require(take(&queue))
        #expect(queue.requests == [request(.read, ["a"]), request(.read, ["b"], in: "c2")])
        // Another receipt of the same conversation arrives, and is settled first.
        _ = queue.add(request(.read, ["c"]), [7])
        let others = try [#require(take(&queue)), #require(take(&queue))]
        for other in others { queue.settle(other) }
        #expect(queue.isEmpty && queue.requests == first.requests)
        queue.putBackTaken()
        #expect(take(&queue) == first)
        queue.settle(first)
        #expect(queue.requests == [])
    }

    @Test func `there is an end to what may wait`() {
        var queue = queue([request(.read, (0..<ReceiptQueue.maximumMessages).map { "m\($0)" })])
        #expect(!add(request(.read, ["one more"]), to: &queue))
        #expect(!add(request(.read, nil, in: "c2"), to: &queue))
        #expect(queue.requests.count == 1)
    }
}
