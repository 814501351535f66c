/// What an operation takes and gives: one or more overloads with the same number of parameters.
///
/// The receiver of a method is the first parameter. Nil stands for any type, or for one that only the request decides.
struct Signature: Sendable {
    struct Overload: Sendable {
        var parameters: [TypeSet?]
        var result: TypeSet?
    }

    let overloads: [Overload]
    let parameterCount: Int
    /// The types of results; nil if any type can come out.
    let result: TypeSet?

    init(_ overloads: [Overload]) {
        self.overloads = overloads
        parameterCount = overloads.first?.parameters.count ?? 0
        result = Self.union(overloads.map(\.result))
    }

    init(_ parameters: TypeSet?..., result: TypeSet?) {
        self.init([Overload(parameters: parameters, result: result)])
    }

    /// What the parameters may be where the result has to be one of some types; nil if it cannot be any of them.
    func parameters(giving expected: TypeSet?) -> [TypeSet?]? {
        guard let expected, overloads.count > 1 else {
            return expected.map { result?.isDisjoint(with: $0) ?? false } == true
                ? nil : unions(of: overloads)
        }
        let possible = overloads.filter { !($0.result?.isDisjoint(with: expected) ?? false) }
        return possible.isEmpty ? nil : unions(of: possible)
    }

    private func unions(of overloads: [Overload]) -> [TypeSet?] {
        if overloads.count == 1, let only = overloads.first { return only.parameters }
        return (0..<parameterCount).map { index in Self.union(overloads.map { $0.parameters[index] }) }
    }

    private static func union(_ sets: [TypeSet?]) -> TypeSet? {
        var union: TypeSet = []
        for set in sets {
            guard let set else { return nil }
            union = union.union(set)
        }
        return union
    }
}
