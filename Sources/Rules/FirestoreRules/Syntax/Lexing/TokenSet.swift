/// A set of kinds of tokens.
struct TokenSet: Hashable, Sendable {
    private var bits: UInt128 = 0

    init(_ kinds: [TokenKind]) {
        for kind in kinds { bits |= 1 << UInt128(kind.rawValue) }
    }

    func contains(_ kind: TokenKind) -> Bool {
        bits & (1 << UInt128(kind.rawValue)) != 0
    }

    /// The kinds in order.
    var kinds: [TokenKind] {
        TokenKind.allCases.filter(contains)
    }
}

extension TokenSet: ExpressibleByArrayLiteral {
    init(arrayLiteral kinds: TokenKind...) {
        self.init(kinds)
    }
}
