#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// How far a file was read: which file it was, and the end of the last line whose event was stored.
public struct FilePosition: Sendable, Equatable {
    /// The file's path, as it was given.
    public let path: String
    /// The device that holds the file.
    let device: Int64
    /// The file's number on that device; a rename does not change it.
    let inode: Int64
    /// The number of bytes read, to the end of a line.
    var offset: Int64
    /// The number of lines read.
    var lines: Int

    init(path: String, device: Int64, inode: Int64, offset: Int64 = 0, lines: Int = 0) {
        self.path = path
        self.device = device
        self.inode = inode
        self.offset = offset
        self.lines = lines
    }
}

/// Identifies a file, whatever its name.
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

    /// The file at a path; nil when there is none.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }
}
