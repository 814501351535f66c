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

/// A file, or a named pipe, to which others write events, one a line; read as it grows.
///
/// A file that is renamed and made anew, or cut back to nothing, as logs are, is read to its end and then from its beginning.
public struct FollowedFile: ~Copyable {
    /// What was read at a time.
    public struct Piece: Sendable {
        /// The events.
        public var events: [ReceiptEvent]
        /// The lines that are no events.
        public var rejects: [EventLines.Reject]
        /// Up to where the file is dealt with, once these events are stored; nil for a pipe.
        public var position: FilePosition?
    }

    /// Why a file cannot be read.
    public struct Failure: Error, Sendable, Equatable, CustomStringConvertible {
        /// One clear line.
        public let description: String
    }

    /// The file's path.
    public let path: String

    private let schema: ReceiptSchema
    private var file: OpenFile?
    private var lines: EventLines
    /// Where the file that is open was dealt with to; before it is opened, where reading ended the last time.
    private var position: FilePosition?
    /// Whether the last look found another file in the place of this one.
    private var isReplaced = false

    /// How many files of the folder are looked at for one that was renamed.
    private static let mostNeighbours = 10_000

    /// Creates a reader. Opens nothing yet.
    ///
    /// - Parameters:
    ///   - path: The file; it may be made later.
    ///   - schema: Tells which ids are good ones.
    ///   - position: Where reading ended the last time, see ``Outbox/position(inFile:)``.
    public init(_ path: String, schema: ReceiptSchema, from position: FilePosition? = nil) {
        self.path = path
        self.schema = schema
        self.position = position
        lines = EventLines(schema: schema)
    }

    /// Reads what has come.
    ///
    /// - Returns: nil when nothing has, or the file is not there yet.
    /// - Throws: ``Failure`` when the file cannot be read.
    public mutating func next() throws(Failure) -> Piece? {
        if file == nil, try !open() { return nil }
        guard let opened = file else { return nil }
        if opened.isRegular, try opened.size() < opened.offset {
            // It was cut back: what stood behind the last line is gone.
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
            // Whoever renamed it may be about to write its last lines.
            if !isReplaced {
                isReplaced = true
                return nil
            }
            let rest = finish()
            (file, position, isReplaced) = (nil, nil, false)
            if let rest { return rest }
            return try next()
        }
        // Whoever wrote to the pipe has gone, or has nothing to say just now.
        return opened.hasEnded ? finish() : nil
    }

    /// Takes the last line, which has no line break behind it. It is read again when reading begins where it ended now: it may
    /// have become longer by then.
    ///
    /// - Returns: nil when there is none.
    public mutating func finish() -> Piece? {
        if lines.unfinishedBytes == 0 { return nil }
        let read = lines.finish()
        return Piece(events: read.events, rejects: read.rejects, position: position)
    }

    /// Opens the file, at the place where reading ended the last time when it is still that one.
    ///
    /// - Returns: Whether it is there.
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

    /// The other files of the folder, among which one may be that was renamed.
    private static func neighbours(of path: String) -> [String] {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.prefix(mostNeighbours).map { folder + $0 }
    }
}
