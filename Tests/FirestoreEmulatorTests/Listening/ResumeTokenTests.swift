import FirestoreModel
import TestSupport
import Testing

@testable import FirestoreEmulator

@Suite("Resume tokens")
struct ResumeTokenTests {
    private let token = ResumeToken(
        history: 7, time: Timestamp(microseconds: 1_700_000_000_000_001), shownTime: .make(1_800_000_000),
        tags: [1, .max])

    @Test func `a token is read as it was written`() throws {
        #expect(ResumeToken(token.bytes) == token)
        let none = ResumeToken(history: .max, time: .zero, shownTime: .zero, tags: [])
        #expect(ResumeToken(none.bytes) == none)
    }

    @Test func `a token is for the targets that it names, or for all if there were too many to name`() {
        #expect(token.isFor(1))
        #expect(!token.isFor(2))
        let many = ResumeToken(history: 0, time: .zero, shownTime: .zero, tags: Array(0..<17))
        #expect(many.isFor(1000))
        #expect(ResumeToken(many.bytes) == many)
    }

    @Test func `other bytes are no token`() {
        #expect(ResumeToken([]) == nil)
        #expect(ResumeToken(Array("xx".utf8)) == nil)
        #expect(ResumeToken(token.bytes.dropLast()) == nil)
        #expect(ResumeToken(token.bytes + [0]) == nil)
        #expect(ResumeToken(token.bytes + [UInt8](repeating: 0, count: 4 * 17)) == nil)
    }

    @Test func `a time that no token can have is refused`() {
        let start = token.bytes.prefix(11)
        let late = start + [UInt8](repeating: 0x7F, count: 8)
        #expect(ResumeToken(Array(late) + [UInt8](repeating: 0, count: 8)) == nil)
        let early = start + [UInt8](repeating: 0xFF, count: 8)
        #expect(ResumeToken(Array(early) + [UInt8](repeating: 0, count: 8)) == nil)
    }

    @Test func `tokens of Google's emulator and of production are known as such`() {
        #expect(ResumeToken.isForeign([0x0A, 9, 8, 0xFA, 0xEA, 0xC1, 0xE8, 0xAA, 0xA3, 0x98, 3]))
        #expect(!ResumeToken.isForeign([]))
        #expect(!ResumeToken.isForeign([0x0A, 9, 8]))
        #expect(!ResumeToken.isForeign(Array("xx".utf8)))
    }

    @Test(arguments: SeededGenerator.seeds(200))
    func `no bytes end the process`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var bytes = token.bytes
        for _ in 0...Int.random(in: 0...8, using: &generator) {
            bytes[Int.random(in: 3..<bytes.count, using: &generator)] = .random(
                in: 0...255, using: &generator)
        }
        if let read = ResumeToken(bytes) { #expect(ResumeToken(read.bytes) == read, "seed \(seed)") }
    }
}
