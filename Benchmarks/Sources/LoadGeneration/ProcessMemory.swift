import Foundation

/// The memory of processes, as Linux tells it in `/proc`.
public enum ProcessMemory {
    /// The resident memory of all processes of a group together, in megabytes; 0 where there is no `/proc`.
    public static func resident(group: pid_t) -> Double {
        let processes =
            (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap { pid_t($0) } ?? []
        return processes.filter { getpgid($0) == group }.map(resident(process:)).reduce(0, +)
    }

    private static func resident(process: pid_t) -> Double {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
            let kilobytes = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap(
                { Double($0) })
        else { return 0 }
        return kilobytes / 1024
    }
}
