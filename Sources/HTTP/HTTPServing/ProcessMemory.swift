import CAllocator

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// How much memory the process has, in bytes.
package struct ProcessMemory: Sendable, Equatable {
    /// What lies in physical memory.
    package let resident: Int
    /// What was allocated and not freed.
    package let allocated: Int
    /// What was freed and is kept by the allocator for later; some of it may lie in physical memory.
    package let kept: Int

    /// The process as it is now; nil where the system does not tell.
    package static var current: ProcessMemory? {
        var (used, kept) = (0, 0)
        guard let resident, callocator_usage(&used, &kept) != 0 else { return nil }
        return ProcessMemory(resident: resident, allocated: used, kept: kept)
    }

    /// Gives memory that was freed back to the system. Takes some milliseconds, or some ten of them for much memory.
    package static func giveBack() { callocator_trim() }

    /// What Linux tells: pages in all, and those in physical memory.
    ///
    /// Source: <https://man7.org/linux/man-pages/man5/proc_pid_statm.5.html>.
    private static var resident: Int? {
        guard let file = fopen("/proc/self/statm", "r") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        guard fgets(&line, Int32(line.count), file) != nil else { return nil }
        let words = line.prefix { $0 != 0 }.split(separator: CChar(bitPattern: UInt8(ascii: " ")))
        guard words.count > 1 else { return nil }
        let pages = Int(String(decoding: words[1].map { UInt8(bitPattern: $0) }, as: UTF8.self))
        return pages.map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) }
    }
}
