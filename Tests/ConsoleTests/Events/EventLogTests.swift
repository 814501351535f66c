import Testing

@testable import ReceiptConsole

@Suite("Events of a page")
struct EventLogTests {
    private func log(_ count: Int, size: Int = 1) -> EventLog {
        var log = EventLog()
        for _ in 0..<count {
            _ = log.append(ConsoleEvent(kind: "a", data: String(repeating: "x", count: size)))
        }
        return log
    }

    @Test func `a reader who comes back hears what followed the last event`() {
        let log = log(5)
        #expect(log.events(after: 3)?.map(\.number) == [4, 5])
        #expect(log.events(after: 5)?.map(\.number) == [])
        #expect(log.events(after: 0)?.map(\.number) == [1, 2, 3, 4, 5])
    }

    @Test func `a reader who knows events that never were begins anew`() {
        #expect(log(5).events(after: 6) == nil)
        #expect(log(5).events(after: -1) == nil)
        #expect(log(0).events(after: 0)?.isEmpty == true)
    }

    @Test func `old events give way, and readers who need them begin anew`() {
        let size = EventLog.capacity / 4
        let log = log(10, size: size)
        #expect(log.events(after: 6)?.map(\.number) == [7, 8, 9, 10])
        #expect(log.events(after: 5) == nil)
    }

    @Test func `an event larger than all that is kept is still told`() {
        let log = log(2, size: EventLog.capacity * 2)
        #expect(log.events(after: 1)?.map(\.number) == [2])
    }

    @Test func `an event is one block of lines`() {
        let event = ConsoleEvent(kind: "pane", data: #"{"a":"b\nc"}"#)
        #expect(
            String(decoding: event.bytes(number: 7), as: UTF8.self)
                == "id: 7\nevent: pane\ndata: {\"a\":\"b\\nc\"}\n\n")
        #expect(String(decoding: event.bytes(number: nil), as: UTF8.self).hasPrefix("event: pane\n"))
    }
}
