import RulesCore

/// The types that an operation takes and gives: one or more overloads with the same number of parameters.
///
/// The receiver of a method is the first parameter.
struct Signature: Sendable {
    struct Overload: Sendable {
        var parameters: [TypeSet]
        var result: TypeSet
    }

    let overloads: [Overload]
    private let parameters: [TypeSet]
    /// The types of results.
    let result: TypeSet
    /// The function or method that it belongs to; nil for an operator.
    let builtIn: BuiltIn?

    init(_ overloads: [Overload], of builtIn: BuiltIn? = nil) {
        self.overloads = overloads
        self.builtIn = builtIn
        parameters = Self.parameters(of: overloads)
        result = overloads.reduce([]) { $0.union($1.result) }
    }

    var parameterCount: Int { parameters.count }

    init(_ parameters: TypeSet..., result: TypeSet) {
        self.init([Overload(parameters: parameters, result: result)])
    }

    /// The types of the parameters if the result must be one of some types; nil if it cannot be.
    func parameters(giving expected: TypeSet) -> [TypeSet]? {
        guard overloads.contains(where: { $0.result.isDisjoint(with: expected) }) else { return parameters }
        let possible = overloads.filter { !$0.result.isDisjoint(with: expected) }
        return possible.isEmpty ? nil : Self.parameters(of: possible)
    }

    private static func parameters(of overloads: [Overload]) -> [TypeSet] {
        (overloads.first?.parameters ?? []).indices.map { index in
            overloads.reduce([]) { $0.union($1.parameters[index]) }
        }
    }
}
