/// A rules file, and how often each of its conditions was true and false.
package protocol CoveredRules: Sendable {
    /// The file's name.
    var file: String { get }
    var conditions: [CoveredCondition] { get }
    /// The functions that the rules declare.
    var functions: [CoveredFunction] { get }
    /// The page that shows the rules with what was seen of them; nil for rules that cannot be evaluated.
    var html: String? { get }
}

extension CoveredRules {
    /// How many conditions were seen both true and false.
    package var coveredCount: Int { conditions.count(where: \.isCovered) }

    /// How many of a hundred conditions are covered; 100 where there are none.
    package var percent: Double {
        conditions.isEmpty ? 100 : Double(coveredCount) * 100 / Double(conditions.count)
    }
}
