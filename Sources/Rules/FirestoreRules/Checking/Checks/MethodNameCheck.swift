/// An allow statement allows methods of its service; an unknown service has none.
enum MethodNameCheck {
    static func diagnostics(_ checker: RulesChecker) -> [Diagnostic] {
        checker.syntax.services.flatMap { service in
            let isKnown = !RulesService(name: service.name.name).isEmpty
            return service.matches.flatMap { unknownMethods(in: $0, hasMethods: isKnown) }
        }
    }

    private static func unknownMethods(in match: MatchSyntax, hasMethods: Bool) -> [Diagnostic] {
        match.allows.flatMap(\.methods)
            .filter { !hasMethods || RulesMethodSet(name: $0.name).isEmpty }
            .map(Diagnostic.unknownMethod)
            + match.matches.flatMap { unknownMethods(in: $0, hasMethods: hasMethods) }
    }
}

extension Diagnostic {
    fileprivate static func unknownMethod(_ name: Identifier) -> Diagnostic {
        Diagnostic(.warning, "Invalid method name: \(name.name).", at: name.range)
    }
}
