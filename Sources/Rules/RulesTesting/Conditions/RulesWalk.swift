import FirestoreRules

/// An expression of a rules file, and its place.
struct ExpressionSite {
    /// The purpose of an expression as a whole.
    enum Role {
        /// The condition of an allow statement.
        case condition
        /// The result of a function.
        case result
        /// The value of a `let`.
        case binding
        /// A part of another expression.
        case part
    }

    let expression: Expression
    let role: Role
    let parent: Expression?
    /// Whether it is a boolean, as far as the text tells.
    let isBoolean: Bool
    /// Whether it is a part of a longer chain, as `a && b` is in `a && b && c`.
    let isPartOfChain: Bool
}

/// The statements and expressions of a rules file.
struct RulesWalk {
    private(set) var expressions: [ExpressionSite] = []
    private(set) var allows: [AllowSyntax] = []
    private(set) var matches: [MatchSyntax] = []
    private(set) var functions: [FunctionSyntax] = []
    private var booleanFunctions: Set<String> = []
    private let extents: SourceExtents

    init(_ syntax: RulesetSyntax, _ extents: SourceExtents) {
        self.extents = extents
        let services = syntax.services.filter { $0.name.name == "cloud.firestore" }
        functions = syntax.functions + services.flatMap(\.functions)
        for service in services { for match in service.matches { collect(match) } }
        findBooleanFunctions()
        for function in functions {
            for binding in function.bindings { visit(binding.value, .binding, in: nil) }
            visit(function.result, .result, in: nil)
        }
        for allow in allows {
            if let condition = allow.condition { visit(condition, .condition, in: nil) }
        }
        expressions.sort { $0.expression.range.start < $1.expression.range.start }
    }

    private mutating func collect(_ match: MatchSyntax) {
        matches.append(match)
        functions += match.functions
        allows += match.allows
        for inner in match.matches { collect(inner) }
    }

    private mutating func findBooleanFunctions() {
        // A function may return the result of another one, so repeat until nothing new is found.
        while true {
            let found = functions.filter { !booleanFunctions.contains($0.name.name) && isTruth($0.result) }
            if found.isEmpty { return }
            booleanFunctions.formUnion(found.map(\.name.name))
        }
    }

    private mutating func visit(
        _ expression: Expression, _ role: ExpressionSite.Role, in parent: ExpressionSite?
    ) {
        let isBoolean =
            role == .condition || RulesWalk.wantsTruth(parent, of: expression) || isTruth(expression)
        let site = ExpressionSite(
            expression: expression, role: role, parent: parent?.expression, isBoolean: isBoolean,
            isPartOfChain: isPartOfChain(expression, parent?.expression))
        expressions.append(site)
        for child in expression.children { visit(child, .part, in: site) }
    }

    private func isPartOfChain(_ expression: Expression, _ parent: Expression?) -> Bool {
        guard case .binary(let operation, _, _, _) = expression.kind, expression.isJunction,
            case .binary(operation, let left, _, _)? = parent?.kind, left.range == expression.range
        else { return false }
        return !extents.isParenthesized(extents.extent(of: expression.range))
    }

    /// Whether the form of the expression makes it a boolean.
    private func isTruth(_ expression: Expression) -> Bool {
        switch expression.kind {
        case .literal(.bool), .typeTest, .unary(.not, _): true
        case .binary(let operation, _, _, _):
            switch operation {
            case .or, .and, .in, .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: true
            case .add, .subtract, .multiply, .divide, .remainder: false
            }
        case .conditional(_, let first, let second): isTruth(first) || isTruth(second)
        case .call(let name, _):
            ["exists", "existsAfter"].contains(name.name) || booleanFunctions.contains(name.name)
        case .method(_, let name, _): ["hasAll", "hasAny", "hasOnly", "matches"].contains(name.name)
        case .literal, .name, .list, .map, .path, .member, .index, .slice, .unary(.negative, _): false
        }
    }

    /// Whether its place requires a boolean.
    private static func wantsTruth(_ parent: ExpressionSite?, of child: Expression) -> Bool {
        guard let parent else { return false }
        switch parent.expression.kind {
        case .unary(.not, _): return true
        case .binary(let operation, _, _, _): return operation == .and || operation == .or
        case .conditional(let test, _, _): return parent.isBoolean || test.range == child.range
        default: return false
        }
    }
}
