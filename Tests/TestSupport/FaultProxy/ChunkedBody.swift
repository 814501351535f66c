/// Finds the end of a chunked body, however the bytes are cut on their way.
struct ChunkedBody {
    /// What is no chunked body.
    struct Malformed: Error {}

    private enum Expectation {
        case size
        case trailer
        case end
    }

    private var expectation = Expectation.size
    /// Where the next line begins.
    private var position: Int

    /// - Parameter start: Where the body begins.
    init(start: Int) { position = start }

    /// Goes on where it stopped; the bytes are the same as before, and more.
    ///
    /// - Returns: Where the body ends, when that is there.
    mutating func end(in bytes: [UInt8]) throws(Malformed) -> Int? {
        while expectation != .end {
            // The data of a chunk is passed over before all of it is there.
            guard position < bytes.count, let lineEnd = bytes[position...].firstRange(of: [13, 10]) else {
                return nil
            }
            let line = bytes[position..<lineEnd.lowerBound]
            switch expectation {
            case .size:
                let digits = String(decoding: line.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
                guard let size = Int(digits.filter { $0 != " " }, radix: 16), (0...Self.largest) ~= size
                else { throw Malformed() }
                if size == 0 { expectation = .trailer }
                position = lineEnd.upperBound + (size == 0 ? 0 : size + 2)
            case .trailer:
                if line.isEmpty { expectation = .end }
                position = lineEnd.upperBound
            case .end: break
            }
        }
        return position
    }

    private static let largest = 1 << 30
}
