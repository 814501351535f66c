/// Makes texts that a pattern matches.
package struct PatternExample {
    /// The most repetitions of one part beyond those that the pattern requires.
    private static let mostExtra = 3
    /// The most scalars of a text.
    private static let longest = 2000

    private let node: PatternNode

    /// Reads a pattern.
    package init(_ pattern: String) throws(PatternError) {
        node = try PatternNode(pattern)
    }

    /// A text that the whole pattern most probably matches: assertions inside, such as word boundaries, are not looked at.
    package func text(using random: inout some RandomNumberGenerator) -> String {
        var scalars: [Unicode.Scalar] = []
        append(node, to: &scalars, &random)
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }

    private func append(
        _ node: PatternNode, to scalars: inout [Unicode.Scalar], _ random: inout some RandomNumberGenerator
    ) {
        guard scalars.count < PatternExample.longest else { return }
        switch node {
        case .empty, .assertion: return
        case .scalar(let value): if let scalar = Unicode.Scalar(value) { scalars.append(scalar) }
        case .set(let set): if let scalar = PatternExample.scalar(of: set, &random) { scalars.append(scalar) }
        case .capture(_, let inner): append(inner, to: &scalars, &random)
        case .repetition(let inner, let repetition):
            let most = min(repetition.most ?? .max, repetition.least + PatternExample.mostExtra)
            for _ in 0..<Int.random(in: repetition.least...max(repetition.least, most), using: &random) {
                append(inner, to: &scalars, &random)
            }
        case .concatenation(let parts): for part in parts { append(part, to: &scalars, &random) }
        case .alternation(let choices):
            if let choice = choices.randomElement(using: &random) { append(choice, to: &scalars, &random) }
        }
    }

    /// A scalar of a set, rather a letter or a digit than another one.
    private static func scalar(
        of set: ScalarSet, _ random: inout some RandomNumberGenerator
    ) -> Unicode.Scalar? {
        let common: [ClosedRange<UInt32>] = [0x61...0x7A, 0x30...0x39, 0x41...0x5A, 0x20...0x7E]
        for range in common {
            let parts = set.ranges.filter { $0.overlaps(range) }.map { $0.clamped(to: range) }
            if let part = parts.randomElement(using: &random) {
                return Unicode.Scalar(UInt32.random(in: part, using: &random))
            }
        }
        return set.ranges.randomElement(using: &random).flatMap {
            Unicode.Scalar(UInt32.random(in: $0, using: &random))
        }
    }
}
