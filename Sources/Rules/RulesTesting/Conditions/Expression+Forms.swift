import FirestoreRules

extension Expression {
    /// Whether the expression has the same value for every request.
    var isConstant: Bool {
        switch kind {
        case .name, .call: false
        default: children.allSatisfy(\.isConstant)
        }
    }

    /// True for `a && b` and `a || b`.
    var isJunction: Bool {
        if case .binary(let operation, _, _, _) = kind {
            operation == .and || operation == .or
        } else {
            false
        }
    }
}
