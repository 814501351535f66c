import Foundation

/// The memory of the emulator that this program was started beside.
enum ServerMemory {
    /// How much of it is in use; nil where the system does not tell.
    static func kilobytes() -> Int? {
        guard let status = try? String(contentsOfFile: "/proc/\(getppid())/status", encoding: .utf8) else {
            return nil
        }
        for line in status.split(separator: "\n") where line.hasPrefix("VmRSS:") {
            return line.split(separator: " ").compactMap { Int($0) }.first
        }
        return nil
    }
}
