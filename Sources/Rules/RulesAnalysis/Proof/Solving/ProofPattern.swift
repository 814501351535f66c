import RegularExpressions

/// A pattern as a regular language of SMT-LIB.
///
/// Solvers know the scalars up to U+2FFFF. Patterns that tell scalars beyond U+1FFFF apart are left out, so that those which a solver
/// does not know behave like some that it knows.
struct ProofPattern {
    private static let greatestKnown: UInt32 = 0x2FFFF
    private static let greatestBound: UInt32 = 0x1FFFF
    /// So many ranges and repetitions, so that a question stays small.
    private static let limit = (ranges: 24, repetitions: 1000)

    let text: String

    /// - Returns: nil for what is no pattern, and for one with assertions inside or with too large sets.
    init?(_ pattern: String) {
        guard let node = try? PatternNode(pattern),
            let text = ProofPattern.language(of: node, isFirst: true, isLast: true)
        else { return nil }
        self.text = text
    }

    /// - Parameters:
    ///   - isFirst: Whether nothing stands before the node, so that `^` always holds there.
    ///   - isLast: Whether nothing follows.
    private static func language(of node: PatternNode, isFirst: Bool, isLast: Bool) -> String? {
        switch node {
        case .empty: return empty
        case .scalar(let scalar): return language(of: [scalar...scalar])
        case .set(let set): return language(of: set.ranges)
        case .assertion(.beginText) where isFirst, .assertion(.beginLine) where isFirst,
            .assertion(.endText) where isLast, .assertion(.endLine) where isLast:
            return empty
        case .assertion: return nil
        case .capture(_, let inner): return language(of: inner, isFirst: isFirst, isLast: isLast)
        case .repetition(let inner, let repetition): return language(of: inner, repetition)
        case .concatenation(let parts):
            var texts: [String] = []
            for (index, part) in parts.enumerated() {
                guard
                    let text = language(
                        of: part, isFirst: isFirst && parts[..<index].allSatisfy(\.isAssertion),
                        isLast: isLast && parts[(index + 1)...].allSatisfy(\.isAssertion))
                else { return nil }
                if text != empty { texts.append(text) }
            }
            return joined("re.++", texts)
        case .alternation(let branches):
            let texts = branches.compactMap { language(of: $0, isFirst: isFirst, isLast: isLast) }
            return texts.count == branches.count ? joined("re.union", texts) : nil
        }
    }

    private static let empty = "(str.to_re \"\")"

    private static func joined(_ operation: String, _ texts: [String]) -> String {
        switch texts.count {
        case 0: empty
        case 1: texts[0]
        default: "(\(operation) \(texts.joined(separator: " ")))"
        }
    }

    private static func language(of inner: PatternNode, _ repetition: PatternRepetition) -> String? {
        guard let text = language(of: inner, isFirst: false, isLast: false) else { return nil }
        switch (repetition.least, repetition.most) {
        case (0, nil): return "(re.* \(text))"
        case (1, nil): return "(re.+ \(text))"
        case (0, 1): return "(re.opt \(text))"
        case (let least, nil):
            guard least <= limit.repetitions else { return nil }
            return "(re.++ ((_ re.loop \(least) \(least)) \(text)) (re.* \(text)))"
        case (let least, let most?):
            guard most <= limit.repetitions else { return nil }
            return "((_ re.loop \(least) \(most)) \(text))"
        }
    }

    private static func language(of ranges: [ClosedRange<UInt32>]) -> String? {
        if ranges == [0...ScalarSet.greatest] { return "re.allchar" }
        guard !ranges.isEmpty, ranges.count <= limit.ranges else { return nil }
        var texts: [String] = []
        for range in ranges {
            guard range.lowerBound <= greatestBound,
                range.upperBound <= greatestBound || range.upperBound == ScalarSet.greatest
            else { return nil }
            let (first, last) = (scalar(range.lowerBound), scalar(min(range.upperBound, greatestKnown)))
            texts.append(first == last ? "(str.to_re \(first))" : "(re.range \(first) \(last))")
        }
        return joined("re.union", texts)
    }

    private static func scalar(_ value: UInt32) -> String { "\"\\u{\(String(value, radix: 16))}\"" }
}

extension PatternNode {
    fileprivate var isAssertion: Bool { if case .assertion = self { true } else { false } }
}
