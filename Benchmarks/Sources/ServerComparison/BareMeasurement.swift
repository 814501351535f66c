import Foundation
import LoadGeneration
import Subprocess

/// Measures how many requests a server answers that does nothing else.
struct BareMeasurement {
    let command: String

    func run() async throws -> [Figure: Double] {
        let port = Int.random(in: 20_000...39_999)
        let words = command.replacingOccurrences(of: "PORT", with: String(port)).split(separator: " ").map(
            String.init)
        let result = try await Subprocess.run(
            .name("env"), arguments: Arguments(words), input: .none, output: .discarded, error: .discarded
        ) { execution in
            defer { try? execution.send(signal: .terminate) }
            for _ in 0..<500 where (try? RawConnection(port: port)) == nil {
                try await Task.sleep(for: .milliseconds(10))
            }
            return try Load.requestsPerSecond(port: port, path: "/", connections: 16, seconds: 3)
        }
        return [.throughput: result.closureResult]
    }
}
