import FirestoreModel

/// One step into a value: into a map or a list.
enum ValueStep: Hashable, Sendable {
    case field(FieldName)
    case element(Int)
}

extension MapValue {
    /// The value at a path; nil if there is none.
    subscript(steps: ArraySlice<ValueStep>) -> Value? {
        guard let step = steps.first, case .field(let name) = step else { return nil }
        let rest = steps.dropFirst()
        return rest.isEmpty ? self[name] : self[name]?[rest]
    }

    /// Sets the value at a path, or removes it. Missing maps on the way are made; what is no map there is replaced by one.
    mutating func set(_ value: Value?, at steps: ArraySlice<ValueStep>) {
        guard let step = steps.first, case .field(let name) = step else { return }
        let rest = steps.dropFirst()
        if rest.isEmpty {
            self[name] = value
        } else if self[name] != nil || value != nil {
            self[name] = (self[name] ?? .map([:])).setting(value, at: rest)
        }
    }
}

extension Value {
    fileprivate subscript(steps: ArraySlice<ValueStep>) -> Value? {
        guard let step = steps.first else { return self }
        switch (self, step) {
        case (.map(let fields), .field): return fields[steps]
        case (.array(let elements), .element(let index)) where elements.indices.contains(index):
            return elements[index][steps.dropFirst()]
        default: return nil
        }
    }

    fileprivate func setting(_ value: Value?, at steps: ArraySlice<ValueStep>) -> Value {
        guard let step = steps.first else { return value ?? self }
        switch step {
        case .field:
            var fields = mapValue ?? [:]
            fields.set(value, at: steps)
            return .map(fields)
        case .element(let index):
            var elements = arrayValue ?? []
            guard (0..<20).contains(index) else { return self }
            if index >= elements.count {
                guard value != nil else { return self }
                while elements.count <= index { elements.append(.null) }
            }
            let rest = steps.dropFirst()
            if rest.isEmpty {
                if let value { elements[index] = value } else { elements.remove(at: index) }
            } else {
                elements[index] = elements[index].setting(value, at: rest)
            }
            return .array(elements)
        }
    }

    /// Whether Firestore stores the value: no list stands directly in a list, and no name is reserved.
    var isStorable: Bool {
        switch self {
        case .array(let elements):
            elements.allSatisfy { element in
                if case .array = element { false } else { element.isStorable }
            }
        case .map(let fields):
            isVectorOfNumbers
                || fields.allSatisfy { !$0.name.string.isEmpty && !$0.name.isReserved && $0.value.isStorable }
        default: true
        }
    }

    private var isVectorOfNumbers: Bool { vector != nil }
}

extension MapValue {
    /// Whether Firestore stores a document with these fields.
    var isStorable: Bool { Value.map(self).isStorable && !isVector }
}
