#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Which file it is, whatever its name.
struct FileIdentity: Hashable, Sendable {
    let device: Int64
    let inode: Int64

    init(_ status: stat) {
        device = Int64(truncatingIfNeeded: status.st_dev)
        inode = Int64(truncatingIfNeeded: status.st_ino)
    }

    init(_ position: FilePosition) {
        (device, inode) = (position.device, position.inode)
    }

    /// The file that a path leads to now; nil for none.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }
}
