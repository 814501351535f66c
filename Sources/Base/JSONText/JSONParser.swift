/// Reads RFC 8259 JSON.
///
/// Strict about the grammar and about UTF-8, bounded in depth, linear in time. An escaped lone surrogate, which no
/// string can hold, reads as `?`, and of several members with one name the last one counts, as in Google's emulator.
package struct JSONParser: ~Copyable {
    /// Why a text is not JSON.
    package struct Failure: Error, Equatable, Sendable, CustomStringConvertible {
        /// The offset of the offending byte.
        package let offset: Int
        package let reason: String

        package var description: String { "not JSON: \(reason) at byte \(offset)" }
    }

    /// The maximum nesting of arrays and objects. The deepest value that Firestore stores needs about 70.
    package static let maximumDepth = 256

    private let input: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var tokens: [JSONToken] = []

    private init(_ input: UnsafeBufferPointer<UInt8>) {
        self.input = input
        tokens.reserveCapacity(input.count / 16 + 8)
    }

    /// Parses a whole text, which may begin with a byte order mark, into a tree.
    package static func parse(_ bytes: [UInt8]) throws(Failure) -> JSON {
        switch try parse(bytes, { $0.tree }) {
        case .success(let tree): tree
        }
    }

    /// Parses a whole text, which may begin with a byte order mark, and lets the closure read it in place.
    ///
    /// - Returns: The closure's result.
    package static func parse<Message, Refusal>(
        _ bytes: [UInt8], _ read: (JSONNode) throws(Refusal) -> Message
    ) throws(Failure) -> Result<Message, Refusal> {
        try bytes.withUnsafeBufferPointer { input throws(Failure) in
            var parser = JSONParser(input)
            try parser.document()
            return try parser.tokens.withUnsafeBufferPointer { tokens throws(Failure) in
                guard let token = tokens.baseAddress, let text = input.baseAddress else {
                    throw parser.failure("unexpected end")
                }
                return Result { () throws(Refusal) in try read(JSONNode(token, in: text)) }
            }
        }
    }

    private mutating func document() throws(Failure) {
        guard UInt32(exactly: input.count) != nil else { throw failure("a text of 4 GiB or more") }
        if input.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        try value(depth: 0)
        skipSpace()
        if position < input.count { throw failure("text after the end") }
    }

    private func failure(_ reason: String) -> Failure { Failure(offset: position, reason: reason) }

    private mutating func skipSpace() {
        while position < input.count {
            switch input[position] {
            case 0x0A:
                position += 1
                skipIndentation()
            case 0x20, 0x0D, 0x09: position += 1
            case _: return
            }
        }
    }

    /// Skips spaces eight at a time: they are most of an indented response.
    private mutating func skipIndentation() {
        let bytes = UnsafeRawBufferPointer(input)
        while position + 8 <= bytes.count,
            bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self) == 0x2020_2020_2020_2020
        {
            position += 8
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard position < input.count, input[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func value(depth: Int) throws(Failure) {
        skipSpace()
        guard position < input.count else { throw failure("unexpected end") }
        if depth > JSONParser.maximumDepth { throw failure("nested too deeply") }
        switch input[position] {
        case UInt8(ascii: "{"): try object(depth: depth)
        case UInt8(ascii: "["): try array(depth: depth)
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "t"): try literal("true", .true)
        case UInt8(ascii: "f"): try literal("false", .false)
        case UInt8(ascii: "n"): try literal("null", .null)
        case _: try number()
        }
    }

    private mutating func literal(_ text: StaticString, _ kind: JSONToken.Kind) throws(Failure) {
        let end = position + text.utf8CodeUnitCount
        guard end <= input.count,
            text.withUTF8Buffer({ input[position..<end].elementsEqual($0) })
        else { throw failure("unexpected word") }
        position = end
        tokens.append(JSONToken(kind))
    }

    private mutating func number() throws(Failure) {
        let start = position
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        if take(UInt8(ascii: ".")) { try digits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        tokens.append(JSONToken(.number, offset: start, count: position - start))
    }

    private mutating func digits() throws(Failure) {
        let start = position
        while position < input.count, (0x30...0x39).contains(input[position]) { position += 1 }
        if position == start { throw failure("unexpected character") }
    }

    // MARK: Arrays and objects

    private mutating func array(depth: Int) throws(Failure) {
        let start = open(.array)
        if take(UInt8(ascii: "]")) { return }
        var count = 0
        while true {
            try value(depth: depth + 1)
            count += 1
            skipSpace()
            if take(UInt8(ascii: "]")) { return close(start, count) }
            guard take(UInt8(ascii: ",")) else { throw failure("',' or ']' is missing") }
        }
    }

    private mutating func object(depth: Int) throws(Failure) {
        let start = open(.object)
        if take(UInt8(ascii: "}")) { return }
        var count = 0
        while true {
            guard position < input.count, input[position] == UInt8(ascii: "\"") else {
                throw failure("a member's name is missing")
            }
            try string()
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw failure("':' is missing") }
            try value(depth: depth + 1)
            count += 1
            skipSpace()
            if take(UInt8(ascii: "}")) { break }
            guard take(UInt8(ascii: ",")) else { throw failure("',' or '}' is missing") }
            skipSpace()
        }
        close(start, count)
        if count > 1 { keepLastOfEachName(start) }
    }

    /// Removes repeated names from the last object.
    private mutating func keepLastOfEachName(_ start: Int) {
        let distinct = tokens.withUnsafeBufferPointer { tokens -> DistinctMembers? in
            guard let token = tokens.baseAddress, let text = input.baseAddress else { return nil }
            return DistinctMembers(JSONNode(token + start, in: text))
        }
        guard let distinct else { return }
        tokens.replaceSubrange((start + 1)..., with: distinct.tokens)
        close(start, distinct.count)
    }

    /// Begins an array or an object.
    ///
    /// - Returns: The index of its token.
    private mutating func open(_ kind: JSONToken.Kind) -> Int {
        tokens.append(JSONToken(kind))
        position += 1
        skipSpace()
        return tokens.count - 1
    }

    private mutating func close(_ start: Int, _ count: Int) {
        tokens[start].count = UInt32(truncatingIfNeeded: count)
        tokens[start].span = UInt32(truncatingIfNeeded: tokens.count - start)
    }

    // MARK: Strings

    private mutating func string() throws(Failure) {
        position += 1
        let start = position
        position = PlainText.end(in: UnsafeRawBufferPointer(input), from: position)
        var kind = JSONToken.Kind.plainString
        while position < input.count {
            switch input[position] {
            case UInt8(ascii: "\""):
                // ASCII needs no validation.
                if kind != .plainString { try checkUTF8(start..<position) }
                tokens.append(JSONToken(kind, offset: start, count: position - start))
                position += 1
                return
            case UInt8(ascii: "\\"):
                kind = .escapedString
                position += 1
                do throws(JSONEscapes.Mistake) {
                    _ = try JSONEscapes.read(input, at: &position)
                } catch {
                    throw Failure(offset: error.offset, reason: error.reason)
                }
                position = PlainText.end(in: UnsafeRawBufferPointer(input), from: position)
            case 0..<0x20: throw failure("control character in a string")
            case _:
                if kind == .plainString { kind = .string }
                position += 1
            }
        }
        throw failure("a string has no end")
    }

    private func checkUTF8(_ range: Range<Int>) throws(Failure) {
        var bytes = input[range].makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        while true {
            switch parser.parseScalar(from: &bytes) {
            case .valid: continue
            case .emptyInput: return
            case .error: throw Failure(offset: range.lowerBound, reason: "invalid UTF-8 in a string")
            }
        }
    }
}
