import RulesCore

/// A parameter of a built-in function or method.
struct Parameter: Sendable {
    /// The types that the checker allows.
    let types: TypeSet
    /// Its name in messages about failures.
    let text: String

    private init(_ types: TypeSet, _ text: String) {
        self.types = types
        self.text = text
    }

    private init(_ type: RuleType) { self.init([type], type.rawValue) }

    static let any = Parameter(.any, "any")
    static let null = Parameter(.null)
    static let bool = Parameter(.bool)
    static let int = Parameter(.int)
    static let float = Parameter(.float)
    /// A number of either kind. Messages call it a float.
    static let number = Parameter([.float, .int], RuleType.float.rawValue)
    static let string = Parameter(.string)
    static let bytes = Parameter(.bytes)
    static let list = Parameter(.list)
    static let set = Parameter(.set)
    static let map = Parameter(.map)
    static let path = Parameter(.path)
    static let duration = Parameter(.duration)
    static let latlng = Parameter(.latlng)
}

extension [[Parameter]] {
    /// The overloads of a call as messages list them: `math.abs(int), math.abs(float)`.
    func text(of name: String) -> String {
        map { "\(name)(\($0.map(\.text).joined(separator: ", ")))" }.joined(separator: ", ")
    }
}

extension Signature {
    /// The signature of a built-in with these overloads, which all have the same number of parameters.
    init(_ overloads: [[TypeSet]], result: TypeSet, of builtIn: BuiltIn) {
        let parameters = (overloads.first ?? []).indices.map { index in
            overloads.reduce(TypeSet([])) { $0.union($1[index]) }
        }
        self.init([Overload(parameters: parameters, result: result)], of: builtIn)
    }
}
