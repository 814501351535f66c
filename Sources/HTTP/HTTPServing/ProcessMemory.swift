import CAllocator

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The memory of the process, in bytes.
package struct ProcessMemory: Sendable, Equatable {
    /// Physical memory in use.
    package let resident: Int
    /// Memory that was allocated and not freed.
    package let allocated: Int
    /// Memory that was freed and that the allocator keeps for later; some of it may be in physical memory.
    package let kept: Int

    /// The current values; nil where the system does not report them.
    package static var current: ProcessMemory? {
        var (used, kept) = (0, 0)
        guard let resident, callocator_usage(&used, &kept) != 0 else { return nil }
        return ProcessMemory(resident: resident, allocated: used, kept: kept)
    }

    /// Returns freed memory to the system. Takes some milliseconds, or tens of milliseconds for much memory.
    package static func giveBack() { callocator_trim() }

    /// Linux reports the number of pages in total and in physical memory.
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
