import FirestoreRPC
import Synchronization
import TestSupport
import Testing

@testable import FirestoreEmulator

/// A channel of its own, without the registry that looks after it.
@Suite(.timeLimit(.minutes(1)))
struct ChannelTests {
    private let clock = TestSupport.ManualClock()

    private func channel() -> Channel {
        Channel(.listen, clock: ChannelClock(clock)) { onOutput in ChannelStreamDouble(onOutput: onOutput) }
    }

    @Test func `a back channel that waits is woken by time alone`() async throws {
        let channel = channel()
        let back = channel.attach(.streaming, acknowledging: 0)
        let frames = Mutex(0)
        let reader = Task {
            for await _ in back.frames { frames.withLock { $0 += 1 } }
        }
        // It begins with a noop; then one comes after half a minute, and the last one after another.
        for count in 1...3 {
            while frames.withLock({ $0 }) < count {
                #expect(channel.tick())
                await Task.yield()
            }
            clock.advance(by: .seconds(30))
        }
        await reader.value
        #expect(frames.withLock { $0 } == 3)
    }

    @Test(arguments: 0..<4)
    func `a client may leave while its messages arrive`(number: Int) async {
        let channel = channel()
        // Leaving and receiving each take a lock and the task's own: in different orders, both would wait for ever.
        for round in 0..<500 {
            let back = channel.attach(.streaming, acknowledging: 0)
            let (begins, begin) = AsyncStream.makeStream(of: Void.self)
            let reader = Task { for await _ in back.frames { begin.finish() } }
            for await _ in begins {}
            await withTaskGroup { group in
                group.addTask {
                    let map = ChannelMap(number: round, json: Array("m".utf8))
                    _ = channel.receive([map], acknowledging: round)
                }
                group.addTask { reader.cancel() }
            }
            await reader.value
        }
        channel.close()
    }

    @Test func `a channel whose client is gone says so`() {
        let channel = channel()
        clock.advance(by: .seconds(299))
        #expect(channel.tick())
        clock.advance(by: .seconds(1))
        #expect(!channel.tick())
    }
}
