import FirestoreRules
import RulesAnalysis
import RulesCore

/// Changes of rules that reviewers worry about and `receipts rules mutate` does not make, as a suite would notice the nearer ones first:
/// bounds that move far, longer lists, checks of an identity that become checks for a sign-in.
struct WeakerRules {
    struct Change {
        let family: String
        let line: Int
        let old: String
        let new: String
        let source: SourceFile
    }

    private let file: SourceFile
    private let syntax: RulesetSyntax?
    private let extents: SourceExtents
    private let scalars: [Unicode.Scalar]

    init(_ rules: Ruleset) {
        file = rules.source
        syntax = rules.syntax
        extents = SourceExtents(rules.source)
        scalars = Array(rules.source.content.unicodeScalars)
    }

    var all: [Change] {
        let expressions = syntax?.allExpressions ?? []
        return expressions.flatMap { bounds($0) + lists($0) + identities($0) + patterns($0) }
    }

    private func bounds(_ expression: Expression) -> [Change] {
        guard case .literal(.int(let number)) = expression.kind, number > 1 else { return [] }
        return [replacing(expression, "moved-bound", by: "\(number / 2)")]
            + (number < 1_000_000 ? [replacing(expression, "moved-bound", by: "\(number * 2 + 10)")] : [])
    }

    private func lists(_ expression: Expression) -> [Change] {
        guard case .method(_, let name, let arguments) = expression.kind,
            ["hasOnly", "hasAny", "hasAll"].contains(name.name), let list = arguments.first,
            case .list(let elements) = list.kind, !elements.isEmpty
        else { return [] }
        let text = extents.text(extents.extent(of: list.range))
        return [replacing(list, "longer-list", by: "\(text.dropLast()), 'extra']")]
    }

    private func identities(_ expression: Expression) -> [Change] {
        guard case .binary(.equal, let left, let right, _) = expression.kind,
            [left, right].contains(where: \.isUID)
        else { return [] }
        return [replacing(expression, "any-user", by: "request.auth != null")]
    }

    private func patterns(_ expression: Expression) -> [Change] {
        guard case .method(_, let name, let arguments) = expression.kind, name.name == "matches",
            let pattern = arguments.first
        else { return [] }
        return [replacing(pattern, "any-text", by: "'.*'")]
    }

    private func replacing(_ expression: Expression, _ family: String, by text: String) -> Change {
        let extent = extents.extent(of: expression.range)
        var result = String.UnicodeScalarView()
        result.append(contentsOf: scalars[..<extent.lowerBound])
        result.append(contentsOf: text.unicodeScalars)
        result.append(contentsOf: scalars[extent.upperBound...])
        return Change(
            family: family, line: expression.range.start.line, old: extents.text(extent), new: text,
            source: SourceFile(name: file.name, content: String(result)))
    }
}

extension Expression {
    fileprivate var isUID: Bool {
        guard case .member(let auth, let name) = kind, name.name == "uid",
            case .member(_, let outer) = auth.kind
        else { return false }
        return outer.name == "auth"
    }
}
