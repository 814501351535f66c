/// Splits bytes that arrive in pieces into lines. Drops the bytes of lines that are too long.
package struct LineSplitter: Sendable {
    /// A line, numbered from 1.
    package struct Line: Sendable, Equatable {
        package let number: Int
        /// The bytes without the line break; nil if the line is too long.
        package let bytes: [UInt8]?
    }

    private let maximumBytes: Int
    private var rest: [UInt8] = []
    private var isTooLong = false
    /// The number of bytes of the incomplete last line.
    package private(set) var unfinishedBytes = 0
    /// The number of complete lines.
    package private(set) var number: Int

    /// - Parameters:
    ///   - maximumBytes: The maximum length of a line.
    ///   - number: The number of lines before.
    package init(maximumBytes: Int, after number: Int = 0) {
        self.maximumBytes = maximumBytes
        self.number = number
    }

    /// Takes the next piece.
    ///
    /// - Returns: The lines that are now complete.
    package mutating func take(_ bytes: some Collection<UInt8>) -> [Line] {
        var lines: [Line] = []
        var piece = bytes[...]
        while let end = piece.firstIndex(of: UInt8(ascii: "\n")) {
            keep(piece[..<end])
            lines.append(finishLine())
            piece = piece[piece.index(after: end)...]
        }
        keep(piece)
        return lines
    }

    /// The last line, if it does not end with a line break.
    package mutating func finish() -> Line? {
        unfinishedBytes == 0 ? nil : finishLine()
    }

    private mutating func keep(_ bytes: some Collection<UInt8>) {
        unfinishedBytes += bytes.count
        if isTooLong || rest.count + bytes.count > maximumBytes {
            isTooLong = true
            rest = []
        } else {
            rest.append(contentsOf: bytes)
        }
    }

    private mutating func finishLine() -> Line {
        defer { (rest, isTooLong, unfinishedBytes) = ([], false, 0) }
        number += 1
        if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
        return Line(number: number, bytes: isTooLong ? nil : rest)
    }
}
