import Foundation

/// A process that is stopped with the last reference to it.
final class RunningProcess {
    let port: Int
    private let process = Process()

    /// Starts a command and waits until it says on which port it serves.
    init(_ words: [String], environment: [String: String] = [:]) throws {
        let output = Pipe()
        process.executableURL = URL(filePath: words[0])
        process.arguments = Array(words.dropFirst())
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var line = ""
        while !line.contains("\n") {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { throw POSIXError(.ECHILD) }
            line += String(decoding: data, as: UTF8.self)
        }
        let digits = line.reversed().drop { !$0.isNumber }.prefix { $0.isNumber }
        port = Int(String(digits.reversed())) ?? 0
    }

    deinit { stop() }

    func stop() {
        guard process.isRunning else { return }
        process.terminate()
        process.waitUntilExit()
    }

    /// The resident memory in megabytes.
    var memory: Double {
        let status =
            (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
        return (line.split { $0 == " " || $0 == "\t" }.dropFirst().first.flatMap { Double($0) } ?? 0) / 1024
    }

    /// How long its threads have worked, in seconds.
    var processorTime: Double {
        let text =
            (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)) ?? ""
        let fields = text.drop { $0 != ")" }.split(separator: " ")
        guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else {
            return 0
        }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Runs a command to its end.
    ///
    /// - Returns: How long it took, in seconds.
    static func run(_ words: [String], environment: [String: String] = [:], input: String? = nil) throws
        -> Double
    {
        let process = Process()
        process.executableURL = URL(filePath: words[0])
        process.arguments = Array(words.dropFirst())
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.standardError
        if let input { process.standardInput = try FileHandle(forReadingFrom: URL(filePath: input)) }
        let begin = ContinuousClock.now
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw POSIXError(.EPROTO) }
        let time = ContinuousClock.now - begin
        return Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    }
}
