import Foundation
import Synchronization

/// The same request again and again over several kept connections, for a time.
enum Load {
    /// - Parameters:
    ///   - port: The port on this machine.
    ///   - path: The path to get.
    ///   - connections: How many connections send at the same time, each from a thread of its own.
    ///   - seconds: How long.
    /// - Returns: Answers a second.
    static func requestsPerSecond(port: Int, path: String, connections: Int, seconds: Double) throws -> Double
    {
        let request = RawConnection.request("GET", path)
        let answered = Atomic(0)
        let failed = Atomic(false)
        let end = Date().addingTimeInterval(seconds)
        let group = DispatchGroup()
        for _ in 0..<connections {
            let connection = try RawConnection(port: port)
            guard try connection.exchange(request) == 200 else { throw POSIXError(.EPROTO) }
            group.enter()
            let sender = Sender(connection: connection, request: request, end: end)
            Thread.detachNewThread {
                defer { group.leave() }
                do {
                    answered.add(try sender.run(), ordering: .relaxed)
                } catch {
                    failed.store(true, ordering: .relaxed)
                }
            }
        }
        group.wait()
        if failed.load(ordering: .relaxed) { throw POSIXError(.ECONNRESET) }
        return Double(answered.load(ordering: .relaxed)) / seconds
    }

    /// Handed to one thread and used by it alone, which the compiler cannot see.
    private struct Sender: @unchecked Sendable {
        let connection: RawConnection
        let request: [UInt8]
        let end: Date

        func run() throws -> Int {
            var count = 0
            while Date() < end {
                for _ in 0..<20 { _ = try connection.exchange(request) }
                count += 20
            }
            return count
        }
    }
}
