import Foundation
import Synchronization

/// The same request again and again over several kept connections, for a time.
public enum Load {
    /// - Parameters:
    ///   - port: The port on this machine.
    ///   - path: The path to get.
    ///   - connections: How many connections send at the same time, each from a thread of its own.
    ///   - seconds: How long.
    /// - Returns: Answers a second.
    public static func requestsPerSecond(
        port: Int, path: String, connections: Int, seconds: Double
    ) throws -> Double {
        let request = RawConnection.request("GET", path)
        return try exchangesPerSecond(port: port, connections: connections, seconds: seconds, expecting: 200)
        { _, _ in
            request
        }
    }

    /// - Parameters:
    ///   - port: The port on this machine.
    ///   - connections: How many connections send at the same time, each from a thread of its own.
    ///   - seconds: How long.
    ///   - status: What every answer must be.
    ///   - request: The request with a number, of the connection with a number.
    /// - Returns: Answers a second.
    public static func exchangesPerSecond(
        port: Int, connections: Int, seconds: Double, expecting status: Int,
        _ request: @escaping @Sendable (_ connection: Int, _ number: Int) -> [UInt8]
    ) throws -> Double {
        let answered = Atomic(0)
        let failed = Atomic(false)
        let end = Date().addingTimeInterval(seconds)
        let group = DispatchGroup()
        for place in 0..<connections {
            group.enter()
            let sender = Sender(
                connection: try RawConnection(port: port), status: status, end: end,
                request: { request(place, $0) })
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
        let status: Int
        let end: Date
        let request: @Sendable (Int) -> [UInt8]

        func run() throws -> Int {
            var count = 0
            while Date() < end {
                for _ in 0..<20 {
                    guard try connection.exchange(request(count)) == status else { throw POSIXError(.EPROTO) }
                    count += 1
                }
            }
            return count
        }
    }
}
