import Foundation
import Synchronization
import TestSupport
import Testing

@testable import receipts

@Suite("Interrupted commands")
struct InterruptionTests {
    private struct Outcome {
        let status: Int32
        let out: [String]
        /// What was drawn on the line of progress, from first to last.
        let drawn: [String]
    }

    private static let configuration = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../emulator-config").standardized.path()

    /// Runs a command on a terminal, and interrupts it as soon as it shows progress. Each look at the clock takes a second.
    private func interrupt(_ arguments: [String]) async -> Outcome {
        let out = Mutex<[String]>([])
        let drawn = Mutex<[String]>([])
        let seconds = Mutex(0)
        let running = Mutex<Task<receipts.ExitStatus, Never>?>(nil)
        var console = Console(
            out: { text in out.withLock { $0.append(text) } }, err: { _ in }, isColoured: false)
        console.redraw = { text in
            drawn.withLock { $0.append(text) }
            // At once, because the command may keep all threads busy.
            running.withLock { $0?.cancel() }
        }
        var context = CommandContext(environment: [:], console: console, readInput: { [] })
        context.uptime = {
            seconds.withLock { seconds in
                seconds += 1
                return .seconds(seconds)
            }
        }
        let settled = context
        let task = running.withLock { running in
            let task = Task { await Main.perform(arguments, in: settled) }
            running = task
            return task
        }
        let status = await task.value
        return Outcome(status: status.code, out: out.withLock { $0 }, drawn: drawn.withLock { $0 })
    }

    @Test func `rules mutate stops, and gives no score`() async throws {
        let outcome = await interrupt(["rules", "mutate", "\(Self.configuration)/suites/status.yaml"])
        #expect(outcome.status == 130)
        #expect(outcome.out.isEmpty)
        #expect(outcome.drawn.first?.hasPrefix("mutating") == true)
        #expect(outcome.drawn.last?.isEmpty == true)
    }

    @Test func `init removes its line, and writes nothing`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            try String(contentsOfFile: "\(Self.configuration)/firestore.rules", encoding: .utf8),
            to: "firestore.rules")
        let outcome = await interrupt(["init", folder.path])
        #expect(outcome.status == 130)
        #expect(outcome.drawn.first?.hasPrefix("searching") == true)
        #expect(outcome.drawn.last?.isEmpty == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["firestore.rules"])
    }

    @Test func `rules diff removes its line`() async throws {
        let rules = "\(Self.configuration)/firestore.rules"
        let folder = try TemporaryFolder([
            "new.rules": try String(contentsOfFile: rules, encoding: .utf8)
                .replacing("after.size() <= 1000", with: "after.size() <= 999")
        ])
        let outcome = await interrupt(["rules", "diff", rules, "\(folder.path)/new.rules"])
        #expect(outcome.status == 130)
        #expect(outcome.drawn.last?.isEmpty == true)
    }
}
