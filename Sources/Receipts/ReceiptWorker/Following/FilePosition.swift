/// How far a file was read: which file it was, and the end of the last line that was dealt with.
public struct FilePosition: Sendable, Equatable {
    /// The file's path, as it was given.
    public let path: String
    /// The device that it lies on.
    let device: Int64
    /// Its number on that device, which it keeps when it is renamed.
    let inode: Int64
    /// How many of its bytes were dealt with, to the end of a line.
    var offset: Int64
    /// How many lines these are.
    var lines: Int

    init(path: String, device: Int64, inode: Int64, offset: Int64 = 0, lines: Int = 0) {
        self.path = path
        self.device = device
        self.inode = inode
        self.offset = offset
        self.lines = lines
    }
}
