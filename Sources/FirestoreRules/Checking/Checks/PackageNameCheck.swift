/// The names of packages cannot be those of variables.
enum PackageNameCheck {
    static func diagnostics(of ruleset: RulesetSyntax) -> [Diagnostic] {
        var collector = Collector()
        collector.add(ruleset.functions)
        for service in ruleset.services {
            collector.add(service.functions)
            service.matches.forEach { collector.add($0) }
        }
        return collector.diagnostics
    }

    private struct Collector {
        var diagnostics: [Diagnostic] = []

        mutating func add(_ match: MatchSyntax) {
            for segment in match.template.segments {
                switch segment {
                case .literal: break
                case .capture(let name), .glob(let name): add(name)
                }
            }
            add(match.functions)
            for allow in match.allows {
                if let condition = allow.condition { add(condition) }
            }
            match.matches.forEach { add($0) }
        }

        mutating func add(_ functions: [FunctionSyntax]) {
            for function in functions {
                function.parameters.forEach { add($0) }
                for binding in function.bindings {
                    add(binding.name)
                    add(binding.value)
                }
                add(function.result)
            }
        }

        private mutating func add(_ expression: Expression) {
            expression.forEach { node in
                switch node.kind {
                case .name(let name): add(Identifier(name, at: node.innerRange))
                case .path(let segments):
                    for segment in segments {
                        switch segment {
                        case .variable(let name), .globVariable(let name): add(name)
                        case .literal, .interpolation: break
                        }
                    }
                default: break
                }
            }
        }

        private mutating func add(_ name: Identifier) {
            guard FunctionSignatures.packages[name.name] != nil else { return }
            diagnostics.append(.isPackage(name))
        }
    }
}

extension Diagnostic {
    fileprivate static func isPackage(_ name: Identifier) -> Diagnostic {
        Diagnostic(
            .error, "\(name.name) is a package and cannot be used as variable name.", at: name.range)
    }
}
