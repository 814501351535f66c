/// What the place of an expression expects of it.
struct Expectation {
    var types: TypeSet
    /// Whether the expression is a condition as a whole, which has a message of its own.
    var isPermission = false

    static let anything = Expectation(.any)

    init(_ types: TypeSet, isPermission: Bool = false) {
        self.types = types
        self.isPermission = isPermission
    }

    func admits(_ received: TypeSet) -> Bool { !types.isDisjoint(with: received) }
}
