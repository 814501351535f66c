/// What a rule decides about.
package enum RuleKind: String, Sendable, CaseIterable {
    case read = ".read"
    case write = ".write"
    case validate = ".validate"
}
