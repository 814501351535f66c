/// What expressions need their variables to be.
struct VariableNeeds {
    private var types: [(name: String, types: TypeSet)] = []

    init() {}

    init(_ name: String, _ types: TypeSet) {
        self.types = [(name, types)]
    }

    subscript(name: String) -> TypeSet? { types.first { $0.name == name }?.types }

    /// Takes in other needs of the same variables: both have to be met.
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

    /// Forgets a variable, at the end of its scope.
    mutating func remove(_ name: String) -> TypeSet? {
        guard let index = types.firstIndex(where: { $0.name == name }) else { return nil }
        return types.remove(at: index).types
    }

    /// Lets the variables that nothing can satisfy be anything again, and names them.
    mutating func freeImpossible() -> [String] {
        let impossible = types.indices.filter { types[$0].types.isEmpty }
        for index in impossible { types[index].types = .any }
        return impossible.map { types[$0].name }
    }
}
