/// Services must be known, and each declared once.
enum ServiceNameCheck {
    static func diagnostics(_ checker: RulesChecker) -> [Diagnostic] {
        var names: Set<String> = []
        return checker.syntax.services.map(\.name).flatMap { name in
            (names.insert(name.name).inserted ? [] : [.repeatedService(name)])
                + (RulesService(name: name.name).isEmpty ? [.unknownService(name)] : [])
        }
    }
}

extension Diagnostic {
    fileprivate static func repeatedService(_ name: Identifier) -> Diagnostic {
        Diagnostic(.error, "Duplicate service name declaration.", at: name.range)
    }

    fileprivate static func unknownService(_ name: Identifier) -> Diagnostic {
        Diagnostic(.warning, "Invalid service name: \(name.name).", at: name.range)
    }
}
