/// Regular expressions that are written out have to be correct ones.
enum PatternCheck {
    static func diagnostics(_ checker: RulesChecker) -> [Diagnostic] { [] }
}
