import NamedFiles

/// Inspects SQLite's write-ahead log of an outbox without changing it.
///
/// SQLite itself silently drops everything after the first damaged frame.
///
/// Source: <https://www.sqlite.org/fileformat2.html#walformat>
enum OutboxLog {
    /// The state of a log.
    enum State: Equatable {
        /// All transactions are intact. It may end with an incomplete one.
        case whole
        /// The last transaction is damaged, or was being written when the machine failed.
        case endsInDoubt
        /// Committed transactions cannot be read.
        case damaged
    }

    private static let headerSize = 32
    private static let frameHeaderSize = 24

    /// Inspects a log.
    ///
    /// - Parameter path: The log; it may be missing.
    static func state(of path: String) throws(FileRefusal) -> State {
        while true {
            let first = try look(at: path)
            if first.state == .whole { return .whole }
            // A writer may have restarted the log in the meantime.
            let second = try look(at: path)
            if second == first { return first.state }
        }
    }

    private struct Look: Equatable {
        var header: [UInt8] = []
        var state = State.whole
    }

    private static func look(at path: String) throws(FileRefusal) -> Look {
        let file: NamedFile
        do throws(FileRefusal) {
            file = try NamedFile(path)
        } catch {
            if error.reason == .missing { return Look() }
            throw error
        }
        guard let header = try read(headerSize, of: file) else { return Look() }
        var look = Look(header: header)
        let size = Int(number(header, 8))
        guard var checksum = Checksum(header), 512...65_536 ~= size else {
            // Without frames nothing is lost.
            if try read(frameHeaderSize, of: file) != nil { look.state = .damaged }
            return look
        }
        var (isBroken, lost) = (false, 0)
        while let frame = try read(frameHeaderSize + size, of: file) {
            // Frames with another salt are from before the log was restarted.
            let isOfThisLog = frame[8..<16].elementsEqual(header[16..<24])
            if !isBroken {
                checksum.add(frame[..<8])
                checksum.add(frame[frameHeaderSize...])
                isBroken = !isOfThisLog || !checksum.fits(frame[16..<24])
            }
            // The last frame of a transaction has the size of the file after it.
            if isBroken, isOfThisLog, number(frame, 4) != 0 { lost += 1 }
        }
        look.state = lost == 0 ? .whole : lost == 1 ? .endsInDoubt : .damaged
        return look
    }

    private static func number(_ bytes: [UInt8], _ place: Int) -> UInt32 {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Reads a number of bytes; nil if there are fewer.
    private static func read(_ count: Int, of file: borrowing NamedFile) throws(FileRefusal) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        guard try file.read(into: &bytes) == count else { return nil }
        return bytes
    }

    /// The cumulative checksum of a log.
    private struct Checksum {
        private var (first, second): (UInt32, UInt32) = (0, 0)
        private let isBigEndian: Bool

        /// Starts with the header; nil if that is damaged.
        init?(_ header: [UInt8]) {
            let magic = number(header, 0)
            guard magic & ~1 == 0x377F_0682 else { return nil }
            isBigEndian = magic & 1 == 1
            add(header[..<24])
            guard fits(header[24..<32]) else { return nil }
        }

        mutating func add(_ bytes: ArraySlice<UInt8>) {
            var place = bytes.startIndex
            while place + 8 <= bytes.endIndex {
                first = first &+ word(bytes, place) &+ second
                second = second &+ word(bytes, place + 4) &+ first
                place += 8
            }
        }

        private func word(_ bytes: ArraySlice<UInt8>, _ place: Int) -> UInt32 {
            let (a, b, c, d) = (
                UInt32(bytes[place]), UInt32(bytes[place + 1]), UInt32(bytes[place + 2]),
                UInt32(bytes[place + 3])
            )
            return isBigEndian ? a << 24 | b << 16 | c << 8 | d : d << 24 | c << 16 | b << 8 | a
        }

        func fits(_ bytes: ArraySlice<UInt8>) -> Bool {
            let all = Array(bytes)
            return number(all, 0) == first && number(all, 4) == second
        }
    }
}
