/// A rules file, and how often each of its conditions was true and false.
package protocol CoveredRules: Sendable {
    /// The rules file.
    var source: SourceFile { get }
    var conditions: [CoveredCondition] { get }
    /// The functions that the rules declare.
    var functions: [CoveredFunction] { get }
    /// A page that shows the rules with their coverage; nil for rules that cannot be evaluated.
    var html: String? { get }
}

extension CoveredRules {
    /// The file's name.
    package var file: String { source.name }

    /// How many conditions were seen both true and false.
    package var coveredCount: Int { conditions.count(where: \.isCovered) }

    /// The percentage of conditions that are covered; 100 if there are none.
    package var percent: Double {
        conditions.isEmpty ? 100 : Double(coveredCount) * 100 / Double(conditions.count)
    }
}
