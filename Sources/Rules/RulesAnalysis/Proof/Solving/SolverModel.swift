import CoreValues
import FirestoreModel

/// A solver's answers to questions about one world.
struct SolverModel {
    /// An expression of SMT-LIB.
    indirect enum Term: Equatable {
        case symbol(String)
        case text(String)
        case list([Term])
    }

    private let questions: ProofQuestions
    private let answers: [Term]

    /// Reads what `get-value` prints.
    ///
    /// - Returns: nil for something else.
    init?(_ answer: String, to questions: ProofQuestions) {
        var reader = TermReader(answer)
        var terms: [Term] = []
        while let term = reader.next() { terms.append(term) }
        guard case .list(let pairs)? = terms.last, pairs.count == questions.terms.count else { return nil }
        self.questions = questions
        answers = pairs.map { pair in
            if case .list(let parts) = pair, parts.count == 2 { parts[1] } else { .symbol("") }
        }
    }

    private func answer(_ term: String) -> Term? { questions.place(of: term).map { answers[$0] } }

    func isTrue(_ term: String) -> Bool { answer(term) == .symbol("true") }

    func int(_ term: String) -> Int? {
        answer(term).flatMap { SolverModel.int($0) }.map { Int(clamping: $0) }
    }

    func text(_ term: String) -> String? {
        if case .text(let text)? = answer(term) { text } else { nil }
    }

    /// A value without what is inside it: lists and maps are empty.
    func value(_ term: String) -> Value? { answer(term).flatMap { SolverModel.value($0) } }

    private static func value(_ term: Term) -> Value? {
        if term == .symbol("none") { return .null }
        guard case .list(let parts) = term, case .symbol(let kind)? = parts.first, parts.count > 1 else {
            return nil
        }
        switch kind {
        case "truth": return .boolean(parts[1] == .symbol("true"))
        case "int": return int(parts[1]).map { .integer($0) }
        case "float": return real(parts[1]).map { .double($0) }
        case "oddfloat": return int(parts[1]).map { .double(odd($0)) }
        case "text": if case .text(let text) = parts[1] { return .string(text) } else { return nil }
        case "time": return int(parts[1]).flatMap { time($0) }
        case "other": return int(parts[1]).flatMap { ProofPrelude.Kind(rawValue: Int(clamping: $0)) }?.value
        default: return nil
        }
    }

    /// See ``ProofPrelude``.
    private static func odd(_ number: Int64) -> Double {
        switch number {
        case 0: -0.0
        case 1: .infinity
        case -1: -.infinity
        default: .nan
        }
    }

    private static func time(_ nanoseconds: Int64) -> Value? {
        let (seconds, rest) = (nanoseconds / 1_000_000_000, nanoseconds % 1_000_000_000)
        // Before 1970, what is left counts from the second before.
        let time = Timestamp(
            seconds: rest < 0 ? seconds - 1 : seconds,
            nanoseconds: Int32(rest < 0 ? rest + 1_000_000_000 : rest))
        return Timestamp.secondsRange.contains(time.seconds) ? .timestamp(time) : nil
    }

    private static func int(_ term: Term) -> Int64? {
        switch term {
        case .symbol(let text): Int64(text)
        case .list(let parts) where parts.count == 2 && parts[0] == .symbol("-"):
            int(parts[1]).map { 0 &- $0 }
        default: nil
        }
    }

    private static func real(_ term: Term) -> Double? {
        switch term {
        case .symbol(let text): return Double(text)
        case .list(let parts) where parts.count == 2 && parts[0] == .symbol("-"):
            return real(parts[1]).map { -$0 }
        case .list(let parts) where parts.count == 3 && parts[0] == .symbol("/"):
            guard let above = real(parts[1]), let below = real(parts[2]), below != 0 else { return nil }
            return above / below
        default: return nil
        }
    }
}

extension ProofPrelude.Kind {
    /// A value of the kind, as plain as it can be.
    fileprivate var value: Value? {
        switch self {
        case .bytes: .bytes([1])
        case .list, .set: .array([])
        case .map: .map([:])
        case .latlng: .geoPoint(GeoPoint(latitude: 1, longitude: 2))
        case .vector: .map(["__type__": "__vector__", "value": .array([.double(1)])])
        case .path, .difference: nil
        }
    }
}

/// Reads expressions of SMT-LIB.
private struct TermReader {
    private var rest: Substring.UnicodeScalarView

    init(_ text: String) {
        rest = text[...].unicodeScalars
    }

    /// The next expression; nil at the end.
    mutating func next(depth: Int = 0) -> SolverModel.Term? {
        rest = rest.drop { $0.properties.isWhitespace }
        guard let first = rest.first, depth < 100 else { return nil }
        switch first {
        case "(":
            rest.removeFirst()
            var parts: [SolverModel.Term] = []
            while let part = next(depth: depth + 1) { parts.append(part) }
            rest = rest.dropFirst()
            return .list(parts)
        case ")": return nil
        case "\"": return .text(text())
        default:
            let end = rest.firstIndex { $0.properties.isWhitespace || $0 == "(" || $0 == ")" }
            let symbol = rest[..<(end ?? rest.endIndex)]
            rest = rest[(end ?? rest.endIndex)...]
            return .symbol(String(symbol))
        }
    }

    /// A text in quotes, which are doubled inside.
    private mutating func text() -> String {
        rest.removeFirst()
        var text = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            if scalar == "\"" {
                guard rest.first == "\"" else { break }
                rest.removeFirst()
            } else if scalar == "\\", let escaped = escape() {
                text.append(escaped)
                continue
            }
            text.append(scalar)
        }
        return String(text)
    }

    /// The scalar of an escape such as `\u{e9}`, behind its backslash.
    private mutating func escape() -> Unicode.Scalar? {
        let start = rest
        guard rest.popFirst() == "u", let first = rest.first else {
            rest = start
            return nil
        }
        let digits: Substring.UnicodeScalarView
        if first == "{" {
            digits = rest.dropFirst().prefix { $0 != "}" }
            rest = rest.dropFirst(digits.count + 2)
        } else {
            digits = rest.prefix(4)
            rest = rest.dropFirst(4)
        }
        // A surrogate is no scalar.
        return UInt32(String(digits), radix: 16).map { Unicode.Scalar($0) ?? "?" }
    }
}
