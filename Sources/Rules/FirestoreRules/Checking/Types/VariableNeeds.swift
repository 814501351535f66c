/// The types that expressions need of their variables.
struct VariableNeeds {
    private var types: [(name: String, types: TypeSet)] = []

    init() {}

    init(_ name: String, _ types: TypeSet) {
        self.types = [(name, types)]
    }

    subscript(name: String) -> TypeSet? { types.first { $0.name == name }?.types }

    /// Adds other needs of the same variables. Both must be met.
    mutating func add(_ other: VariableNeeds) {
        if types.isEmpty {
            types = other.types
            return
        }
        for need in other.types {
            if let index = types.firstIndex(where: { $0.name == need.name }) {
                types[index].types = types[index].types.intersection(need.types)
            } else {
                types.append(need)
            }
        }
    }

    /// Removes a variable at the end of its scope.
    mutating func remove(_ name: String) -> TypeSet? {
        guard let index = types.firstIndex(where: { $0.name == name }) else { return nil }
        return types.remove(at: index).types
    }

    /// Removes the needs of variables that no type satisfies, and returns their names.
    mutating func freeImpossible() -> [String] {
        let impossible = types.indices.filter { types[$0].types.isEmpty }
        for index in impossible { types[index].types = .any }
        return impossible.map { types[$0].name }
    }
}
