/// The names of packages cannot be those of variables.
enum PackageNameCheck {
    static func diagnostics(_ checker: RulesChecker) -> [Diagnostic] {
        var names = checker.syntax.services.flatMap(\.matches).flatMap(captures)
        for function in checker.declarations.functions {
            names += function.syntax.parameters + function.syntax.bindings.map(\.name)
            for mentions in function.mentions { names += mentions.variables + mentions.templateVariables }
        }
        for condition in checker.declarations.conditions {
            names += condition.mentions.variables + condition.mentions.templateVariables
        }
        return names.filter { FunctionSignatures.packages[$0.name] != nil }.map(Diagnostic.isPackage)
    }

    private static func captures(of match: MatchSyntax) -> [Identifier] {
        match.template.captures + match.matches.flatMap(captures)
    }
}

extension Diagnostic {
    fileprivate static func isPackage(_ name: Identifier) -> Diagnostic {
        Diagnostic(
            .error, "\(name.name) is a package and cannot be used as variable name.", at: name.range)
    }
}
