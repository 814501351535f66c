import RulesCore

/// The types that the place of an expression expects.
struct Expectation {
    var types: TypeSet
    /// Whether the expression is a condition as a whole, which has a message of its own.
    var isPermission = false
    /// The function or method that the expression is an argument of.
    var callee: BuiltIn?

    static let anything = Expectation(.any)

    init(_ types: TypeSet, isPermission: Bool = false, of callee: BuiltIn? = nil) {
        self.types = types
        self.isPermission = isPermission
        self.callee = callee
    }

    func admits(_ received: TypeSet) -> Bool { !types.isDisjoint(with: received) }
}
