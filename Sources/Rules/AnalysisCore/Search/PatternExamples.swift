import RegularExpressions
import Synchronization

/// Texts that patterns match, made as they are needed.
package enum PatternExamples {
    private static let limit = 200
    private static let known = Mutex<[String: PatternExample]>([:])

    /// A text that a pattern matches; nil if it is no pattern.
    package static func text(of pattern: String, _ random: inout SeededRandom) -> String? {
        guard let example = example(pattern) else { return nil }
        return example.text(using: &random)
    }

    private static func example(_ pattern: String) -> PatternExample? {
        known.withLock { known in
            if let example = known[pattern] { return example }
            guard let example = try? PatternExample(pattern) else { return nil }
            if known.count >= limit { known.removeAll() }
            known[pattern] = example
            return example
        }
    }
}
