/// Version 1 of the language is outdated.
enum VersionCheck {
    static func diagnostics(_ checker: RulesChecker) -> [Diagnostic] {
        switch checker.syntax.version {
        case .one: [.oldVersion]
        case .two: []
        }
    }
}

extension Diagnostic {
    fileprivate static let oldVersion = Diagnostic(
        .warning,
        "Ruleset uses old version (version [1]). Please update to the latest version (version [2]).", at: nil)
}
