import Foundation
import LoadGeneration

/// What the worker takes in over HTTP, and what it needs while a million receipts wait: no server can be reached.
struct IntakeMeasurement {
    let receipts: String
    let folder: String

    private static let queued = 1_000_000
    private static let batchSize = 500

    func run() async throws {
        let worker = try RunningProcess(
            [
                receipts, "worker", "--quiet", "--listen", "127.0.0.1:0", "--outbox", "\(folder)/intake",
                "--emulator", "127.0.0.1:1",
            ])
        let before = worker.processorTime
        try await Task.sleep(for: .seconds(10))
        Main.row("idle, share of a processor (%)", (worker.processorTime - before) * 10, digits: 2)

        let single = try Load.exchangesPerSecond(
            port: worker.port, connections: 32, seconds: 3, expecting: 202
        ) { connection, number in
            RawConnection.request(
                "POST", "/v1/receipts", body: Self.events("single\(connection)", from: number, count: 1))
        }
        Main.row("events taken in and on the disk, one a request, 32 connections (events/s)", single)

        let began = ContinuousClock.now
        let connection = try RawConnection(port: worker.port)
        for start in stride(from: 0, to: Self.queued, by: Self.batchSize) {
            let body = Self.events("batch", from: start, count: Self.batchSize)
            let status = try connection.exchange(RawConnection.request("POST", "/v1/receipts", body: body))
            guard status == 202 else { throw POSIXError(.EPROTO) }
        }
        let time = ContinuousClock.now - began
        Main.row(
            "events taken in and on the disk, \(Self.batchSize) a request, one connection (events/s)",
            Double(Self.queued) / (time / .seconds(1)))
        Main.row("resident memory with more than 1,000,000 receipts queued (MB)", worker.memory, digits: 1)
    }

    /// Events of as many users, each of whom reads a thousand messages.
    private static func events(_ name: String, from start: Int, count: Int) -> [UInt8] {
        var text = ""
        for number in start..<start + count {
            let (user, message) = number.quotientAndRemainder(dividingBy: 1000)
            text +=
                #"{"kind":"read","conversation":"\#(name)\#(user / 10)","message":"message-\#(message)","user":"user\#(user)"}"#
            text += "\n"
        }
        return Array(text.utf8)
    }
}
