/// A piece of rules, made of smaller ones: an expression that remembers its operands, so that it can be made simpler.
///
/// It is written as a text with terms in it: `"\(left) && \(right)"`.
struct RuleTerm: Sendable, Equatable {
    fileprivate enum Piece: Sendable, Equatable {
        case text(String)
        case term(RuleTerm)
    }

    private var pieces: [Piece]

    var text: String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .term(let term): term.text
            }
        }
        .joined()
    }

    /// The term with one part put in place of the whole, or made simpler; each in turn. Each is shorter as a text.
    var simplerOnes: [RuleTerm] {
        let parts: [RuleTerm] = pieces.compactMap { if case .term(let term) = $0 { term } else { nil } }
        let inner: [RuleTerm] = pieces.indices.flatMap { index -> [RuleTerm] in
            guard case .term(let part) = pieces[index] else { return [] }
            return part.simplerOnes.map { simpler in
                var term = self
                term.pieces[index] = .term(simpler)
                return term
            }
        }
        let size = text.utf8.count
        return (["true", "false", "null", "1"] + parts + inner).filter { $0.text.utf8.count < size }
    }
}

extension RuleTerm: ExpressibleByStringInterpolation {
    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var pieces: [Piece] = []

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { pieces.append(.text(literal)) }
        }

        mutating func appendInterpolation(_ term: RuleTerm) { pieces.append(.term(term)) }

        mutating func appendInterpolation(_ text: String) { appendLiteral(text) }

        /// Terms with commas between them.
        mutating func appendInterpolation(list terms: [RuleTerm]) {
            for (index, term) in terms.enumerated() {
                if index > 0 { appendLiteral(", ") }
                pieces.append(.term(term))
            }
        }
    }

    init(stringLiteral value: String) { pieces = [.text(value)] }

    init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }
}
