/// A set of kinds of tokens.
struct TokenSet: Hashable, Sendable {
    private var bits: UInt128 = 0

    init() {}

    init(_ kinds: [TokenKind]) {
        for kind in kinds { insert(kind) }
    }

    var isEmpty: Bool { bits == 0 }

    func contains(_ kind: TokenKind) -> Bool {
        bits & (1 << UInt128(kind.rawValue)) != 0
    }

    mutating func insert(_ kind: TokenKind) {
        bits |= 1 << UInt128(kind.rawValue)
    }

    mutating func formUnion(_ other: TokenSet) {
        bits |= other.bits
    }

    func union(_ other: TokenSet) -> TokenSet {
        var union = self
        union.formUnion(other)
        return union
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

extension TokenSet: CustomStringConvertible {
    /// As messages list what they expect: `';'`, or `{'{', '/', PATH_SEGMENT}`.
    var description: String {
        let names = kinds.map(\.displayName)
        return names.count == 1 ? names[0] : "{\(names.joined(separator: ", "))}"
    }
}
