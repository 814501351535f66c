import ReadReceipts
import Testing

@testable import ReceiptWorker

@Suite("The pace of documents")
struct DocumentPaceTests {
    private let one = ReceiptDocument(conversationID: "c", messageID: "m1")
    private let two = ReceiptDocument(conversationID: "c", messageID: "m2")
    private let three = ReceiptDocument(conversationID: "d", messageID: "m1")

    @Test func `a document that was written waits for a second, one that needed no write does not`() {
        var pace = DocumentPace()
        pace.began([one, two])
        #expect(pace.held == [one, two])
        #expect(pace.nextRelease == nil)
        pace.ended(written: [one], others: [one, two], at: 5000)
        #expect(pace.held == [one])
        #expect(pace.nextRelease == 6000)
        pace.release(at: 5999)
        #expect(pace.held == [one])
        pace.release(at: 6000)
        #expect(pace.held == [])
        #expect(pace.nextRelease == nil)
    }

    @Test func `documents of several batches are let go in turn`() {
        var pace = DocumentPace()
        pace.began([one])
        pace.began([two, three])
        pace.ended(written: [one], others: [one], at: 0)
        pace.ended(written: [two], others: [two, three], at: 400)
        #expect(pace.held == [one, two])
        pace.release(at: 1000)
        #expect(pace.held == [two])
        #expect(pace.nextRelease == 1400)
    }
}
