import FirestoreClient
import Subprocess
import TestSupport

#if canImport(System)
    import System
#else
    import SystemPackage
#endif
#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The program whose console is measured, as a process of its own.
struct MeasuredProgram: Sendable {
    /// The address of its emulator, such as `127.0.0.1:8080`.
    let emulator: String
    /// The address of its console; nil if it has none.
    let console: String?
    /// The address of its Realtime Database; nil if it has none.
    let database: String?
    private let process: Int

    /// Starts an emulator, runs the body, and ends it.
    static func run(
        _ path: String, _ options: [String],
        _ body: @Sendable @escaping (MeasuredProgram) async throws -> Void
    ) async throws {
        _ = try await Subprocess.run(
            .path(FilePath(path)), arguments: Arguments(["emulator", "start", "--port", "0"] + options),
            input: .none, output: .sequence, error: .discarded
        ) { execution in
            var lines = execution.standardOutput.strings().makeAsyncIterator()
            let words = (try await lines.next() ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
            func address(after word: String) -> String? {
                words.firstIndex(of: word).flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
            }
            if let emulator = address(after: "ready") {
                try await body(
                    MeasuredProgram(
                        emulator: emulator.replacing("http://", with: ""),
                        console: address(after: "console"), database: address(after: "database"),
                        process: Int(execution.processIdentifier.value)))
            }
            try execution.send(signal: .interrupt)
            while try await lines.next() != nil {}
        }
    }

    /// Its memory, in megabytes.
    func residentMemory() throws -> Double {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
        return (Double(line.split(separator: " ").dropFirst().first ?? "") ?? 0) / 1024
    }
}
