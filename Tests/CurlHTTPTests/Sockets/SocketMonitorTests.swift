import CurlHTTP
import Dispatch
import TestSupport
import Testing

/// Both ways to wait for sockets, which must not differ.
@Suite("Waiting for sockets", .timeLimit(.minutes(1)))
struct SocketMonitorTests {
    private static let kinds: [any SocketMonitor.Type] = [SystemSocketMonitor.self, PollMonitor.self]

    private func ready(_ monitor: any SocketMonitor, milliseconds: Int = 60_000) -> [Int32: SocketReadiness] {
        var events: [(socket: Int32, readiness: SocketReadiness)] = [(-1, .failed)]
        monitor.wait(milliseconds: milliseconds, into: &events)
        return Dictionary(events.map { ($0.socket, $0.readiness) }) { $0.union($1) }
    }

    @Test(arguments: kinds.indices)
    func `a socket is ready for what it is watched for`(kind: Int) throws {
        let monitor = try Self.kinds[kind].init()
        let pair = try SocketPair()
        defer { pair.closeBoth() }
        let socket = pair.near
        #expect(monitor.watch(socket, for: .readable))
        #expect(ready(monitor, milliseconds: 0).isEmpty)
        pair.sendFromFarEnd()
        #expect(ready(monitor) == [socket: .readable])
        #expect(monitor.watch(socket, for: [.readable, .writable]))
        #expect(ready(monitor) == [socket: [.readable, .writable]])
        #expect(monitor.watch(socket, for: .writable))
        #expect(ready(monitor) == [socket: .writable])
        monitor.forget(socket)
        #expect(ready(monitor, milliseconds: 0).isEmpty)
    }

    @Test(arguments: kinds.indices)
    func `the end of a connection can be read`(kind: Int) throws {
        let monitor = try Self.kinds[kind].init()
        let pair = try SocketPair()
        defer { pair.closeBoth() }
        #expect(monitor.watch(pair.near, for: .readable))
        pair.endAtFarEnd()
        #expect(ready(monitor)[pair.near]?.contains(.readable) == true)
    }

    @Test(arguments: kinds.indices)
    func `a call wakes the next sleep, and only that`(kind: Int) throws {
        let monitor = try Self.kinds[kind].init()
        for _ in 0..<200 { monitor.wake() }
        #expect(ready(monitor).isEmpty)
        let pair = try SocketPair()
        defer { pair.closeBoth() }
        #expect(monitor.watch(pair.near, for: .readable))
        // One that polls has been woken to look again.
        if Self.kinds[kind] == PollMonitor.self { #expect(ready(monitor).isEmpty) }
        // A wake-up that was left over would end this sleep with nothing.
        DispatchQueue.global().async { pair.sendFromFarEnd() }
        #expect(ready(monitor) == [pair.near: .readable])
    }

    @Test(arguments: kinds.indices)
    func `a sleep that has begun learns of another socket`(kind: Int) async throws {
        let monitor = try Self.kinds[kind].init()
        let pair = try SocketPair()
        defer { pair.closeBoth() }
        let socket = pair.near
        pair.sendFromFarEnd()
        let sleeping = Task.detached {
            // A monitor that polls wakes up to look again.
            var found: [Int32: SocketReadiness] = [:]
            while found.isEmpty { found = ready(monitor) }
            return found
        }
        #expect(monitor.watch(socket, for: .readable))
        #expect(await sleeping.value == [socket: .readable])
    }
}
