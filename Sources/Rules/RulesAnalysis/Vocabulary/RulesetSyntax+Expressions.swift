package import FirestoreRules

extension RulesetSyntax {
    /// All expressions of the rules for Cloud Firestore, outer before inner ones.
    package var allExpressions: [Expression] {
        var roots = allFunctions.flatMap { $0.bindings.map(\.value) + [$0.result] }
        var matches = services.filter { $0.name.name == "cloud.firestore" }.flatMap(\.matches)
        while let match = matches.popLast() {
            roots += match.allows.compactMap(\.condition)
            matches += match.matches
        }
        return roots.flatMap(\.allParts)
    }

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

    /// The names of collections and documents in the templates of match blocks.
    var templateTexts: [String] {
        var texts: [String] = []
        var matches = services.filter { $0.name.name == "cloud.firestore" }.flatMap(\.matches)
        while let match = matches.popLast() {
            for case .literal(let text) in match.template.segments { texts.append(text) }
            matches += match.matches
        }
        return texts
    }
}

extension Expression {
    /// The expression and all that are inside it.
    var allParts: [Expression] { [self] + children.flatMap(\.allParts) }
}
