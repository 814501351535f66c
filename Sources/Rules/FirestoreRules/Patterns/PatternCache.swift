import FirestoreModel
import RegularExpressions
import Synchronization

/// Keeps the patterns that were used last: most rules have few, and ask for them again and again.
final class PatternCache: Sendable {
    private struct Entry: Sendable {
        var expression: RegularExpression
        var useCount: Int
    }

    static let shared = PatternCache()

    /// When a pattern is worth to be prepared.
    private static let useCountOfPreparation = 3
    /// The most patterns, and the longest one and the largest program among them.
    private static let limit = (count: 64, length: 2048, instructions: 4096)

    private let entries = Mutex<[FieldName: Entry]>([:])

    /// The expression of a pattern.
    func expression(_ pattern: String) throws(PatternError) -> RegularExpression {
        let key = FieldName(pattern)
        if let known = use(key) { return known }
        let expression = try RegularExpression(pattern)
        let limit = PatternCache.limit
        if pattern.utf8.count <= limit.length, expression.size <= limit.instructions {
            entries.withLock { entries in
                if entries.count >= limit.count { entries = [:] }
                entries[key] = Entry(expression: expression, useCount: 1)
            }
        }
        return expression
    }

    private func use(_ key: FieldName) -> RegularExpression? {
        let used = entries.withLock { entries -> Entry? in
            entries[key]?.useCount += 1
            return entries[key]
        }
        guard let used else { return nil }
        guard used.useCount == PatternCache.useCountOfPreparation else { return used.expression }
        let prepared = used.expression.prepared
        entries.withLock { $0[key]?.expression = prepared }
        return prepared
    }
}
