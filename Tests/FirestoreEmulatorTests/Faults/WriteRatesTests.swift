import FirestoreModel
import Testing

@testable import FirestoreEmulator

@Suite("Rates of writes")
struct WriteRatesTests {
    private static let chat = DocumentName.make("chats/c1")
    private static let document = WriteRates.Subject.document(.test, chat.path)
    private static let collection = WriteRates.Subject.collection(.test, chat.path.collection)

    private func time(_ seconds: Double) -> Timestamp { Timestamp(microseconds: Int64(seconds * 1_000_000)) }

    @Test func `a document takes a write a second, and others are not concerned`() {
        var rates = WriteRates(1, grows: false)
        #expect(rates.take([Self.document: 1], at: time(10)) == nil)
        #expect(rates.take([Self.document: 1], at: time(10.9))?.subject == Self.document)
        #expect(rates.take([.document(.test, DocumentName.make("chats/c2").path): 1], at: time(10.9)) == nil)
        #expect(rates.take([Self.document: 1], at: time(11)) == nil)
        // What was not used in a long pause is not saved up.
        #expect(rates.take([Self.document: 1], at: time(100)) == nil)
        #expect(rates.take([Self.document: 1], at: time(100)) != nil)
        // Nor does a clock that is set back give anything.
        #expect(rates.take([Self.document: 1], at: time(50)) != nil)
    }

    @Test func `what is taken in any case counts`() {
        var rates = WriteRates(1, grows: false)
        for _ in 1...3 { #expect(rates.take([Self.document: 1], at: time(1), isForced: true) == nil) }
        #expect(rates.take([Self.document: 1], at: time(3.9)) != nil)
        #expect(rates.take([Self.document: 1], at: time(4)) == nil)
    }

    @Test func `a collection takes half as many again every five minutes, until nothing comes for as long`() {
        var rates = WriteRates(500, grows: true)
        func most(_ seconds: Double) -> Int {
            var taken = 0
            while rates.take([Self.collection: 1], at: time(seconds)) == nil { taken += 1 }
            return taken
        }
        #expect(most(1000) == 500)
        #expect(most(1299) == 500)
        #expect(most(1301) == 750)
        #expect(most(1601) == 1125)
        #expect(most(3000) == 500)
    }

    @Test func `a commit of more than a second's worth is taken after a pause`() {
        var rates = WriteRates(500, grows: true)
        #expect(rates.take([Self.collection: 1200], at: time(1)) == nil)
        #expect(rates.take([Self.collection: 1], at: time(2)) != nil)
        #expect(rates.take([Self.collection: 1200], at: time(3)) != nil)
        #expect(rates.take([Self.collection: 1200], at: time(4)) == nil)
    }

    @Test func `of a commit that exceeds one rate, nothing counts`() {
        var rates = WriteRates(1, grows: false)
        let other = WriteRates.Subject.document(.test, DocumentName.make("chats/c2").path)
        #expect(rates.take([Self.document: 1], at: time(1)) == nil)
        #expect(rates.take([Self.document: 1, other: 1], at: time(1.5)) != nil)
        #expect(rates.take([other: 1], at: time(1.5)) == nil)
    }
}
