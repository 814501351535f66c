public import ReadReceipts

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file or named pipe to which others write events, one per line; read as it grows.
///
/// A file that is rotated (renamed and created anew) is read to its end, then the new one from its beginning. So is a truncated file.
public struct FollowedFile: ~Copyable {
    /// What one call has read.
    public struct Piece: Sendable {
        /// The events.
        public var events: [ReceiptEvent]
        /// The lines that are not events.
        public var rejects: [EventLines.Reject]
        /// How far the file is read once these events are stored; nil for a pipe.
        public var position: FilePosition?
    }

    /// Why a file cannot be read.
    public struct Failure: Error, Sendable, Equatable, CustomStringConvertible {
        /// The reason, in one line.
        public let description: String
    }

    /// The file's path.
    public let path: String

    private let schema: ReceiptSchema
    private var file: OpenFile?
    private var lines: EventLines
    /// How far the open file is read; before it is opened, where the last run stopped.
    private var position: FilePosition?
    /// Whether the last check found another file in its place.
    private var isReplaced = false

    /// How many files of the folder to check for a renamed one.
    private static let mostNeighbours = 10_000

    /// Creates a reader. Does not open the file yet.
    ///
    /// - Parameters:
    ///   - path: The file; it may be created later.
    ///   - schema: Determines which ids and stages are valid.
    ///   - position: Where the last run stopped, see ``Outbox/position(inFile:)``.
    public init(_ path: String, schema: ReceiptSchema, from position: FilePosition? = nil) {
        self.path = path
        self.schema = schema
        self.position = position
        lines = EventLines(schema: schema)
    }

    /// Reads what is new.
    ///
    /// - Returns: nil if nothing is, or the file does not exist yet.
    /// - Throws: ``Failure`` if the file cannot be read.
    public mutating func next() throws(Failure) -> Piece? {
        if file == nil, try !open() { return nil }
        guard let opened = file else { return nil }
        if opened.isRegular, try opened.size() < opened.offset {
            // The file was truncated: an incomplete line is lost.
            try opened.seek(to: 0)
            begin(opened, at: nil)
        }
        if let bytes = try opened.read() {
            isReplaced = false
            let read = lines.take(bytes)
            position?.offset = opened.offset - Int64(lines.unfinishedBytes)
            position?.lines = lines.lineCount
            return Piece(events: read.events, rejects: read.rejects, position: position)
        }
        if opened.isRegular {
            guard let present = FileIdentity(path), present != opened.identity else { return nil }
            // Its writer may still be writing the last lines.
            if !isReplaced {
                isReplaced = true
                return nil
            }
            let rest = finish()
            (file, position, isReplaced) = (nil, nil, false)
            if let rest { return rest }
            return try next()
        }
        // The writer of the pipe has closed it, or is idle.
        return opened.hasEnded ? finish() : nil
    }

    /// Reads the last line without its line break. The next run reads it again, because it may have grown.
    ///
    /// - Returns: nil if there is none.
    public mutating func finish() -> Piece? {
        if lines.unfinishedBytes == 0 { return nil }
        let read = lines.finish()
        return Piece(events: read.events, rejects: read.rejects, position: position)
    }

    /// Opens the file; if it is still the same one, where the last run stopped.
    ///
    /// - Returns: Whether it exists.
    private mutating func open() throws(Failure) -> Bool {
        if let last = position, last.path == path {
            for candidate in [path] + FollowedFile.neighbours(of: path) {
                guard let identity = FileIdentity(candidate), identity == FileIdentity(last),
                    let opened = try OpenFile(candidate), try opened.endsLine(at: last.offset)
                else { continue }
                try opened.seek(to: last.offset)
                begin(opened, at: last)
                return true
            }
        }
        guard let opened = try OpenFile(path) else { return false }
        begin(opened, at: nil)
        return true
    }

    private mutating func begin(_ opened: OpenFile, at last: FilePosition?) {
        file = opened
        lines = EventLines(schema: schema, after: last?.lines ?? 0)
        let (device, inode) = (opened.identity.device, opened.identity.inode)
        position =
            opened.isRegular ? last ?? FilePosition(path: path, device: device, inode: inode) : nil
    }

    /// The files of the folder; one may be the renamed file.
    private static func neighbours(of path: String) -> [String] {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.prefix(mostNeighbours).map { folder + $0 }
    }
}
