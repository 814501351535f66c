import TestSupport
import Testing

@testable import ReadReceipts

@Suite("Messages on the screen")
struct VisibleMessagesTests {
    private typealias Instant = InstantClock.Instant

    private func at(_ milliseconds: Int) -> Instant { Instant(offset: .milliseconds(milliseconds)) }

    private func messages(_ timing: ReadingTiming = ReadingTiming()) -> VisibleMessages<Instant> {
        VisibleMessages(timing)
    }

    private func due(
        _ messages: inout VisibleMessages<Instant>, at time: Instant, all: Bool = false
    ) -> [MessageID] {
        messages.takeDue(at: time, all: all)
    }

    @Test func `A6: a message is read when it was on the screen for a second`() {
        var messages = messages()
        messages.becameVisible("a", at: at(0))
        #expect(messages.nextDue == at(1000))
        #expect(due(&messages, at: at(999), all: true) == [])
        #expect(due(&messages, at: at(1000), all: true) == ["a"])
    }

    @Test func `A6: one that is gone sooner is not read, and its time begins anew`() {
        var messages = messages()
        messages.becameVisible("a", at: at(0))
        messages.disappeared("a", at: at(999))
        #expect(messages.nextDue == nil)
        messages.becameVisible("a", at: at(2000))
        #expect(due(&messages, at: at(2999), all: true) == [])
        messages.disappeared("a", at: at(3000))
        #expect(due(&messages, at: at(3000), all: true) == ["a"])
    }

    @Test func `A7, C4: reads are reported together, once the first of them has waited long enough`() {
        var messages = messages()
        for (index, id) in (["a", "b", "c"] as [MessageID]).enumerated() {
            messages.becameVisible(id, at: at(index * 500))
        }
        #expect(due(&messages, at: at(1000)) == [])
        #expect(messages.nextDue == at(1500))
        #expect(due(&messages, at: at(2499)) == [])
        #expect(due(&messages, at: at(2500)) == ["a", "b", "c"])
        #expect(messages.nextDue == nil)
    }

    @Test func `A7: what was reported is not reported again`() {
        var messages = messages()
        messages.becameVisible("a", at: at(0))
        #expect(due(&messages, at: at(5000)) == ["a"])
        messages.becameVisible("a", at: at(6000))
        #expect(messages.nextDue == nil)
        #expect(due(&messages, at: at(9000), all: true) == [])
    }

    @Test func `a message that stays is looked at once, however often it is said to be there`() {
        var messages = messages()
        messages.becameVisible("a", at: at(0))
        messages.becameVisible("a", at: at(900))
        #expect(due(&messages, at: at(1000), all: true) == ["a"])
    }

    @Test func `without a time to stay, messages are read at once`() {
        var messages = messages(ReadingTiming(dwell: .zero, flushDelay: .zero))
        messages.becameVisible("a", at: at(3))
        #expect(messages.nextDue == at(3))
        #expect(due(&messages, at: at(3)) == ["a"])
    }

    @Test func `what could not be reported goes along with the next ones`() {
        var messages = messages()
        messages.becameVisible("a", at: at(0))
        #expect(due(&messages, at: at(2500)) == ["a"])
        messages.putBack(["a"], at: at(2600))
        messages.becameVisible("b", at: at(2600))
        #expect(due(&messages, at: at(4100)) == ["a", "b"])
    }

    @Test func `times below zero count as none`() {
        let timing = ReadingTiming(dwell: .seconds(-1), flushDelay: .seconds(-1))
        #expect((timing.dwell, timing.flushDelay) == (.zero, .zero))
    }

    @Test(arguments: SeededGenerator.seeds(20))
    func `random screens: read is exactly what stayed for long enough, each once`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var messages = messages()
        var now = 0
        var since: [MessageID: Int] = [:]
        var expected: Set<MessageID> = []
        var reported: [MessageID] = []
        func settle() {
            for (id, start) in since where now - start >= 1000 { expected.insert(id) }
        }
        for _ in 0..<300 {
            now += random.int(1...400)
            settle()
            let id: MessageID = "m\(random.int(0...20))"
            if since[id] == nil {
                messages.becameVisible(id, at: at(now))
                since[id] = now
            } else {
                messages.disappeared(id, at: at(now))
                since[id] = nil
            }
            reported += due(&messages, at: at(now))
        }
        reported += due(&messages, at: at(now), all: true)
        #expect(Set(reported) == expected)
        #expect(reported.count == expected.count)
    }
}
