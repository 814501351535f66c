import Foundation

/// What the processes of a group take together, as Linux tells it in `/proc`; 0 where there is none.
public struct ProcessGroup: Sendable {
    private let id: pid_t

    /// - Parameter id: The group, as `setpgid` has it.
    public init(_ id: pid_t) { self.id = id }

    /// The resident memory, in megabytes.
    public var residentMemory: Double { processes.map(Self.residentMemory).reduce(0, +) }

    /// The processor time so far, in milliseconds, to ten of them.
    public var processorTime: Double { processes.map(Self.processorTime).reduce(0, +) }

    private var processes: [pid_t] {
        let all =
            (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap { pid_t($0) } ?? []
        return all.filter { getpgid($0) == id }
    }

    private static func residentMemory(of process: pid_t) -> Double {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
            let kilobytes = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap(
                { Double($0) })
        else { return 0 }
        return kilobytes / 1024
    }

    private static func processorTime(of process: pid_t) -> Double {
        guard let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            // The program's name, in parentheses, may contain spaces.
            let end = line.lastIndex(of: ")")
        else { return 0 }
        let fields = line[line.index(after: end)...].split(separator: " ")
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
            return 0
        }
        return (user + system) * 1000 / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}
