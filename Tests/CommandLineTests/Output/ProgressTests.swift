import Synchronization
import Testing

@testable import receipts

@Suite("Progress")
struct ProgressTests {
    /// A terminal and a clock that a test sets.
    private final class Screen: Sendable {
        let time = Mutex(Duration.zero)
        let lines = Mutex<[String]>([])

        func context() -> CommandContext {
            var console = Console(out: { _ in }, err: { _ in }, isColoured: false)
            console.redraw = { line in self.lines.withLock { $0.append(line) } }
            var context = CommandContext(environment: [:], console: console, readInput: { [] })
            context.uptime = { self.time.withLock { $0 } }
            return context
        }

        func wait(until time: Duration) { self.time.withLock { $0 = time } }

        var drawn: [String] { lines.withLock { $0 } }
    }

    private static let line = ProgressLine("marking", "message", total: 10_000)

    @Test func `a line shows the part that is done, the rate and the remaining time`() {
        var line = Self.line
        line.done = 2500
        line.elapsed = .seconds(2)
        #expect(
            line.text == "marking  █████░░░░░░░░░░░░░░░ 25 %  2500 of 10000 messages  1250/s  6 s left")
    }

    @Test func `a line without a total counts, and one with a time limit shows the time`() {
        var counting = ProgressLine("importing", "document")
        counting.done = 300
        counting.elapsed = .seconds(3)
        #expect(counting.text == "importing  300 documents  100/s")
        var searching = ProgressLine("searching", "request", limit: .seconds(10))
        searching.done = 1
        searching.elapsed = .milliseconds(7500)
        #expect(searching.text == "searching  ███████████████░░░░░ 75 %  1 request  0/s  3 s left")
    }

    @Test func `nothing done, everything done and nothing to do are lines too`() {
        var line = Self.line
        #expect(line.text == "marking  ░░░░░░░░░░░░░░░░░░░░ 0 %  0 of 10000 messages")
        line.done = 20_000
        line.elapsed = .seconds(1)
        #expect(line.text.hasPrefix("marking  ████████████████████ 100 %  20000"))
        #expect(!line.text.contains("left"))
        #expect(ProgressLine("marking", "message", total: 0).text.contains("100 %"))
    }

    @Test func `a line fits a terminal of 80 columns`() {
        var line = ProgressLine("searching", "allow statement", total: 1_000_000_000)
        line.done = 1
        line.elapsed = .seconds(1_000_000)
        #expect(line.text.count < 80)
    }

    @Test func `what takes less than a second shows nothing`() async {
        let screen = Screen()
        await screen.context().showing(Self.line) { progress in
            for done in 1...9 {
                screen.wait(until: .milliseconds(done * 100))
                progress.update(done)
            }
        }
        #expect(screen.drawn.isEmpty)
    }

    @Test func `what takes longer is drawn ten times a second, and removed in the end`() async {
        let screen = Screen()
        await screen.context().showing(Self.line) { progress in
            for step in 1...150 {
                screen.wait(until: .milliseconds(step * 10))
                progress.advance(of: 10_000)
            }
        }
        #expect(screen.drawn.count == 7)
        #expect(screen.drawn.first?.contains("100 of 10000") == true)
        #expect(screen.drawn.last?.isEmpty == true)
    }

    @Test func `a failure removes the line, and quiet shows none`() async {
        let screen = Screen()
        for isQuiet in [false, true] {
            await #expect(throws: CancellationError.self) {
                try await screen.context().showing(Self.line, isQuiet: isQuiet) { progress in
                    screen.wait(until: screen.time.withLock { $0 } + .seconds(2))
                    progress.update(5)
                    throw CancellationError()
                }
            }
        }
        #expect(screen.drawn.count == 2)
        #expect(screen.drawn.last?.isEmpty == true)
    }
}
