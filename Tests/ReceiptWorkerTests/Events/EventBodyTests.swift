import ReadReceipts
import Testing

@testable import ReceiptWorker

@Suite("Events of a body", .timeLimit(.minutes(1)))
struct EventBodyTests {
    @Test func `an array is parsed once, however many of its elements are wrong`() throws {
        let count = 20_000
        let elements = Array(repeating: #"{"kind":0}"#, count: count).joined(separator: ",")
        let body = try EventBody(Array("[\(elements)]".utf8), schema: .status)
        #expect(body.rejects.count == count)
        #expect(
            body.rejects.last
                == EventBody.Reject(
                    number: count, reason: #""kind" is not a string"#, text: #"{"kind":0}"#))
    }
}
