import Foundation
import Subprocess
import Synchronization

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// The built `receipts` program, run as a process of its own.
enum BuiltCommand {
    /// The output and exit status of a process.
    struct Outcome: Sendable {
        let status: Int32
        let out: String
        let err: String
    }

    /// Runs the program until it exits.
    static func run(_ arguments: [String], environment: [String: String] = [:]) async throws -> Outcome {
        let result = try await Subprocess.run(
            .path(path), arguments: Arguments(arguments), environment: Self.environment(environment),
            output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
        return Outcome(
            status: code(result.terminationStatus), out: result.standardOutput, err: result.standardError)
    }

    /// Runs a bash script, in which the program is `$0`.
    static func run(script: String, environment: [String: String] = [:]) async throws -> Outcome {
        let result = try await Subprocess.run(
            .name("bash"), arguments: ["-c", script, path.string], environment: Self.environment(environment),
            output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
        return Outcome(
            status: code(result.terminationStatus), out: result.standardOutput, err: result.standardError)
    }

    /// Runs until the program has printed a line with this text, then calls the body with it, then interrupts or kills it.
    ///
    /// - Parameter largestFile: The maximum size of its files, in kilobytes; beyond that writing fails as on a bad disk.
    static func run(
        _ arguments: [String], until text: String, environment: [String: String] = [:],
        signal: Signal = .interrupt, largestFile: Int? = nil,
        _ body: @Sendable @escaping (String) async throws -> Void
    ) async throws -> Int32 {
        var words = [path.string] + arguments
        if let largestFile {
            // A program that ignores the signal gets an error instead.
            words = ["bash", "-c", #"trap '' XFSZ; ulimit -S -f "$0"; exec "$@""#, "\(largestFile)"] + words
        }
        let result = try await Subprocess.run(
            .name("env"), arguments: Arguments(words), environment: Self.environment(environment),
            input: .none, output: .sequence, error: .discarded
        ) { execution in
            var lines = execution.standardOutput.strings().makeAsyncIterator()
            while let line = try await lines.next() {
                guard line.contains(text) else { continue }
                try await body(line)
                break
            }
            try execution.send(signal: signal)
            while try await lines.next() != nil {}
        }
        return code(result.terminationStatus)
    }

    private static func environment(_ more: [String: String]) -> Environment {
        var updates: [Environment.Key: String?] = ["FIRESTORE_EMULATOR_HOST": nil, "GCLOUD_PROJECT": nil]
        for (name, value) in more { updates[Environment.Key(rawValue: name) ?? "RECEIPTS_TEST"] = value }
        return .inherit.updating(updates)
    }

    private static func code(_ status: TerminationStatus) -> Int32 {
        switch status {
        case .exited(let code): Int32(code)
        case .signaled(let signal): 128 + Int32(signal)
        }
    }

    /// The program is beside the test bundle.
    private static var path: FilePath {
        let arguments = ProcessInfo.processInfo.arguments
        let bundle = arguments.first { $0.hasSuffix(".xctest") } ?? arguments[0]
        return FilePath(URL(filePath: bundle).deletingLastPathComponent().appending(path: "receipts").path())
    }
}
