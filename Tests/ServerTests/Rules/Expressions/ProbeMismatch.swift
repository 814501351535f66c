/// An expression of which a server makes something else than it should.
struct ProbeMismatch: CustomStringConvertible {
    /// What is different, in the order of weight.
    enum Kind: String, CaseIterable {
        case refusal = "taken by one and refused by the other"
        case value = "values"
        case error = "errors"
        case answer = "answers to the request"
        case firstRefusal = "reasons to refuse"
        case furtherRefusals = "further reasons to refuse"
        case warning = "warnings"
    }

    let file: String
    let text: String
    let expected: [String]
    let answered: [String]

    var kind: Kind {
        let sides = [expected, answered].map { lines in lines.filter { !$0.hasPrefix("warning") } }
        if sides[0] == sides[1] { return .warning }
        let refusals = sides.map { lines in lines.first { $0.hasPrefix("refused") } }
        if let first = refusals[0], let second = refusals[1] {
            return first == second ? .furtherRefusals : .firstRefusal
        }
        if refusals[0] != refusals[1] { return .refusal }
        let values = sides.map { lines in lines.filter { !$0.hasPrefix("answer") && !$0.hasPrefix("error") } }
        if values[0] != values[1] { return .value }
        let errors = sides.map { lines in lines.filter { $0.hasPrefix("error") } }
        return errors[0] == errors[1] ? .answer : .error
    }

    var description: String {
        func block(_ lines: [String]) -> String { lines.map { "    \($0)\n" }.joined() }
        return "\(file): \(text)\n  expected\n\(block(expected))  answered\n\(block(answered))"
    }

    /// How many there are of each kind, and all of them.
    static func summary(of mismatches: [ProbeMismatch]) -> String {
        Kind.allCases.compactMap { kind -> String? in
            let those = mismatches.filter { $0.kind == kind }
            if those.isEmpty { return nil }
            return "\(those.count) \(kind.rawValue):\n\n" + those.map(\.description).joined(separator: "\n")
        }
        .joined(separator: "\n")
    }
}
