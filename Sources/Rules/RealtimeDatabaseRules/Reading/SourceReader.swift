import PrintableText
import RulesCore

/// Reads the JSON of rules files, with `//` and `/* */` comments, and keeps the place of everything.
///
/// Strings may span several lines, as in Firebase's documentation.
struct SourceReader {
    /// How deeply objects and lists may be nested.
    static let deepestNesting = 100

    let text: SourceLines
    var offset = 0
    private var depth = 0

    init(_ text: SourceLines) {
        self.text = text
    }

    /// Reads the whole file.
    mutating func read() throws(Diagnostic) -> SourceValue {
        try skipBlanks()
        let value = try value()
        try skipBlanks()
        if let scalar = peek() { throw problem("Expected the end of the file, not \(shown(scalar)).") }
        return value
    }

    private mutating func value() throws(Diagnostic) -> SourceValue {
        let start = offset
        switch peek() {
        case "{": return SourceValue(kind: .object(try members()), place: start..<offset)
        case "[": return SourceValue(kind: .array(try elements()), place: start..<offset)
        case "\"": return SourceValue(kind: .string(try string()), place: start..<offset)
        case let scalar? where scalar == "-" || scalar.isDigit:
            return SourceValue(kind: try number(), place: start..<offset)
        case let scalar?:
            for (word, kind) in [("true", .boolean(true)), ("false", .boolean(false)), ("null", .null)]
                as [(String, SourceValue.Kind)] where skip(word)
            {
                return SourceValue(kind: kind, place: start..<offset)
            }
            throw problem("Expected a value, not \(shown(scalar)).")
        case nil: throw problem("Expected a value, not the end of the file.")
        }
    }

    private mutating func members() throws(Diagnostic) -> [SourceValue.Member] {
        var members: [SourceValue.Member] = []
        try sequence(closedBy: "}") { (reader) throws(Diagnostic) in
            guard reader.peek() == "\"" else { throw reader.unexpected("a key in double quotes") }
            let start = reader.offset
            let name = try reader.string().text
            let place = start..<reader.offset
            try reader.skipBlanks()
            guard reader.skip(":") else { throw reader.unexpected("':' after a key") }
            try reader.skipBlanks()
            members.append(SourceValue.Member(name: name, place: place, value: try reader.value()))
        }
        return members
    }

    private mutating func elements() throws(Diagnostic) -> [SourceValue] {
        var elements: [SourceValue] = []
        try sequence(closedBy: "]") { (reader) throws(Diagnostic) in elements.append(try reader.value()) }
        return elements
    }

    /// Reads items with commas between them, from the opening bracket to the closing one.
    private mutating func sequence(
        closedBy end: Unicode.Scalar, _ item: (inout SourceReader) throws(Diagnostic) -> Void
    ) throws(Diagnostic) {
        if depth == SourceReader.deepestNesting {
            throw problem("This is nested too deeply: at most \(SourceReader.deepestNesting) levels.")
        }
        depth += 1
        defer { depth -= 1 }
        offset += 1
        try skipBlanks()
        if skip(String(end)) { return }
        while true {
            try item(&self)
            try skipBlanks()
            if skip(String(end)) { return }
            guard skip(",") else { throw unexpected("',' or '\(end)'") }
            try skipBlanks()
        }
    }

    private mutating func number() throws(Diagnostic) -> SourceValue.Kind {
        _ = skip("-")
        guard skipDigits() else { throw unexpected("a digit") }
        if skip("."), !skipDigits() { throw unexpected("a digit") }
        if skip("e") || skip("E") {
            _ = skip("+") || skip("-")
            guard skipDigits() else { throw unexpected("a digit") }
        }
        return .number
    }

    private mutating func skipDigits() -> Bool {
        let start = offset
        while peek()?.isDigit == true { offset += 1 }
        return offset > start
    }

    private mutating func skipBlanks() throws(Diagnostic) {
        while let scalar = peek() {
            switch scalar {
            case " ", "\t", "\n", "\r", "\u{FEFF}": offset += 1
            case "/" where peek(1) == "/":
                while let next = peek(), next != "\n" { offset += 1 }
            case "/" where peek(1) == "*":
                let start = offset
                offset += 2
                while !skip("*/") {
                    if peek() == nil { throw problem("Unterminated comment.", at: start..<start + 2) }
                    offset += 1
                }
            case _: return
            }
        }
    }

    func peek(_ distance: Int = 0) -> Unicode.Scalar? {
        offset + distance < text.scalars.count ? text.scalars[offset + distance] : nil
    }

    mutating func skip(_ word: String) -> Bool {
        guard text.scalars[offset...].starts(with: word.unicodeScalars) else { return false }
        offset += word.unicodeScalars.count
        return true
    }

    private func shown(_ scalar: Unicode.Scalar) -> String { "'\(String(scalar).printable)'" }

    private func unexpected(_ expected: String) -> Diagnostic {
        problem("Expected \(expected), not \(peek().map(shown) ?? "the end of the file").")
    }

    func problem(_ message: String) -> Diagnostic {
        problem(message, at: offset..<min(offset + 1, text.scalars.count))
    }

    func problem(_ message: String, at offsets: Range<Int>) -> Diagnostic {
        Diagnostic(.error, message, at: text.range(offsets.clamped(to: 0..<text.scalars.count)))
    }
}
