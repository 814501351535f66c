/// What the place of an expression expects of it.
struct Expectation {
    /// Nil where anything will do.
    var types: TypeSet?
    /// Whether the expression is a condition as a whole, which has a message of its own.
    var isPermission = false

    static let anything = Expectation(nil)

    init(_ types: TypeSet?, isPermission: Bool = false) {
        self.types = types
        self.isPermission = isPermission
    }

    func admits(_ received: TypeSet) -> Bool {
        types.map { !$0.isDisjoint(with: received) } ?? true
    }
}
