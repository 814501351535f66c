import FirestoreRules
import RulesCore

/// What a statement says, without comments and line breaks, with the functions that it calls.
struct StatementFingerprint {
    private let syntax: RulesetSyntax
    private let extents: SourceExtents
    private let functions: [String: [FunctionSyntax]]

    init(_ rules: AnalysedRules) {
        syntax = rules.syntax
        extents = SourceExtents(rules.source)
        functions = Dictionary(grouping: rules.syntax.allFunctions) { $0.name.name }
    }

    /// A text that two statements share exactly if they say the same.
    func text(of statement: PlannedStatement) -> String {
        var text = "\(syntax.version) \(statement.pattern) \(statement.methods.rawValue) "
        guard let condition = statement.syntax.condition else { return text }
        text += self.text(of: condition)
        for function in called(from: condition) {
            text += "; \(function.name.name)(\(function.parameters.map(\.name).joined(separator: ",")))"
            for binding in function.bindings {
                text += " let \(binding.name.name)=\(self.text(of: binding.value))"
            }
            text += self.text(of: function.result)
        }
        return text
    }

    /// The expressions that a statement can evaluate.
    func expressions(of statement: PlannedStatement) -> [Expression] {
        guard let condition = statement.syntax.condition else { return [] }
        let functions = called(from: condition)
        let roots = functions.flatMap { $0.bindings.map(\.value) + [$0.result] }
        return ([condition] + roots).flatMap(\.allParts)
    }

    /// The functions with the names that an expression calls, also indirectly. Those of other match blocks with the same name are among
    /// them.
    private func called(from root: Expression) -> [FunctionSyntax] {
        var found: [FunctionSyntax] = []
        var names: Set<String> = []
        var rest = root.allParts
        while let expression = rest.popLast() {
            guard case .call(let name, _) = expression.kind, names.insert(name.name).inserted else {
                continue
            }
            for function in functions[name.name] ?? [] {
                found.append(function)
                rest += (function.bindings.map(\.value) + [function.result]).flatMap(\.allParts)
            }
        }
        return found
    }

    private func text(of expression: Expression) -> String {
        extents.text(extents.extent(of: expression.range)).split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
    }
}

extension RulesetSyntax {
    /// All functions that rules for Cloud Firestore can call.
    var allFunctions: [FunctionSyntax] {
        let services = services.filter { $0.name.name == "cloud.firestore" }
        var functions = functions + services.flatMap(\.functions)
        var matches = services.flatMap(\.matches)
        while let match = matches.popLast() {
            functions += match.functions
            matches += match.matches
        }
        return functions
    }
}
